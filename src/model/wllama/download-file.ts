import { answerWithin, BoundedReader, downloadPace, excessOf } from "../../core/bounded-body.js";
import { PagehoundError } from "../../core/errors.js";
import { Draft } from "./draft.js";
import { fileFailure, passes } from "./file-failure.js";
import type { ModelStore, StoredFile } from "./model-store.js";
import { sha256 } from "./sha256.js";

export interface FileRequest {
  readonly url: string;
  /** Expected SHA-256 of the file, in lower-case hexadecimal. */
  readonly sha256?: string | undefined;
  /** Null to keep nothing. */
  readonly store: ModelStore | null;
  readonly signal: AbortSignal;
  /** How long is waited for how much; `downloadPace` unless told. */
  readonly pace?: typeof downloadPace | undefined;
  /** Bytes that the file has at most; as many as an engine can hold unless told. */
  readonly mostBytes?: number | undefined;
  /** Told how much of the file is here, of how much; null while that is not known. */
  onBytes(loaded: number, total: number | null): void;
}

/** Bytes written to the store at once. */
const partBytes = 16 * 2 ** 20;
/** All the memory that an engine in wasm can have. */
const engineBytes = 2 ** 34;
const attempts = 3;
const pauseMilliseconds = 300;
/** What every GGUF file begins with. */
const mark = "GGUF";

/** The connection broke, or what came is not what was asked for: to be tried again. */
class Interrupted extends Error {
  readonly error: PagehoundError;

  constructor(error: PagehoundError) {
    super(error.message);
    this.error = error;
  }
}

/**
 * A file of a model, from the store when it is there whole. A download goes on where the last one
 * stopped if the server gives parts of files, and is tried again when the connection breaks.
 */
export async function downloadFile(request: FileRequest): Promise<Blob> {
  const { url, store, signal, onBytes } = request;
  if (!store) return receiveWhole(request, new Draft(url, null, null));
  // Another tab that wants the same file waits, and then finds it stored.
  return navigator.locks.request(`pagehound-model:${url}`, { signal }, async () => {
    const stored = await storedFile(store, url, request.sha256);
    if (!stored?.complete) return receiveWhole(request, new Draft(url, store, stored));
    onBytes(stored.bytes ?? 0, stored.bytes);
    return new Blob([...stored.parts]);
  });
}

/**
 * A file as far as it is stored. One that is whole was seen to have the expected SHA-256, now or
 * when it was stored; one that has another is deleted.
 */
export async function storedFile(
  store: ModelStore,
  url: string,
  expected: string | undefined,
): Promise<StoredFile | null> {
  const stored = await store.find(url);
  if (!stored?.complete || expected === undefined || stored.sha256 === expected) return stored;
  if ((await sha256(new Blob([...stored.parts]))) !== expected) {
    await store.delete(url);
    return null;
  }
  await store.note({ ...stored, sha256: expected });
  return stored;
}

async function receiveWhole(request: FileRequest, draft: Draft): Promise<Blob> {
  const { signal } = request;
  for (let attempt = 1; ; attempt++) {
    try {
      await receive(request, draft);
      return new Blob(draft.parts);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Interrupted)) throw error;
      if (attempt === attempts) throw error.error;
      await pause(attempt * pauseMilliseconds, signal);
    }
  }
}

async function receive(request: FileRequest, draft: Draft): Promise<void> {
  const { url, sha256: expected } = request;
  if (!draft.whole) await receiveRest(request, draft);
  if (expected !== undefined && (await sha256(new Blob(draft.parts))) !== expected) {
    await draft.clear();
    throw new Interrupted(fileFailure(url, "is not the one expected: its SHA-256 differs", 200));
  }
  await draft.finish(expected ?? null);
}

async function receiveRest(request: FileRequest, draft: Draft): Promise<void> {
  const { url, onBytes } = request;
  const from = draft.size;
  const response = await ask(request, from);
  const { status, headers } = response;
  const version = headers.get("etag") ?? headers.get("last-modified");
  if (status === 416 || (status === 206 && !draft.continues(version))) {
    await response.body?.cancel();
    await draft.clear();
    throw new Interrupted(fileFailure(url, "has changed while it was being fetched"));
  }
  if (status !== 200 && status !== 206) {
    await response.body?.cancel();
    const error = fileFailure(url, `was refused (HTTP ${status})`, status);
    throw passes(status) ? new Interrupted(error) : error;
  }
  // A server that gives whole files only.
  if (status === 200 && from > 0) await draft.clear();
  const length = headers.get("content-length");
  const total = length === null ? null : draft.size + Number(length);
  draft.announce(version, total);
  onBytes(draft.size, total);
  await store(request, draft, response, total);
  if (draft.size < mark.length) throw notGguf(url);
  // More than that comes where the length is that of encoded bytes.
  if (total !== null && draft.size < total)
    throw new Interrupted(fileFailure(url, "ended before it was complete"));
}

async function ask(
  { url, signal, pace = downloadPace }: FileRequest,
  from: number,
): Promise<Response> {
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
    // The browser's own cache would hold it a second time.
    return await answerWithin(pace.silence, signal, (stop) =>
      fetch(url, { headers, signal: stop, cache: "no-store", referrerPolicy: "no-referrer" }),
    );
  } catch (cause) {
    signal.throwIfAborted();
    throw new Interrupted(fileFailure(url, "could not be reached", null, cause));
  }
}

async function store(
  { url, signal, pace = downloadPace, mostBytes = engineBytes, onBytes }: FileRequest,
  draft: Draft,
  response: Response,
  total: number | null,
): Promise<void> {
  const reader = new BoundedReader(response.body, { ...pace, bytes: mostBytes - draft.size });
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let checked = draft.size > 0;
  const flush = async () => {
    await draft.add(chunks);
    chunks = [];
    waiting = 0;
  };
  try {
    for (;;) {
      const value = await reader.read();
      if (!value) break;
      chunks.push(value);
      waiting += value.byteLength;
      if (!checked && waiting >= mark.length) {
        // Many servers answer a wrong address with a page: that is not to be stored.
        if (!(await isGguf(chunks))) throw notGguf(url);
        checked = true;
      }
      onBytes(draft.size + waiting, total);
      if (waiting >= partBytes) await flush();
    }
  } catch (cause) {
    reader.cancel();
    if (PagehoundError.isInstance(cause)) throw cause;
    if (excessOf(cause) === "bytes") {
      await draft.clear();
      throw fileFailure(url, "is larger than any model that can be run here", 200);
    }
    // What has come is kept: the next attempt goes on behind it.
    await flush();
    signal.throwIfAborted();
    throw new Interrupted(fileFailure(url, "stopped half-way", null, cause));
  }
  await flush();
}

async function isGguf(chunks: readonly BlobPart[]): Promise<boolean> {
  return (await new Blob([...chunks]).slice(0, mark.length).text()) === mark;
}

function notGguf(url: string): PagehoundError {
  return fileFailure(url, "is no GGUF file", 200);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
