import { type RemovedDocument, timeToUndo } from "./documents.js";

const keyOf = (collection: string): string => `pagehound:deleted:${collection}`;

/** Remembers what this tab deleted and can still restore, so that it can also after a reload. */
export function keepRemovals(collection: string, documents: readonly RemovedDocument[]): void {
  const removed = documents.map(({ id, path }) => ({ id, path }));
  try {
    if (removed.length === 0) sessionStorage.removeItem(keyOf(collection));
    else sessionStorage.setItem(keyOf(collection), JSON.stringify({ at: Date.now(), removed }));
  } catch {
    // Storage is off or full: the offer ends with the page.
  }
}

/** What this tab deleted just before it was reloaded. */
export function keptRemovals(collection: string): readonly RemovedDocument[] {
  try {
    const { at, removed } = JSON.parse(sessionStorage.getItem(keyOf(collection)) ?? "{}");
    const age = Date.now() - Number(at);
    return age >= 0 && age < timeToUndo && Array.isArray(removed) ? removed.filter(isRemoved) : [];
  } catch {
    return [];
  }
}

function isRemoved(value: unknown): value is RemovedDocument {
  const { id, path } = (value ?? {}) as Partial<Record<keyof RemovedDocument, unknown>>;
  return typeof id === "string" && typeof path === "string";
}
