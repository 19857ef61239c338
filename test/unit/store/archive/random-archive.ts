import fc from "fast-check";
import { hexadecimal } from "../../../../src/core/bytes.js";
import { knownLanguages } from "../../../../src/core/document.js";
import { type LineKind, type PackedPage, type Page, packPage } from "../../../../src/core/page.js";
import {
  ArchiveWriter,
  type DocumentToWrite,
  packOriginal,
} from "../../../../src/store/archive/archive.js";
import type { ArchivedIndex, ArchivedTerms } from "../../../../src/store/archive/index-record.js";
import { writeSection } from "../../../../src/store/archive/section.js";

/** A document with everything that a file contains about it. */
export interface WholeDocument {
  readonly document: DocumentToWrite;
  readonly pages: readonly PackedPage[];
  readonly index: ArchivedIndex;
  readonly original: Uint8Array<ArrayBuffer> | null;
}

const anyText = fc.string({ unit: "binary", maxLength: 40 });
const kinds: readonly LineKind[] = ["text", "row", "list-item", "heading"];

/** A page whose lines and geometry match its text. */
const anyPage = fc
  .record({
    lines: fc.array(fc.tuple(anyText, fc.constantFrom(...kinds), fc.boolean()), { maxLength: 4 }),
    label: fc.option(fc.constantFrom("iv", "A-3", "Cover")),
    width: fc.double({ min: 0, max: 1e6, noNaN: true }),
    located: fc.boolean(),
    rules: fc.option(fc.array(fc.tuple(fc.integer({ max: 900 }), fc.nat(900), fc.boolean())), {
      nil: undefined,
    }),
    recognised: fc.boolean(),
    problem: fc.option(anyText, { nil: undefined }),
  })
  .map(({ lines, label, width, located, rules, recognised, problem }): Omit<Page, "number"> => {
    const text = lines.map(([line]) => line).join("\n");
    let start = 0;
    const described = lines.map(([line, kind, bold], block) => {
      const at = { start, end: start + line.length };
      start = at.end + 1;
      return { ...at, block, kind, level: block, size: 9.5, bold, top: 1.25, bottom: 7e9 };
    });
    const lengths = described.map(({ start, end }) => end - start);
    const geometry = {
      runs: Uint32Array.from(
        described.flatMap(({ start, end }, item) => [start, end - start, item, 0]),
      ),
      boxes: Float32Array.from(described.flatMap(({ top }, item) => [item, top, 4.5, -1])),
      lengths: Uint32Array.from(lengths),
      ...(rules ? { rules: Float32Array.from(rules.flatMap(ruleOf)) } : {}),
    };
    return {
      ...{ label, width, height: 2, text },
      state: text === "" ? "empty" : "text",
      lines: described,
      geometry: located ? geometry : null,
      ...(recognised ? { recognised } : {}),
      ...(problem === undefined ? {} : { problem }),
    };
  });

function ruleOf([from, length, across]: readonly [number, number, boolean]): number[] {
  return across ? [from, 7.5, from + length, 7.5] : [7.5, from, 7.5, from + length];
}

const anyTerms = fc
  .record({
    texts: fc.nat(),
    terms: anyText,
    offsets: fc.uint32Array({ maxLength: 5 }),
    entries: fc.uint32Array({ maxLength: 9 }),
  })
  .map((terms): ArchivedTerms => terms);

const anyIndex = (pages: readonly Page[]) =>
  fc
    .record({
      cut: fc.array(fc.nat({ max: 3 }), { minLength: pages.length, maxLength: pages.length }),
      titles: fc.array(anyText, { maxLength: 3 }),
      terms: fc.tuple(anyTerms, anyTerms, anyTerms, anyTerms),
      margins: fc.array(anyText, { maxLength: 3 }),
      short: anyText,
      language: fc.constantFrom(...knownLanguages),
    })
    .map(({ cut, titles, terms, margins, short, language }): ArchivedIndex => {
      const headings = titles.map((text, level) => {
        const page = 1 + (level % pages.length);
        const span = level === 0 ? null : { start: 0, end: pages[page - 1]?.text.length ?? 0 };
        return { text, level, page, span };
      });
      const passages = pages.flatMap(({ number, text }) =>
        Array.from({ length: cut[number - 1] ?? 0 }, (_, index) => [
          ...[number, index + 1, 0, text.length],
          index % (headings.length + 1),
        ]),
      );
      return {
        headings,
        bookmarks: titles.map((text, level) => ({ text, level, page: 1 + (level % pages.length) })),
        passages: Uint32Array.from(passages.flat()),
        postings: {
          ...{ language, margins, abbreviations: [{ short, long: short }] },
          ...{ passages: terms[0], pages: terms[1], name: terms[2], opening: terms[3] },
          pageOfPassage: Uint32Array.from(passages, ([page = 0]) => page - 1),
          numbers: Uint8Array.from(passages, (_, index) => (index * 83) % 256),
        },
      };
    });

const anyDocument: fc.Arbitrary<Omit<WholeDocument, "document"> & { pageCount: Page[] }> = fc
  .array(anyPage, { minLength: 1, maxLength: 20 })
  .map((pages) => pages.map((page, index): Page => ({ ...page, number: index + 1 })))
  .chain((pages) =>
    fc.record({
      pageCount: fc.constant(pages),
      pages: fc.constant(pages.map(packPage)),
      index: anyIndex(pages),
      original: fc.option(
        fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Uint8Array.from(bytes)),
      ),
    }),
  );

/** Documents with different paths, as contained in a file. */
export const anyDocuments: fc.Arbitrary<Promise<WholeDocument[]>> = fc
  .array(anyDocument, { maxLength: 3 })
  .map((documents) => Promise.all(documents.map(described)));

async function described(
  { pageCount, ...rest }: Omit<WholeDocument, "document"> & { pageCount: Page[] },
  index: number,
): Promise<WholeDocument> {
  const bytes = rest.original ?? new TextEncoder().encode(`none ${index}`);
  const hash = hexadecimal(await crypto.subtle.digest("SHA-256", bytes));
  const total = pageCount.length;
  const text = pageCount.filter(({ state }) => state === "text").length;
  const document: DocumentToWrite = {
    path: `folder ${index}/a\u00e9 "b".pdf`,
    hash,
    format: index === 1 ? "text" : "pdf",
    pageUnit: "page",
    metadata: {
      ...{ title: "T", author: null, subject: null, keywords: null, creator: null, producer: null },
      ...{ created: null, modified: "2020-01-01", tagged: null, encrypted: false },
      ...{ pageSize: { width: 1.5, height: 2 }, fileSize: 9, formatVersion: "1.7" },
    },
    pages: { total, text, recognised: 0, empty: total - text, scanned: 0, unreadable: 0 },
    gaps: [{ reason: "empty", pages: [{ from: 1, to: 1 }] }],
    passages: rest.index.passages.length / 5,
    words: 12,
    reader: { version: 3, recognition: index === 1 ? "eng" : "" },
  };
  return { document, ...rest };
}

/** The file with these documents. */
export async function written(documents: readonly WholeDocument[], title = "T"): Promise<Blob> {
  const writer = new ArchiveWriter();
  for (const { document, pages, index, original } of documents) {
    if (original && !writer.hasOriginal(document.hash)) {
      await writer.addOriginal(document.hash, await packOriginal(original, document.format));
    }
    const section = await writeSection(oneByOne(pages), index);
    writer.add(document, section, original !== null);
  }
  const versions = { passages: 1, postings: 2, facts: 3 };
  return writer.finish({ title, created: "2026-11-22T00:00:00.000Z", versions });
}

async function* oneByOne(pages: readonly PackedPage[]): AsyncGenerator<readonly PackedPage[]> {
  for (const page of pages) yield [page];
}
