// Documents as text for a model: the part of `pagehound/tools` that needs no calculator.
export { grepText } from "./grep-text.js";
export { listDocuments, outline } from "./lists.js";
export { tableHeads } from "./passage-blocks.js";
export { neighbours, passagesById } from "./passages-by-id.js";
export { preview, read } from "./read.js";
export type { CollectionReader, CountTokens, TokenBudget } from "./reading.js";
export { estimateTokens } from "./reading.js";
export { queryNotes, searchText } from "./search-text.js";
