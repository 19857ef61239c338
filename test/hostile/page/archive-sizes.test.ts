import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { archiveVersions } from "../../../src/collection/sharing/archived-document.js";
import { sha256 } from "../../../src/core/index.js";
import { PagehoundError } from "../../../src/index.js";
import { compress } from "../../../src/store/archive/checked.js";
import type { ArchivedDocument } from "../../../src/store/archive/manifest.js";
import { writeHeader } from "../../../src/store/archive/section.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { type CollectionInPage, openInPage } from "../../browser/collection/in-page.js";
import { textFile } from "../../browser/collection/watched.js";
import { documentsOf, exportOf } from "../attack/forge-archive.js";

// Collection files that unpack to more than any device can store.

const name = "archive-sizes-test";
const megabyte = 1024 * 1024;
let here: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  here = await openInPage(name);
});
afterEach(() => {
  vi.restoreAllMocks();
  here.close();
});

interface Bomb {
  readonly documents: readonly ArchivedDocument[];
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** A single honest document, to be multiplied. */
async function honest(): Promise<{ archived: ArchivedDocument; section: Uint8Array<ArrayBuffer> }> {
  const file = await exportOf([textFile("a.txt", "A qersu is a boat.")], { originals: false });
  const [document] = await documentsOf(file);
  if (!document) throw new Error("Nothing was exported.");
  const { length } = document.archived.section;
  return { ...document, section: new Uint8Array(await file.slice(-length).arrayBuffer()) };
}

async function written({ documents, parts }: Bomb): Promise<Blob> {
  const created = "2026-11-22T00:00:00.000Z";
  const manifest = { title: "Handbook", created, versions: archiveVersions, documents };
  const plain = new TextEncoder().encode(JSON.stringify(manifest));
  const packed = await compress([plain]);
  const about = { length: packed.length, size: plain.length, sha256: await sha256(packed) };
  return new Blob([writeHeader(about), packed, ...parts]);
}

/** The import's error, how much had been unpacked by then, and what is stored. */
async function outcome(file: Blob): Promise<{ error: unknown; unpacked: number; stored: number }> {
  let unpacked = 0;
  class Counted extends DecompressionStream {
    constructor(format: CompressionFormat) {
      super(format);
      unpacked++;
    }
  }
  vi.stubGlobal("DecompressionStream", Counted);
  const error: unknown = await here.collection
    .importCollection({ file, name: "handbook.pagehound", folder: null })
    .then(() => "taken")
    .catch((thrown: unknown) => thrown)
    .finally(() => vi.unstubAllGlobals());
  const stored = await inDatabase(name, async (database) => {
    const counts = ["documents", "pages", "originals"].map((store) => database.count(store));
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  });
  return { error, unpacked, stored };
}

describe("2,000 documents of 20 MB in a small file", () => {
  const many = { length: 2_000 };

  it("refuses 2,000 documents of 20 MB by their stated sizes, before unpacking or storing anything", async () => {
    const zeros = await compress([new Uint8Array(20 * megabyte)]);
    const original = {
      ...{ length: zeros.length, size: 20 * megabyte, sha256: await sha256(zeros) },
      compressed: true,
    };
    const { archived, section } = await honest();
    const offset = many.length * section.length;
    const documents = Array.from(many, (_, index) => ({
      ...archived,
      path: `${index}.txt`,
      section: { ...archived.section, offset: index * section.length },
      original: { ...original, offset },
    }));
    const file = await written({ documents, parts: [...Array.from(many, () => section), zeros] });
    expect(file.size).toBeLessThan(3 * megabyte);
    const { error, unpacked, stored } = await outcome(file);
    expect(PagehoundError.isInstance(error) && error.code).toBe("damaged-file");
    expect(String(error)).toMatch(/handbook\.pagehound has [\d.]+ MB .* unpacks to 419\d\d MB/);
    // Only the table of contents was unpacked.
    expect({ unpacked, stored }).toEqual({ unpacked: 1, stored: 0 });
  });

  it("refuses 2,000 documents of 20 MB that all point to the same part", async () => {
    const zeros = await compress([new Uint8Array(20 * megabyte)]);
    const { archived } = await honest();
    const section = { offset: 0, length: zeros.length, size: 20 * megabyte };
    const about = { ...section, sha256: await sha256(zeros) };
    const documents = Array.from(many, (_, index) => {
      return { ...archived, path: `${index}.txt`, section: about };
    });
    const file = await written({ documents, parts: [zeros] });
    expect(file.size).toBeLessThan(60_000);
    const { error, unpacked, stored } = await outcome(file);
    expect(String(error)).toContain("handbook.pagehound is damaged: its parts overlap.");
    expect({ unpacked, stored }).toEqual({ unpacked: 1, stored: 0 });
  });

  it("refuses 2,000 documents that only claim to have 20 MB", async () => {
    const { archived, section } = await honest();
    const documents = Array.from(many, (_, index) => ({
      ...archived,
      path: `${index}.txt`,
      section: { ...archived.section, offset: index * section.length, size: 20 * megabyte },
    }));
    const file = await written({ documents, parts: Array.from(many, () => section) });
    const { error, unpacked, stored } = await outcome(file);
    expect(PagehoundError.isInstance(error) && error.code).toBe("damaged-file");
    expect({ unpacked, stored }).toEqual({ unpacked: 1, stored: 0 });
  });
});

describe("a part that unpacks to more than it says", () => {
  it("does not unpack a part beyond its stated size", async () => {
    // Starts like a long record.
    const zeros = new Uint8Array(16 * megabyte);
    const bomb = await compress([Uint8Array.of(0, 0, 0, 8, 0, 0, 0, 0), ...Array(8).fill(zeros)]);
    const { archived } = await honest();
    const about = { offset: 0, length: bomb.length, size: 1_000_000, sha256: await sha256(bomb) };
    const file = await written({ documents: [{ ...archived, section: about }], parts: [bomb] });
    let writtenBytes = 0;
    const { write } = WritableStreamDefaultWriter.prototype;
    vi.spyOn(WritableStreamDefaultWriter.prototype, "write").mockImplementation(function (
      this: WritableStreamDefaultWriter,
      chunk: Uint8Array,
    ) {
      writtenBytes += chunk.byteLength;
      return write.call(this, chunk);
    });
    const { error, stored } = await outcome(file);
    expect(String(error)).toContain("larger than stated");
    expect(stored).toBe(0);
    // 130,000 bytes that expand to 134 million.
    expect(writtenBytes).toBeLessThan(60_000);
  });
});

describe("counts that a part cannot hold", () => {
  it("refuses counts that a part cannot hold before unpacking anything", async () => {
    const { archived, section } = await honest();
    const pages = { ...archived.pages, total: 900_000, text: 900_000 };
    const lies = [
      { pages },
      { passages: 10_000_000 },
      { pages: { ...pages, recognised: 900_001 } },
    ];
    for (const lie of lies) {
      const file = await written({ documents: [{ ...archived, ...lie }], parts: [section] });
      const { error, unpacked, stored } = await outcome(file);
      expect(PagehoundError.isInstance(error) && error.code, JSON.stringify(lie)).toBe(
        "damaged-file",
      );
      expect({ unpacked, stored }).toEqual({ unpacked: 1, stored: 0 });
    }
  });
});

describe("a genuine collection that repeats itself", () => {
  it("accepts a genuine collection although it unpacks to many times its size", async () => {
    const line = "2026-01-01 INFO heartbeat ok, nothing to report\n";
    const file = await exportOf([textFile("server.txt", line.repeat(4_000))]);
    const [document] = await documentsOf(file);
    const { section } = document?.archived ?? {};
    expect((section?.size ?? 0) / (section?.length ?? 1)).toBeGreaterThan(50);
    const { error } = await outcome(file);
    expect(error).toBe("taken");
  });
});
