import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type FileRequest,
  fetchFile,
  MemoryDraft,
} from "../../../src/models/download/fetch-file.js";

const url = "https://models.example/file.bin";
const content = Uint8Array.from({ length: 100 }, (_, index) => index);
const words = { owner: "a model", check: "Check the address.", kept: "it goes on" };

/** The requested ranges, or null for the whole file. */
let ranges: (string | null)[];
let loaded: number[];

beforeEach(() => {
  ranges = [];
  loaded = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Answer = (from: number) => Response;

/** Returns one response after the other, repeating the last. */
function serve(...answers: readonly Answer[]): void {
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const range = headers.range ?? null;
    const answer = answers[Math.min(ranges.length, answers.length - 1)] as Answer;
    ranges.push(range);
    return answer(Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0));
  });
}

/** A body that is cut off after some bytes. */
function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (sent) controller.error(new TypeError("network error"));
      else controller.enqueue(bytes);
      sent = true;
    },
  });
}

interface Sent {
  readonly version?: string;
  /** Where the response is cut off. */
  readonly until?: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** The file, or the rest of it, as sent by a server that supports ranges. */
const rest =
  ({ version = '"1"', until, bytes = content }: Sent = {}): Answer =>
  (from) => {
    const headers: Record<string, string> = { "content-length": String(bytes.length - from) };
    if (version !== "") headers.etag = version;
    const body = until === undefined ? bytes.slice(from) : broken(bytes.slice(from, until));
    return new Response(body, { status: from > 0 ? 206 : 200, headers });
  };
const status =
  (code: number): Answer =>
  () =>
    new Response(null, { status: code });

async function fetched(more: Partial<FileRequest> = {}): Promise<Uint8Array> {
  const draft = new MemoryDraft();
  await fetchFile({
    ...{ url, draft, words, signal: undefined, maxBytes: 1000, pause: 0 },
    onBytes: (bytes) => loaded.push(bytes),
    ...more,
  });
  return draft.content;
}

describe("downloading a model's file", () => {
  it("resumes when the connection breaks", async () => {
    serve(rest({ until: 40 }), rest());
    expect(await fetched()).toEqual(content);
    expect(ranges).toEqual([null, "bytes=40-"]);
    expect(loaded).toEqual([0, 40, 40, 100]);
  });

  it("starts over if the version is unknown", async () => {
    serve(rest({ until: 40, version: "" }), rest());
    expect(await fetched()).toEqual(content);
    expect(ranges).toEqual([null, null]);
  });

  it("starts over if another version was published meanwhile", async () => {
    const other = content.map((byte) => byte + 1);
    serve(rest({ until: 40 }), rest({ version: '"2"', bytes: other }));
    expect(await fetched()).toEqual(other);
    expect(ranges).toEqual([null, "bytes=40-", null]);
  });

  it("accepts the whole file from a server without ranges, and starts over without a range at the last attempt", async () => {
    serve(rest({ until: 40 }), (_from) => rest()(0));
    expect(await fetched()).toEqual(content);
    ranges = [];
    serve(rest({ until: 40 }), status(503), rest());
    expect(await fetched()).toEqual(content);
    expect(ranges).toEqual([null, "bytes=40-", null]);
  });

  it.each([408, 429, 500, 503])("requests a file three times for a status of %i", async (code) => {
    serve(status(code));
    await expect(fetched()).rejects.toMatchObject({
      code: "download-failed",
      data: { url, status: code },
      message: expect.stringMatching(/later; it goes on\.$/),
    });
    expect(ranges).toHaveLength(3);
  });

  it.each([401, 403, 404])("requests a file once for a status of %i", async (code) => {
    serve(status(code));
    await expect(fetched()).rejects.toMatchObject({ data: { url, status: code } });
    expect(ranges).toHaveLength(1);
  });

  it("requires a file to have the reported size", async () => {
    serve(rest());
    expect(await fetched({ bytes: 100 })).toEqual(content);
    await expect(fetched({ bytes: 90 })).rejects.toThrow("has 100 bytes instead of 90");
    await expect(fetched({ bytes: 110 })).rejects.toThrow("has 100 bytes instead of 110");
  });

  it("stops at once if its first bytes are wrong, or it fails its check", async () => {
    serve(rest());
    await expect(fetched({ begins: () => "is a picture" })).rejects.toThrow("is a picture. Check");
    const check = async () => ({ what: "is a song", passes: false });
    await expect(fetched({ check })).rejects.toThrow("is a song. Check");
    expect(ranges).toHaveLength(2);
  });

  it("downloads a file again completely if its parts turn out to be wrong", async () => {
    serve(rest({ until: 40 }), rest(), rest());
    let checks = 0;
    const check = async () => (checks++ === 0 ? { what: "is two files", passes: false } : null);
    expect(await fetched({ check })).toEqual(content);
    expect(ranges).toEqual([null, "bytes=40-", null]);
  });

  it("waits longer before the third attempt", async () => {
    vi.useFakeTimers();
    serve(status(503));
    const failed = expect(fetched({ pause: 100 })).rejects.toMatchObject({
      code: "download-failed",
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(ranges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ranges).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(199);
    expect(ranges).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(ranges).toHaveLength(3);
  });

  it("does not request a file again once its signal has aborted", async () => {
    vi.useFakeTimers();
    serve(status(503));
    const controller = new AbortController();
    const { signal } = controller;
    const failed = expect(fetched({ pause: 100, signal })).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(50);
    controller.abort(new Error("enough"));
    await failed;
    expect(ranges).toHaveLength(1);
  });
});
