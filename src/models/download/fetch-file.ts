import {
  answerWithin,
  BoundedReader,
  downloadPace,
  excessOf,
  joined,
  PagehoundError,
  pause,
  possibleReasons,
} from "../../core/index.js";

type Bytes = Uint8Array<ArrayBuffer>;

export interface FileDraft {
  readonly size: number;
  /** The byte offset at which to resume; 0 to start again. */
  readonly from: number;
  /** Whether received bytes outlive the page, so that no attempt discards them. */
  readonly lasts: boolean;
  /** Whether a response of this version (see `versionOf`) continues what was received. */
  continues(version: string | null): boolean;
  /** Called before the first piece of a response, which contains the file or the rest of it. */
  announce(version: string | null, bytes: number | null): void;
  take(piece: Bytes): Promise<void>;
  /** Called when nothing more arrives for now. */
  flush(): Promise<void>;
  clear(): Promise<void>;
}

/** A fault of the complete file, as the end of a sentence. */
export interface FileFault {
  readonly what: string;
  /** Whether another response may be right: the file is fetched again, from the start. */
  readonly passes: boolean;
}

/** The wording of errors about a file that is unavailable. */
export interface FetchWords {
  /** The part of the library that such files belong to: `an embedder`. */
  readonly owner: string;
  /** Advice for a missing or wrong file: a sentence. */
  readonly check: string;
  /** How a later attempt continues: the end of a sentence. */
  readonly kept: string;
  /**
   * Advice for an unreachable server: the start of a sentence.
   *
   * @defaultValue to check the connection
   */
  readonly unreachable?: string | undefined;
}

/** A file of a model on its server, and how to fetch it. */
export interface FileRequest {
  readonly url: string;
  readonly draft: FileDraft;
  readonly words: FetchWords;
  readonly signal: AbortSignal | undefined;
  /** The file's exact size in bytes; null, or missing, if unknown. */
  readonly bytes?: number | null | undefined;
  /** The file's maximum size in bytes. */
  readonly maxBytes: number;
  /**
   * The timeouts.
   *
   * @defaultValue `downloadPace`
   */
  readonly pace?: typeof downloadPace | undefined;
  /**
   * Milliseconds before the second attempt; twice as many before the third.
   *
   * @defaultValue `500`
   */
  readonly pause?: number | undefined;
  /** Checks the file's first bytes, at least four; if they are wrong, it is not kept. */
  readonly begins?: (start: Bytes) => string | null;
  readonly check?: () => Promise<FileFault | null>;
  /**
   * Called with the bytes received and the total, which is null while unknown. The bytes decrease
   * if the download starts again.
   */
  readonly onBytes: (loaded: number, total: number | null) => void;
}

/** A temporary failure, such as a broken connection. */
class Passing extends Error {
  readonly error: PagehoundError;

  constructor(error: PagehoundError) {
    super(error.message);
    this.error = error;
  }
}

const attempts = 3;
const pauseMilliseconds = 500;
const beginning = 4;

/**
 * Fetches a file of a model into its draft, resuming if the server supports ranges. A broken
 * connection, a truncated or stalled body, and a status of 408, 429 or 5xx are retried, three
 * attempts in all. Throws `download-failed`, what the draft throws, or the signal's reason.
 */
export async function fetchFile(request: FileRequest): Promise<void> {
  const { draft, signal, pause: between = pauseMilliseconds } = request;
  for (let attempt = 1; ; attempt++) {
    // Some servers refuse ranges, and so do some browsers across origins.
    if (attempt === attempts && !draft.lasts) await draft.clear();
    try {
      await receive(request);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Passing)) throw error;
      if (attempt === attempts) throw error.error;
    }
    await pause(attempt * between, signal);
  }
}

async function receive(request: FileRequest): Promise<void> {
  const { draft, bytes = null, check } = request;
  const response = await answer(request);
  const length = response.headers.get("content-length");
  const total = length === null ? null : draft.size + Number(length);
  draft.announce(versionOf(response), total);
  request.onBytes(draft.size, total);
  const from = draft.size;
  await readBody(request, response, total);
  const { size } = draft;
  if (bytes !== null && size !== bytes) {
    if (size > bytes) await draft.clear();
    throw new Passing(cutOff(request, `has ${size} bytes instead of ${bytes}`));
  }
  // More bytes than that are not an error: the length may be that of the encoded body.
  if (total !== null && size < total) {
    throw new Passing(cutOff(request, "ended before it was complete"));
  }
  const fault = await check?.();
  if (!fault) return;
  await draft.clear();
  const error = unusable(request, fault.what, response.status);
  // Parts may come from two versions of the file.
  throw fault.passes || from > 0 ? new Passing(error) : error;
}

/** Returns the response with the file, or with the missing part of it. */
async function answer(request: FileRequest): Promise<Response> {
  const { url, draft } = request;
  if (draft.from < draft.size) await draft.clear();
  const { from } = draft;
  const response = await ask(request, from);
  const { status } = response;
  const isOther = status === 206 && !(from > 0 && draft.continues(versionOf(response)));
  if (status === 416 || isOther) {
    await response.body?.cancel();
    await draft.clear();
    throw new Passing(failure(url, "has changed while it was being fetched", "Load it again."));
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw refusal(request, status);
  }
  // This server only sends whole files.
  if (status !== 206 && from > 0) await draft.clear();
  return response;
}

async function ask(
  { url, signal, words, pace = downloadPace }: FileRequest,
  from: number,
): Promise<Response> {
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
    // The library's own store keeps the file; the browser's cache would only hold it twice.
    return await answerWithin(pace.silence, signal, (stop) =>
      fetch(url, { headers, signal: stop, cache: "no-store", referrerPolicy: "no-referrer" }),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Passing(excessOf(cause) ? slow(url, words, cause) : unreachable(url, words, cause));
  }
}

async function readBody(
  request: FileRequest,
  response: Response,
  total: number | null,
): Promise<void> {
  const { url, draft, words, signal, pace = downloadPace, bytes = null, begins } = request;
  const bounds = { ...pace, bytes: request.maxBytes - draft.size };
  const reader = new BoundedReader(response.body, bounds);
  // Many servers answer a wrong address with a web page, which must not be stored.
  let unseen: Bytes[] | null = begins && draft.size === 0 ? [] : null;
  try {
    for (let piece = await reader.read(); piece; piece = await reader.read()) {
      if (unseen) {
        piece = joined([...unseen, piece]);
        unseen = piece.byteLength < beginning ? [piece] : null;
        if (unseen) continue;
        const fault = begins?.(piece) ?? null;
        if (fault !== null) throw unusable(request, fault, 200);
      }
      await draft.take(piece);
      request.onBytes(draft.size, total);
      if (bytes !== null && draft.size > bytes) break;
    }
    if (unseen) throw unusable(request, begins?.(joined(unseen)) ?? "is empty", 200);
  } catch (cause) {
    if (PagehoundError.isInstance(cause)) throw cause;
    if (excessOf(cause) === "bytes") {
      await draft.clear();
      throw unusable(request, `is larger than a file of ${words.owner} can be`, 200);
    }
    // Keeps what was received, so that the next attempt resumes after it.
    await draft.flush();
    signal?.throwIfAborted();
    throw new Passing(excessOf(cause) ? slow(url, words, cause) : unreachable(url, words, cause));
  } finally {
    reader.cancel();
  }
  await draft.flush();
}

/** A file's version as the server states it: its ETag, else its last modification; or null. */
function versionOf({ headers }: Response): string | null {
  return headers.get("etag") ?? headers.get("last-modified");
}

export class MemoryDraft implements FileDraft {
  readonly lasts = false;
  size = 0;
  #pieces: Bytes[] = [];
  #version: string | null = null;

  get from(): number {
    return this.#version === null ? 0 : this.size;
  }

  /** The bytes received so far. */
  get content(): Bytes {
    return joined(this.#pieces);
  }

  continues(version: string | null): boolean {
    return version !== null && version === this.#version;
  }

  announce(version: string | null): void {
    this.#version = version;
  }

  async take(piece: Bytes): Promise<void> {
    this.#pieces.push(piece);
    this.size += piece.byteLength;
  }

  async flush(): Promise<void> {}

  async clear(): Promise<void> {
    this.#pieces = [];
    this.#version = null;
    this.size = 0;
  }
}

/** A request for a file that is received in memory. */
export interface ContentRequest extends Omit<FileRequest, "draft" | "check"> {
  /** Returns what is wrong with the content, as the end of a sentence; null if it is correct. */
  check(content: Bytes): string | null | Promise<string | null>;
}

/** Fetches a complete file into memory; see `fetchFile`. */
export async function fetchContent({ check, ...request }: ContentRequest): Promise<Bytes> {
  const draft = new MemoryDraft();
  let content: Bytes | null = null;
  await fetchFile({
    ...request,
    draft,
    check: async () => {
      content = draft.content;
      const what = await check(content);
      return what === null ? null : { what, passes: false };
    },
  });
  return content ?? draft.content;
}

/** True if a file starts like a web page, which many servers send instead of a missing file. */
export function isWebPage(content: Uint8Array): boolean {
  const start = new TextDecoder().decode(content.subarray(0, 64)).trimStart().toLowerCase();
  return start.startsWith("<!doctype") || start.startsWith("<html");
}

function refusal({ url, words }: FileRequest, status: number): Error {
  const passes = status === 408 || status === 429 || status >= 500;
  const next = passes ? `Load it again later; ${words.kept}.` : words.check;
  const error = failure(url, `was refused (HTTP ${status})`, next, { status });
  return passes ? new Passing(error) : error;
}

function unusable({ url, words }: FileRequest, what: string, status: number): PagehoundError {
  return failure(url, what, words.check, { status });
}

function cutOff({ url, words }: FileRequest, what: string): PagehoundError {
  const next = `Load it again; ${words.kept}. If it fails again, the file on the server is damaged.`;
  return failure(url, what, next);
}

function slow(url: string, { kept }: FetchWords, cause: unknown): PagehoundError {
  const what = "stopped coming, or comes too slowly";
  return failure(url, what, `Load it again later; ${kept}.`, { cause });
}

function unreachable(
  url: string,
  { kept, unreachable }: FetchWords,
  cause: unknown,
): PagehoundError {
  const what = `could not be reached: ${possibleReasons(new URL(url))}`;
  const next = `${unreachable ?? "Check the connection and load it again"}; ${kept}.`;
  return failure(url, what, next, { cause });
}

function failure(
  url: string,
  what: string,
  next: string,
  { status, cause }: { status?: number; cause?: unknown } = {},
): PagehoundError {
  return new PagehoundError("download-failed", `The model's file ${url} ${what}. ${next}`, {
    data: { url, ...(status === undefined ? {} : { status }) },
    cause,
  });
}
