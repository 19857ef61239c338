import { PagehoundError } from "../../core/errors.js";
import type { FileRecord, ModelStore, StoredFile } from "./model-store.js";

export interface FileRequest {
  readonly url: string;
  /** Expected SHA-256 of the file, in hexadecimal. */
  readonly sha256?: string | undefined;
  /** Null to keep nothing. */
  readonly store: ModelStore | null;
  readonly signal: AbortSignal;
  /** Told how much of the file is here, of how much; null while that is not known. */
  onBytes(loaded: number, total: number | null): void;
}

/** Bytes written to the store at once. */
const partBytes = 16 * 2 ** 20;
const attempts = 3;
const pauseMilliseconds = 300;

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
  // Another tab that wants the same file waits, and then finds it stored.
  return navigator.locks.request(`pagehound-model:${url}`, { signal }, async () => {
    const stored = (await store?.find(url)) ?? null;
    if (stored?.complete) {
      onBytes(stored.bytes ?? 0, stored.bytes);
      return new Blob([...stored.parts]);
    }
    const draft = new Draft(url, store, stored);
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
  });
}

/** A file that is being received, in the store if there is one and else in memory. */
class Draft {
  readonly parts: Blob[];
  readonly #url: string;
  readonly #store: ModelStore | null;
  #version: string | null;
  #bytes: number | null;

  constructor(url: string, store: ModelStore | null, stored: StoredFile | null) {
    this.#url = url;
    this.#store = store;
    this.parts = [...(stored?.parts ?? [])];
    this.#version = stored?.version ?? null;
    this.#bytes = stored?.bytes ?? null;
  }

  /** Whether all of it came, though that was not noted any more. */
  get whole(): boolean {
    return this.size > 0 && this.size === this.#bytes;
  }

  get size(): number {
    return this.parts.reduce((sum, part) => sum + part.size, 0);
  }

  /** Whether an answer with this mark goes on with what is here. */
  continues(version: string | null): boolean {
    return version === null || this.#version === null || version === this.#version;
  }

  announce(version: string | null, bytes: number | null): void {
    this.#version = version ?? this.#version;
    this.#bytes = bytes;
  }

  async add(chunks: readonly BlobPart[]): Promise<void> {
    const part = new Blob([...chunks]);
    if (part.size === 0) return;
    const index = this.parts.length;
    this.parts.push((await this.#store?.append(this.#record(false), index, part)) ?? part);
  }

  async finish(): Promise<void> {
    this.#bytes = this.size;
    await this.#store?.note(this.#record(true));
  }

  async clear(): Promise<void> {
    this.parts.length = 0;
    this.#version = null;
    this.#bytes = null;
    await this.#store?.delete(this.#url);
  }

  #record(complete: boolean): FileRecord {
    return { url: this.#url, version: this.#version, bytes: this.#bytes, complete };
  }
}

async function receive(request: FileRequest, draft: Draft): Promise<void> {
  const { url, sha256 } = request;
  if (!draft.whole) await receiveRest(request, draft);
  if (sha256 !== undefined && (await digest(new Blob(draft.parts))) !== sha256.toLowerCase()) {
    await draft.clear();
    throw new Interrupted(failure(url, "is not the one expected: its SHA-256 differs"));
  }
  await draft.finish();
}

async function receiveRest(request: FileRequest, draft: Draft): Promise<void> {
  const { url, signal, onBytes } = request;
  const from = draft.size;
  const response = await ask(url, from, signal);
  const { status, headers } = response;
  const version = headers.get("etag") ?? headers.get("last-modified");
  if (status === 416 || (status === 206 && !draft.continues(version))) {
    await response.body?.cancel();
    await draft.clear();
    throw new Interrupted(failure(url, "has changed while it was being fetched"));
  }
  if (status !== 200 && status !== 206) {
    await response.body?.cancel();
    const error = failure(url, `was refused (HTTP ${status})`, status);
    throw status >= 500 || status === 429 ? new Interrupted(error) : error;
  }
  // A server that gives whole files only.
  if (status === 200 && from > 0) await draft.clear();
  const length = headers.get("content-length");
  const total = length === null ? null : draft.size + Number(length);
  draft.announce(version, total);
  onBytes(draft.size, total);
  await store(request, draft, response, total);
  if (draft.size < 4) throw notGguf(url);
  // More than that comes where the length is that of encoded bytes.
  if (total !== null && draft.size < total)
    throw new Interrupted(failure(url, "ended before it was complete"));
}

async function ask(url: string, from: number, signal: AbortSignal): Promise<Response> {
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
    // The browser's own cache would hold it a second time.
    return await fetch(url, { headers, signal, cache: "no-store" });
  } catch (cause) {
    signal.throwIfAborted();
    throw new Interrupted(failure(url, "could not be reached", null, cause));
  }
}

async function store(
  { url, signal, onBytes }: FileRequest,
  draft: Draft,
  response: Response,
  total: number | null,
): Promise<void> {
  const reader = response.body?.getReader();
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  const flush = async () => {
    await draft.add(chunks);
    chunks = [];
    waiting = 0;
  };
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) break;
      chunks.push(value);
      waiting += value.byteLength;
      if (draft.size === 0 && waiting >= 4) await checkStart(url, chunks);
      onBytes(draft.size + waiting, total);
      if (waiting >= partBytes) await flush();
    }
  } catch (cause) {
    await reader?.cancel().catch(() => {});
    if (PagehoundError.isInstance(cause)) throw cause;
    // What has come is kept: the next attempt goes on behind it.
    await flush();
    signal.throwIfAborted();
    throw new Interrupted(failure(url, "stopped half-way", null, cause));
  }
  await flush();
}

/** Many servers answer a wrong address with a page: that is not to be stored. */
async function checkStart(url: string, chunks: readonly BlobPart[]): Promise<void> {
  const start = await new Blob([...chunks]).slice(0, 4).text();
  if (start !== "GGUF") throw notGguf(url);
}

function notGguf(url: string): PagehoundError {
  return failure(url, "is no GGUF file", 200);
}

async function digest(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function failure(
  url: string,
  what: string,
  status: number | null = null,
  cause?: unknown,
): PagehoundError {
  const next =
    status === null
      ? " Check the connection and load it again; it goes on where it stopped."
      : " Check the address of the model.";
  return new PagehoundError("download-failed", `The model's file ${url} ${what}.${next}`, {
    data: { url, ...(status === null ? {} : { status }) },
    cause,
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
