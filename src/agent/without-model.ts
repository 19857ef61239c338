import type { SearchResponse } from "../search/api.js";
import type { BestPassage } from "./answer.js";
import { bestPassages } from "./best-passages.js";
import { fuse } from "./fuse.js";
import type { PastTurn } from "./past-turn.js";
import type { RunState } from "./run-state.js";

/** A question of so few words may need the one before it to be understood. */
const shortQuestion = 7;

/** Passages with the sentences that carry the answer, and what was searched for them. */
export interface PassageAnswer {
  readonly passages: readonly BestPassage[];
  readonly coverage: SearchResponse["coverage"];
}

/** The best passages for the question. A short one that follows others is searched with the last of them, too. */
export async function passagesFor(
  state: RunState,
  history: readonly PastTurn[],
  limit: number,
): Promise<PassageAnswer> {
  const { reader, standalone, signal } = state;
  const depth = Math.min(1000, limit * 4);
  const search = (query: string) => reader.search(query, { limit: depth, signal });
  const before = state.standalone === state.question ? history.at(-1)?.question : undefined;
  const response = await search(standalone);
  const isShort = standalone.split(/\s+/u).length < shortQuestion;
  const both =
    before !== undefined && isShort
      ? fuse([await search(`${standalone} ${before}`), response], depth)
      : response;
  return { passages: bestPassages(both, standalone, limit), coverage: response.coverage };
}
