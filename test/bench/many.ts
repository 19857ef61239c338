import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureBuilt, ensureSiteBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { type BenchCommand, say } from "./command.js";
import { gridsText, manyJson, manyText } from "./many/many-report.js";
import { measureAdding } from "./many/measure-adding.js";
import { type GridShape, measureGrid } from "./many/measure-grid.js";
import { measureList } from "./many/measure-list.js";
import type { PageTasks } from "./many/watch-tasks.js";
import { linkInto, writeTinyFiles } from "./many/write-tiny-files.js";
import { sampleText } from "./memory/sample-text.js";

const usage = `Usage: npm run -s bench -- many [--path DIR] [--files N] [--list | --grid] [--json] [--quick]

Adds many tiny files at once and tells, for each thousand, how fast that went and what the collection
takes; then how long it takes to add them once more, to open the collection and to remove all of it,
and what keeps the demo page from answering while its list has that many rows.

  --path DIR  a folder with HTML, Markdown or text files, whose text is imitated (demo/samples)
  --files N   how many (10000)
  --json      print one JSON object
  --list      measure the demo page's list alone
  --grid      measure the demo page's grids alone, of 10,000 answered cells: many rows, and many columns
  --quick     100 files, which only shows that everything works
`;

async function many({
  path: folder,
  json,
  list: only,
  grid: grids,
  quick,
  files,
}: BenchArguments): Promise<string> {
  if (grids) return manyGrids(quick, json);
  const count = files ?? (quick ? 100 : 10_000);
  const stretch = Math.min(1_000, Math.ceil(count / 5));
  const paragraphs = (await sampleText(folder)).paragraphs();
  await ensureBuilt();
  await ensureSiteBuilt();
  const temporary = await mkdtemp(path.join(os.tmpdir(), "pagehound-many-"));
  try {
    say(`Writing ${count} files.`);
    const written = await writeTinyFiles(temporary, count, paragraphs);
    const times = only ? null : await measureAdding(written, stretch);
    const linked = path.join(temporary, "notes");
    await linkInto(linked, written);
    const report = { files: count, times, list: await measureList(linked, count) };
    return json ? `${JSON.stringify(manyJson(report), null, 2)}\n` : manyText(report);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function manyGrids(quick: boolean, json: boolean): Promise<string> {
  const shapes: readonly GridShape[] = quick
    ? [{ documents: 20, columns: 5 }]
    : [
        { documents: 1_000, columns: 10 },
        { documents: 100, columns: 100 },
      ];
  await ensureBuilt();
  await ensureSiteBuilt();
  const grids: (GridShape & { readonly tasks: readonly PageTasks[] })[] = [];
  for (const shape of shapes) grids.push({ ...shape, tasks: await measureGrid(shape) });
  return json ? `${JSON.stringify({ grids }, null, 2)}\n` : gridsText(grids);
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "demo/samples"),
  options: ["json", "list", "grid", "quick", "files"],
  run: many,
};
