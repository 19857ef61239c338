import { describe, expect, it } from "vitest";
import { indexDocument } from "../../../src/collection/ingest/make-searchable.js";
import { arePostingsSound } from "../../../src/collection/sharing/archived-document.js";
import type { Page } from "../../../src/core/page.js";
import type { DocumentPostings } from "../../../src/search/index/document-postings.js";

const texts = ["A qersu is a kind of boat.", "", "Boats are tarred in spring, in 2 of 3 years."];
const pages = texts.map((text, index): Page => {
  const line = { start: 0, end: text.length, block: 0, kind: "text" } as const;
  const lines = [{ ...line, level: 0, size: 0, bold: false, top: 0, bottom: 0 }];
  return {
    ...{ number: index + 1, label: null, width: 0, height: 0, text, geometry: null },
    state: text === "" ? "empty" : "text",
    lines: text === "" ? [] : lines,
  };
});
const { signal } = new AbortController();

describe("postings from elsewhere", async () => {
  const { postings, passages } = await indexDocument(
    { path: "a.txt", bookmarks: [] },
    pages,
    signal,
  );
  const expected = { passages: passages.length, pages: pages.length };
  const changed = <Numbers extends Uint16Array | Uint32Array>(
    change: (numbers: Numbers) => unknown,
    numbers: Numbers,
  ) => {
    const copy = numbers.slice() as Numbers;
    change(copy);
    return copy;
  };
  const { offsets, entries } = postings.passages;
  const withPassages = (passages: object): DocumentPostings => ({
    ...postings,
    passages: { ...postings.passages, ...passages },
  });
  const last = entries.length - 1;

  it("accepts postings that were made here", () => {
    expect(passages.length).toBe(2);
    expect(arePostingsSound(postings, expected)).toBe(true);
  });

  it.each([
    ["too many passages", postings, { ...expected, passages: 3 }],
    ["too few pages", postings, { ...expected, pages: 2 }],
    ["an extra term", withPassages({ terms: `${postings.passages.terms}\nx` }), expected],
    ["no terms", withPassages({ terms: "" }), expected],
    [
      "a term twice",
      withPassages({ terms: postings.passages.terms.replace(/^([^\n]*)\n[^\n]*/, "$1\n$1") }),
      expected,
    ],
    [
      "a text that does not exist",
      withPassages({ entries: changed((e) => e.fill(2 << 6, last), entries) }),
      expected,
    ],
    ["texts out of order", withPassages({ entries: entries.slice().reverse() }), expected],
    [
      "offsets past the end",
      withPassages({ offsets: changed((o) => o.fill(9_999, 1, 2), offsets) }),
      expected,
    ],
    [
      "offsets that begin late",
      withPassages({ offsets: changed((o) => o.fill(1, 0, 1), offsets) }),
      expected,
    ],
    ["too few entries", withPassages({ entries: entries.slice(1) }), expected],
    ["a page that does not exist", { ...postings, pageOfPassage: Uint32Array.of(0, 3) }, expected],
    ["pages out of order", { ...postings, pageOfPassage: Uint32Array.of(2, 0) }, expected],
    ["too few numbers", { ...postings, numbers: new Uint8Array(1) }, expected],
  ])("rejects postings with %s", (_what, bad, counts) => {
    expect(arePostingsSound(bad, counts)).toBe(false);
  });
});
