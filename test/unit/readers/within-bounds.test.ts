import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLabel } from "../../../src/core/one-line.js";
import { packPage } from "../../../src/core/page.js";
import type { OpenDocument } from "../../../src/readers/format.js";
import { documentWithinBounds, pageWithinBounds } from "../../../src/readers/parse-session.js";
import { layOut } from "../../../src/readers/pdf/layout.js";
import { placed } from "../../../src/readers/pdf/text-item.js";
import { readArchiveRecords } from "../../../src/store/archive/index-record.js";
import { metadataShape } from "../../../src/store/archive/manifest.js";
import { readPage, writePage } from "../../../src/store/archive/section.js";
import { item } from "./pdf-items.js";

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e308, 1e39, 1e7, -0, 0.5, -5),
  fc.integer({ min: -20, max: 700 }),
);
const anyItem = fc
  .tuple(fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom(0, 1, 2, 3, null), anyNumber)
  .chain(([text, turn, size]) =>
    fc
      .record({ left: anyNumber, top: anyNumber, right: anyNumber, bottom: anyNumber })
      .chain((box) =>
        anyNumber.map((baseline) => ({ ...item(text, 0, 0), ...box, baseline, size, turn })),
      ),
  );

async function readAgain(record: Uint8Array<ArrayBuffer>) {
  for await (const read of readArchiveRecords(one(record))) return readPage(read, 1);
  throw new Error("There is no record.");
}

async function* one(record: Uint8Array<ArrayBuffer>) {
  yield record;
}

describe("a parser's result", () => {
  it("creates pages that can be archived and read back, whatever numbers a PDF contains", async () => {
    const anyPage = fc.record({
      items: fc.array(anyItem, { maxLength: 12 }),
      width: anyNumber,
      height: anyNumber,
      label: fc.option(fc.string({ unit: "binary", maxLength: 40 })),
    });
    await fc.assert(
      fc.asyncProperty(anyPage, async ({ items, width, height, label }) => {
        const known = { items: items.map(placed), fields: [], boldFonts: new Set<string>() };
        const laid = layOut({ ...known, width, height, hasImages: false });
        const state = laid.lines.length > 0 ? "text" : "empty";
        const page = packPage(
          pageWithinBounds({ number: 1, label, state, width, height, ...laid }),
        );
        expect(await readAgain(writePage(page))).toEqual(page);
      }),
    );
  });

  it("keeps only bookmarks to existing pages, and limits the length of metadata", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 3_000 });
    const anyFacts = fc.record({
      title: fc.option(anyText),
      width: anyNumber,
      bookmarks: fc.array(fc.record({ text: anyText, level: anyNumber, page: anyNumber })),
      pageCount: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(anyFacts, ({ title, width, bookmarks, pageCount }) => {
        const metadata: OpenDocument["metadata"] = {
          ...{ title, author: title, subject: title, keywords: title, creator: title },
          ...{ producer: null, created: null, modified: null, formatVersion: title },
          ...{ tagged: null, encrypted: false, fileSize: 9, pageSize: { width, height: 2 } },
        };
        const kept = documentWithinBounds({ metadata, pageCount, bookmarks });
        expect(metadataShape(kept.metadata)).toEqual(kept.metadata);
        for (const { text, level, page } of kept.bookmarks) {
          expect(text).toMatch(/^[^\p{Cc}\u202a-\u202e]{1,500}$/u);
          expect(Number.isInteger(level) && level >= 1 && level <= 100).toBe(true);
          expect(Number.isInteger(page) && page >= 1 && page <= pageCount).toBe(true);
        }
      }),
    );
  });

  it("replaces a page with more text than many books by an unreadable page", () => {
    const text = "x".repeat(17 * 1024 * 1024);
    const page = pageWithinBounds({
      ...{ number: 1, label: null, state: "text", width: 0, height: 0, geometry: null },
      ...{ text, lines: [] },
    });
    expect(page).toMatchObject({
      state: "unreadable",
      text: "",
      problem: expect.stringMatching(/split/i),
    });
  });
});

it.each([
  ["iv", "iv"],
  [" A-3\n", "A-3"],
  ["Inside Front Cover", "Inside Front Cover"],
  ["表紙", "表紙"],
  ["", null],
  ["1\n[2] b.pdf", null],
  ["1: [2] b.pdf", null],
  ["a label longer than one", null],
  ["\u202e3", "3"],
])("keeps the page label %j as %j", (stated, label) => {
  expect(plainLabel(stated)).toBe(label);
});
