import { describe, expect, test } from "vitest";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { coverageWords, gapsWords } from "../../../../src/element/search/summary-view.js";
import type { Coverage } from "../../../../src/index.js";

const words = new I18n("en");

function coverage(change: Partial<Coverage>): Coverage {
  return { documents: 3, pages: 430, pagesWithoutText: 0, gaps: [], ...change } as Coverage;
}

function gap(reason: "scanned" | "unreadable" | "empty", from: number, to: number) {
  return { document: "d1", reason, pages: [{ from, to }] } as unknown as Coverage["gaps"][number];
}

describe("how much was searched", () => {
  test("states how much was searched: all pages, or the only one", () => {
    expect(coverageWords(words, coverage({}))).toBe("searched all 430 pages");
    expect(coverageWords(words, coverage({ pages: 1 }))).toBe("searched 1 page");
  });

  test("names the documents if only some were searched", () => {
    const one = coverage({ documents: 1, pages: 1200 });
    expect(coverageWords(words, one, { narrowed: true })).toBe(
      "searched all 1,200 pages of 1 document",
    );
  });

  test("starts with a capital letter if it is a separate sentence", () => {
    expect(coverageWords(words, coverage({}), { alone: true })).toBe("Searched all 430 pages");
  });

  test("says which pages had no text, and why", () => {
    const gaps = [gap("scanned", 3, 17), gap("empty", 20, 22)];
    const some = coverage({ pagesWithoutText: 18, gaps });
    expect(coverageWords(words, some)).toBe("searched 412 of 430 pages; 15 scanned, 3 empty");
    expect(coverageWords(words, some, { narrowed: true, alone: true })).toBe(
      "Searched 412 of 430 pages of 3 documents; 15 scanned, 3 empty",
    );
  });

  test("names slides and sheets, which are no pages", () => {
    const units = { page: 12, slide: 2, sheet: 1, part: 0 };
    const paged = coverage({ pages: 15, units });
    expect(coverageWords(words, paged)).toBe("searched 12 pages, 2 slides, 1 sheet");
    expect(coverageWords(words, paged, { narrowed: true, alone: true })).toBe(
      "Searched 3 documents: 12 pages, 2 slides, 1 sheet",
    );
  });

  test("counts documents if texts without pages are among them", () => {
    const mixed = coverage({ pages: 16, units: { page: 12, slide: 0, sheet: 1, part: 3 } });
    expect(coverageWords(words, mixed)).toBe("searched 3 documents");
    expect(coverageWords(words, mixed, { narrowed: true, alone: true })).toBe(
      "Searched 3 documents",
    );
    const gaps = [gap("scanned", 3, 4)];
    expect(coverageWords(words, { ...mixed, pagesWithoutText: 2, gaps })).toBe(
      "searched 12 pages, 1 sheet, 3 parts; 2 scanned",
    );
  });

  test("counts documents if all of them are texts without pages", () => {
    const texts = coverage({ pages: 4, units: { page: 0, slide: 0, sheet: 0, part: 4 } });
    expect(coverageWords(words, texts)).toBe("searched 3 documents");
    expect(coverageWords(words, texts, { narrowed: true })).toBe("searched 3 documents");
  });

  test("omits reasons that do not account for all pages", () => {
    expect(gapsWords(words, [gap("scanned", 1, 2)], 5)).toBe("5 without text");
  });
});
