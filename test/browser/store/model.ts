import type { StoredJob } from "../../../src/store/schema.js";

/** An entry as the model knows it. */
export interface ModelEntry {
  readonly ordinal: number;
  readonly path: string;
  readonly bytes: string;
  content: number;
  state: "queued" | "held" | "refused" | "ready" | "removed";
  order: number;
  readonly renews: boolean;
  removedAt: number;
  /** Whether another version has replaced it. */
  replaced: boolean;
}

/** The simplest possible model of what a store should hold. */
export class Model {
  readonly entries: Map<number, ModelEntry> = new Map();
  /** Stored pages by content; `contents` leaves out those that no entry needs. */
  readonly #pages: Map<number, Set<number>> = new Map();
  /** The highest ordinal or content ever assigned. */
  highest = 0;

  at(path: string): ModelEntry[] {
    return [...this.entries.values()].filter((entry) => entry.path === path);
  }

  in(...states: ModelEntry["state"][]): ModelEntry[] {
    return [...this.entries.values()].filter(({ state }) => states.includes(state));
  }

  jobs(): ModelEntry[] {
    return this.in("queued", "held", "refused").sort((a, b) => a.order - b.order);
  }

  /** Where these bytes are stored, for a new job to share. */
  contentOf(bytes: string): number | undefined {
    const sharing = this.in("queued", "held", "ready").filter((entry) => entry.bytes === bytes);
    return sharing.sort((a, b) => a.ordinal - b.ordinal).at(-1)?.content;
  }

  add({ ordinal, path, hash, content, order, renews }: StoredJob): void {
    this.highest = Math.max(this.highest, ordinal);
    const entry = { ordinal, path, content, order, renews, removedAt: -1, replaced: false };
    this.entries.set(ordinal, { ...entry, bytes: hash, state: "queued" });
  }

  /** Drops the jobs that reread a document. */
  endReindexing({ path, bytes }: ModelEntry): void {
    for (const job of this.jobs()) {
      if (job.renews && job.path === path && job.bytes === bytes) this.entries.delete(job.ordinal);
    }
  }

  store(content: number, pages: readonly number[]): void {
    const stored = this.pages(content);
    for (const page of pages) stored.add(page);
    this.#pages.set(content, stored);
  }

  drop(content: number): void {
    if (this.in("ready", "removed").some((entry) => entry.content === content)) return;
    this.#pages.delete(content);
  }

  pages(content: number): Set<number> {
    return this.#pages.get(content) ?? new Set();
  }

  /** Drops the pages of contents that no entry needs. */
  release(): void {
    for (const content of this.#pages.keys()) {
      if (!this.needs(content)) this.#pages.delete(content);
    }
  }

  needs(content: number): boolean {
    return [...this.entries.values()].some(
      (entry) => entry.content === content && entry.state !== "refused",
    );
  }
}
