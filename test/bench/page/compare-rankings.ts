import type { DocumentId, Pagehound } from "../../../src/index.js";
import { sharePassages, startComparison } from "./comparison-worker.js";
import { engineNames } from "./engines.js";
import { firstPages } from "./first-pages.js";
import { addFiles, openCollection } from "./ingest.js";

/** The pages a ranking gave for each question, as page keys, best first. */
export interface PageRanking {
  readonly name: string;
  readonly all: readonly (readonly string[])[];
  readonly inDocument: readonly (readonly string[])[];
}

/** What was searched, and every ranking of it; ours first. */
export interface ComparedRankings {
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly rankings: readonly PageRanking[];
}

type Rank = (query: string, document: string | null) => Promise<string[]>;

/** Reads all files of the harness, under the given paths, and ranks pages for each question. */
export async function compareRankings(request: {
  paths: readonly string[];
  questions: readonly { text: string; document: string }[];
  depth: number;
}): Promise<ComparedRankings> {
  const { paths, questions, depth } = request;
  const collection = await openCollection("bench-retrieval");
  await addFiles(
    collection,
    paths.map((path, file) => ({ path, file })),
  );
  const comparison = startComparison();
  const passages = await sharePassages(collection, comparison.remote);
  const rankings = [await rank("Pagehound", questions, await ourRank(collection, depth))];
  for (const engine of engineNames) {
    void globalThis.say(`Ranking with ${engine}.`);
    await comparison.remote.build({ engine });
    rankings.push(
      await rank(engine, questions, (query, document) =>
        comparison.remote.rankPages({ query, document, pages: depth }),
      ),
    );
  }
  const { documents, pages } = await collection.coverage();
  comparison.end();
  collection.close();
  return { documents, pages, passages, rankings };
}

async function rank(
  name: string,
  questions: readonly { text: string; document: string }[],
  ranked: Rank,
): Promise<PageRanking> {
  const all: string[][] = [];
  const inDocument: string[][] = [];
  for (const { text, document } of questions) {
    all.push(await ranked(text, null));
    inDocument.push(await ranked(text, document));
  }
  return { name, all, inDocument };
}

async function ourRank(collection: Pagehound, depth: number): Promise<Rank> {
  const documents = await collection.documents();
  const ids = new Map<string, DocumentId>(documents.map(({ path, id }) => [path, id]));
  return async (query, document) => {
    const id = document === null ? undefined : ids.get(document);
    // A file that was refused: nothing of it can be found.
    if (document !== null && id === undefined) return [];
    const options = id === undefined ? {} : { documents: [id] };
    // Usually 200 passages stand on far more than 20 pages.
    for (const limit of [200, 1000]) {
      const { hits } = await collection.search(query, { ...options, limit });
      const pages = firstPages(
        hits.map((hit) => ({ document: hit.path, page: hit.page })),
        depth,
      );
      if (pages.length === depth || hits.length < limit || limit === 1000) return pages;
    }
    return [];
  };
}
