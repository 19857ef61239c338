/// <reference lib="esnext.disposable" preserve="true" />
import { CollectionClient } from "../collection/index.js";
import {
  type CallOptions,
  type CollectionChange,
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  type DocumentId,
  holdLock,
  type IngestEvent,
  type InputFile,
  mayRead,
  PagehoundError,
  restorableLock,
} from "../core/index.js";
import type { GridEvent, GridTable } from "../grid/index.js";
import { type AskOptions, prepareQuestion } from "./ask.js";
import { Asking } from "./asking.js";
import { CollectionFile } from "./collection-file.js";
import type { CollectionWorker } from "./collection-worker.js";
import { Conversations } from "./conversations.js";
import { Embeddings } from "./embeddings.js";
import { ExtractionGuides } from "./extraction-guides.js";
import type { GridInput, GridOptions } from "./grid-work.js";
import { Grids } from "./grids.js";
import { type AddReport, addInput, IngestQueue, inputFiles } from "./ingest.js";
import { ToolExamples } from "./page-tools.js";
import { PublishedCollections } from "./published.js";
import { eventsOf, type Run } from "./run.js";
import {
  checkName,
  type PagehoundOptions,
  type StartedCollection,
  startCollection,
} from "./start-collection.js";
import {
  askForPersistence,
  deleteCollection,
  type StorageState,
  type StoredCollection,
  storageState,
  storedCollections,
} from "./storage.js";
import { AgentConnection } from "./workers.js";

export type { PagehoundOptions } from "./start-collection.js";

/**
 * A person's documents: added, searched and opened in this browser, and nowhere else. The work is
 * done in workers; what is asked for is all that reaches the page.
 *
 * @example
 * ```ts
 * import { Pagehound } from "pagehound";
 *
 * await using hound = await Pagehound.open({ assetsBase: "/pagehound-assets/" });
 * await hound.add(fileInput.files ?? []);
 * const { sentences, passages } = await hound.ask("How long is the notice period?");
 * ```
 */
export class Pagehound extends CollectionClient implements AsyncDisposable {
  /** Those of this page. */
  static readonly #open = new Set<Pagehound>();
  readonly #name: string;
  readonly #inMemory: boolean;
  readonly #worker: CollectionWorker;
  readonly #agent: AgentConnection;
  readonly #persist: boolean;
  readonly #end: StartedCollection["end"];
  #resolve: (why: PagehoundError) => void = () => {};
  /**
   * Settles with why nothing can be asked any more: `closed`, `worker-failed`, or what kept it from
   * being opened again after its worker hung; it can be opened again.
   */
  readonly closed: Promise<PagehoundError>;
  /** The files on their way into the collection. */
  readonly queue: IngestQueue;
  /** All documents as a file, to be exported and imported. */
  readonly collection: CollectionFile;
  /** What was asked and answered. */
  readonly conversations: Conversations;
  /** Questions that are put to each document, with the answers. */
  readonly grids: Grids;
  /** The collections that others have published. */
  readonly published: PublishedCollections;
  /** Vectors of the passages, for searches by meaning. */
  readonly embeddings: Embeddings;
  /** What tools of the page have answered. */
  readonly toolExamples: ToolExamples;
  /** How answers were got out of documents. */
  readonly guides: ExtractionGuides;
  /** Closes it, at the end of a block that began with `await using`. Settles when it may be deleted. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  static {
    // Under the name by which `await using` is compiled for browsers that do not have it yet.
    const dispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
    const value = function (this: Pagehound): Promise<void> {
      return this.#close(closed());
    };
    Object.defineProperty(Pagehound.prototype, dispose, { value });
  }

  private constructor(
    { name, inMemory, workerBase, hangSeconds, worker, end }: StartedCollection,
    persist: boolean,
  ) {
    super(worker.remote);
    this.#name = name;
    this.#inMemory = inMemory;
    this.#worker = worker;
    this.#persist = persist && !inMemory;
    this.queue = new IngestQueue(worker.remote);
    this.collection = new CollectionFile(worker.remote, () => this.#askToPersist());
    this.published = new PublishedCollections(worker.remote, () => this.#askToPersist());
    this.embeddings = new Embeddings(worker.remote);
    this.toolExamples = new ToolExamples(worker.remote);
    this.guides = new ExtractionGuides(worker.remote);
    this.#agent = new AgentConnection({ collection: worker, workerBase, hangSeconds });
    this.conversations = new Conversations(worker.remote, this.#agent);
    this.grids = new Grids({
      remote: worker.remote,
      name,
      documents: (call) => this.documents(call),
      tables: (document, page) => this.tables(document, page),
      ask: (question, asked) => this.ask(question, asked),
    });
    this.#end = end;
    this.closed = new Promise((resolve) => (this.#resolve = resolve));
    Pagehound.#open.add(this);
  }

  /**
   * Opens a collection, creating it when there is none; files that were left half read are gone on
   * with. Several tabs may have it open. Throws `unsupported-browser`, `storage-failed`, `outdated`
   * when a newer version of the page stored it, `worker-failed` or `invalid-argument`.
   *
   * @example
   * ```ts
   * import { Pagehound } from "pagehound";
   *
   * const hound = await Pagehound.open({ name: "contracts", assetsBase: "/pagehound-assets/" });
   * ```
   */
  static async open(
    options: PagehoundOptions & Pick<CallOptions, "signal"> = {},
  ): Promise<Pagehound> {
    const checked = checkedOptions(options);
    const started = startCollection(checked, {
      failed: (error) => void hound.#close(error),
      replacing: (error) => hound.#agent.restart(error),
      replaced: () => hound.embeddings.reconnect(),
    });
    const hound = new Pagehound(started, checked.persist ?? true);
    try {
      await started.open(checked.signal ?? undefined);
      return hound;
    } catch (error) {
      hound.close();
      throw error;
    }
  }

  /**
   * The collections that this browser has stored for the site, by name; those in memory are not
   * among them. Throws `unsupported-browser` where the browser does not tell, and `storage-failed`.
   */
  static list(): Promise<StoredCollection[]> {
    return storedCollections();
  }

  /**
   * Deletes a collection with all documents, conversations and vectors, for good. It is closed in
   * this page first, where it is open; one that is not stored is deleted already. Throws `in-use`,
   * and then deletes nothing, when another tab has it open, `storage-failed` and `invalid-argument`.
   *
   * @example
   * ```ts
   * import { Pagehound } from "pagehound";
   *
   * for (const { name } of await Pagehound.list()) {
   *   if (name.startsWith("draft-")) await Pagehound.delete(name);
   * }
   * ```
   */
  static async delete(name: string): Promise<void> {
    checkName(name);
    const open = [...Pagehound.#open].filter((each) => each.#name === name && !each.#inMemory);
    await Promise.all(open.map((each) => each.#close(closed())));
    await deleteCollection(name);
  }

  /**
   * Adds files, and reports what happens to each; a file never makes it throw. The work begins at
   * once: await it for what became of all, or iterate over its events. Each file is stored first and
   * then read, so that closing the page only interrupts it. Leaving the iteration early, or aborting
   * the signal, takes its files out of the queue: documents that are ready by then stay, the rest
   * leave nothing behind. `folders` are paths of folders that are added whole: documents under them
   * that are not among the files are reported as missing; those of files picked with a folder are
   * known. When it has resolved, every handle of this page on the collection sees the documents.
   * A file without a name, or a bare Blob, is called `untitled` with the extension of its type.
   * Throws `nothing-to-read` when there are no files and `invalid-argument` for what is no file, both
   * at once; rejects with `outdated`, and `storage-failed`
   * when the browser has deleted what was stored.
   *
   * @example
   * ```ts
   * const { added, refused } = await hound.add(fileInput.files ?? []);
   * for (const { path, message } of refused) console.warn(path, message);
   * ```
   */
  add(
    files: Iterable<Blob | InputFile>,
    options: { readonly folders?: readonly string[] | undefined } & Pick<
      CallOptions,
      "signal"
    > = {},
  ): Run<IngestEvent, AddReport> {
    const { folders, signal } = checkedOptions(options);
    const input = inputFiles(files, folders);
    this.#askToPersist();
    return addInput(input, (request, call) => this.#worker.remote.add(request, call), signal);
  }

  /**
   * What happens in the collection from now on, in whichever tab, until the iteration is left or
   * aborted. When its worker hung and was replaced, all documents are reported again.
   */
  changes(options: Pick<CallOptions, "signal"> = {}): AsyncIterable<CollectionChange> {
    const { signal } = checkedOptions(options);
    return eventsOf((call) => this.#worker.remote.changes({ again: false }, call), signal);
  }

  /** Where the collection is kept, and how much room there is. */
  async storage(options: CallOptions = {}): Promise<StorageState> {
    return storageState(await this.#worker.remote.storage(null, options));
  }

  /**
   * Removes documents from search and lists at once, and deletes them for good 30 seconds later;
   * until then `restore` brings them back. What is attached to a mail goes, and comes back, with it.
   * Throws `not-found`, and then removes none.
   */
  async remove(documents: readonly DocumentId[], options: CallOptions = {}): Promise<void> {
    checkTexts("What is to be removed", documents);
    return this.#worker.remote.remove({ documents }, options);
  }

  /**
   * Brings back documents that were removed or replaced less than 30 seconds ago, all or none. The
   * version that has the place of a replaced one now is replaced itself in the same moment, and can
   * be brought back in turn. While files are being read, what they replace keeps its 30 seconds, so
   * that a whole folder can be undone. Throws `not-found`, also for what was read again and is the
   * same, and `invalid-argument` when another document is at the path of one that was removed.
   */
  async restore(documents: readonly DocumentId[], options: CallOptions = {}): Promise<void> {
    checkTexts("What is to be restored", documents);
    return this.#worker.remote.restore({ documents }, options);
  }

  /**
   * Keeps what was removed or replaced from being deleted for good, also after its 30 seconds, until
   * the signal aborts or the page is gone; for as long as somebody is offered to undo it. Settles as
   * soon as that holds.
   */
  async keepRestorable(signal: AbortSignal): Promise<void> {
    checkShape("The signal", signal, { aborted: "boolean", addEventListener: "function" });
    const release = await holdLock(restorableLock(this.#name));
    if (signal.aborted) void release();
    else signal.addEventListener("abort", () => void release(), { once: true });
  }

  /**
   * The file as it was added. That of a published document is fetched when it is first asked for,
   * checked, and stored. Throws `not-found`, also when a linked file is gone or changed or the
   * document came without its file, `permission-required` when the browser has to ask before it
   * reads a linked one (`allow`), and `download-failed` or `damaged-file` for a published one.
   */
  async original(document: DocumentId, options: CallOptions = {}): Promise<Blob> {
    checkText("The document", document);
    return this.#worker.remote.original({ document }, options);
  }

  /**
   * Has the browser ask the person whether the linked file of a document may be read. To be called
   * from a click. Returns whether it may now; always true for files that were copied. Throws
   * `permission-required` when the browser does not ask.
   */
  async allow(document: DocumentId, options: CallOptions = {}): Promise<boolean> {
    checkText("The document", document);
    const handle = await this.#worker.remote.handle({ document }, options);
    return handle === null || (await mayRead(handle));
  }

  /**
   * Answers a question. The work begins at once: await it for the answer, which comes whatever the
   * model does, iterate over its steps, of which the last is the answer with its trace, or over
   * `textStream`. Each
   * sentence says whether code found it supported, and by what. Leaving the iteration early stops the
   * question. Throws `invalid-argument` at once for what cannot be asked; rejects with `no-documents`,
   * `worker-failed`, and `storage-full` or `storage-failed` after an answer that could not be kept.
   *
   * @example
   * ```ts
   * const { sentences } = await hound.ask("How long is the notice period?", { model });
   * for (const { text, supported, citations } of sentences) {
   *   console.log(supported ? text : `${text} (not found in the documents)`);
   *   for (const { path, page, quote } of citations) console.log(path, page, quote);
   * }
   * ```
   */
  ask(question: string, options: AskOptions = {}): Asking {
    const checked = checkedOptions(options);
    const parts = { agent: this.#agent, collection: this.#worker.remote, reader: this };
    return new Asking(prepareQuestion(question, checked, parts), checked.signal);
  }

  /**
   * Puts questions to each document, one after the other, and keeps the answers: each with how likely it
   * is, its value in the column's type, and the places it was read from. Only what is missing or changed
   * is made, so that a run that was interrupted, also by closing the page, continues where it was. The
   * work begins at once: await it for the documents with all answers, or iterate over its events. A grid
   * may be named by its id. Aborting the signal or leaving the iteration pauses it. Throws
   * `invalid-argument` at once; rejects with `not-found`, and `model-failed` when the model fails three
   * times in a row.
   *
   * @example
   * ```ts
   * const run = hound.grid({
   *   id: "contracts",
   *   columns: ["Who are the parties?", { question: "How long is the notice period?", type: "number", unit: "days" }],
   * });
   * for await (const event of run) {
   *   if (event.type === "answer") console.log(event.done, event.total, event.answer.text);
   * }
   * const { rows } = await run;
   * ```
   */
  grid(grid: string | GridInput, options: GridOptions = {}): Run<GridEvent, GridTable> {
    return this.grids.run(grid, options);
  }

  /** Ends the workers. Calls that wait, and later ones, reject with `closed`. What is stored stays. */
  close(): void {
    void this.#close(closed());
  }

  #close(error: PagehoundError): Promise<void> {
    Pagehound.#open.delete(this);
    this.#resolve(error);
    this.#agent.close(error);
    return this.#end(error);
  }

  /** Files are about to be stored, which the browser is not to clear by itself. */
  #askToPersist(): void {
    if (this.#persist) askForPersistence();
  }
}

function closed(): PagehoundError {
  return new PagehoundError("closed", "The collection was closed.");
}
