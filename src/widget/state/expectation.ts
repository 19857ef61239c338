const key = (collection: string): string => `pagehound:has-documents:${collection}`;

/** Whether there were documents in a collection when it was last shown here: what to paint before it is open. */
export function expectsDocuments(collection: string): boolean {
  return stash()?.getItem(key(collection)) === "yes";
}

/** Keeps in mind whether there are documents in a collection. */
export function rememberDocuments(collection: string, some: boolean): void {
  if (some) stash()?.setItem(key(collection), "yes");
  else stash()?.removeItem(key(collection));
}

/** Storage can be switched off; nothing is expected then. */
function stash(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
