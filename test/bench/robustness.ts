import path from "node:path";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { type BenchCommand, say } from "./command.js";
import { readManifest } from "./robustness/manifest.js";
import { recognisePages, recognitionText } from "./robustness/recognise-pages.js";
import { robustnessJson, robustnessText } from "./robustness/report.js";
import { runFiles } from "./robustness/run-files.js";

const usage = `Usage: npm run -s bench -- robustness [--path DIR] [--json]

Adds every file of a folder on its own and tells how each ended: searchable, partial or refused, and
where something is wrong, crash, hang or unknown. Where the folder has reference_text/, the share of
its pages of whose words the library has at least 80 %. Of Word, Excel and PowerPoint files, the share
of the words in their XML: each file counts as one page, covered from 95 % on.

  --path DIR  a folder with manifest.jsonl and files/ (../shared/data/pdf_robustness); each line of
              the manifest is an object with "file" and, where needed, "password" and
              "reference_text", whose pages have a form feed between them
  --recognise tells instead how much is recognised: of the first pages in English, drawn by Poppler as a
              scanner would (200 dots an inch), the share of their words, and of the files without any
              text, how many pages have some then
  --files N   with --recognise, so many files of each kind at most, taken evenly from all
  --json      print one JSON object
`;

async function robustness({
  path: folder,
  json,
  recognise,
  files,
}: BenchArguments): Promise<string> {
  const listed = await readManifest(folder);
  await ensureBuilt();
  if (recognise) {
    const found = await recognisePages(listed, files ?? undefined);
    return json ? `${JSON.stringify(found, null, 2)}\n` : recognitionText(found);
  }
  let done = 0;
  const run = await runFiles(listed, ({ listed: { file }, state, problem }) => {
    done++;
    say(`${done}/${listed.length} ${file}: ${state}${problem === null ? "" : ` (${problem})`}`);
  });
  return json ? `${JSON.stringify(robustnessJson(run), null, 2)}\n` : robustnessText(run);
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data/pdf_robustness"),
  options: ["files", "json", "recognise"],
  run: robustness,
};
