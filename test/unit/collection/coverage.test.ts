import { expect, it } from "vitest";
import { coverageOf } from "../../../src/collection/retrieval/describe.js";
import { pageRanges } from "../../../src/core/page.js";
import { textMetadata } from "../../../src/readers/parts.js";
import type { StoredDocument } from "../../../src/store/schema.js";

function stored(ordinal: number, total: number, scanned: readonly number[]): StoredDocument {
  return {
    ordinal,
    path: `${ordinal}.pdf`,
    hash: "",
    content: ordinal,
    state: "ready",
    format: "pdf",
    pageUnit: "page",
    versions: { format: 1, passages: 1, postings: 1 },
    metadata: textMetadata(1),
    pages: {
      total,
      text: total - scanned.length,
      recognised: 0,
      empty: 0,
      scanned: scanned.length,
      unreadable: 0,
    },
    gaps: scanned.length > 0 ? [{ reason: "scanned", pages: pageRanges(scanned) }] : [],
    passages: total,
    words: total,
    addedAt: 0,
  };
}

it("coverage counts pages, and names those without text", () => {
  expect(coverageOf([stored(1, 10, []), stored(2, 5, [2, 3, 5])])).toEqual({
    documents: 2,
    pages: 15,
    pagesWithoutText: 3,
    gaps: [
      {
        document: "d2",
        path: "2.pdf",
        reason: "scanned",
        pages: [
          { from: 2, to: 3 },
          { from: 5, to: 5 },
        ],
      },
    ],
    pagesNotNamed: 0,
  });
});

it("coverage includes only the pages that were searched", () => {
  const within = [
    { from: 3, to: 4 },
    { from: 9, to: 20 },
  ];
  expect(coverageOf([stored(1, 10, []), stored(2, 5, [2, 3, 5])], within)).toMatchObject({
    documents: 2,
    pages: 6,
    pagesWithoutText: 1,
    gaps: [{ document: "d2", pages: [{ from: 3, to: 3 }] }],
  });
});

it("coverage names a limited number of pages, and counts the rest", () => {
  const everyOther = Array.from({ length: 100 }, (_, index) => 2 * index + 1);
  const documents = Array.from({ length: 60 }, (_, index) => stored(index + 1, 200, everyOther));
  const { gaps, pagesWithoutText, pagesNotNamed } = coverageOf(documents);
  expect(pagesWithoutText).toBe(6000);
  expect(gaps).toHaveLength(50);
  expect(gaps.every(({ pages }) => pages.length === 20)).toBe(true);
  expect(pagesNotNamed).toBe(5000);
});

it("coverage counts slides, sheets and parts apart from pages", () => {
  const text: StoredDocument = { ...stored(2, 3, []), format: "text", pageUnit: "part" };
  // Two sheets, the longer of which was split.
  const workbook: StoredDocument = {
    ...stored(3, 4, []),
    format: "xlsx",
    pageUnit: "sheet",
    metadata: { ...textMetadata(1), units: 2 },
  };
  const table: StoredDocument = { ...stored(4, 2, []), format: "csv", pageUnit: "sheet" };
  const slides: StoredDocument = { ...stored(5, 7, []), format: "pptx", pageUnit: "slide" };
  const documents = [stored(1, 10, []), text, workbook, table, slides];
  const units = { page: 10, slide: 7, sheet: 2, part: 5 };
  expect(coverageOf(documents)).toMatchObject({ documents: 5, pages: 26, units });
  expect(coverageOf([workbook], [{ from: 1, to: 1 }])).toMatchObject({ units: { sheet: 1 } });
  expect(coverageOf([stored(1, 10, [])])).not.toHaveProperty("units");
});
