import { expect, test } from "vitest";
import { type PageKey, PageTexts } from "../../../src/collection/sync/page-texts.js";
import type { Page } from "../../../src/core/index.js";

function page([, number]: PageKey, text = `page ${number}`): Page {
  const line = { start: 0, end: text.length, block: 0, kind: "text", level: 0 } as const;
  return {
    ...{ number, label: null, state: "text", width: 600, height: 800, text, geometry: null },
    lines: [{ ...line, size: 0, bold: false, top: 0, bottom: 0 }],
  };
}

/** Pages with any content, and a list of the pages read by each call. */
function counting(text?: string): {
  read: string[][];
  pages: (keys: readonly PageKey[]) => Promise<Page[]>;
} {
  const read: string[][] = [];
  return {
    read,
    pages: async (keys) => {
      read.push(keys.map((key) => key.join(".")));
      return keys.map((key) => page(key, text));
    },
  };
}

test("reads page texts once, missing ones together, and returns them in the requested order", async () => {
  const { read, pages } = counting();
  const texts = new PageTexts(pages);
  await texts.pages([[1, 2]]);
  const found = await texts.pages([
    [1, 3],
    [1, 2],
    [4, 2],
  ]);
  expect(found.map((each) => each?.text)).toEqual(["page 3", "page 2", "page 2"]);
  expect(read).toEqual([["1.2"], ["1.3", "4.2"]]);
});

test("drops the least recently used page texts first", async () => {
  const { read, pages } = counting("x".repeat(1_000));
  // The cache has room for four pages.
  const texts = new PageTexts(pages, 6_000);
  for (const number of [1, 2, 3, 4, 1, 5]) await texts.pages([[1, number]]);
  read.length = 0;
  await texts.pages([
    [1, 1],
    [1, 2],
    [1, 5],
  ]);
  expect(read).toEqual([["1.2"]]);
});

test("drops the page texts of a content, even while they are being read", async () => {
  const { read, pages } = counting();
  const texts = new PageTexts(pages);
  await texts.pages([
    [1, 1],
    [2, 1],
  ]);
  const reading = texts.pages([[1, 2]]);
  texts.forget(1);
  await reading;
  read.length = 0;
  await texts.pages([
    [1, 1],
    [1, 2],
    [2, 1],
  ]);
  expect(read).toEqual([["1.1", "1.2"]]);
});

test("does not keep page texts that are missing or would take up a quarter of the cache", async () => {
  const long = counting("x".repeat(5_000));
  const texts = new PageTexts(long.pages, 6_000);
  await texts.pages([[1, 1]]);
  await texts.pages([[1, 1]]);
  expect(long.read).toHaveLength(2);
  const none = new PageTexts(async (keys) => keys.map(() => undefined));
  expect(await none.pages([[1, 1]])).toEqual([undefined]);
});
