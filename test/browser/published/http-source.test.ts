import { afterEach, describe, expect, it } from "vitest";
import { PagehoundError } from "../../../src/index.js";
import { ArchiveWriter, openArchive } from "../../../src/store/archive/archive.js";
import { HttpSource } from "../../../src/store/archive/source.js";

const url = new URL("/hostile.pagehound", location.href).href;
const { signal } = new AbortController();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Much more than any of these tests requests. */
const flood = 64 * 1024 * 1024;
const piece = 64 * 1024;
/** What may still be in transit after the last read. */
const underWay = 512 * 1024;

/** Bytes that start with a file and continue long after it, with a count of the bytes read. */
class Flood {
  taken = 0;
  stopped = false;

  body(begin: Uint8Array<ArrayBuffer> = new Uint8Array()): ReadableStream<Uint8Array<ArrayBuffer>> {
    let begun = false;
    return new ReadableStream({
      pull: (controller) => {
        const next = begun ? new Uint8Array(piece) : begin;
        begun = true;
        this.taken += next.byteLength;
        if (next.byteLength > 0) controller.enqueue(next);
        else controller.enqueue(new Uint8Array(piece));
        if (this.taken >= flood) controller.close();
      },
      cancel: () => {
        this.stopped = true;
      },
    });
  }
}

/** Answers every request the same way. */
function answering(answer: (init: RequestInit | undefined) => Response): void {
  globalThis.fetch = async (_input, init) => answer(init);
}

/** Opens the file at the URL, and reads its beginning. */
async function opened() {
  const source = await HttpSource.open(url, { etag: null, signal });
  if (!source) throw new Error("There is nothing.");
  return openArchive(source, signal);
}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => "nothing thrown",
    (error: unknown) => (PagehoundError.isInstance(error) ? error.code : error),
  );

async function emptyFile(): Promise<Uint8Array<ArrayBuffer>> {
  const versions = { passages: 1, postings: 1, facts: 1 };
  const file = await new ArchiveWriter().finish({
    ...{ title: "T", created: "2026-11-22T00:00:00.000Z", versions },
  });
  return new Uint8Array(await file.arrayBuffer());
}

describe("a file on an untrusted server", () => {
  it("refuses a file, and stops reading, if the server sends more than the requested range", async () => {
    const answer = new Flood();
    const headers = { "Content-Range": "bytes 0-65535/100000" };
    answering(() => new Response(answer.body(), { status: 206, headers }));
    expect(await refused(opened())).toBe("download-failed");
    expect(answer.taken).toBeLessThan(underWay);
    expect(answer.stopped).toBe(true);
  });

  it("reads no further than the file's header says if the server has no ranges", async () => {
    const file = await emptyFile();
    const answer = new Flood();
    answering(() => new Response(answer.body(file)));
    await expect(opened()).rejects.toMatchObject({
      code: "damaged-file",
      message: expect.stringContaining("data after its end"),
    });
    expect(answer.taken).toBeLessThan(underWay);
    expect(answer.stopped).toBe(true);
  });

  it("abandons a file after its first bytes if it is not a collection", async () => {
    const answer = new Flood();
    answering(() => new Response(answer.body(new TextEncoder().encode("<!doctype html>"))));
    expect(await refused(opened())).toBe("unsupported-format");
    expect(answer.taken).toBeLessThan(underWay);
  });

  it("reads no more than requested if a server without ranges sends without end", async () => {
    const answer = new Flood();
    answering(() => new Response(answer.body()));
    const source = HttpSource.known(url, null);
    expect((await source.read(100, 200, signal)).byteLength).toBe(200);
    expect(answer.taken).toBeLessThan(underWay);
    source.close();
    await expect.poll(() => answer.stopped).toBe(true);
  });

  it("refuses a file that the server calls unchanged without being asked", async () => {
    answering(() => new Response(null, { status: 304 }));
    expect(await refused(HttpSource.open(url, { etag: null, signal }))).toBe("download-failed");
    expect(await HttpSource.open(url, { etag: '"1"', signal })).toBeNull();
  });

  it("fails with possible reasons if another server does not answer", async () => {
    const away = "https://127.0.0.1:9/a.pagehound";
    const possible =
      "nothing responds at https://127.0.0.1:9, or it does not allow this page to read its responses";
    await expect(HttpSource.open(away, { etag: null, signal })).rejects.toThrow(possible);
  });

  it("fails without mentioning CORS if the page's own server does not answer", async () => {
    answering(() => {
      throw new TypeError("Failed to fetch");
    });
    const address = `${location.origin}/a.pagehound`;
    const failure = await HttpSource.open(address, { etag: null, signal }).catch(String);
    expect(failure).toContain(
      `nothing responds at ${location.origin}, or it redirects to another address`,
    );
    expect(failure).not.toMatch(/allow-origin/i);
  });

  it("stops waiting when the call is aborted", async () => {
    const controller = new AbortController();
    answering((init) => {
      const body = new ReadableStream({
        start: (stream) => {
          init?.signal?.addEventListener("abort", () => stream.error(init.signal?.reason));
          setTimeout(() => controller.abort(new Error("enough")));
        },
      });
      return new Response(body);
    });
    const opening = HttpSource.open(url, { etag: null, signal: controller.signal });
    await expect(opening).rejects.toThrow("enough");
  });
});
