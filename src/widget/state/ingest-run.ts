import type { DocumentId, DocumentSummary, IngestProblem } from "../../index.js";
import type { Replacement } from "./documents.js";
import { type IngestRow, isActive } from "./ingest-rows.js";

/** A file that could not be read, and why. */
export interface Refusal extends IngestProblem {
  readonly path: string;
}

/** Documents that a folder has no more. */
export interface MissingDocuments {
  readonly folder: string;
  readonly documents: readonly DocumentSummary[];
}

/** How files ended that were on their way at the same time. */
export interface IngestReport {
  /** Documents that are no longer in a folder that was added whole. */
  readonly missing: readonly MissingDocuments[];
  readonly ready: readonly DocumentSummary[];
  /** Of those, the ones whose bytes another document has as well, with its path. */
  readonly same: readonly { readonly path: string; readonly as: string }[];
  readonly unchanged: number;
  readonly refused: readonly Refusal[];
  /** Documents that took the place of an older version. */
  readonly replaced: readonly Replacement[];
}

/** The work from the first file that is to be read to the last one that ended: how far it is, and how it ended. */
export class IngestRun {
  readonly ready: DocumentSummary[] = [];
  readonly same: { path: string; as: string }[] = [];
  readonly refused: Refusal[] = [];
  readonly missing: MissingDocuments[] = [];
  readonly #replaced = new Map<string, Replacement>();
  unchanged = 0;
  /** Whether this page is to tell how it ended; what another tab was asked for, that tab tells. */
  told = false;
  readonly #sizes = new Map<string, number>();
  readonly #ended = new Set<string>();
  /** Bytes of all files, and of those that ended. */
  #all = 0;
  #done = 0;
  #worked = 0;
  #since: number | null = null;
  #before: number | null = null;

  /** Files that ended, and all of them. */
  get files(): { readonly done: number; readonly total: number } {
    return { done: this.#ended.size, total: this.#sizes.size };
  }

  get replaced(): readonly Replacement[] {
    return [...this.#replaced.values()];
  }

  /** Takes into the account that an older version was replaced; of several, the first is to come back. */
  replace(path: string, older: DocumentId): void {
    if (!this.#replaced.has(path)) this.#replaced.set(path, { path, older });
  }

  /** Counts the files that are on their way now. */
  count(rows: readonly IngestRow[], paused: boolean): void {
    for (const row of rows) {
      if (!isActive(row)) continue;
      const before = this.#sizes.get(row.path) ?? 0;
      if (this.#ended.delete(row.path)) this.#done -= before;
      this.#sizes.set(row.path, row.size);
      this.#all += row.size - before;
    }
    this.#before ??= this.share(rows);
    this.#run(!paused);
  }

  /** Counts a file as dealt with. */
  end(path: string): void {
    const size = this.#sizes.get(path);
    if (size === undefined || this.#ended.has(path)) return;
    this.#ended.add(path);
    this.#done += size;
  }

  /** How much of the work is done, from 0 to 1, measured in bytes. */
  share(rows: readonly IngestRow[]): number {
    let done = this.#done;
    for (const row of rows) {
      if (isActive(row) && row.total > 0) done += (row.size * row.done) / row.total;
    }
    return this.#all === 0 ? 0 : Math.min(1, done / this.#all);
  }

  /** Milliseconds the work will probably still take, or null while it is too early to say. */
  remaining(rows: readonly IngestRow[]): number | null {
    const elapsed = this.#elapsed();
    const share = this.share(rows);
    const gained = share - (this.#before ?? 0);
    if (elapsed < 3000 || gained < 0.02) return null;
    return (elapsed * (1 - share)) / gained;
  }

  /** Stops the clock while nothing is read. */
  #run(running: boolean): void {
    if (running === (this.#since !== null)) return;
    this.#worked = this.#elapsed();
    this.#since = running ? performance.now() : null;
  }

  #elapsed(): number {
    return this.#worked + (this.#since === null ? 0 : performance.now() - this.#since);
  }
}
