import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { rankedClause, toEngineQuery } from "../../src/sources/engine-query.js";
import { engineReader } from "../../src/sources/engine-reader.js";
import { EngineIndex } from "../../src/sources/opensearch.js";
import type { BenchArguments } from "./bench-arguments.js";
import { command, say } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { pageKey } from "./page/page-key.js";
import { depthsOf, meanRecall } from "./recall.js";
import { judgedRanking } from "./retrieval-report.js";

const usage = `Usage: npm run -s bench:sources -- --server URL/INDEX [--path DIR] [--json]

Recall of evidence pages by an index of OpenSearch that holds the PDFs of a data set, as
bench:retrieval has it of a collection, and the time of a search relative to the engine's own for the
passages alone, both of the same run. The index is written before, by

  npm run -s index -- DIR/pdfs --to opensearch:URL/INDEX

  --server URL  address of the index
  --path DIR    a folder with questions.jsonl and PDFs in pdfs/; ../shared/data/financebench unless told
  --json        print one JSON object
`;

/** Pages that are ranked, of so many passages. */
const depth = 20;
const passagesFor = 60;

async function sources({ path: folder, server, json }: BenchArguments): Promise<string> {
  if (server === null)
    throw new BadInput("--server names the index, such as http://127.0.0.1:9200/filings.");
  const { questions, unit, files } = await loadDataSet(folder);
  if (unit !== "page") throw new BadInput(`${folder} names no pages as evidence.`);
  const reader = engineReader({ url: server });
  const index = new EngineIndex({ url: server });
  const documents = await reader.documents();
  const named = new Map(documents.map((one) => [path.posix.basename(one.path), one]));
  const missing = [...files.keys()].filter((name) => !named.has(name));
  if (missing.length > 0)
    throw new BadInput(`The index lacks ${missing.length} of the files, such as ${missing[0]}.`);
  say(`${questions.length} questions, ${documents.length} documents.`);
  const nameOf = new Map(documents.map(({ id, path: shown }) => [id, path.posix.basename(shown)]));
  const [all, inDocument]: [string[][], string[][]] = [[], []];
  const [times, bare]: [number[], number[]] = [[], []];
  for (const { text, document } of questions) {
    const only = document === null ? undefined : named.get(document)?.id;
    for (const [rankings, scope] of [
      [all, undefined],
      [inDocument, only ? [only] : undefined],
    ] as const) {
      const begun = performance.now();
      const { hits } = await reader.search(text, { limit: passagesFor, documents: scope });
      const between = performance.now();
      const { passages } = toEngineQuery(text, {
        documents: scope ?? null,
        languages: new Set(["en"]),
      }).rankings;
      const even = passages.concepts.map(({ occurrences }) => occurrences);
      await index.search([{ query: rankedClause(passages, even, new Set()), size: passagesFor }]);
      times.push(between - begun);
      bare.push(performance.now() - between);
      const pages = hits.map((hit) => pageKey(nameOf.get(hit.document) ?? "", hit.page));
      rankings.push([...new Set(pages)].slice(0, depth));
    }
  }
  const judged = judgedRanking(unit, questions, { name: "OpenSearch", all, inDocument });
  const depths = depthsOf[unit];
  const recall = meanRecall(judged.all, depths);
  const recallInDocument = meanRecall(judged.inDocument, depths);
  const ratio = percentile(times, 0.95) / percentile(bare, 0.95);
  if (json)
    return `${JSON.stringify({ questions: questions.length, recall, recallInDocument, ratio })}\n`;
  const line = (figures: typeof recall) =>
    depths.map((at) => `R@${at} ${(figures[at] ?? 0).toFixed(3)}`).join("  ");
  return `all documents      ${line(recall)}\nthe right document ${line(recallInDocument)}\np95 of a search: ${ratio.toFixed(2)} × the engine's own for the passages alone\n`;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

await command({ usage, data: defaultData, options: ["server", "json"], run: sources });
