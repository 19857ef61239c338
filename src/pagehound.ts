import type { Answer } from "./agent/answer.js";
import type { Replay } from "./agent/replay-result.js";
import type { Trace } from "./agent/trace.js";
import { AgentConnection } from "./agent-connection.js";
import { type AskEvent, type AskOptions, prepareQuestion } from "./ask.js";
import { callEvents } from "./call-events.js";
import type { CollectionApi, GrepResponse } from "./collection/api.js";
import { CollectionClient } from "./collection/client.js";
import type { CallOptions } from "./core/call-options.js";
import type { ConversationSummary } from "./core/conversation.js";
import type { DocumentId, DocumentSummary } from "./core/document.js";
import { PagehoundError } from "./core/errors.js";
import type { CollectionChange, IngestEvent, InputFile } from "./core/ingest.js";
import type { OutlineEntry } from "./core/outline.js";
import type { Page } from "./core/page.js";
import type { PageRange } from "./core/page-range.js";
import type { EvidenceId, PassageText } from "./core/passage.js";
import type { ImportedCollection, TransferProgress } from "./core/published.js";
import { Embeddings } from "./embeddings.js";
import type { GrepOptions, GrepProgress } from "./grep/api.js";
import { handOver } from "./hand-over.js";
import { IngestQueue } from "./ingest-queue.js";
import { folderPath, inputFiles } from "./input-files.js";
import { mayRead } from "./permission.js";
import { PublishedCollections } from "./published.js";
import type { Connection } from "./rpc/connect.js";
import type { Coverage, SearchOptions, SearchResponse } from "./search/api.js";
import {
  type PagehoundOptions,
  type StartedCollection,
  startCollection,
} from "./start-collection.js";
import { askForPersistence, type StorageState, storageState } from "./storage.js";

export type { PagehoundOptions } from "./start-collection.js";

/** A question of a conversation and its answer. */
export interface ConversationTurn {
  /** As it was asked. */
  readonly question: string;
  /** As it was understood, made self-contained when it followed others. */
  readonly standalone: string;
  readonly answer: Answer;
  readonly trace: Trace;
}

/** A conversation with its turns, the oldest first. */
export interface Conversation extends Omit<ConversationSummary, "turns"> {
  readonly turns: readonly ConversationTurn[];
}

/**
 * A person's documents: added, searched and opened in this browser, and nowhere else. The work is
 * done in workers; what is asked for is all that reaches the page.
 */
export class Pagehound {
  readonly #connection: Connection<CollectionApi>;
  readonly #client: CollectionClient;
  readonly #agent: AgentConnection;
  readonly #persist: boolean;
  readonly #end: () => void;
  /** The files on their way into the collection. */
  readonly queue: IngestQueue;
  /** The collections that others have published. */
  readonly published: PublishedCollections;
  /** Vectors of the passages, for searches by meaning. */
  readonly embeddings: Embeddings;

  private constructor({ connection, end }: StartedCollection, persist: boolean) {
    this.#connection = connection;
    this.#persist = persist;
    this.queue = new IngestQueue(connection.remote);
    this.published = new PublishedCollections(connection.remote, () => {
      if (persist) askForPersistence();
    });
    this.embeddings = new Embeddings(connection.remote);
    this.#client = new CollectionClient(connection.remote);
    this.#agent = new AgentConnection(connection.remote);
    this.#end = end;
  }

  /**
   * Opens a collection, creating it when there is none; files that were left half read are gone on
   * with. Several tabs may have it open. Throws `unsupported-browser`, `storage-failed`, `outdated`
   * when a newer version of the page stored it, `worker-failed` or `invalid-argument`.
   */
  static async open(
    options: PagehoundOptions & Pick<CallOptions, "signal"> = {},
  ): Promise<Pagehound> {
    const { persist = true, storage = "disk", signal } = options;
    const started = startCollection(options, (error) => hound.#close(error));
    const hound = new Pagehound(started, persist && storage === "disk");
    try {
      await started.open(signal);
      return hound;
    } catch (error) {
      hound.close();
      throw error;
    }
  }

  /**
   * Adds files and reports what happens to each; a file never makes it throw. Each is stored first
   * and then read, so that closing the page only interrupts it. Leaving the iteration early, or
   * aborting the signal, takes its files out of the queue: documents that are ready by then stay,
   * the rest leave nothing behind. `folders` are paths of folders that are added whole: documents
   * under them that are not among the files are reported as missing; those of files picked with a
   * folder are known. Throws `nothing-to-read` when there are no files, `invalid-argument` for a
   * path without a name, `outdated`, and `storage-failed` when the browser has deleted what was stored.
   */
  add(
    files: Iterable<File | InputFile>,
    options: { readonly folders?: readonly string[] | undefined } & Pick<
      CallOptions,
      "signal"
    > = {},
  ): AsyncIterable<IngestEvent> {
    const request = inputFiles(files, options.folders);
    if (this.#persist) askForPersistence();
    const { remote } = this.#connection;
    return callEvents(
      (call) => handOver(request, (files, options) => remote.add(files, options), call),
      options.signal,
    );
  }

  /** What happens in the collection from now on, in whichever tab, until the iteration is left or aborted. */
  changes(options: Pick<CallOptions, "signal"> = {}): AsyncIterable<CollectionChange> {
    return callEvents((call) => this.#connection.remote.changes(null, call), options.signal);
  }

  /** Where the collection is kept, and how much room there is. */
  async storage(options: CallOptions = {}): Promise<StorageState> {
    return storageState(await this.#connection.remote.storage(null, options));
  }

  /** All documents that can be searched, in the order they were added. */
  documents(options: CallOptions = {}): Promise<DocumentSummary[]> {
    return this.#client.documents(options);
  }

  /**
   * Removes documents from search and lists at once, and deletes them for good 30 seconds later;
   * until then `restore` brings them back. Throws `not-found`, and then removes none.
   */
  remove(documents: readonly DocumentId[], options: CallOptions = {}): Promise<void> {
    return this.#connection.remote.remove({ documents }, options);
  }

  /**
   * Brings back documents that were removed or replaced less than 30 seconds ago, all or none. The
   * version that has the place of a replaced one now is replaced itself in the same moment, and can
   * be brought back in turn. While files are being read, what they replace keeps its 30 seconds, so
   * that a whole folder can be undone. Throws `not-found`, also for what was read anew and is the
   * same, and `invalid-argument` when another document is at the path of one that was removed.
   */
  restore(documents: readonly DocumentId[], options: CallOptions = {}): Promise<void> {
    return this.#connection.remote.restore({ documents }, options);
  }

  /**
   * The passages that answer a query best, by its words unless told otherwise (`by`). A whole
   * question does well as a query. It may also have `"exact words"`, `-without`, `a OR b`, `begin*`,
   * and `doc:`, `type:` and `page:` to narrow it; no text is an error, and what could not be used is
   * in `ignored`. Throws `invalid-argument`, also when there are no embeddings to go by, `not-found`
   * for a document that is not there, and, by meaning, what the embedder throws.
   */
  search(query: string, options: SearchOptions & CallOptions = {}): Promise<SearchResponse> {
    return this.#client.search(query, options);
  }

  /**
   * The lines that match a pattern, or any of several, over all pages' text: regular expressions in
   * JavaScript's syntax and what PCRE, Python and grep add to it, or fixed strings. A space and `\s`
   * match a line break inside a block, too; nothing else crosses lines unless it says `\n`. Straight
   * quotes and hyphens match their typographic forms, in sets, too. Stopped at its deadline, it returns what was
   * found by then, with `stopped` set. Throws `invalid-argument` for a pattern, a list of pages or a
   * number that cannot be used, `not-found` for a document that is not there, `worker-failed`.
   */
  grep(
    patterns: string | readonly string[],
    options: GrepOptions & CallOptions<GrepProgress> = {},
  ): Promise<GrepResponse> {
    return this.#client.grep(patterns, options);
  }

  /** What a search of the whole collection covers now. */
  coverage(options: CallOptions = {}): Promise<Coverage> {
    return this.#client.coverage(options);
  }

  /** A page, counting from 1, with its text, lines and geometry. Throws `not-found`. */
  page(document: DocumentId, number: number, options: CallOptions = {}): Promise<Page> {
    return this.#client.page(document, number, options);
  }

  /**
   * A document's bookmarks, else the headings that were recognised, with the size of each section.
   * Throws `not-found`.
   */
  outline(document: DocumentId, options: CallOptions = {}): Promise<OutlineEntry[]> {
    return this.#client.outline(document, options);
  }

  /**
   * The passages of a document, in order; with `pages`, those on these pages only, and no other
   * page is read. Throws `not-found` and, for pages that are no range, `invalid-argument`.
   */
  passages(
    document: DocumentId,
    options: { readonly pages?: PageRange | undefined } & CallOptions = {},
  ): Promise<PassageText[]> {
    return this.#client.passages(document, options);
  }

  /** Passages by their ids, in the order asked for; null for each that is not there. */
  passagesById(
    ids: readonly EvidenceId[],
    options: CallOptions = {},
  ): Promise<(PassageText | null)[]> {
    return this.#client.passagesById(ids, options);
  }

  /**
   * The file as it was added. That of a published document is fetched when it is first asked for,
   * checked, and stored. Throws `not-found`, also when a linked file is gone or changed or the
   * document came without its file, `permission-required` when the browser has to ask before it
   * reads a linked one (`allow`), and `download-failed` or `damaged-file` for a published one.
   */
  original(document: DocumentId, options: CallOptions = {}): Promise<Blob> {
    return this.#connection.remote.original({ document }, options);
  }

  /**
   * Has the browser ask the person whether the linked file of a document may be read. To be called
   * from a click. Returns whether it may now; always true for files that were copied. Throws
   * `permission-required` when the browser does not ask.
   */
  async allow(document: DocumentId, options: CallOptions = {}): Promise<boolean> {
    const handle = await this.#connection.remote.handle({ document }, options);
    return handle === null || (await mayRead(handle));
  }

  /**
   * Writes documents to one file, with pages, passages and index, to be imported elsewhere or put on a
   * server (see `PublishedCollections`): the person's own, or those that are named. `originals`: with
   * the files they were read from, as far as these can be read; true unless told. Passwords and
   * conversations are never in it; the text of a document that needed a password is. By convention
   * the file's name ends in `.pagehound`. Throws `no-documents`, `not-found`, and `invalid-argument`
   * for more documents than one file can hold. Control characters in paths are replaced, and very
   * long paths and titles cut; of paths that are the same then, all but one get a number. A document
   * for which the file would be refused where it is opened is left out, and told with the last
   * progress; `damaged-file` when no other is left.
   */
  exportCollection(
    options: {
      readonly documents?: readonly DocumentId[] | undefined;
      readonly originals?: boolean | undefined;
      readonly title?: string | undefined;
    } & CallOptions<TransferProgress> = {},
  ): Promise<Blob> {
    const { documents = null, originals = true, title = "Documents", ...call } = options;
    return this.#connection.remote.exportCollection({ documents, originals, title }, call);
  }

  /**
   * Takes over the documents of a file that `exportCollection` has made; they are the person's own
   * from then on. All of it is read and checked before the first one is stored, so that a damaged
   * file changes nothing. A document with the same bytes at the same path stays as it is, one with
   * other bytes is replaced, which `restore` can undo. Where a file waits that is no document yet, it
   * stays, and what comes gets a number: "report (2).pdf". `folder`: where all of them come, so that a file
   * from somebody else replaces nothing outside of it; whatever their paths say, none leads out of
   * it. Aborted, it leaves the documents that are done by then, and no half ones. Throws
   * `damaged-file`, `unsupported-format` for what is no such file or is of a newer version,
   * `storage-full`, `storage-failed`, and `invalid-argument` for a folder without a name.
   */
  async importCollection(
    file: Blob,
    options: { readonly folder?: string | undefined } & CallOptions<TransferProgress> = {},
  ): Promise<ImportedCollection> {
    const { folder: wanted, ...call } = options;
    const folder = wanted === undefined ? null : folderPath(wanted);
    if (this.#persist) askForPersistence();
    const name = file instanceof File && file.name !== "" ? file.name : "The file";
    return this.#connection.remote.importCollection({ file, name, folder }, call);
  }

  /**
   * Answers a question, step by step; the last event is the answer, whatever the model does. Each
   * sentence says whether code found it supported, and by what. Leaving the iteration early stops
   * the question. Throws `invalid-argument` for what cannot be asked, `no-documents`,
   * `worker-failed`, and `storage-full` or `storage-failed` after an answer that could not be kept.
   */
  ask(question: string, options: AskOptions = {}): AsyncIterable<AskEvent> {
    const parts = { agent: this.#agent, collection: this.#connection.remote, reader: this };
    return callEvents(prepareQuestion(question, options, parts), options.signal);
  }

  /**
   * Runs a trace again over the collection as it is now, without its model, and compares calls and
   * answer; times do not count. Recorded replies stand for the model, recorded results for tools of
   * the page. Documents are found by their content, else by their path. Throws `invalid-argument`
   * for what is no trace, and `no-documents` when none of its documents is there.
   */
  replay(trace: Trace, options: CallOptions = {}): Promise<Replay> {
    return this.#agent.replay(trace, options);
  }

  /** All conversations, the one with the latest answer first. */
  conversations(options: CallOptions = {}): Promise<ConversationSummary[]> {
    return this.#connection.remote.conversations(null, options);
  }

  /** A conversation with its turns. Throws `not-found`. */
  async conversation(id: string, options: CallOptions = {}): Promise<Conversation> {
    const conversation = await this.#connection.remote.conversation({ id }, options);
    // What `ask` has stored; the collection keeps it without looking inside.
    return conversation as Conversation;
  }

  /**
   * Deletes a conversation, if there is one; for 30 seconds `restoreConversation` brings it back.
   * Deleting documents deletes no conversations.
   */
  deleteConversation(id: string, options: CallOptions = {}): Promise<void> {
    return this.#connection.remote.deleteConversation({ id }, options);
  }

  /** Brings back a conversation that was deleted less than 30 seconds ago. Throws `not-found`. */
  restoreConversation(id: string, options: CallOptions = {}): Promise<void> {
    return this.#connection.remote.restoreConversation({ id }, options);
  }

  /** Ends the workers. Calls that wait, and later ones, reject with `closed`. What is stored stays. */
  close(): void {
    this.#close(new PagehoundError("closed", "The collection was closed."));
  }

  #close(error: PagehoundError): void {
    this.#agent.close(error);
    this.#connection.close(error);
    this.#end();
  }
}
