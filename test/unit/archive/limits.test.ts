import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../../../src/archive/manifest.js";
import { readSection, writeSection } from "../../../src/archive/section.js";
import { ArchiveWriter } from "../../../src/archive/write-archive.js";
import type { PackedPage } from "../../../src/core/packed-page.js";
import { anyDocuments, type WholeDocument, written } from "./random-archive.js";
import { readWhole } from "./read-whole.js";
import { withManifest } from "./with-manifest.js";

const { signal } = new AbortController();

/** The same document whenever the tests run. */
async function sample(): Promise<WholeDocument> {
  const many = await Promise.all(fc.sample(anyDocuments, { seed: 11, numRuns: 60 }));
  const [one] = many.find((documents) => documents.length === 1) ?? [];
  if (!one) throw new Error("No sample has one document.");
  return one;
}

describe("the file of a collection", () => {
  it("is refused with a date that is none, and with pages that the document has not", async () => {
    const file = await written([await sample()]);
    const withGaps = (pages: object[]) => (said: Manifest) => ({
      ...said,
      documents: said.documents.map((each) => ({ ...each, gaps: [{ reason: "empty", pages }] })),
    });
    const lies: ((said: Manifest) => unknown)[] = [
      (said) => ({ ...said, created: "yesterday" }),
      withGaps([{ from: 0, to: 1 }]),
      withGaps([{ from: 1, to: 9_000_000 }]),
      withGaps([
        { from: 1, to: 1 },
        { from: 1, to: 1 },
      ]),
    ];
    for (const lie of lies) {
      const reading = readWhole(await withManifest(file, lie));
      await expect(reading, String(lie)).rejects.toMatchObject({ code: "damaged-file" });
    }
  });

  it("has no headings so deep that nothing could be indented like them", async () => {
    const one = await sample();
    const deep = { text: "Deep", level: Number.MAX_SAFE_INTEGER, page: 1 };
    const index = { ...one.index, headings: [{ ...deep, span: null }], bookmarks: [deep] };
    const { documents } = await readWhole(await written([{ ...one, index }]));
    const [read] = documents;
    const levels = [...(read?.index.headings ?? []), ...(read?.index.bookmarks ?? [])];
    expect(levels.map(({ level }) => "  ".repeat(level).length > 0)).toEqual([true, true]);
    expect(Math.max(...levels.map(({ level }) => level))).toBeLessThanOrEqual(1_000);
  });

  it("can be read again by whoever has written it, or is not written", async () => {
    const one = await sample();
    const writer = new ArchiveWriter();
    const section = await writeSection(inTurn(one.pages), one.index);
    const title = "t".repeat(1_000_000);
    for (let index = 0; index < 70; index++) {
      const metadata = { ...one.document.metadata, title };
      writer.add({ ...one.document, path: `${index}`, metadata }, section, false);
    }
    const said = { title: "T", created: "2026-11-22T00:00:00.000Z" };
    const versions = { passages: 1, postings: 2, facts: 3 };
    await expect(writer.finish({ ...said, versions })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("is read a few pages at a time, and fewer when they are large", async () => {
    const one = await sample();
    const [first] = one.pages;
    if (!first) throw new Error("There is no page.");
    const text = "x".repeat(5 * 1024 * 1024);
    const pages = Array.from({ length: 6 }, (_, index): PackedPage => {
      return { ...first, number: index + 1, text, lines: new Float64Array(), geometry: null };
    });
    const index = { ...one.index, headings: [], passages: new Uint32Array() };
    const postings = {
      ...one.index.postings,
      pageOfPassage: new Uint32Array(),
      numbers: new Uint8Array(),
    };
    const section = await writeSection(inTurn(pages), { ...index, postings });
    const together: number[] = [];
    const about = { section: { offset: 0, ...section }, pages: { total: pages.length } };
    await readSection(section.bytes, about, "a.pagehound", signal, async (some) => {
      together.push(some.length);
    });
    expect(together.reduce((sum, each) => sum + each, 0)).toBe(6);
    expect(Math.max(...together)).toBeLessThanOrEqual(4);
  });
});

async function* inTurn(pages: readonly PackedPage[]): AsyncGenerator<readonly PackedPage[]> {
  for (const page of pages) yield [page];
}
