import {
  answerWithin,
  type BodyBounds,
  BoundedReader,
  downloadPace,
  excessOf,
} from "../../core/bounded-body.js";
import { PagehoundError } from "../../core/errors.js";

/** A file of a model on its server. */
export interface RemoteFile {
  readonly url: string;
  /** Bytes it must have; null when nobody says. */
  readonly bytes: number | null;
  /** Bytes it has at most, where nobody says how many it must have. */
  readonly mostBytes?: number | undefined;
  /** What is wrong with it, as the end of a sentence; null when it is what it should be. */
  check?(content: Uint8Array): string | null;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Gets the number of bytes that arrived; negative when they are asked for again. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Milliseconds before the second try. */
  readonly pause?: number | undefined;
  /** How long is waited for how much; `downloadPace` unless told. */
  readonly pace?: typeof downloadPace | undefined;
}

/** A failure that may go away by itself, such as a broken connection. */
class Passing extends Error {}

/**
 * Fetches a file whole. A broken connection, a body that ends early or stops coming, and an answer of
 * 408, 429 or 5xx are tried once more after a pause. Throws `download-failed`, or the signal's reason.
 */
export async function fetchFile(
  file: RemoteFile,
  { signal, onBytes, pause = 1000, pace = downloadPace }: FetchOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await attempt(file, pace, signal, onBytes);
  } catch (error) {
    if (!(error instanceof Passing)) throw error;
    await wait(pause, signal);
  }
  try {
    return await attempt(file, pace, signal, onBytes);
  } catch (error) {
    throw error instanceof Passing ? error.cause : error;
  }
}

async function attempt(
  file: RemoteFile,
  pace: typeof downloadPace,
  signal: AbortSignal | undefined,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let received = 0;
  try {
    // The library's own store keeps the file; the browser's would only hold it a second time.
    const response = await answerWithin(pace.silence, signal, (stop) =>
      fetch(file.url, { cache: "no-store", referrerPolicy: "no-referrer", signal: stop }),
    );
    if (!response.ok) throw refusal(file.url, response.status);
    const bounds = { ...pace, bytes: file.mostBytes ?? Number.POSITIVE_INFINITY };
    const content = await readBody(response, file.bytes, bounds, (bytes) => {
      received += bytes;
      onBytes?.(bytes);
    });
    if (file.bytes !== null && content.byteLength !== file.bytes) {
      throw new Passing(undefined, { cause: cutOff(file.url, content.byteLength, file.bytes) });
    }
    const fault = file.check?.(content) ?? null;
    if (fault !== null) throw unusable(file.url, fault, response.status);
    return content;
  } catch (error) {
    signal?.throwIfAborted();
    onBytes?.(-received);
    if (error instanceof Passing || PagehoundError.isInstance(error)) throw error;
    if (excessOf(error) === "bytes") throw unusable(file.url, "is larger than such a file can be");
    throw new Passing(undefined, { cause: broken(file.url, error) });
  }
}

async function readBody(
  response: Response,
  expected: number | null,
  bounds: BodyBounds,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = new BoundedReader(response.body, bounds);
  try {
    for (let piece = await reader.read(); piece; piece = await reader.read()) {
      pieces.push(piece);
      size += piece.byteLength;
      onBytes(piece.byteLength);
      if (expected !== null && size > expected) break;
    }
  } finally {
    reader.cancel();
  }
  const content = new Uint8Array(size);
  let place = 0;
  for (const piece of pieces) {
    content.set(piece, place);
    place += piece.byteLength;
  }
  return content;
}

function refusal(url: string, status: number): Error {
  const advice =
    status === 404
      ? "Check modelBase and modelLibBase, and that the model is there."
      : "Try again later; files that are complete are kept.";
  const message = `A file of the model could not be downloaded: ${url} answered ${status}. ${advice}`;
  const error = new PagehoundError("download-failed", message, { data: { url, status } });
  const passes = status === 408 || status === 429 || status >= 500;
  return passes ? new Passing(undefined, { cause: error }) : error;
}

function cutOff(url: string, bytes: number, expected: number): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `A file of the model has ${bytes} bytes instead of ${expected}: ${url}. Try again; if it stays so, the file on the server is damaged.`,
    { data: { url } },
  );
}

function unusable(url: string, fault: string, status = 200): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `A file of the model cannot be used: ${url} ${fault}. Check modelBase and modelLibBase.`,
    { data: { url, status } },
  );
}

function broken(url: string, cause: unknown): PagehoundError {
  if (excessOf(cause)) {
    return new PagehoundError(
      "download-failed",
      `The server stopped sending ${url}, or sends it too slowly. Try again later: files that are complete are kept.`,
      { data: { url }, cause },
    );
  }
  return new PagehoundError(
    "download-failed",
    `The connection failed while ${url} was being downloaded. Try again: files that are complete are kept. If it fails at once, the page's policy (connect-src) or the server's (CORS) may forbid it.`,
    { data: { url }, cause },
  );
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
