import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RarestTerms } from "../../../src/search/index/document-postings.js";
import { countTerms, PostingsBuilder } from "../../../src/search/index/postings.js";

const options = { k1: 0.9, b: 0.4, referenceLength: 20 };
const most = 20;

function build(pages: readonly (readonly string[])[]) {
  const [onPages, inPassages] = [new PostingsBuilder(options), new PostingsBuilder(options)];
  const rarest = new RarestTerms(onPages, inPassages, most);
  for (const words of pages) {
    onPages.add(countTerms(words.join(" ")));
    inPassages.add(countTerms(words.join(" ")));
    rarest.leaveOut();
    expect(onPages.distinct).toBeLessThanOrEqual(most);
    expect(inPassages.distinct).toBe(onPages.distinct);
  }
  return { rarest, onPages };
}

const word = fc.integer({ min: 0, max: 60 }).map((number) => `qx${number.toString(36)}z`);

describe("a document with too many terms", () => {
  it("keeps the terms within bounds after every page, whatever the pages contain", () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 15 }), { maxLength: 30 }), (pages) => {
        build(pages);
      }),
    );
  });

  it("keeps all terms of a document with few of them", () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 15 }), { maxLength: 30 }), (pages) => {
        const different = new Set(
          pages.flat().flatMap((each) => [...countTerms(each).frequencies.keys()]),
        );
        fc.pre(different.size <= most);
        const { rarest, onPages } = build(pages);
        expect(rarest.count).toBe(0);
        expect(onPages.distinct).toBe(different.size);
      }),
    );
  });

  it("drops identifiers before words, and terms on one page before those on several", () => {
    const identifiers = Array.from({ length: most }, (_, number) => `id${number}x9`);
    const { rarest, onPages } = build([["harbour", "sails"], ["harbour", "oar"], identifiers]);
    for (const kept of ["harbour", "sail", "oar"]) expect(onPages.has(kept)).toBe(true);
    // Twenty and three terms, of which three fifths of twenty stay.
    expect(rarest.count).toBe(11);
    expect(onPages.has("id0x9")).toBe(true);
    expect(onPages.has("id19x9")).toBe(false);
  });

  it("includes a dropped term again once it becomes common", () => {
    const flood = (from: number) => Array.from({ length: most }, (_, n) => `zz${from + n}k`);
    const { onPages } = build([
      [...flood(0), "panic1"],
      flood(100),
      ["panic1"],
      ["panic1"],
      ["panic1"],
    ]);
    expect(onPages.has("panic1")).toBe(true);
  });
});
