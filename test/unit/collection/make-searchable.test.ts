import { expect, it } from "vitest";
import { indexDocument, Passes } from "../../../src/collection/ingest/make-searchable.js";
import type { Page } from "../../../src/core/page.js";
import { openText } from "../../../src/parse/text/parser.js";
import { readPages } from "../parse/open-fixture.js";

const source = { path: "a.txt", password: undefined, assetsBase: "", recogniser: null };

async function pagesOf(paragraphs: number): Promise<Page[]> {
  const text = Array.from({ length: paragraphs }, (_, at) => `Quay ${at}. `.repeat(200)).join(
    "\n\n",
  );
  return readPages(await openText({ ...source, bytes: new TextEncoder().encode(text) }));
}

it("a long document tells how far it is while it is made searchable, and can be aborted there", async () => {
  const pages = await pagesOf(300);
  const about = { path: "a.txt", bookmarks: [] };
  const told: number[] = [];
  const passes = new Passes(pages.length, (share) => told.push(share));
  const { passages } = await indexDocument(about, pages, new AbortController().signal, { passes });
  expect(passages.length).toBeGreaterThan(200);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  // What is found out of the postings comes after them.
  expect(told.at(-1)).toBeCloseTo(0.8);

  const abort = new AbortController();
  const aborted = new Passes(pages.length, (share) => share > 0.5 && abort.abort("enough"));
  await expect(indexDocument(about, pages, abort.signal, { passes: aborted })).rejects.toBe(
    "enough",
  );
});

it("a short document is made searchable without a word", async () => {
  const pages = await pagesOf(3);
  const passes = new Passes(pages.length, () => expect.fail("it told something"));
  const about = { path: "a.txt", bookmarks: [] };
  await indexDocument(about, pages, new AbortController().signal, { passes });
});
