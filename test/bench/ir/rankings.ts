import { rankedDepth } from "../../../src/evaluation/metrics/ranking.js";
import type { RankingOptions } from "../../../src/search/query/index-query.js";
import { NodeCollection } from "../node-collection.js";
import { type EngineName, engines } from "../page/engines.js";
import type { DocumentText } from "../page/stored-documents.js";
import { asDocument, idOf } from "./as-document.js";
import type { IrDocument } from "./collection.js";
import { PlainBm25 } from "./plain-bm25.js";

/** Ranks documents for a query and returns their ids, best first, at most 1,000. */
export type DocumentRanking = (query: string) => Promise<string[]>;

/** Converts the documents of a collection to ours, once for all variations. */
export function asDocuments(documents: readonly IrDocument[]): Promise<DocumentText[]> {
  return Promise.all(documents.map((document, index) => asDocument(document, index + 1)));
}

/** Our ranking, in which a document ranks as high as its best passage. */
export async function ourDocumentRanking(
  documents: readonly DocumentText[],
  ranking: Partial<RankingOptions> = {},
): Promise<DocumentRanking> {
  const collection = await NodeCollection.index(documents, ranking);
  // Few documents have more than two passages, so the first limit usually suffices.
  const limits = [2 * rankedDepth, collection.size];
  return async (query) => {
    const paths = await collection.rank(query, { unit: "document", depth: rankedDepth, limits });
    return paths.map(idOf);
  };
}

/** The engines ours is compared with: default settings, over whole documents. */
export const otherEngines = ["plain BM25", "FlexSearch", "MiniSearch"] as const;

/** Another engine's ranking of whole documents, title and text. */
export function otherDocumentRanking(
  name: (typeof otherEngines)[number],
  documents: readonly IrDocument[],
): DocumentRanking {
  const engine = name === "plain BM25" ? plainEngine() : otherEngine(name);
  for (const [number, { title, text }] of documents.entries())
    engine.add(number, `${title}\n${text}`);
  return async (query) =>
    engine.search(query, rankedDepth).flatMap((number) => documents[number]?.id ?? []);
}

interface DocumentEngine {
  add(number: number, text: string): void;
  search(query: string, limit: number): number[];
}

function otherEngine(name: EngineName): DocumentEngine {
  return engines[name]();
}

function plainEngine(): DocumentEngine {
  const index = new PlainBm25();
  return {
    add: (_number, text) => index.add(text),
    search: (query, limit) => index.search(query, limit),
  };
}
