import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { rankedClause, toEngineQuery } from "../../src/connect/sources/engine-query.js";
import { engineReader } from "../../src/connect/sources/engine-reader.js";
import { EngineIndex } from "../../src/connect/sources/opensearch.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { firstPlaces } from "./page/first-places.js";
import { depthsOf, meanRecall } from "./recall.js";
import { judgedRanking } from "./retrieval-report.js";
import { drawQueries } from "./scale/draw-queries.js";
import {
  compareSearches,
  indexOf,
  removeIndex,
  type WrittenIndex,
  writeIndex,
} from "./scale/engine-growth.js";
import { findPdfs, readRealText } from "./scale/real-text.js";
import { ScaledText } from "./scale/scaled-text.js";
import { writeFiles } from "./scale/write-files.js";
import { percentile } from "./statistics.js";

const usage = `Usage: npm run -s bench -- sources --server URL/INDEX [--path DIR] [--json]
       npm run -s bench -- sources --server URL --passages N,N [--path DIR] [--json]

Recall of evidence by an index of OpenSearch that holds the PDFs of a data set, as bench -- retrieval has
it of a collection, and the time of a search relative to the engine's own for the passages alone, both
of the same run. The index is written before, by

  npm run -s pagehound -- index DIR/pdfs --to opensearch:URL/INDEX

With --passages, how an index grows: text files of so many paragraphs, made of the PDFs as by
bench:scale, are written to an index each by that command, which for the largest is killed half-way and
run again; then it is counted that nothing is missing or there twice, and searches of the largest are
held against those of the smallest. The indexes pagehound-growth-N are removed at the end.

  --server URL    address of the index; with --passages, of the engine
  --path DIR      a folder with questions.jsonl, and PDFs in pdfs/ or docs/;
                  default: ../shared/data/financebench
  --passages N,N  sizes, growing, such as 10000,200000
  --json          print one JSON object
`;

/** How many pages or documents are ranked, and from how many passages. */
const depth = 20;
const passagesFor = { page: 60, document: 500 } as const;

async function sources({ path: folder, server, passages, json }: BenchArguments): Promise<string> {
  if (server === null)
    throw new BadInput("--server names the index, such as http://127.0.0.1:9200/filings.");
  if (passages) return growth(server, folder, passages, json);
  const { questions, unit, files } = await loadDataSet(folder);
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
      ...(only ? [[inDocument, [only]] as const] : []),
    ] as const) {
      const begun = performance.now();
      const { hits } = await reader.search(text, { limit: passagesFor[unit], documents: scope });
      const between = performance.now();
      const { passages } = toEngineQuery(text, {
        documents: scope ?? null,
        languages: new Set(["en"]),
      }).rankings;
      const even = passages.concepts.map(({ occurrences }) => occurrences);
      await index.search([
        { query: rankedClause(passages, even, new Set()), size: passagesFor[unit] },
      ]);
      times.push(between - begun);
      bare.push(performance.now() - between);
      const places = hits.map(({ document, page }) => {
        return { document: nameOf.get(document) ?? "", page };
      });
      rankings.push(firstPlaces(places, unit, depth));
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
  const inside = unit === "page" ? `the right document ${line(recallInDocument)}\n` : "";
  return `all documents      ${line(recall)}\n${inside}p95 of a search: ${ratio.toFixed(2)} × the engine's own for the passages alone\n`;
}

/** Queries of each length at both sizes. */
const grownQueries = 20;

async function growth(
  server: string,
  folder: string,
  sizes: readonly number[],
  json: boolean,
): Promise<string> {
  const pdfs = await findPdfs(folder);
  const temporary = await mkdtemp(path.join(os.tmpdir(), "pagehound-growth-"));
  const paragraphs = await driveBench((driver) => readRealText(driver, pdfs));
  const steps = await writeFiles(new ScaledText(paragraphs), sizes, temporary);
  try {
    const written: WrittenIndex[] = [];
    let files = 0;
    for (const step of steps) {
      files += step.files.length;
      say(`Indexing ${step.passages} paragraphs in ${files} files.`);
      const kill = step === steps.at(-1);
      written.push(await writeIndex(server, step, files, { kill }));
    }
    const [small, large] = [steps[0], steps.at(-1)];
    const queries = drawQueries(paragraphs.slice(0, sizes[0]), grownQueries);
    const searches =
      small && large && small !== large
        ? await compareSearches([indexOf(server, small), indexOf(server, large)], queries)
        : null;
    if (json) return `${JSON.stringify({ written, searches })}\n`;
    const lines = written.map((one) => {
      const { documents, passages, minutes, whenKilled, megabytes, textMegabytes } = one;
      const killed =
        whenKilled === null ? "" : ` (killed at ${whenKilled} documents, and run again)`;
      return `${passages} passages in ${documents} documents, ${textMegabytes.toFixed(1)} MB of text: ${minutes.toFixed(1)} minutes${killed}, ${megabytes.toFixed(1)} MB`;
    });
    if (searches)
      lines.push(
        `searches of the largest relative to the smallest: median ${searches.median.toFixed(2)}, p95 ${searches.p95.toFixed(2)}`,
      );
    return `${lines.join("\n")}\n`;
  } finally {
    await rm(temporary, { recursive: true, force: true });
    for (const step of steps) await removeIndex(server, step);
  }
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["server", "passages", "json"],
  run: sources,
};
