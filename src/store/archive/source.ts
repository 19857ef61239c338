import {
  answerWithin,
  BoundedReader,
  downloadPace,
  excessOf,
  PagehoundError,
  possibleReasons,
  retryAfter,
  whenToRetry,
} from "../../core/index.js";
import { damagedFile } from "./checked.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Where the bytes of a file come from: a blob, or a server. */
export interface ArchiveSource {
  /** What to call the file in messages. */
  readonly name: string;
  /** The first bytes: as many as are at hand without much ado, or all. */
  head(signal: AbortSignal): Promise<Bytes>;
  /** Throws `damaged-file` unless the file ends there, as far as can be told. */
  requireEnd(end: number, signal: AbortSignal): Promise<void>;
  /** Exactly these bytes. Throws `damaged-file` when the file ends before. */
  read(offset: number, length: number, signal: AbortSignal): Promise<Bytes>;
}

/** How much of a file is read first: header and manifest are mostly within. */
const headBytes = 64 * 1024;

/** Throws `damaged-file` when a file is longer or shorter than it should be. */
function requireSize(size: number, expected: number, file: string): void {
  if (size < expected) throw endsTooEarly(file);
  if (size > expected) throw damagedFile(file, "there is something behind its end");
}

function endsTooEarly(file: string): PagehoundError {
  return damagedFile(file, "it ends too early");
}

/** A file that is here. */
export class BlobSource implements ArchiveSource {
  readonly name: string;
  readonly #blob: Blob;

  constructor(blob: Blob, name: string) {
    this.name = name;
    this.#blob = blob;
  }

  head(signal: AbortSignal): Promise<Bytes> {
    return this.read(0, Math.min(headBytes, this.#blob.size), signal);
  }

  async requireEnd(end: number): Promise<void> {
    requireSize(this.#blob.size, end, this.name);
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Bytes> {
    signal.throwIfAborted();
    if (offset + length > this.#blob.size) throw endsTooEarly(this.name);
    try {
      return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
    } catch {
      throw damagedFile(this.name, "the disk does not give its bytes");
    }
  }
}

/** The file at a URL became another while it was being fetched. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

/** How a file is fetched. */
export interface HttpSourceOptions {
  /** What the server called the version that is here; nothing is fetched when it is still that one. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

/**
 * A file on a server, of which only the parts that are asked for are fetched. Where the server gives
 * no parts, the file is taken from its beginning, as far as it is needed. A server that sends more
 * than was asked for is not listened to.
 *
 * Nothing is asked of another origin than that of the URL: a redirect inside the page's own origin
 * is followed, and every other one refused. To be closed.
 */
export class HttpSource implements ArchiveSource {
  readonly name: string;
  /** What the server calls this version; null when it does not say, or not to this page. */
  readonly etag: string | null;
  readonly #url: string;
  /** Bytes of the whole; null where the server does not tell. */
  readonly #size: number | null;
  readonly #head: Bytes;
  #whole: Download | null;

  private constructor(
    url: string,
    known: { size: number | null; etag: string | null; head: Bytes; whole: Download | null },
  ) {
    this.name = url;
    this.etag = known.etag;
    this.#url = url;
    this.#size = known.size;
    this.#head = known.head;
    this.#whole = known.whole;
  }

  /** Fetches the beginning. Null when the file is still the version that is here. Throws `download-failed`. */
  static async open(url: string, { etag, signal }: HttpSourceOptions): Promise<HttpSource | null> {
    // Of another origin this would have to be asked for first, which plain servers do not answer.
    const known = etag !== null && isOwnOrigin(url) ? etag : null;
    const response = await request(url, `bytes=0-${headBytes - 1}`, signal, {
      ...(known === null ? {} : { "If-None-Match": known }),
    });
    if (response.status === 304 && known !== null) return null;
    const currentEtag = response.headers.get("ETag");
    if (response.status === 206) {
      const { start, size } = rangeOf(response);
      if ((start ?? 0) === 0) {
        const head = await partOf(response, url, headBytes, signal);
        return new HttpSource(url, { etag: currentEtag, size, head, whole: null });
      }
      ignore(response);
      throw failed(url, "the server sent another part than was asked for");
    }
    if (response.status !== 200) throw refused(url, response);
    const whole = new Download(response);
    const size = await reached(whole, headBytes, url, signal);
    const head = await whole.slice(0, Math.min(size, headBytes));
    return new HttpSource(url, { etag: currentEtag, size: null, head, whole });
  }

  /** A file whose beginning was read before, and of which only parts are wanted. */
  static known(url: string, etag: string | null): HttpSource {
    return new HttpSource(url, { size: null, etag, head: new Uint8Array(), whole: null });
  }

  async head(): Promise<Bytes> {
    return this.#head;
  }

  async requireEnd(end: number, signal: AbortSignal): Promise<void> {
    const size = this.#whole
      ? await reached(this.#whole, end + 1, this.#url, signal)
      : (this.#size ?? end);
    if (size > end) this.close();
    requireSize(size, end, this.name);
  }

  /**
   * Throws `ChangedMeanwhile` when the file at the URL is another by now, as far as can be told, and
   * `download-failed` when the server does not send it.
   */
  async read(offset: number, length: number, signal: AbortSignal): Promise<Bytes> {
    const end = offset + length;
    if (this.#size !== null && end > this.#size) throw endsTooEarly(this.name);
    if (end <= this.#head.byteLength) return this.#head.slice(offset, end);
    if (!this.#whole) {
      const response = await request(this.#url, `bytes=${offset}-${end - 1}`, signal);
      const { status } = response;
      // Only an answer with bytes says which version it is of; 416: the file is shorter by now.
      if (status !== 200 && status !== 206 && status !== 416) throw refused(this.#url, response);
      if (status === 416 || response.headers.get("ETag") !== this.etag) {
        ignore(response);
        throw new ChangedMeanwhile();
      }
      if (status === 206) return this.#part(response, offset, length, signal);
      this.#whole = new Download(response);
    }
    const size = await reached(this.#whole, end, this.#url, signal);
    if (size < end) throw endsTooEarly(this.name);
    return this.#whole.slice(offset, end);
  }

  /** Ends what is still under way. What was fetched can be read further on. */
  close(): void {
    this.#whole?.close();
  }

  async #part(
    response: Response,
    offset: number,
    length: number,
    signal: AbortSignal,
  ): Promise<Bytes> {
    const { start, size } = rangeOf(response);
    const other = (known: number | null, reported: number | null) =>
      known !== null && reported !== null && known !== reported;
    if (other(offset, start) || other(this.#size, size)) {
      ignore(response);
      throw new ChangedMeanwhile();
    }
    const bytes = await partOf(response, this.#url, length, signal);
    if (bytes.byteLength === length) return bytes;
    throw endsTooEarly(this.name);
  }
}

/** The bytes of an answer that has at most so many. */
async function partOf(
  response: Response,
  url: string,
  most: number,
  signal: AbortSignal,
): Promise<Bytes> {
  const download = new Download(response);
  const size = await reached(download, most + 1, url, signal);
  if (size <= most) return download.slice(0, size);
  download.close();
  throw failed(url, "the server sent more than was asked for");
}

/** As `Download.reach`; throws `download-failed` when the connection breaks off. */
async function reached(
  download: Download,
  length: number,
  url: string,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await download.reach(length);
  } catch (cause) {
    signal.throwIfAborted();
    download.close();
    const stopped = "the server stopped sending it, or sends it too slowly";
    const why = excessOf(cause) ? stopped : "the connection broke off";
    throw failed(url, why, checkAndRetry, { error: cause });
  }
}

/** Asks a server for a part of a file. Throws `download-failed` when it does not answer. */
async function request(
  url: string,
  range: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await answerWithin(downloadPace.silence, signal, (stop) =>
      fetch(url, {
        headers: { ...headers, Range: range },
        signal: stop,
        // What is fetched is stored here, and need not be a second time.
        cache: "no-store",
        // A redirect to another origin fails before anything is asked of it.
        ...(isOwnOrigin(url)
          ? { mode: "same-origin", redirect: "follow" }
          : { mode: "cors", redirect: "manual" }),
      }),
    );
  } catch (cause) {
    signal.throwIfAborted();
    const late = "the server did not answer in time";
    const why = excessOf(cause) ? late : possibleReasons(new URL(url));
    throw failed(url, why, checkAndRetry, { error: cause });
  }
  if (response.type !== "opaqueredirect") return response;
  ignore(response);
  throw failed(url, "the server passes the request on to another address, which is not followed");
}

/** Whether it is the page's own origin that is asked. */
function isOwnOrigin(url: string): boolean {
  return new URL(url).origin === globalThis.origin;
}

/** Takes nothing of an answer. */
function ignore({ body }: Response): void {
  void body?.cancel().catch(() => {});
}

/** Which part it is; null for what the server does not say, or not to this page. */
function rangeOf(response: Response): { start: number | null; size: number | null } {
  const range = response.headers.get("Content-Range") ?? "";
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range);
  if (!match) return { start: null, size: null };
  return { start: Number(match[1]), size: match[2] === "*" ? null : Number(match[2]) };
}

/** The error for an answer without the file: gone, too many requests, unavailable, or refused. */
function refused(url: string, response: Response): PagehoundError {
  const { status } = response;
  ignore(response);
  const wait = retryAfter(response.headers);
  const data = { status, ...(wait === null ? {} : { retryAfter: wait }) };
  if (status === 404 || status === 410) {
    const next = "Check the address, or ask whoever published it";
    return failed(url, `there is nothing at this address (status ${status})`, next, data);
  }
  if (status === 429) {
    const next = `Try again ${whenToRetry(wait)}`;
    return failed(url, "the server takes no more requests for now (status 429)", next, data);
  }
  if (status >= 500 || status === 408) {
    const next = `Try again ${whenToRetry(wait, "later")}`;
    return failed(url, `the server is unavailable for now (status ${status})`, next, data);
  }
  return failed(url, `the server refused it (status ${status})`, checkAndRetry, data);
}

const checkAndRetry = "Check the address and the connection, and try again";

/** The error for a file that could not be fetched. `cause` and `next`, what to do then, are clauses. */
function failed(
  url: string,
  cause: string,
  next: string = checkAndRetry,
  { error, ...data }: { error?: unknown; status?: number; retryAfter?: number } = {},
): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `The collection at ${url} could not be fetched: ${cause}. ${next}; what is here stays as it is.`,
    { data: { url, ...data }, cause: error },
  );
}

/** Bytes that are held as they came; more are put into a blob, which a browser can keep on the disk. */
const heldBytes = 4 * 1024 * 1024;

/**
 * An answer of a server, taken from its beginning and no further than is asked for: whatever the
 * server would send, no more than that arrives, and it is not waited for without end.
 */
export class Download {
  readonly #reader: BoundedReader;
  readonly #blobs: Blob[] = [];
  #held: Bytes[] = [];
  #heldSize = 0;
  #size = 0;
  #ended = false;

  constructor({ body }: Pick<Response, "body">, pace: typeof downloadPace = downloadPace) {
    // Their number is bounded by what is asked for.
    this.#reader = new BoundedReader(body, { ...pace, bytes: Number.POSITIVE_INFINITY });
  }

  /**
   * Takes bytes until there are as many, or the answer ends. Returns how many there are, which may
   * be a few more. Throws what the browser throws when the connection breaks off, and
   * `BodyOutOfBounds` when nothing comes, or too little.
   */
  async reach(length: number): Promise<number> {
    while (!this.#ended && this.#size < length) {
      const piece = await this.#reader.read();
      if (piece) this.#hold(piece);
      else this.#ended = true;
    }
    return this.#size;
  }

  /** Some of the bytes that were taken. */
  async slice(from: number, to: number): Promise<Bytes> {
    this.#settle();
    return new Uint8Array(await new Blob(this.#blobs).slice(from, to).arrayBuffer());
  }

  /** Takes no more. */
  close(): void {
    this.#ended = true;
    this.#reader.cancel();
  }

  #hold(piece: Bytes): void {
    this.#held.push(piece);
    this.#heldSize += piece.byteLength;
    this.#size += piece.byteLength;
    if (this.#heldSize >= heldBytes) this.#settle();
  }

  #settle(): void {
    if (this.#heldSize === 0) return;
    this.#blobs.push(new Blob(this.#held));
    this.#held = [];
    this.#heldSize = 0;
  }
}
