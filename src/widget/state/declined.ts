/** Where choices are kept: as `localStorage` is, or nothing of it. */
export type DeclinedStore = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

/**
 * The published collections that a person removed although the page names them: they stay away, on
 * this device, until the person fetches them again.
 */
export class Declined {
  readonly #key: string;
  readonly #store: DeclinedStore;

  constructor(collection: string, store: DeclinedStore = browserStore()) {
    this.#key = `pagehound:declined:${collection}`;
    this.#store = store;
  }

  has(url: string): boolean {
    return this.#read().includes(url);
  }

  set(url: string, declined: boolean): void {
    const others = this.#read().filter((one) => one !== url);
    const all = declined ? [...others, url] : others;
    try {
      if (all.length === 0) this.#store?.removeItem(this.#key);
      else this.#store?.setItem(this.#key, JSON.stringify(all));
    } catch {
      // It is fetched again with the next visit.
    }
  }

  #read(): readonly string[] {
    try {
      const value: unknown = JSON.parse(this.#store?.getItem(this.#key) ?? "[]");
      return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    } catch {
      // What somebody else wrote there counts for nothing.
      return [];
    }
  }
}

function browserStore(): DeclinedStore {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
