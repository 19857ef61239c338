import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright";
import { type Judged, recallAt } from "../../src/evaluation/metrics/ranking.js";
import type { VariedRanking } from "./ablation-report.js";
import { variations } from "./ablations.js";
import { say } from "./command.js";
import type { DataSet, Question } from "./data-set.js";
import { NodeCollection } from "./node-collection.js";
import type { PlaceRanking } from "./page/compare-rankings.js";
import { searchLimits } from "./page/our-ranking.js";
import type { DocumentText } from "./page/stored-documents.js";
import { type JudgedRanking, judgedRanking } from "./retrieval-report.js";

/** What every variation ranks. */
export interface AblationRequest {
  readonly unit: DataSet["unit"];
  readonly questions: readonly Question[];
  readonly documents: readonly DocumentText[];
  readonly depth: number;
}

/** Reads a collection's stored documents out of the page. */
export async function readStoredDocuments(page: Page, name: string): Promise<DocumentText[]> {
  const stored = await page.evaluateHandle(
    (collection) => globalThis.bench.openStoredDocuments(collection),
    name,
  );
  const documents: DocumentText[] = [];
  for (let index = 0; index < (await stored.evaluate(({ count }) => count)); index++) {
    const json = await stored.evaluate((open, number) => open.read(number), index);
    documents.push(JSON.parse(json) as DocumentText);
  }
  await stored.evaluate((open) => open.close());
  return documents;
}

/**
 * Ranks all questions with each variation, the default first. Throws if the default ranks
 * differently than it did in the browser, because then no variation can be trusted.
 */
export async function ablate(
  request: AblationRequest,
  inBrowser: PlaceRanking,
): Promise<VariedRanking[]> {
  const rankings: VariedRanking[] = [];
  for (const { name, ranking } of [{ name: "default", ranking: {} }, ...variations]) {
    const started = performance.now();
    const collection = await NodeCollection.index(request.documents, ranking);
    const ranked = await rankAll(name, request, collection);
    if (rankings.length === 0) requireSame(request.questions, ranked, inBrowser);
    rankings.push({ name, measures: measures(request, ranked) });
    say(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return rankings;
}

async function rankAll(
  name: string,
  { unit, questions, depth }: AblationRequest,
  collection: NodeCollection,
): Promise<PlaceRanking> {
  const options = { unit, depth, limits: searchLimits };
  const all: string[][] = [];
  const inDocument: string[][] = [];
  for (const { text, document } of questions) {
    all.push(await collection.rank(text, options));
    inDocument.push(document === null ? [] : await collection.rank(text, { ...options, document }));
  }
  return { name, all, inDocument };
}

function requireSame(
  questions: readonly Question[],
  inNode: PlaceRanking,
  inBrowser: PlaceRanking,
): void {
  const differing = questions.filter(
    (_, index) =>
      !isDeepStrictEqual(inNode.all[index], inBrowser.all[index]) ||
      !isDeepStrictEqual(inNode.inDocument[index], inBrowser.inDocument[index]),
  );
  if (differing.length === 0) return;
  throw new Error(
    `Node ranks ${differing.length} of ${questions.length} questions otherwise than the browser, the first of them "${differing[0]?.text}". Both must run the same code with the same options.`,
  );
}

function measures(
  { unit, questions }: AblationRequest,
  ranked: PlaceRanking,
): VariedRanking["measures"] {
  const judged: JudgedRanking = judgedRanking(unit, questions, ranked);
  const recall = (measure: string, scope: readonly Judged[], depth: number) => ({
    measure,
    values: scope.map((one) => recallAt(one, depth)),
  });
  return unit === "page"
    ? [
        recall("R@10", judged.all, 10),
        recall("R@20", judged.all, 20),
        recall("R@10 in document", judged.inDocument, 10),
      ]
    : [1, 5, 10].map((depth) => recall(`R@${depth}`, judged.all, depth));
}
