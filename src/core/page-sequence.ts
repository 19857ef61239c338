import type { Page } from "./page.js";

/**
 * The pages of a document in order, from the first one on, to be gone through as often as needed.
 * Those of a large document are read anew each time, so that they are never in memory together.
 */
export type PageSequence = readonly Page[] | AsyncIterable<Page>;
