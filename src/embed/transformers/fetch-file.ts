import { answerWithin, boundedBytes, downloadPace, excessOf } from "../../core/bounded-body.js";
import { PagehoundError } from "../../core/errors.js";

export interface FetchOptions {
  readonly signal: AbortSignal | undefined;
  /** What is wrong with the content, as the end of a sentence; null when it is what it should be. */
  check(content: Uint8Array<ArrayBuffer>): Promise<string | null>;
  /** Told how much of the file is here, of how much; null while nobody says. */
  onBytes(loaded: number, total: number | null): void;
  /** How long is waited for how much; `downloadPace` unless told. */
  readonly pace?: typeof downloadPace | undefined;
  /** Bytes that the file has at most; as many as one buffer can hold unless told. */
  readonly mostBytes?: number | undefined;
}

/** A failure that may go away by itself, such as a broken connection. */
class Passing extends Error {
  readonly error: PagehoundError;

  constructor(error: PagehoundError) {
    super(error.message);
    this.error = error;
  }
}

const pauseMilliseconds = 300;
const bufferBytes = 2 ** 31;

/**
 * Fetches a file whole. A broken connection, a body that ends early or stops coming, and an answer of
 * 408, 429 or 5xx are tried once more after a pause. Throws `download-failed`, or the signal's reason.
 */
export async function fetchFile(
  url: string,
  options: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await attempt(url, options);
  } catch (error) {
    if (!(error instanceof Passing)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  try {
    return await attempt(url, options);
  } catch (error) {
    throw error instanceof Passing ? error.error : error;
  }
}

async function attempt(
  url: string,
  { signal, check, onBytes, pace = downloadPace, mostBytes = bufferBytes }: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    signal?.throwIfAborted();
    onBytes(0, null);
    // The library's own store keeps the file; the browser's would only hold it a second time.
    const response = await answerWithin(pace.silence, signal, (stop) =>
      fetch(url, { cache: "no-store", referrerPolicy: "no-referrer", signal: stop }),
    );
    const { ok, status, headers } = response;
    if (!ok) throw refusal(url, status);
    const length = headers.get("content-length");
    const total = length === null ? null : Number(length);
    let loaded = 0;
    const bounds = { ...pace, bytes: mostBytes };
    const content = await boundedBytes(response.body, bounds, (bytes) => {
      loaded += bytes;
      onBytes(loaded, total);
    });
    // More than that comes where the length is that of encoded bytes.
    if (total !== null && content.byteLength < total)
      throw new Passing(failure(url, "ended before it was complete. Load the model again."));
    const fault = await check(content);
    if (fault !== null)
      throw failure(url, `${fault}. Check url, and that the model is there as a whole.`, status);
    return content;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Passing || PagehoundError.isInstance(cause)) throw cause;
    const excess = excessOf(cause);
    if (excess === "bytes")
      throw failure(url, "is larger than a file of an embedder can be. Check url.", 200);
    if (excess) {
      const slow = "stopped coming, or comes too slowly. Load the model again later.";
      throw new Passing(failure(url, slow, null, cause));
    }
    const what =
      "could not be reached. Check the connection and load the model again; if it fails at once, the page's policy (connect-src) or the server's (CORS) may forbid it.";
    throw new Passing(failure(url, what, null, cause));
  }
}

function refusal(url: string, status: number): Error {
  const passes = status === 408 || status === 429 || status >= 500;
  const advice = passes
    ? "Load the model again later; files that are complete are kept."
    : "Check url, and that the model is there in this precision.";
  const error = failure(url, `was refused (HTTP ${status}). ${advice}`, status);
  return passes ? new Passing(error) : error;
}

function failure(
  url: string,
  what: string,
  status: number | null = null,
  cause?: unknown,
): PagehoundError {
  const data = status === null ? { url } : { url, status };
  return new PagehoundError("download-failed", `The model's file ${url} ${what}`, { data, cause });
}
