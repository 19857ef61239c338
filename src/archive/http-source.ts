import { PagehoundError } from "../core/errors.js";
import { damagedFile } from "./file-errors.js";
import { type ArchiveSource, headBytes } from "./source.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The file at a URL became another while it was being fetched. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

/** How a file is fetched. */
export interface FetchOptions {
  /** What the server called the version that is here; nothing is fetched when it is still that one. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

/**
 * A file on a server, of which only the parts that are asked for are fetched. Where the server gives
 * no parts, the whole is fetched once.
 *
 * Nothing is asked of another origin than that of the URL: a redirect inside the page's own origin
 * is followed, and every other one refused.
 */
export class HttpSource implements ArchiveSource {
  readonly name: string;
  readonly size: number | null;
  /** What the server calls this version; null when it does not say, or not to this page. */
  readonly etag: string | null;
  readonly #url: string;
  readonly #head: Bytes;
  #whole: Blob | null;

  private constructor(
    url: string,
    known: { size: number | null; etag: string | null; head: Bytes; whole: Blob | null },
  ) {
    this.name = url;
    this.size = known.size;
    this.etag = known.etag;
    this.#url = url;
    this.#head = known.head;
    this.#whole = known.whole;
  }

  /** Fetches the beginning. Null when the file is still the version that is here. Throws `download-failed`. */
  static async open(url: string, { etag, signal }: FetchOptions): Promise<HttpSource | null> {
    const response = await request(url, `bytes=0-${headBytes - 1}`, signal, {
      // Of another origin this would have to be asked for first, which plain servers do not answer.
      ...(etag !== null && isOwnOrigin(url) ? { "If-None-Match": etag } : {}),
    });
    if (response.status === 304) return null;
    const known = { etag: response.headers.get("ETag"), whole: null };
    if (response.status === 206) {
      const { start, size } = rangeOf(response);
      if ((start ?? 0) !== 0) throw failed(url, "the server sent another part than was asked for");
      return new HttpSource(url, { ...known, size, head: await bytesOf(response, url) });
    }
    if (response.status !== 200) throw refused(url, response.status);
    const whole = await blobOf(response, url);
    const head = new Uint8Array(await whole.slice(0, headBytes).arrayBuffer());
    return new HttpSource(url, { ...known, size: whole.size, head, whole });
  }

  /** A file whose beginning was read before, and of which only parts are wanted. */
  static known(url: string, etag: string | null): HttpSource {
    return new HttpSource(url, { size: null, etag, head: new Uint8Array(), whole: null });
  }

  async head(): Promise<Bytes> {
    return this.#head;
  }

  /** Throws `ChangedMeanwhile` when the file at the URL is another by now, as far as can be told. */
  async read(offset: number, length: number, signal: AbortSignal): Promise<Bytes> {
    const end = offset + length;
    if (this.size !== null && end > this.size) throw damagedFile(this.name, "it ends too early");
    if (end <= this.#head.byteLength) return this.#head.slice(offset, end);
    if (!this.#whole) {
      const response = await request(this.#url, `bytes=${offset}-${end - 1}`, signal);
      const etag = response.headers.get("ETag");
      if (etag !== this.etag || response.status === 416) throw new ChangedMeanwhile();
      if (response.status === 206) return this.#part(response, offset, length);
      if (response.status !== 200) throw refused(this.#url, response.status);
      this.#whole = await blobOf(response, this.#url);
    }
    const whole = this.#whole;
    if (end > whole.size) throw damagedFile(this.name, "it ends too early");
    return new Uint8Array(await whole.slice(offset, end).arrayBuffer());
  }

  async #part(response: Response, offset: number, length: number): Promise<Bytes> {
    const { start, size } = rangeOf(response);
    const other = (known: number | null, told: number | null) =>
      known !== null && told !== null && known !== told;
    if (other(offset, start) || other(this.size, size)) throw new ChangedMeanwhile();
    const bytes = await bytesOf(response, this.#url);
    if (bytes.byteLength === length) return bytes;
    throw damagedFile(this.name, "it ends too early");
  }
}

async function request(
  url: string,
  range: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { ...headers, Range: range },
      signal,
      // What is fetched is stored here, and need not be a second time.
      cache: "no-store",
      // A redirect to another origin fails before anything is asked of it.
      ...(isOwnOrigin(url)
        ? { mode: "same-origin", redirect: "follow" }
        : { mode: "cors", redirect: "error" }),
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw failed(
      url,
      "the server did not answer, or passed the request on to another address",
      cause,
    );
  }
}

function isOwnOrigin(url: string): boolean {
  return new URL(url).origin === globalThis.origin;
}

async function bytesOf(response: Response, url: string): Promise<Bytes> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw brokenOff(url, cause);
  }
}

async function blobOf(response: Response, url: string): Promise<Blob> {
  try {
    return await response.blob();
  } catch (cause) {
    throw brokenOff(url, cause);
  }
}

function brokenOff(url: string, cause: unknown): unknown {
  // An abort is told as it is.
  if (cause instanceof DOMException && cause.name === "AbortError") return cause;
  return failed(url, "the connection broke off", cause);
}

/** Which part it is; null for what the server does not say, or not to this page. */
function rangeOf(response: Response): { start: number | null; size: number | null } {
  const range = response.headers.get("Content-Range") ?? "";
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range);
  if (!match) return { start: null, size: null };
  return { start: Number(match[1]), size: match[2] === "*" ? null : Number(match[2]) };
}

function refused(url: string, status: number): PagehoundError {
  const missing = status === 404 || status === 410;
  const cause = missing ? "there is nothing" : "the server refused it";
  return failed(url, `${cause} (status ${status})`, undefined, status);
}

function failed(url: string, cause: string, error?: unknown, status?: number): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `The collection at ${url} could not be fetched: ${cause}. Check the address and the connection, and try again; what is here stays as it is.`,
    { data: { url, ...(status === undefined ? {} : { status }) }, cause: error },
  );
}
