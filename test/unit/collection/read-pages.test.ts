import { afterEach, describe, expect, it } from "vitest";
import { readPages } from "../../../src/collection/ingest/read-pages.js";
import type { PackedPage } from "../../../src/core/page.js";
import { type FatedFile, ParserHost } from "./parser-host.js";

const hosts: ParserHost[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.close();
});

/** Reads a file and returns its pages, with those that parsers started. */
async function read(
  file: FatedFile,
  {
    stored = [],
    signal = new AbortController().signal,
  }: { stored?: number[]; signal?: AbortSignal } = {},
) {
  const host = new ParserHost(file, 1);
  hosts.push(host);
  const pages: PackedPage[] = [];
  const shares: number[] = [];
  const reading = readPages(
    {
      path: "file.pdf",
      bytes: file.bytes ?? (async () => new ArrayBuffer(8)),
      lent: () => {},
      opening: (share) => shares.push(share),
      password: () => undefined,
      pageSeconds: 0.2,
      signal,
      opened: async () => new Set(stored),
      page: async (page) => {
        pages.push(page);
      },
    },
    host.pool,
  );
  await reading;
  return { host, pages, shares };
}

const numbers = (pages: readonly PackedPage[]) => pages.map(({ number }) => number);
const unreadable = (pages: readonly PackedPage[]) =>
  pages
    .filter(({ state }) => state === "unreadable")
    .map(({ number, problem }) => [number, problem]);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("reading pages", () => {
  it("reads every page in order, except those already stored", async () => {
    const { host, pages } = await read({ pages: 40, fates: {} }, { stored: [2, 3, 40] });
    expect(numbers(pages)).toEqual(upTo(39).filter((number) => number !== 2 && number !== 3));
    expect(host.begun).toEqual(numbers(pages));
    expect(host.started).toBe(1);
  });

  it("passes on the progress of opening a file", async () => {
    const { pages, shares } = await read({ pages: 2, fates: {}, opening: "takes long and tells" });
    expect(numbers(pages)).toEqual([1, 2]);
    expect(shares).toEqual(Array.from({ length: 10 }, () => 0.5));
  });

  it("records a page that hangs a parser, and continues after it with another parser", async () => {
    const { host, pages } = await read({ pages: 30, fates: { 3: "sticks", 20: "sticks" } });
    expect(numbers(pages)).toEqual(upTo(30));
    expect(unreadable(pages)).toEqual([
      [3, "This page could not be read within 0.2 seconds."],
      [20, "This page could not be read within 0.2 seconds."],
    ]);
    expect([host.started, host.ended]).toEqual([3, 2]);
  });

  it("records a page that crashes a parser", async () => {
    const { host, pages } = await read({ pages: 5, fates: { 1: "dies", 5: "dies" } });
    expect(numbers(pages)).toEqual(upTo(5));
    expect(unreadable(pages)).toEqual([
      [1, "This page could not be read: the reader crashed on it."],
      [5, "This page could not be read: the reader crashed on it."],
    ]);
    // The parser died with replies pending, so pages were read one at a time to find the cause.
    expect(host.begun).toEqual([1, 1, 2, 3, 4, 5, 5]);
  });

  it("retries a page with another parser after a crash, which may have had another cause", async () => {
    const { host, pages } = await read({ pages: 3, fates: { 3: "dies once" } });
    expect(unreadable(pages)).toEqual([]);
    expect(host.begun.filter((number) => number === 3)).toHaveLength(2);
    const alone = await read({ pages: 1, fates: { 1: "dies once" } });
    expect(unreadable(alone.pages)).toEqual([]);
  });

  it("marks pages as lost if they may become readable later", async () => {
    const fates = { 1: "dies", 2: "dies", 3: "sticks", 4: "dies", 5: "dies" } as const;
    const { pages } = await read({ pages: 6, fates });
    expect(pages.map(({ lost }) => lost)).toEqual([true, true, true, true, true, true]);
  });

  it("gives up on the rest after five unreadable pages in a row", async () => {
    const fates = { 2: "dies", 4: "dies", 5: "dies", 6: "dies", 7: "dies", 8: "dies" } as const;
    const { host, pages } = await read({ pages: 12, fates });
    expect(numbers(pages)).toEqual(upTo(12));
    expect(unreadable(pages).map(([number]) => number)).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(pages.at(-1)?.problem).toBe(
      "This page was not read, because the 5 pages before it could not be read either.",
    );
    expect(host.begun).not.toContain(9);
  });

  it("gives a slow page time as long as it reports progress", async () => {
    const { pages } = await read({ pages: 2, fates: { 1: "takes long and tells" } });
    expect(unreadable(pages)).toEqual([]);
  });

  it("refuses a file that takes too long to open or crashes the parser", async () => {
    await expect(read({ pages: 1, fates: {}, opening: "sticks" })).rejects.toMatchObject({
      code: "timed-out",
      message: expect.stringContaining("within 0.8 seconds"),
    });
    await expect(read({ pages: 1, fates: {}, opening: "dies" })).rejects.toMatchObject({
      code: "worker-failed",
      message: expect.stringContaining("file.pdf"),
    });
  });

  it("gives a large file more time to open, and does not call it damaged", async () => {
    const bytes = async () => new ArrayBuffer(3_000_000);
    await expect(read({ pages: 1, fates: {}, opening: "sticks", bytes })).rejects.toMatchObject({
      code: "timed-out",
      message: expect.stringMatching(/within 1\.4 seconds(?!.*damaged)/),
    });
  });

  it("keeps the pages that were read if the file does not open again", async () => {
    for (const openingAgain of ["sticks", "dies"] as const) {
      const fates = { 3: "sticks" } as const;
      const { host, pages } = await read({ pages: 9, fates, openingAgain });
      expect(numbers(pages)).toEqual(upTo(9));
      expect(pages.filter(({ state }) => state === "text")).toHaveLength(2);
      // Four more parsers, each for a page; then the rest is abandoned.
      expect(host.opened).toBe(5);
    }
  });

  it("gives up on the rest after fifty lost pages in all", async () => {
    const odd = upTo(120).filter((number) => number % 2 === 1);
    const fates = Object.fromEntries(odd.map((number) => [number, "dies" as const]));
    const { host, pages } = await read({ pages: 120, fates });
    expect(numbers(pages)).toEqual(upTo(120));
    expect(host.begun).not.toContain(101);
    expect(pages.at(-1)?.problem).toBe(
      "This page was not read, because 50 other pages of the file could not be read either.",
    );
  });

  it("does not wait for a file that does not respond once it is aborted", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const bytes = () => {
      controller.abort(reason);
      return new Promise<ArrayBuffer>(() => {});
    };
    const { signal } = controller;
    await expect(read({ pages: 1, fates: {}, bytes }, { signal })).rejects.toBe(reason);
  });

  it("does not lend a parser to aborted work, or let it wait for one", async () => {
    const host = new ParserHost({ pages: 1, fates: {} }, 1);
    hosts.push(host);
    let free = (): void => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const first = host.pool.lend(new AbortController().signal, () => held);
    const reason = new Error("enough");
    await expect(host.pool.lend(AbortSignal.abort(reason), async () => {})).rejects.toBe(reason);
    free();
    await first;
  });

  it("leaves no listener on the signal, and adds one at a time", async () => {
    const { signal } = new AbortController();
    let [listeners, most] = [0, 0];
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      most = Math.max(most, ++listeners);
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    await read({ pages: 40, fates: {} }, { signal });
    expect([listeners, most]).toEqual([0, 1]);
  });

  it("stops inside a page when it is aborted", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(reason), 50);
    await expect(read({ pages: 3, fates: { 1: "sticks" } }, { signal })).rejects.toBe(reason);
    expect(hosts[0]?.ended).toBe(1);
  });
});
