import type { Answer, DocumentSummary } from "../../index.js";

/** What happened that the page around the interface may want to know. */
export type Occurrence =
  | { readonly type: "ready" }
  | { readonly type: "added"; readonly document: DocumentSummary }
  | { readonly type: "opened"; readonly document: DocumentSummary; readonly page: number }
  | { readonly type: "answered"; readonly question: string; readonly answer: Answer }
  | { readonly type: "failed"; readonly error: unknown };
