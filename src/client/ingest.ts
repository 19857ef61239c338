import type { CollectionApi, FilesToAdd } from "../collection/index.js";
import {
  append,
  type CallOptions,
  checkBlob,
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  DistinctPaths,
  type DocumentId,
  type DocumentSummary,
  type IngestEvent,
  type IngestFile,
  type IngestList,
  type IngestProblem,
  type InputFile,
  knownEncoding,
  mayRead,
  not,
  PagehoundError,
  pathOfFile,
  slicer,
  transfer,
  untitledName,
  wholeOf,
} from "../core/index.js";
import { isHung } from "./hang.js";
import { Run } from "./run.js";
import { checkLanguages } from "./start-collection.js";

/** Files to add, each with its path, and the folders that are added whole. */
export interface Input {
  readonly files: readonly InputFile[];
  readonly folders: readonly string[];
}

/**
 * Gives every file a path: its own, else the one inside the folder it was picked from, else its
 * name, else `untitled` with the extension of its type. A folder is picked as a whole, so it joins
 * `folders`. Two files that are called the same are both there; all but one get a number.
 */
export function inputFiles(
  files: Iterable<Blob | InputFile>,
  folders: readonly string[] = [],
): Input {
  checkTexts("The option `folders`", folders);
  if (typeof files !== "object" || typeof files?.[Symbol.iterator] !== "function") {
    throw not("What is to be added", "a list of files", files);
  }
  const whole = new Set(folders.map(folderPath));
  const listed = Array.from(files, (file): InputFile => {
    if (!(file instanceof Blob)) {
      checkShape("Each file to add", file, {
        file: "object",
        "path?": "string",
        "password?": "string",
      });
      checkBlob("Each `file`", file.file);
      return { ...file, path: pathFor(file.file, file.path) };
    }
    const path = pathFor(file, "");
    if (file instanceof File && file.webkitRelativePath) {
      whole.add(normalise(path.slice(0, path.indexOf("/"))));
    }
    return { file, path };
  });
  const inputs = withDistinctPaths(listed);
  if (inputs.length === 0) {
    throw new PagehoundError(
      "nothing-to-read",
      "There are no files to add. The folder may be empty, or hold only hidden files.",
    );
  }
  return { files: inputs, folders: [...whole] };
}

/** The path of a folder. Throws `invalid-argument`. */
export function folderPath(folder: string): string {
  checkText("The folder", folder);
  const path = normalise(folder);
  if (path !== "") return path;
  throw new PagehoundError("invalid-argument", `The folder "${folder}" has no name in it.`);
}

/** The path of a document. Disks write the same letter in different ways, and one path is to be one document. */
function normalise(path: string): string {
  return withoutGaps(path).normalize("NFC");
}

/**
 * Gives each file a path of its own. Of files that are called the same, because they come from
 * different folders or a disk tells ways of writing a letter apart, the one that is written so itself
 * has the path, or the first, and the others get a number. The same file twice is one.
 */
function withDistinctPaths(inputs: readonly InputFile[]): InputFile[] {
  const distinct = new DistinctPaths(inputs.map(({ path }) => path));
  const known = new Map<Blob, Set<string>>();
  return inputs.flatMap((input) => {
    const { file, path } = input;
    const paths = known.get(file) ?? new Set();
    if (paths.has(path)) return [];
    known.set(file, paths.add(path));
    return [{ ...input, path: distinct.take(path.normalize("NFC"), path) }];
  });
}

/** The path that a file is given, or the one that it brings along where that has no name in it. */
function pathFor(file: Blob, requested: string | undefined): string {
  return withoutGaps(requested ?? "") || withoutGaps(pathOfFile(file)) || untitledName(file);
}

function withoutGaps(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  return parts.join("/");
}

/** A file that was added and cannot be read, or not yet. */
export interface RefusedFile extends IngestProblem {
  readonly path: string;
  /** Whether it is kept and waits for what the message says; `IngestQueue.retry` resumes it. */
  readonly kept: boolean;
}

/** What became of files that were added together. Each is in exactly one of the first four. */
export interface AddReport {
  /** The documents that they are now, in the order in which they could be searched. */
  readonly added: readonly DocumentSummary[];
  /** Documents that were there already with the same bytes at the same path. */
  readonly unchanged: readonly DocumentSummary[];
  readonly refused: readonly RefusedFile[];
  /** Paths of those that were taken out of the queue, or made way for a newer file. */
  readonly cancelled: readonly string[];
  /** Earlier versions that made way; `Pagehound.restore` brings them back. */
  readonly replaced: readonly DocumentId[];
  /** Documents of folders that were added whole that are no longer in them. */
  readonly missing: readonly DocumentSummary[];
}

/** Names the file that an event tells the progress of; null for all that must not be missed. */
function progressOf(event: IngestEvent): string | null {
  const { type } = event;
  if (type === "document-progress" || type === "document-opening") return event.path;
  return type === "document-indexing" && event.share !== undefined ? event.path : null;
}

/** Hands files over to `add`, as work that has begun. */
export function addInput(
  input: Input,
  add: (request: FilesToAdd, options: CallOptions<IngestEvent>) => Promise<void>,
  signal: AbortSignal | undefined,
): Run<IngestEvent, AddReport> {
  return new Run((call) => handOver(input, add, call), signal, progressOf);
}

/** Adds up what happens to files that are added. */
class AddTally {
  readonly #added: DocumentSummary[] = [];
  readonly #unchanged: DocumentSummary[] = [];
  readonly #refused: RefusedFile[] = [];
  readonly #cancelled: string[] = [];
  readonly #replaced: DocumentId[] = [];
  readonly #missing: DocumentSummary[] = [];

  take(event: IngestEvent): void {
    if (event.type === "document-ready") {
      this.#added.push(event.document);
      if (event.replaced !== null) this.#replaced.push(event.replaced);
    } else if (event.type === "document-unchanged") this.#unchanged.push(event.document);
    else if (event.type === "document-refused") {
      const { path, code, message, kept } = event;
      this.#refused.push({ path, code, message, kept });
    } else if (event.type === "document-cancelled") this.#cancelled.push(event.path);
    else if (event.type === "folder-compared") append(this.#missing, event.missing);
  }

  get report(): AddReport {
    return {
      added: this.#added,
      unchanged: this.#unchanged,
      refused: this.#refused,
      cancelled: this.#cancelled,
      replaced: this.#replaced,
      missing: this.#missing,
    };
  }
}

/**
 * Files that are sent in one message. For each that is on the disk, the browser waits for the disk
 * when it is first sent, which keeps the page from answering.
 */
const filesInPart = 8;

/** Times in a row that files are handed to another worker without one of them having ended meanwhile. */
const maxHandOvers = 3;

/**
 * Hands files over to `add`, which begins with the first of them while the others are still on their
 * way. Settles as `add` does, with what became of all. When the worker hangs and is replaced, those
 * that have not ended are handed to the next one: what is stored of them by then is not read again.
 */
export async function handOver(
  { files, folders }: Input,
  add: (request: FilesToAdd, options: CallOptions<IngestEvent>) => Promise<void>,
  { signal, onProgress }: CallOptions<IngestEvent>,
): Promise<AddReport> {
  const tally = new AddTally();
  const paths = new Set(files.map(({ path }) => path));
  const ended = new Set<string>();
  let left = files;
  let vain = 0;
  const call: CallOptions<IngestEvent> = {
    signal,
    onProgress: (event) => {
      if (paths.has(event.path) && endsFile(event)) ended.add(event.path);
      tally.take(event);
      onProgress?.(event);
    },
  };
  for (;;) {
    try {
      await handOverOnce({ files: left, folders, ended: [...ended] }, add, call);
      return tally.report;
    } catch (error) {
      if (!isHung(error)) throw error;
      const rest = left.filter(({ path }) => !ended.has(path));
      vain = rest.length < left.length ? 0 : vain + 1;
      if (vain >= maxHandOvers) throw error;
      left = rest;
    }
  }
}

/** Whether nothing more happens to a file until somebody helps. */
function endsFile({ type }: IngestEvent): boolean {
  return (
    type === "document-ready" ||
    type === "document-unchanged" ||
    type === "document-refused" ||
    type === "document-cancelled"
  );
}

async function handOverOnce(
  { files, ...rest }: Input & Pick<FilesToAdd, "ended">,
  add: (request: FilesToAdd, options: CallOptions<IngestEvent>) => Promise<void>,
  call: CallOptions<IngestEvent>,
): Promise<void> {
  const first = files.slice(0, filesInPart);
  if (files.length <= filesInPart) return add({ files: first, ...rest, more: null }, call);
  const over = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, over.signal]) : over.signal;
  const { port1, port2 } = new MessageChannel();
  const request = transfer({ files: first, ...rest, more: port2 }, [port2]);
  const added = add(request, { ...call, signal });
  const sent = send(files, port1, signal);
  // It ends the call, which rejects with the reason.
  sent.catch((cause: unknown) => {
    const message = "A file to add cannot be sent to a worker. It has to be a File or a Blob.";
    over.abort(new PagehoundError("invalid-argument", message, { cause }));
  });
  try {
    await added;
  } finally {
    // Whoever sends need not go on.
    over.abort();
    port1.close();
  }
}

/** Sends all but the first part, and then that there are no more. */
async function send(files: Input["files"], port: MessagePort, signal: AbortSignal): Promise<void> {
  // After what the caller does at once.
  await new Promise((resolve) => setTimeout(resolve));
  const pause = slicer(signal);
  for (let sent = filesInPart; sent < files.length; sent += filesInPart) {
    await pause();
    port.postMessage(files.slice(sent, sent + filesInPart));
  }
  port.postMessage(null);
}

/**
 * The files that were added and are no documents, or not yet. One queue for all tabs with the
 * collection: one of them does the reading, and what is called here takes effect there.
 */
export class IngestQueue {
  readonly #remote: CollectionApi;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /** All of them as they are now; `Pagehound.changes` tells what happens from then on. */
  async list(options: CallOptions = {}): Promise<IngestList> {
    let list: Omit<IngestList, "files"> = { paused: false, here: true };
    const files = await wholeOf<IngestFile>(async (call) => {
      const { files, ...rest } = await this.#remote.queuedFiles(null, call);
      list = rest;
      return files;
    }, options);
    return { ...list, files };
  }

  /** Stops reading until `resume`, also when the page is opened again. Pages that were read are kept. */
  pause(options: CallOptions = {}): Promise<void> {
    return this.#remote.pause({ paused: true }, options);
  }

  /** Goes on where reading stopped. */
  resume(options: CallOptions = {}): Promise<void> {
    return this.#remote.pause({ paused: false }, options);
  }

  /**
   * Takes files out of the queue, whatever their state, and deletes what was stored of them; all of
   * them when no paths are given. Documents stay. A path that is not there is passed over.
   */
  async cancel(paths: readonly string[] | null = null, options: CallOptions = {}): Promise<void> {
    if (paths !== null) checkTexts("The paths", paths);
    return this.#remote.cancel({ paths }, options);
  }

  /** Reads these files first, in this order; a file that is being read makes way for them. */
  async prioritise(paths: readonly string[], options: CallOptions = {}): Promise<void> {
    checkTexts("The paths", paths);
    return this.#remote.prioritise({ paths }, options);
  }

  /**
   * Reads documents again and recognises the text of those of their pages that are pictures, which
   * takes seconds a page; they can be searched as they are meanwhile. `PagehoundOptions.ocr` names
   * where the recogniser is. Returns those that are going to be read: not what others have
   * published, what came without its file, and what is being read already. The end of each is told
   * as `document-ready`. Throws `not-found`, and `invalid-argument` without a language.
   *
   * @param languages codes as in the names of the recogniser's files; the first counts most
   * @param options `careful` recognises a smaller picture of each page, else one part of it at a time:
   * for pages that could not be recognised as a whole
   */
  async recognise(
    documents: readonly DocumentId[],
    languages: readonly string[],
    { careful = false, ...options }: CallOptions & { readonly careful?: boolean } = {},
  ): Promise<DocumentId[]> {
    checkTexts("What is to be recognised", documents);
    checkLanguages("The languages", languages);
    return this.#remote.recognise({ documents, languages, careful }, options);
  }

  /**
   * Reads documents of text (plain text, CSV, Markdown, HTML) again in another encoding, which is kept
   * with them: `DocumentMetadata.encoding` says which one they were read in. The choice before takes
   * it back. Returns those that are going to be read, as `recognise` does. Throws `not-found`, and
   * `invalid-argument` for an encoding that is not known.
   *
   * @param encoding any name of it, such as "windows-1251"; null for what the files themselves tell
   */
  async readAs(
    documents: readonly DocumentId[],
    encoding: string | null,
    options: CallOptions = {},
  ): Promise<DocumentId[]> {
    checkTexts("What is to be read again", documents);
    if (encoding !== null) checkText("The encoding", encoding);
    const name = encoding === null ? null : knownEncoding(encoding);
    if (encoding !== null && name === null) {
      const message = `The encoding "${encoding}" is not known. Name one as in "windows-1251".`;
      throw new PagehoundError("invalid-argument", message);
    }
    return this.#remote.readAs({ documents, encoding: name }, options);
  }

  /**
   * Has the browser ask the person whether linked files that are `held` may be read, and goes on
   * with those that may. To be called from a click. Returns whether all of them may. Throws
   * `permission-required` when the browser does not ask.
   */
  async allow(paths: readonly string[], options: CallOptions = {}): Promise<boolean> {
    checkTexts("The paths", paths);
    const files = await this.#remote.queueHandles({ paths }, options);
    const allowed: string[] = [];
    try {
      for (const { path, handle } of files) {
        if (handle === null || (await mayRead(handle))) allowed.push(path);
      }
    } finally {
      // One click may not do for all of them.
      if (allowed.length > 0) await this.retry(allowed, options);
    }
    return allowed.length === paths.length;
  }

  /**
   * Resumes files that are `held`, with the password that they need, if any. The password is
   * passed on to the reader and stored nowhere. Throws `not-found` for a path that is not held.
   */
  async retry(
    paths: readonly string[],
    options: { readonly password?: string | undefined } & CallOptions = {},
  ): Promise<void> {
    checkTexts("The paths", paths);
    const { password, ...call } = checkedOptions(options);
    return this.#remote.retry({ paths, password }, call);
  }
}
