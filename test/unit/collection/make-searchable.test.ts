import { expect, it } from "vitest";
import { indexDocument, isUsable, Passes } from "../../../src/collection/ingest/make-searchable.js";
import type { Page } from "../../../src/core/page.js";
import { openText } from "../../../src/readers/text/parser.js";
import { SearchIndex } from "../../../src/search/index/search-index.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { toIndexQuery } from "../../../src/search/query/to-index-query.js";
import { readPages } from "../readers/open-fixture.js";
import { item, layOutItems } from "../readers/pdf-items.js";

const source = { path: "a.txt", password: undefined, assetsBase: "", recogniser: null };

async function pagesOf(paragraphs: number): Promise<Page[]> {
  const text = Array.from({ length: paragraphs }, (_, at) => `Quay ${at}. `.repeat(200)).join(
    "\n\n",
  );
  return readPages(await openText({ ...source, bytes: new TextEncoder().encode(text) }));
}

it("a long document reports progress while it is made searchable, and can be aborted", async () => {
  const pages = await pagesOf(300);
  const about = { path: "a.txt", bookmarks: [] };
  const shares: number[] = [];
  const passes = new Passes(pages.length, (share) => shares.push(share));
  const { passages } = await indexDocument(about, pages, new AbortController().signal, { passes });
  expect(passages.length).toBeGreaterThan(200);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  // Whatever is derived from the postings comes after them.
  expect(shares.at(-1)).toBeCloseTo(0.8);

  const abort = new AbortController();
  const aborted = new Passes(pages.length, (share) => share > 0.5 && abort.abort("enough"));
  await expect(indexDocument(about, pages, abort.signal, { passes: aborted })).rejects.toBe(
    "enough",
  );
});

it("a short document reports no progress", async () => {
  const pages = await pagesOf(3);
  const passes = new Passes(pages.length, () => expect.fail("it told something"));
  const about = { path: "a.txt", bookmarks: [] };
  await indexDocument(about, pages, new AbortController().signal, { passes });
});

it("finds running headers in searches, ranked below the text of pages", async () => {
  const pages = Array.from({ length: 5 }, (_, index): Page => {
    const number = index + 1;
    const layout = layOutItems([
      item("Northwind handbook", 72, 40),
      item(`The ${["quay", "slip", "dock", "mole", "pier"][index]} opens at noon.`, 72, 300),
      item(index === 3 ? "The handbook says so." : "Nobody waits there.", 72, 420),
      item(`ACME000041${number}`, 72, 770),
    ]);
    return { number, label: null, state: "text", width: 612, height: 792, ...layout };
  });
  const about = { path: "a.pdf", bookmarks: [] };
  const { passages, postings } = await indexDocument(about, pages, new AbortController().signal);
  const index = new SearchIndex();
  index.add(1, postings);
  const scope = new Set([1]);
  const found = (query: string) =>
    index
      .search(toIndexQuery(query, parseQuery(query), index.context(scope)).query, scope)
      .take(10)
      .map(({ passage }) => {
        const { page = 0, start, end } = passages[passage] ?? {};
        return `${page}: ${pages[page - 1]?.text.slice(start, end).replace(/\s+/g, " ")}`;
      });
  expect(found("northwind")).toEqual(["1: Northwind handbook"]);
  expect(found("ACME0000413")).toEqual(["3: ACME0000413"]);
  expect(found("handbook")[0]).toContain("The handbook says so.");
});

it("can use stored postings with entries in 16 or 32 bits, and in nothing else", async () => {
  const about = { path: "a.txt", bookmarks: [] };
  const { signal } = new AbortController();
  const { headings, postings } = await indexDocument(about, await pagesOf(3), signal);
  const { entries } = postings.passages;
  const stored = { document: 1, entries: new Uint32Array(), headings, bookmarks: [] };
  const usableWith = (other: object) =>
    isUsable({
      passages: stored,
      postings: { ...postings, passages: { ...postings.passages, entries: other as Uint16Array } },
    });
  expect(entries).toBeInstanceOf(Uint16Array);
  expect(usableWith(entries)).toBe(true);
  expect(usableWith(Uint32Array.from(entries))).toBe(true);
  expect(usableWith(Uint8Array.from(entries))).toBe(false);
  expect(usableWith([...entries])).toBe(false);
});
