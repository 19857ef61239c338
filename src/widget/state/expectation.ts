import { keepText, keptText } from "./kept-text.js";

const key = (collection: string): string => `pagehound:has-documents:${collection}`;

/** Whether there were documents in a collection when it was last shown here: what to paint before it is open. */
export function expectsDocuments(collection: string): boolean {
  return keptText(key(collection)) === "yes";
}

/** Keeps in mind whether there are documents in a collection. */
export function rememberDocuments(collection: string, some: boolean): void {
  // It is asked for with every document that comes, and writing takes longer than looking.
  if (expectsDocuments(collection) !== some) keepText(key(collection), some ? "yes" : null);
}
