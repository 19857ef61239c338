import type { CollectionChange, Pagehound } from "../../index.js";
import type { IngestRow, IngestRows } from "./ingest-rows.js";

/** How far a file is that needs a password. */
export type PasswordState = "asked" | "checking" | "wrong";

/** Asks for the passwords of encrypted files. Each is kept while its file is read, and in this page alone. */
export class PasswordRequests {
  readonly #library: Pagehound;
  readonly #rows: IngestRows;
  readonly #listener: { readonly changed: () => void; readonly failed: (error: unknown) => void };
  readonly #given = new Map<string, string>();
  readonly #checking = new Set<string>();
  readonly #wrong = new Set<string>();
  readonly #hidden = new Set<string>();

  constructor(
    library: Pagehound,
    rows: IngestRows,
    listener: { readonly changed: () => void; readonly failed: (error: unknown) => void },
  ) {
    this.#library = library;
    this.#rows = rows;
    this.#listener = listener;
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
    this.#listener.changed();
    try {
      await this.#library.queue.retry([path], { password });
    } catch (error) {
      this.settle(path);
      this.#listener.failed(error);
    }
  }

  /** Takes the notice away; the rows go on asking. */
  hide(): void {
    for (const { path } of this.files) this.#hidden.add(path);
    this.#listener.changed();
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
