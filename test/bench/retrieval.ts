import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { command, say } from "./command.js";
import { loadDataSet } from "./data-set.js";
import { judged, retrievalJson, retrievalText } from "./retrieval-report.js";

const usage = `Usage: npm run -s bench:retrieval -- [--path DIR] [--json]

Page recall of the evidence pages, with each question as it is as the query: over all documents,
and inside the right document.

  --path DIR  a folder with questions.jsonl and pdfs/ (../shared/data/financebench)
  --json      print one JSON object
  --quick     only ten documents with questions
`;

/** How many questions and documents a quick run has. */
const quickDocuments = 10;

async function retrieval({ path, json, quick }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  const named = [...new Set(data.questions.map(({ document }) => document))];
  const names = quick ? named.slice(0, quickDocuments) : [...data.files.keys()];
  const kept = new Set(names);
  const questions = data.questions.filter(({ document }) => kept.has(document));
  say(`${questions.length} questions, ${names.length} files; ${data.skipped} questions left out.`);
  const compared = await driveBench(async ({ page, setFiles }) => {
    await setFiles(names.map((name) => data.files.get(name) ?? name));
    return page.evaluate((request) => globalThis.bench.compareRankings(request), {
      paths: names,
      questions: questions.map(({ text, document }) => ({ text, document })),
      depth: 20,
    });
  });
  const report = judged(questions, compared);
  return json ? `${JSON.stringify(retrievalJson(report), null, 2)}\n` : retrievalText(report);
}

await command(usage, retrieval);
