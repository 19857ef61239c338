import type { DocumentId, DocumentSummary } from "../core/document.js";
import type { ChangedDocument } from "./replay-result.js";
import type { Trace } from "./trace.js";

/** The documents of a trace as they are now. */
export interface MatchedDocuments {
  /** The ids they have now, by those they had then, in the order of the trace. */
  readonly names: ReadonlyMap<DocumentId, DocumentId>;
  readonly changed: readonly ChangedDocument[];
}

/** Finds the documents of a trace: by their content, else by their path. */
export function matchDocuments(
  recorded: Trace["documents"],
  now: readonly Pick<DocumentSummary, "id" | "path" | "hash">[],
): MatchedDocuments {
  const names = new Map<DocumentId, DocumentId>();
  const changed: ChangedDocument[] = [];
  const taken = new Set<DocumentId>();
  const free = (fits: (document: (typeof now)[number]) => boolean) =>
    now.find((document) => !taken.has(document.id) && fits(document));
  const found = recorded.map(({ path, hash }) => {
    // Copies of one file may lie at several paths.
    const document =
      free((each) => each.hash === hash && each.path === path) ??
      free((each) => each.hash === hash);
    if (document) taken.add(document.id);
    return document;
  });
  for (const [index, { id, path, hash }] of recorded.entries()) {
    const document = found[index] ?? free((each) => each.path === path);
    if (document) {
      taken.add(document.id);
      names.set(id, document.id);
    }
    if (!document) changed.push({ path, change: "missing" });
    else if (document.hash !== hash) changed.push({ path, change: "changed" });
    else if (document.path !== path) changed.push({ path, change: "renamed" });
  }
  return { names, changed };
}
