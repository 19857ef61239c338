import type { DocumentId, DocumentSummary } from "../core/document.js";
import type { ChangedDocument } from "./replay-result.js";
import type { Trace } from "./trace.js";

/** The documents of a trace as they are now. */
export interface MatchedDocuments {
  /** The ids they have now, by those they had then, in the order of the trace. */
  readonly names: ReadonlyMap<DocumentId, DocumentId>;
  readonly changed: readonly ChangedDocument[];
}

type Candidate = Pick<DocumentSummary, "id" | "path" | "hash" | "readHere">;

/**
 * Finds the documents of a trace: by their content where it was read here, else by what a collection
 * says of its documents, which is named, else by their path.
 */
export function matchDocuments(
  recorded: Trace["documents"],
  now: readonly Candidate[],
): MatchedDocuments {
  const names = new Map<DocumentId, DocumentId>();
  const changed: ChangedDocument[] = [];
  const taken = new Set<DocumentId>();
  const free = (fits: (document: Candidate) => boolean) =>
    now.find((document) => !taken.has(document.id) && fits(document));
  const found = new Map<number, Candidate>();
  const take = (index: number, document: Candidate | undefined) => {
    if (!document) return;
    taken.add(document.id);
    found.set(index, document);
  };
  // What is proven comes first for all of them, and paths last.
  for (const readHere of [true, false]) {
    for (const [index, { path, hash }] of recorded.entries()) {
      if (found.has(index)) continue;
      const fits = (each: Candidate) => each.readHere === readHere && each.hash === hash;
      // Copies of one file may lie at several paths.
      take(index, free((each) => fits(each) && each.path === path) ?? free(fits));
    }
  }
  for (const [index, { path }] of recorded.entries()) {
    if (!found.has(index))
      take(
        index,
        free((each) => each.path === path),
      );
  }
  for (const [index, { id, path, hash }] of recorded.entries()) {
    const document = found.get(index);
    if (document) names.set(id, document.id);
    const change = changeOf({ path, hash }, document);
    if (change) changed.push({ path, change });
  }
  return { names, changed };
}

function changeOf(
  { path, hash }: Pick<Candidate, "path" | "hash">,
  document: Candidate | undefined,
): ChangedDocument["change"] | null {
  if (!document) return "missing";
  if (document.hash !== hash) return "changed";
  if (!document.readHere) return "unproven";
  return document.path === path ? null : "renamed";
}
