import type { FilesToAdd } from "../collection/api.js";
import { checkBlob, checkShape, checkText, checkTexts, not } from "../core/arguments.js";
import { type CallOptions, slicer } from "../core/call-options.js";
import type { DocumentId, DocumentSummary } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { IngestEvent, IngestProblem, InputFile } from "../core/ingest.js";
import { DistinctPaths } from "../core/paths.js";
import { transfer } from "../rpc/remote.js";

/** Files to add, each with its path, and the folders that are added whole. */
export interface Input {
  readonly files: readonly InputFile[];
  readonly folders: readonly string[];
}

/**
 * Gives every file a path: its own, else the one inside the folder it was picked from, else its
 * name. A folder is picked as a whole, so it joins `folders`. Two files that are called the same are
 * both there; all but one get a number.
 */
export function inputFiles(
  files: Iterable<File | InputFile>,
  folders: readonly string[] = [],
): Input {
  checkTexts("The option `folders`", folders);
  if (typeof files !== "object" || typeof files?.[Symbol.iterator] !== "function") {
    throw not("What is to be added", "a list of files", files);
  }
  const whole = new Set(folders.map(normalise));
  const given = Array.from(files, (file): InputFile => {
    if (!(file instanceof File)) {
      checkShape("Each file to add", file, {
        file: "object",
        path: "string",
        "password?": "string",
      });
      checkBlob("Each `file`", file.file);
      return { ...file, path: withoutGaps(file.path) };
    }
    const path = withoutGaps(file.webkitRelativePath || file.name);
    if (file.webkitRelativePath) whole.add(normalise(path.slice(0, path.indexOf("/"))));
    return { file, path };
  });
  const inputs = withDistinctPaths(given);
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
  return normalise(folder);
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
function withDistinctPaths(given: readonly InputFile[]): InputFile[] {
  const distinct = new DistinctPaths(given.map(({ path }) => path));
  const known = new Map<Blob, Set<string>>();
  return given.flatMap((input) => {
    const { file, path } = input;
    const paths = known.get(file) ?? new Set();
    if (paths.has(path)) return [];
    known.set(file, paths.add(path));
    return [{ ...input, path: distinct.take(path.normalize("NFC"), path) }];
  });
}

function withoutGaps(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) {
    throw new PagehoundError("invalid-argument", "A file to add needs a path with a name in it.");
  }
  return parts.join("/");
}

/** A file that was added and cannot be read, or not yet. */
export interface RefusedFile extends IngestProblem {
  readonly path: string;
  /** Whether it is kept and waits for what the message says; `IngestQueue.retry` goes on with it. */
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
export function progressOf(event: IngestEvent): string | null {
  const { type } = event;
  if (type === "document-progress" || type === "document-opening") return event.path;
  return type === "document-indexing" && event.share !== undefined ? event.path : null;
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
    else if (event.type === "folder-compared") this.#missing.push(...event.missing);
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

/**
 * Hands files over to `add`, which begins with the first of them while the others are still on their
 * way. Settles as `add` does, with what became of all.
 */
export async function handOver(
  { files, folders }: Input,
  add: (request: FilesToAdd, options: CallOptions<IngestEvent>) => Promise<void>,
  { signal: caller, onProgress }: CallOptions<IngestEvent>,
): Promise<AddReport> {
  const tally = new AddTally();
  const call: CallOptions<IngestEvent> = {
    signal: caller,
    onProgress: (event) => {
      tally.take(event);
      onProgress?.(event);
    },
  };
  const first = files.slice(0, filesInPart);
  if (files.length <= filesInPart) {
    await add({ files: first, folders, more: null }, call);
    return tally.report;
  }
  const ended = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, ended.signal]) : ended.signal;
  const { port1, port2 } = new MessageChannel();
  const request = transfer({ files: first, folders, more: port2 }, [port2]);
  const added = add(request, { ...call, signal });
  const sent = send(files, port1, signal);
  // It ends the call, which rejects with the reason.
  sent.catch((cause: unknown) => {
    const message = "A file to add cannot be sent to a worker. It has to be a File or a Blob.";
    ended.abort(new PagehoundError("invalid-argument", message, { cause }));
  });
  try {
    await added;
    return tally.report;
  } finally {
    // Whoever sends need not go on.
    ended.abort();
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
