/**
 * How a question is answered:
 *
 * - `full-document`: the whole text, cut at section ends where it does not fit, and one reply.
 * - `retrieve`: several queries, the best passages of all, and one reply.
 * - `retrieve-tools`: the best passages to begin with, then tools.
 * - `full-tools`: as much of the text as fits to begin with, then tools.
 * - `outline-tools`: the outlines to begin with, then tools.
 * - `tools`: only the list of documents to begin with, then tools.
 */
export type StrategyName =
  | "full-document"
  | "retrieve"
  | "retrieve-tools"
  | "full-tools"
  | "outline-tools"
  | "tools";
