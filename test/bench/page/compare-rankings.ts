import type { Pagehound } from "../../../src/index.js";
import { sharePassages, startComparison } from "./comparison-worker.js";
import { engineNames } from "./engines.js";
import type { PlaceUnit } from "./first-places.js";
import { addFiles, openCollection } from "./ingest.js";
import { ourRanking, type Rank } from "./our-ranking.js";

/** Keys of the pages or documents that a ranking returned for each question, best first. */
export interface PlaceRanking {
  readonly name: string;
  readonly all: readonly (readonly string[])[];
  /** Results within the document that the question is about; empty if it is about several. */
  readonly inDocument: readonly (readonly string[])[];
}

/** What was searched, and every ranking of it, ours first. */
export interface ComparedRankings {
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly rankings: readonly PlaceRanking[];
}

/** A question as passed to rankings. */
export interface RankedQuestion {
  readonly text: string;
  readonly document: string | null;
}

/**
 * Reads all harness files into the collection `name` under the given paths, and ranks pages or
 * documents for each question: with our ranking and, unless `oursOnly`, with the other engines.
 */
export async function compareRankings(request: {
  name: string;
  paths: readonly string[];
  questions: readonly RankedQuestion[];
  unit: PlaceUnit;
  depth: number;
  oursOnly: boolean;
}): Promise<ComparedRankings> {
  const { name, paths, questions, unit, depth, oursOnly } = request;
  const collection = await openCollection(name);
  await addFiles(
    collection,
    paths.map((path, file) => ({ path, file })),
  );
  const rankings = [
    await ranked("Pagehound", questions, await ourRanking(collection, unit, depth)),
  ];
  if (!oursOnly) rankings.push(...(await otherRankings(collection, questions, unit, depth)));
  const { documents, pages } = await collection.coverage();
  const summaries = await collection.documents();
  const passages = summaries.reduce((sum, document) => sum + document.passages, 0);
  collection.close();
  return { documents, pages, passages, rankings };
}

async function otherRankings(
  collection: Pagehound,
  questions: readonly RankedQuestion[],
  unit: PlaceUnit,
  depth: number,
): Promise<PlaceRanking[]> {
  const { remote, end } = startComparison();
  await sharePassages(collection, remote);
  const rankings: PlaceRanking[] = [];
  for (const engine of engineNames) {
    void globalThis.say(`Ranking with ${engine}.`);
    await remote.build({ engine });
    const rank: Rank = (query, document) =>
      remote.rankPlaces({ query, document, unit, count: depth });
    rankings.push(await ranked(engine, questions, rank));
  }
  end();
  return rankings;
}

async function ranked(
  name: string,
  questions: readonly RankedQuestion[],
  rank: Rank,
): Promise<PlaceRanking> {
  const all: string[][] = [];
  const inDocument: string[][] = [];
  for (const { text, document } of questions) {
    all.push(await rank(text, null));
    inDocument.push(document === null ? [] : await rank(text, document));
  }
  return { name, all, inDocument };
}
