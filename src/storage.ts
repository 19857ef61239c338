import type { DocumentSize, StoragePlace } from "./collection/api.js";

/** The storage of a collection, and of its site. */
export interface StorageState {
  /** `memory`: the browser lets nothing be stored here; all is gone when the page is closed. */
  readonly kind: "disk" | "memory";
  /** Bytes that the site uses, by the browser's own estimate; null when it tells none. */
  readonly used: number | null;
  /** Bytes that the browser grants the site; null when it tells none. */
  readonly granted: number | null;
  /** Whether the browser has promised not to clear it by itself. */
  readonly persistent: boolean;
  /** The documents that take most room, the largest first, ten at most. */
  readonly largest: readonly DocumentSize[];
}

/** The state of the storage, of which the collection knows `place`. */
export async function storageState(place: StoragePlace): Promise<StorageState> {
  const { storage } = navigator;
  const [estimate, persistent] = await Promise.all([
    storage?.estimate?.().catch(() => null) ?? null,
    storage?.persisted?.().catch(() => false) ?? false,
  ]);
  return {
    ...place,
    used: estimate?.usage ?? null,
    granted: estimate?.quota ?? null,
    persistent: place.kind === "disk" && persistent,
  };
}

/** Asks the browser, once a page, not to clear what the site stores. Whether it agrees is in `StorageState`. */
export function askForPersistence(): void {
  if (asked) return;
  asked = true;
  // Some browsers ask the person; the answer changes nothing of what is being done.
  void navigator.storage?.persist?.().catch(() => false);
}

let asked = false;
