import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PackedPage } from "../../../../src/core/page.js";
import { ArchiveWriter, openArchive } from "../../../../src/store/archive/archive.js";
import { Malformed } from "../../../../src/store/archive/checked.js";
import {
  isBelievable,
  type Manifest,
  readManifest,
} from "../../../../src/store/archive/manifest.js";
import {
  readPage,
  readSection,
  writePage,
  writeSection,
} from "../../../../src/store/archive/section.js";
import { BlobSource } from "../../../../src/store/archive/source.js";
import { anyDocuments, type WholeDocument, written } from "./random-archive.js";
import { readWhole } from "./read-whole.js";
import { withManifest } from "./with-manifest.js";

const { signal } = new AbortController();

/** The same document in every run. */
async function sample(): Promise<WholeDocument> {
  const many = await Promise.all(fc.sample(anyDocuments, { seed: 11, numRuns: 60 }));
  const [one] = many.find((documents) => documents.length === 1) ?? [];
  if (!one) throw new Error("No sample has one document.");
  return one;
}

/** A page as stored in a file. */
function recordOf(page: PackedPage) {
  const bytes = writePage(page);
  const json = new DataView(bytes.buffer).getUint32(0, true);
  return { json: bytes.slice(8, 8 + json), numbers: bytes.slice(8 + json) };
}

describe("a collection file", () => {
  it("rejects invalid dates and missing pages", async () => {
    const file = await written([await sample()]);
    const withGaps = (pages: object[]) => (manifest: Manifest) => ({
      ...manifest,
      documents: manifest.documents.map((each) => ({
        ...each,
        gaps: [{ reason: "empty", pages }],
      })),
    });
    const lies: ((manifest: Manifest) => unknown)[] = [
      (manifest) => ({ ...manifest, created: "yesterday" }),
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

  it("rejects a part that exceeds the memory limit", async () => {
    const file = await written([await sample()]);
    const { manifest } = await openArchive(new BlobSource(file, "a.pagehound"), signal);
    const withLength = (length: number) => ({
      ...manifest,
      documents: manifest.documents.map((each) => ({
        ...each,
        section: { ...each.section, length, size: length },
      })),
    });
    expect(() => readManifest(withLength(2 ** 31), "a.pagehound")).not.toThrow();
    expect(() => readManifest(withLength(2 ** 31 + 1), "a.pagehound")).toThrow(Malformed);
  });

  it("rejects skewed, reversed or too many table rules", () => {
    const known = {
      number: 1,
      label: null,
      state: "empty",
      width: 1,
      height: 2,
      text: "",
    } as const;
    const withRules = (rules: readonly number[]): PackedPage => ({
      ...known,
      lines: new Float64Array(),
      geometry: {
        ...{ runs: new Uint32Array(), boxes: new Float32Array(), lengths: new Uint32Array() },
        rules: Float32Array.from(rules),
      },
    });
    const again = (page: PackedPage) => readPage(recordOf(page), 1);
    expect(again(withRules([1, 5, 9, 5])).geometry?.rules).toEqual(Float32Array.of(1, 5, 9, 5));
    const hostile = [
      [1, 5, 9, 6],
      [9, 5, 1, 5],
      [3, 9, 3, 1],
      [1, Number.NaN, 1, 2],
      [1, 2, 1, Number.POSITIVE_INFINITY],
      Array.from({ length: 4 * 2_001 }, () => 1),
    ];
    for (const rules of hostile) {
      expect(() => again(withRules(rules)), String(rules.slice(0, 4))).toThrow(Malformed);
    }
  });

  it("limits the depth of headings", async () => {
    const one = await sample();
    const deep = { text: "Deep", level: Number.MAX_SAFE_INTEGER, page: 1 };
    const index = { ...one.index, headings: [{ ...deep, span: null }], bookmarks: [deep] };
    const { documents } = await readWhole(await written([{ ...one, index }]));
    const [read] = documents;
    const levels = [...(read?.index.headings ?? []), ...(read?.index.bookmarks ?? [])];
    expect(levels.map(({ level }) => "  ".repeat(level).length > 0)).toEqual([true, true]);
    expect(Math.max(...levels.map(({ level }) => level))).toBeLessThanOrEqual(1_000);
  });

  it("keeps guides only to its own documents, up to the limit", async () => {
    const one = await sample();
    const file = await written([one]);
    const note = { source: one.document.hash, text: "On page 1", questions: ["Who?"] };
    const place = { page: 1, heading: "Boats", rows: ["Qersu"], query: null };
    const readWith = async (guides: unknown, whole = file): Promise<Manifest["guides"]> => {
      const changed = await withManifest(whole, (manifest) => ({ ...manifest, guides }));
      return (await openArchive(new BlobSource(changed, "a.pagehound"), signal)).manifest.guides;
    };
    const list = [
      { ...note, place },
      { ...note, source: "0".repeat(64) },
    ];
    expect(await readWith({ version: 1, list })).toEqual({ version: 1, list: [list[0]] });
    const many = Array.from({ length: 12 }, (_, at) => ({ ...note, text: `On page ${at}` }));
    expect((await readWith({ version: 1, list: many }))?.list).toHaveLength(8);
    const two = await written([one, { ...one, document: { ...one.document, path: "copy" } }]);
    expect((await readWith({ version: 1, list: many }, two))?.list).toHaveLength(8);
    // Invisible characters are removed, and later versions are skipped.
    const turned = { ...note, text: "On\u202e page", questions: ["Who\u0007?"] };
    expect((await readWith({ version: 1, list: [turned] }))?.list).toEqual([
      { ...note, text: "On\ufffd page", questions: ["Who\ufffd?"] },
    ]);
    expect(await readWith({ version: 2, list: "?" })).toBeUndefined();
    for (const wrong of [
      { ...note, text: "x".repeat(301) },
      { ...note, questions: Array.from({ length: 11 }, () => "Who?") },
      { ...note, questions: ["x".repeat(401)] },
      { ...note, source: "d1" },
      { ...note, place: { ...place, rows: ["1", "2", "3", "4"] } },
      { ...note, place: { ...place, page: 0 } },
    ]) {
      const read = readWith({ version: 1, list: [wrong] });
      await expect(read, JSON.stringify(wrong)).rejects.toMatchObject({ code: "damaged-file" });
    }
  });

  it("does not write a file whose manifest would be too large to read again", async () => {
    const one = await sample();
    const writer = new ArchiveWriter();
    const section = await writeSection(inTurn(one.pages), one.index);
    const title = "t".repeat(1_000_000);
    for (let index = 0; index < 70; index++) {
      const metadata = { ...one.document.metadata, title };
      writer.add({ ...one.document, path: `${index}`, metadata }, section, false);
    }
    const header = { title: "T", created: "2026-11-22T00:00:00.000Z" };
    const versions = { passages: 1, postings: 2, facts: 3 };
    await expect(writer.finish({ ...header, versions })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("reads a few pages at a time, and fewer if they are large", async () => {
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

describe("the contents of a file", () => {
  it("removes invisible characters from names, and limits the length of metadata", async () => {
    const file = await withManifest(await written([await sample()]), (manifest) => ({
      ...manifest,
      title: "a\u202eb",
      documents: manifest.documents.map((each) => ({
        ...each,
        path: "../a\u202efdp.\u2066exe\u0085",
        metadata: { ...each.metadata, title: "x".repeat(50_000), created: "not a date" },
      })),
    }));
    const { title, documents } = await readWhole(file);
    expect(title).toBe("a\ufffdb");
    expect(documents[0]?.archived.path).toBe("../a\ufffdfdp.\ufffdexe\ufffd");
    expect(documents[0]?.archived.metadata.title).toHaveLength(10_000);
  });

  it("the contents of a file cannot change an object's prototype", async () => {
    const one = await sample();
    const file = await withManifest(await written([one]), (manifest) =>
      JSON.parse(JSON.stringify(manifest).replace("{", '{"__proto__":{"source":"forged"},')),
    );
    const { documents } = await readWhole(file);
    expect("source" in (documents[0]?.archived ?? {})).toBe(false);
    expect("source" in {}).toBe(false);
  });

  it("rejects a file in which a page is inconsistent", async () => {
    const one = await sample();
    const [first] = one.pages;
    if (!first) throw new Error("There is no page.");
    const line = [0, 2, 0, 0, 0, 9, 0, 1, 2];
    const base: PackedPage = {
      ...{ number: 1, label: null, state: "text", width: 1, height: 1, text: "abcd" },
      lines: Float64Array.from(line),
      geometry: {
        runs: Uint32Array.of(0, 2, 0, 0, 2, 2, 0, 2),
        boxes: Float32Array.of(0, 0, 1, 1),
        lengths: Uint32Array.of(4),
      },
    };
    const { geometry } = base;
    const lies: Partial<PackedPage>[] = [
      { state: "empty" },
      { width: -1 },
      { height: 1e300 },
      { lines: Float64Array.from(line.with(4, 1e9)) },
      { lines: Float64Array.from(line.with(4, -1)) },
      { lines: Float64Array.from(line.with(1, 9)) },
      { geometry: { ...geometry, runs: Uint32Array.of(0, 3, 0, 0, 2, 2, 0, 2) } as never },
      { geometry: { ...geometry, boxes: Float32Array.of(0, 0, Number.NaN, 1) } as never },
      { geometry: { ...geometry, boxes: Float32Array.of(0, 0, 1, 1 / 0) } as never },
    ];
    expect(readPage(recordOf(base), 1)).toEqual(base);
    for (const lie of lies) {
      expect(() => readPage(recordOf({ ...base, ...lie }), 1), JSON.stringify(lie)).toThrow(
        Malformed,
      );
    }
    const label = "9".repeat(5_000);
    expect(readPage(recordOf({ ...base, label, problem: label }), 1)).toMatchObject({
      label: null,
      problem: "9".repeat(1_000),
    });
  });
});

describe("the unpacked size of a file", () => {
  it("the unpacked size of a file is plausible for measured documents, but not for compression bombs", () => {
    const megabyte = 1024 * 1024;
    const measured: [packed: number, unpacked: number][] = [
      // Prose, a log, a table, PDFs; then one paragraph 50,000 times, and one line 200,000 times.
      [60_125, 199_161],
      [1_684_340, 14_507_698],
      [2_350_160, 17_182_023],
      [3_742, 15_770],
      [233_024, 16_824_332],
      [102_314 + 32_000, 26_836_755 + 11_000_000],
      // The same line repeated in a 100 MB log, with its file.
      [930_000 + 290_000, 244_000_000 + 100_000_000],
    ];
    for (const [packed, unpacked] of measured) {
      expect(isBelievable(packed, unpacked), `${packed}`).toBe(true);
    }
    expect(isBelievable(50_000, 2_000 * 20 * megabyte)).toBe(false);
    expect(isBelievable(50_000, 300 * megabyte)).toBe(false);
    expect(isBelievable(10 * megabyte, 10_000 * megabyte)).toBe(false);
  });

  it("limits the unpacked size when writing, so that the file can be read again", async () => {
    const one = await sample();
    const section = await writeSection(inTurn(one.pages), one.index);
    const writer = new ArchiveWriter();
    for (let index = 0; index < 400; index++) {
      writer.add({ ...one.document, path: `${index}` }, { ...section, size: 1_000_000 }, false);
    }
    const header = { title: "T", created: "2026-11-22T00:00:00.000Z" };
    const versions = { passages: 1, postings: 2, facts: 3 };
    await expect(writer.finish({ ...header, versions })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("repeat themselves"),
    });
  });
});

async function* inTurn(pages: readonly PackedPage[]): AsyncGenerator<readonly PackedPage[]> {
  for (const page of pages) yield [page];
}
