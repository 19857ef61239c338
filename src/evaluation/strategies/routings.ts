import type { ChunkRanking } from "./chunk-index.js";
import type { Route } from "./routing.js";

/** A kind of search of the routing ablation. */
export interface Routing {
  readonly name: string;
  readonly route: Route;
  readonly ranking: ChunkRanking;
  readonly description: string;
}

/** What the search of the routing ablation goes by, by what follows `routing-` in its name. */
export const routings: readonly Routing[] = [
  {
    name: "relevance",
    route: "relevance",
    ranking: "bm25",
    description: "what its query asks for (BM25)",
  },
  {
    name: "semantic",
    route: "relevance",
    ranking: "vectors",
    description: "what its query asks for (the cosine of the embedder's vectors)",
  },
  {
    name: "random",
    route: "random",
    ranking: "bm25",
    description: "chunks drawn at random, whatever the query",
  },
  {
    name: "sequential",
    route: "sequential",
    ranking: "bm25",
    description: "the documents' chunks from the first on, whatever the query",
  },
];
