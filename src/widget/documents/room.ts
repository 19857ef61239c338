import type { Pagehound, StorageState } from "../../index.js";
import type { Ingest } from "./ingest.js";
import type { IngestRow } from "./ingest-rows.js";

// What was deleted can be brought back for so long, and takes its room until then.
const UNTIL_GONE = 31_000;

/** How much room there is, and what to do when there is none. */
export class StorageRoom {
  /** Null until it is known. */
  state: StorageState | null = null;
  /** Whether files are gone on with as soon as what was deleted has made room. */
  waiting = false;
  readonly #library: Pagehound;
  readonly #ingest: Ingest;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  #goneAt = 0;
  #asked = 0;

  constructor(
    library: Pagehound,
    ingest: Ingest,
    changed: () => void,
    failed: (error: unknown) => void,
  ) {
    this.#library = library;
    this.#ingest = ingest;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Whether nothing is kept beyond this tab. */
  get inMemory(): boolean {
    return this.state?.kind === "memory";
  }

  /** The files there is no room for. */
  get files(): readonly IngestRow[] {
    return this.#ingest.rows.all.filter(
      ({ state, problem }) => state === "held" && problem?.code === "storage-full",
    );
  }

  /** Bytes of the files that are not stored yet. */
  get needed(): number {
    return this.files.reduce((sum, { stored, size }) => sum + (stored ? 0 : size), 0);
  }

  /** Bytes that are missing for these; null when the browser does not tell how much room there is. */
  get missing(): number | null {
    const { used, granted } = this.state ?? {};
    if (used == null || granted == null) return null;
    const missing = this.needed - Math.max(0, granted - used);
    return missing > 0 ? missing : null;
  }

  /** Whether something was deleted that still takes its room. */
  get clearing(): boolean {
    return performance.now() < this.#goneAt;
  }

  /** Reads the state again. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const state = await this.#library.storage();
      if (asked !== this.#asked) return;
      this.state = state;
      this.#changed();
    } catch {
      // The page does without.
    }
  }

  /** To be called when documents were deleted. */
  freed(): void {
    this.#goneAt = performance.now() + UNTIL_GONE;
    void this.refresh();
  }

  /** Goes on with the files there was no room for, once all that was deleted is gone. */
  async tryAgain(): Promise<void> {
    if (this.waiting) return;
    if (this.clearing) {
      this.waiting = true;
      this.#changed();
      await new Promise((resolve) => setTimeout(resolve, this.#goneAt - performance.now()));
      this.waiting = false;
    }
    try {
      await this.#ingest.retry(this.files.map(({ path }) => path));
    } catch (error) {
      this.#failed(error);
    }
    void this.refresh();
  }
}
