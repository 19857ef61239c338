import { notFound } from "../core/index.js";

/** How long something that was deleted can be restored. */
export const restorableMilliseconds = 30_000;

/** Deleted items, in memory for as long as they can be restored. */
export class Restorable<Item> {
  readonly #kind: string;
  readonly #items = new Map<string, Item>();

  /** @param kind what an item is called in messages */
  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Keeps a deleted item. Calls `expired` once it can no longer be restored. */
  keep(id: string, item: Item, expired: () => void = () => {}): void {
    this.#items.set(id, item);
    setTimeout(() => {
      if (this.#items.get(id) !== item) return;
      this.#items.delete(id);
      expired();
    }, restorableMilliseconds);
  }

  find(id: string): Item | undefined {
    return this.#items.get(id);
  }

  /** The item to restore; call `restored` once it is stored again. Throws `not-found`. */
  get(id: string): Item {
    const item = this.#items.get(id);
    if (item) return item;
    throw notFound(`There is no deleted ${this.#kind} ${id} to restore.`);
  }

  restored(id: string): void {
    this.#items.delete(id);
  }
}
