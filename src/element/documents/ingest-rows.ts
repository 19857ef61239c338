import type {
  CollectionChange,
  DocumentId,
  DocumentSummary,
  IngestEvent,
  IngestFile,
  IngestList,
  IngestProblem,
} from "../../core/index.js";
import type { Shell } from "../shell/shell.js";
import type { Replacement } from "./documents.js";

/** A file on its way into the collection, as the page shows it. */
export interface IngestRow extends IngestFile {
  /** Whether it is kept with the collection; else this page alone knows it, and closing it forgets it. */
  readonly stored: boolean;
  /** How much of the next page's text was recognised, from 0 to 1; null where that is not done. */
  readonly recognised?: number | null;
  /** When its reading began in sight of this page, and how many pages were read by then. */
  readonly startedAt: number;
  readonly startedWith: number;
}

/** What happens to one file. */
type FileChange =
  | Extract<CollectionChange, { readonly path: string }>
  | Extract<IngestEvent, { readonly type: "document-unchanged" }>;

const fresh = { done: 0, total: 0, problem: null, renews: false, startedAt: 0, startedWith: 0 };

/** The files that are no documents, or not yet, kept in step with the collection. */
export class IngestRows {
  paused = false;
  /** Whether this page does the reading. */
  here = true;
  #rows = new Map<string, IngestRow>();
  /** What `all` gives until the next change. */
  #all: readonly IngestRow[] | null = null;
  #busy = 0;
  #unstored = 0;
  /** What changed since the list was asked for; the list may be older than that. */
  readonly #changed = new Set<string>();

  /** All of them, in the order in which they will be read. */
  get all(): readonly IngestRow[] {
    this.#all ??= [...this.#rows.values()];
    return this.#all;
  }

  /** Those that are being read or wait for it. */
  get active(): readonly IngestRow[] {
    return this.all.filter(isActive);
  }

  /** Whether there are any of those. */
  get busy(): boolean {
    return this.#busy > 0;
  }

  /** How many of those this page alone knows. */
  get unstored(): number {
    return this.#unstored;
  }

  get(path: string): IngestRow | undefined {
    return this.#rows.get(path);
  }

  /** Shows a file that was handed over but is not stored yet. Returns its row, as it was if it is on its way already. */
  expect(path: string): IngestRow {
    const before = this.#rows.get(path);
    if (before && isActive(before)) return before;
    const row: IngestRow = { ...fresh, path, size: 0, state: "waiting", stored: false };
    this.#put(row);
    return row;
  }

  /** Takes how large such a file is. Returns its row, unless it is stored by now, or known already. */
  measured(path: string, size: number): IngestRow | null {
    const before = this.#rows.get(path);
    if (!before || before.stored || before.size === size) return null;
    const row = { ...before, size };
    this.#put(row);
    return row;
  }

  /** Forgets a file. */
  drop(path: string): void {
    this.#changed.add(path);
    const before = this.#rows.get(path);
    if (!before) return;
    this.#account(before, -1);
    this.#rows.delete(path);
    this.#all = null;
  }

  /** To be called before the list is asked for. */
  listing(): void {
    this.#changed.clear();
  }

  /** Takes the list as it was some time after `listing`. */
  take({ files, paused, here }: IngestList): void {
    this.paused = paused;
    this.here = here;
    const rows = new Map<string, IngestRow>();
    for (const file of files) {
      const before = this.#rows.get(file.path);
      if (this.#changed.has(file.path)) {
        if (before) rows.set(file.path, { ...before, renews: file.renews, stored: true });
      } else {
        rows.set(file.path, { ...file, stored: true, ...started(file, before) });
      }
    }
    for (const [path, row] of this.#rows) {
      if (!rows.has(path) && (!row.stored || this.#changed.has(path))) rows.set(path, row);
    }
    this.#rows = rows;
    this.#all = null;
    this.#busy = 0;
    this.#unstored = 0;
    for (const row of rows.values()) this.#account(row, 1);
  }

  /** Takes what happened to a file. */
  change(change: FileChange): void {
    const { path, type } = change;
    const before = this.#rows.get(path) ?? {
      ...fresh,
      path,
      size: 0,
      state: "waiting" as const,
      stored: true,
    };
    switch (type) {
      case "document-waiting":
        this.#put({ ...before, state: "waiting", problem: null, size: change.size, stored: true });
        break;
      case "document-opening":
        this.#put({ ...before, state: "reading", problem: null, opened: change.share });
        break;
      case "document-started": {
        const { pages: total, done } = change;
        const clock = { startedAt: performance.now(), startedWith: done };
        this.#put({ ...before, state: "reading", problem: null, total, done, ...clock });
        break;
      }
      case "document-progress":
        this.#put({
          ...before,
          state: "reading",
          done: change.done,
          total: change.total,
          recognised: change.recognised ?? null,
        });
        break;
      case "document-indexing":
        this.#put({
          ...before,
          state: "indexing",
          done: before.total,
          indexed: change.share ?? 0,
        });
        break;
      case "document-refused": {
        const { code, message, kept } = change;
        // What has no room is not lost: this page has it and can hand it over again.
        const held = kept || code === "storage-full";
        const problem = { code, message };
        this.#put({ ...before, state: held ? "held" : "refused", problem, stored: kept });
        break;
      }
      case "document-ready":
      case "document-unchanged":
      case "document-cancelled":
        this.drop(path);
    }
  }

  #put(row: IngestRow): void {
    const before = this.#rows.get(row.path);
    if (before) this.#account(before, -1);
    this.#account(row, 1);
    this.#changed.add(row.path);
    this.#rows.set(row.path, row);
    this.#all = null;
  }

  #account(row: IngestRow, sign: 1 | -1): void {
    if (!isActive(row)) return;
    this.#busy += sign;
    if (!row.stored) this.#unstored += sign;
  }
}

/** Whether a file is being read, or waits for its turn. */
export function isActive({ state }: IngestFile): boolean {
  return state === "waiting" || state === "reading" || state === "indexing";
}

function started(
  { state, done }: IngestFile,
  before: IngestRow | undefined,
): Pick<IngestRow, "startedAt" | "startedWith"> {
  if (state !== "reading") return { startedAt: 0, startedWith: 0 };
  if (before?.state === "reading") return before;
  return { startedAt: performance.now(), startedWith: done };
}

/** A file that could not be read, and why. */
export interface RefusedFile extends IngestProblem {
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
  readonly refused: readonly RefusedFile[];
  /** Documents that took the place of an older version. */
  readonly replaced: readonly Replacement[];
}

/** The work from the first file that is to be read to the last one that ended: how far it is, and how it ended. */
export class IngestRun {
  readonly ready: DocumentSummary[] = [];
  readonly same: { path: string; as: string }[] = [];
  readonly refused: RefusedFile[] = [];
  readonly missing: MissingDocuments[] = [];
  readonly #replaced = new Map<string, Replacement>();
  unchanged = 0;
  /** Whether this page is to tell how it ended; what another tab was asked for, that tab tells. */
  reported = false;
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

/** How far a file is that needs a password. */
export type PasswordState = "asked" | "checking" | "wrong";

/** Asks for the passwords of encrypted files. Each is kept while its file is read, and in this page alone. */
export class PasswordRequests {
  readonly #shell: Pick<Shell, "changed" | "fail" | "library">;
  readonly #rows: IngestRows;
  readonly #given = new Map<string, string>();
  readonly #checking = new Set<string>();
  readonly #wrong = new Set<string>();
  readonly #hidden = new Set<string>();

  constructor(shell: Pick<Shell, "changed" | "fail" | "library">, rows: IngestRows) {
    this.#shell = shell;
    this.#rows = rows;
  }

  /** The files that need one, also while one is being tried. */
  get files(): readonly IngestRow[] {
    return this.#rows.all.filter(({ path }) => this.stateOf(path) !== null);
  }

  /** Those of them that the notice is about. */
  get noticed(): readonly IngestRow[] {
    return this.files.filter(({ path }) => !this.#hidden.has(path));
  }

  /** Null for a file that needs none. */
  stateOf(path: string): PasswordState | null {
    if (this.#checking.has(path)) return "checking";
    const row = this.#rows.get(path);
    if (row?.state !== "held" || row.problem?.code !== "password-required") return null;
    return this.#wrong.has(path) ? "wrong" : "asked";
  }

  /** Tries a password. */
  async open(path: string, password: string): Promise<void> {
    if (this.#checking.has(path)) return;
    this.#given.set(path, password);
    this.#checking.add(path);
    this.#shell.changed();
    try {
      await (await this.#shell.library).queue.retry([path], { password });
    } catch (error) {
      this.settle(path);
      this.#shell.fail(error);
    }
  }

  /** Takes the notice away; the rows go on asking. */
  hide(): void {
    for (const { path } of this.files) this.#hidden.add(path);
    this.#shell.changed();
  }

  /** Takes what happened to a file: it opens, or it does not. */
  take(change: Extract<CollectionChange, { readonly path: string }>): void {
    const { path, type } = change;
    if (type === "document-started") this.#checking.delete(path);
    if (type !== "document-refused") return;
    if (this.#checking.delete(path) && change.code === "password-required") this.#wrong.add(path);
    this.#given.delete(path);
  }

  /** The password that opened a file, if it was given here. It is then forgotten. */
  settle(path: string): string | undefined {
    const password = this.#given.get(path);
    this.#given.delete(path);
    this.#checking.delete(path);
    this.#wrong.delete(path);
    this.#hidden.delete(path);
    return password;
  }
}
