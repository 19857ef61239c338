import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PagehoundError } from "../../../../src/core/errors.js";
import { sha256 } from "../../../../src/core/index.js";
import { compress, decompress } from "../../../../src/store/archive/checked.js";
import {
  archivedTitle,
  type Manifest,
  type Section,
} from "../../../../src/store/archive/manifest.js";
import { tries } from "../../../tries.js";
import { anyDocuments, type WholeDocument, written } from "./random-archive.js";
import { readWhole } from "./read-whole.js";
import { withManifest, withSection } from "./with-manifest.js";

/** The same documents in every run. */
async function sample(seed: number, count: number): Promise<WholeDocument[]> {
  const many = await Promise.all(fc.sample(anyDocuments, { seed, numRuns: 60 }));
  const found = many.find((documents) => documents.length === count);
  if (!found) throw new Error(`No sample has ${count} documents.`);
  return found;
}

/** The result of reading: the contents, or the error's code. */
async function outcome(bytes: BlobPart): Promise<unknown> {
  try {
    return await readWhole(new Blob([bytes]));
  } catch (error) {
    if (PagehoundError.isInstance(error)) {
      expect(error.message).toContain("a.pagehound");
      return error.code;
    }
    throw error;
  }
}

describe("a collection file", () => {
  it("reads a collection file back as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDocuments,
        fc.string({ unit: "binary", maxLength: 50 }),
        async (made, title) => {
          const documents = await made;
          const read = await readWhole(await written(documents, title));
          expect(read.title).toBe(archivedTitle(title));
          expect(read.documents.length).toBe(documents.length);
          for (const [index, { document, ...rest }] of documents.entries()) {
            const { archived, ...parts } = read.documents[index] ?? {};
            expect(archived).toMatchObject(document);
            expect(parts).toEqual(rest);
          }
        },
      ),
      { numRuns: tries(15, 60) },
    );
  });

  it("rejects a file that is truncated anywhere", async () => {
    const file = await written(await sample(1, 2));
    for (let length = 1; length < file.size; length += tries(11, 1) * (1 + (length % 7))) {
      expect(await outcome(file.slice(0, length))).toBe("damaged-file");
    }
    expect(await outcome(new Uint8Array())).toBe("unsupported-format");
  });

  it("rejects trailing data", async () => {
    const file = await written(await sample(2, 1));
    expect(await outcome(new Blob([file, "x"]))).toBe("damaged-file");
  });

  it("rejects a file in which any single bit differs", async () => {
    const bytes = new Uint8Array(await (await written(await sample(3, 2))).arrayBuffer());
    // Seven is coprime to eight, so that every bit gets its turn.
    for (let at = 0; at < bytes.length; at += tries(17, 1)) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(await outcome(changed)).toBeOneOf(["damaged-file", "unsupported-format"]);
    }
  });

  it("rejects a file in which bytes are changed, removed or inserted", async () => {
    const bytes = new Uint8Array(await (await written(await sample(4, 3))).arrayBuffer());
    const place = fc.nat({ max: bytes.length - 1 });
    const noise = fc.uint8Array({ minLength: 0, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(place, fc.nat({ max: 40 }), noise, async (at, gone, come) => {
        const changed = [...bytes.slice(0, at), ...come, ...bytes.slice(at + gone)];
        fc.pre(changed.length !== bytes.length || changed.some((byte, i) => byte !== bytes[i]));
        expect(await outcome(Uint8Array.from(changed))).toBeOneOf([
          "damaged-file",
          "unsupported-format",
        ]);
      }),
      { numRuns: tries(30, 150) },
    );
  });

  it("distinguishes other files and newer versions from damaged ones", async () => {
    const bytes = new Uint8Array(await (await written([])).arrayBuffer());
    expect(await outcome("%PDF-1.7")).toBe("unsupported-format");
    const newer = bytes.slice();
    newer[8] = 2;
    await expect(readWhole(new Blob([newer]))).rejects.toMatchObject({
      code: "unsupported-format",
      message: expect.stringContaining("newer version"),
    });
  });

  it("rejects a file if a document's format is unknown to this version", async () => {
    const file = await written(await sample(5, 1));
    const other = await withManifest(file, (manifest) => {
      return {
        ...manifest,
        documents: manifest.documents.map((each) => ({ ...each, format: "wpd" })),
      };
    });
    await expect(readWhole(other)).rejects.toMatchObject({ code: "unsupported-format" });
  });

  it("rejects a file with inconsistent content, even with the right checksums", async () => {
    const file = await written(await sample(6, 2));
    const inFirst = (lie: object) => (manifest: Manifest) => {
      const [first, ...others] = manifest.documents;
      return { ...manifest, documents: [{ ...first, ...lie }, ...others] };
    };
    const inSection = (lie: (section: Section) => object) => (manifest: Manifest) => {
      const { section } = manifest.documents[0] ?? {};
      if (!section) throw new Error("There is no document.");
      return inFirst({ section: { ...section, ...lie(section) } })(manifest);
    };
    const lies: ((manifest: Manifest) => unknown)[] = [
      () => null,
      () => [],
      (manifest) => ({ ...manifest, title: 7 }),
      (manifest) => ({ ...manifest, versions: {} }),
      inFirst({ path: "" }),
      inFirst({ path: "a\nb" }),
      (manifest) => inFirst({ path: manifest.documents[1]?.path })(manifest),
      inFirst({ hash: "00" }),
      inFirst({ pages: { total: 0 } }),
      inFirst({ metadata: null }),
      inFirst({ section: null }),
      inSection(() => ({ offset: 1 })),
      inSection(() => ({ offset: -1 })),
      inSection(() => ({ length: 2 ** 60 })),
      inSection(() => ({ size: 1 })),
      inSection(({ size }) => ({ size: size + 1 })),
      inSection(() => ({ size: Number.MAX_SAFE_INTEGER })),
    ];
    for (const lie of lies) {
      const other = await withManifest(file, lie);
      expect(await outcome(other), String(lie)).toBe("damaged-file");
    }
    // Unchanged, the file is accepted.
    expect(await outcome(await withManifest(file, (manifest) => manifest))).toMatchObject({
      title: "T",
    });
  });

  it("never unpacks a part beyond its stated size", async () => {
    const zeros = new Uint8Array(64 * 1024 * 1024);
    const bomb = await compress([zeros]);
    let taken = 0;
    await expect(async () => {
      for await (const piece of decompress(bomb, 1_000_000)) taken += piece.byteLength;
    }).rejects.toThrow("larger than stated");
    expect(taken).toBeLessThanOrEqual(1_000_000);
  });

  it("a collection file contains the file of two identical documents only once", async () => {
    const [one] = await sample(7, 1);
    if (!one) throw new Error("There is no document.");
    const original = crypto.getRandomValues(new Uint8Array(20_000));
    const hash = await sha256(original);
    const copies = ["a", "b"].map((path) => ({
      ...one,
      original,
      document: { ...one.document, path, hash },
    }));
    const file = await written(copies);
    expect(file.size).toBeLessThan(30_000);
    const { documents } = await readWhole(file);
    expect(documents.map((read) => read.original)).toEqual([original, original]);
  });

  it("either rejects or reads a file with a changed part, even with the right checksums", async () => {
    const [one] = await sample(8, 1);
    if (!one) throw new Error("There is no document.");
    const file = await written([{ ...one, original: null }]);
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        const other = await withSection(file, (plain) => {
          const changed = plain.slice();
          for (const [at, byte] of edits) changed[at % changed.length] = byte;
          return changed;
        });
        const read = await outcome(other);
        outcomes.add(typeof read === "string" ? read : "read");
      }),
      { numRuns: tries(30, 300) },
    );
    expect([...outcomes].sort()).toEqual(["damaged-file", "read"]);
  });
});
