import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { type BenchCommand, say } from "./command.js";
import { makeFolder, makePdf } from "./memory/make-files.js";
import { makeLog } from "./memory/make-log.js";
import { measureRun, type Run, type RunFiles } from "./memory/measure-run.js";
import { memoryJson, memoryText } from "./memory/memory-report.js";
import { sampleText } from "./memory/sample-text.js";

const usage = `Usage: npm run -s bench -- memory [--path DIR] [--json] [--quick]

Adds a PDF of 5,000 pages, a folder of 2,000 small files and a log of 500 MB, made for it, and reads the memory
of the page, of its workers and of their process on the way: how much it grows for each page and
document, beyond what the index itself needs.

  --path DIR  a folder with HTML, Markdown or text files, whose text is imitated (demo/samples)
  --json      print one JSON object
  --quick     700 pages, 300 files and 2 MB, which only shows that everything works
`;

const full = { pages: 5_000, files: 2_000, megabytes: 500 };
const small = { pages: 700, files: 300, megabytes: 2 };

async function memory({ path: folder, json, quick }: BenchArguments): Promise<string> {
  const { pages, files, megabytes } = quick ? small : full;
  const paragraphs = (await sampleText(folder)).paragraphs();
  await ensureBuilt();
  const temporary = await mkdtemp(path.join(os.tmpdir(), "pagehound-memory-"));
  try {
    say(`Writing a PDF of ${pages} pages, ${files} small files and a log of ${megabytes} MB.`);
    const pdf = path.join(temporary, "large.pdf");
    await makePdf(pdf, pages, paragraphs);
    const folder = await makeFolder(path.join(temporary, "small"), files, paragraphs);
    const log = path.join(temporary, "server.log");
    await makeLog(log, megabytes);
    const wanted: readonly RunFiles[] = [
      { name: "One large PDF", files: [pdf], unit: "pages", count: pages },
      { name: "Small files", files: folder, unit: "documents", count: files },
      // Roughly the number of parts that a log of this size is split into.
      { name: "One log", files: [log], unit: "pages", count: 338 * megabytes },
    ];
    const runs = await oneByOne(wanted);
    return json ? `${JSON.stringify(memoryJson(runs), null, 2)}\n` : memoryText(runs);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function oneByOne(wanted: readonly RunFiles[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const files of wanted) {
    say(`Adding: ${files.name}.`);
    runs.push(await measureRun(files));
  }
  return runs;
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "demo/samples"),
  options: ["json", "quick"],
  run: memory,
};
