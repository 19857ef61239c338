import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { CompoundFile } from "../../../src/readers/office/containers.js";
import { createParseSession } from "../../../src/readers/parse-session.js";
import { compoundFile, lockedFile, lockedOpenDocument } from "./locked-files.js";
import { paragraph, wordFile } from "./office-files.js";

const session = createParseSession({ assetsBase: "https://example.invalid/", ocr: null });

/** Reads a file as a parse worker does. */
async function read(bytes: Uint8Array, password?: string) {
  const path = "letter";
  const { metadata } = await session.open({ bytes: new Uint8Array(bytes).buffer, path, password });
  const { text } = await session.readPage({ number: 1 });
  return { text, encrypted: metadata.encrypted, fileSize: metadata.fileSize };
}

const text = "The ferry sails at noon.";
// More than is encrypted in one block.
const numbers = Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 10007) ** 2).join(" ");
const letter = wordFile(paragraph(text), { "word/numbers.xml": numbers });
const password = "pass wörd 🗝";

describe("an office file behind a password", () => {
  it.each([
    ["as since 2013", lockedFile(letter, password, "agile")],
    ["as in 2010", lockedFile(letter, password, "agile", { hash: "SHA1", bits: 128 })],
    ["with other hashes", lockedFile(letter, password, "agile", { hash: "SHA384" })],
    ["as in 2007", lockedFile(letter, password, "standard")],
  ])(
    "reads an office file encrypted %s with its password, and asks for it otherwise",
    async (_way, locked) => {
      expect(await read(locked, password)).toEqual({
        text: `${text}\n`,
        encrypted: true,
        fileSize: locked.length,
      });
      await expect(read(locked)).rejects.toMatchObject({
        code: "password-required",
        data: { reason: "needed" },
      });
      await expect(read(locked, "pass word")).rejects.toMatchObject({
        code: "password-required",
        data: { reason: "wrong" },
      });
    },
  );

  it.each([
    ["part by part", "parts"],
    ["part by part with an older hash", "older"],
    ["as a whole", "whole"],
  ] as const)(
    "reads an OpenDocument file encrypted %s with its password, and asks for it otherwise",
    async (_way, way) => {
      const content = `<office:document-content><office:body><office:text><text:p>${text}</text:p><text:p>${numbers}</text:p></office:text></office:body></office:document-content>`;
      const locked = await lockedOpenDocument({ "content.xml": content }, password, way);
      const { text: shown, encrypted } = await read(locked, password);
      expect(shown.startsWith(`${text}\n`)).toBe(true);
      expect(encrypted).toBe(true);
      for (const [password, reason] of [
        [undefined, "needed"],
        ["pass word", "wrong"],
      ] as const) {
        const refused = { code: "password-required", data: { reason } };
        await expect(read(locked, password)).rejects.toMatchObject(refused);
      }
    },
  );

  it("refuses an OpenDocument file with old encryption, with advice", async () => {
    const locked = await lockedOpenDocument({ "content.xml": "<a/>" }, password, "blowfish");
    await expect(read(locked, password)).rejects.toMatchObject({
      code: "unsupported-format",
      message: expect.stringMatching(/Blowfish.*save it unencrypted/),
    });
  });

  it("opens a file without asking if Excel encrypted it with its default password", async () => {
    expect((await read(lockedFile(letter, "VelvetSweatshop", "agile"))).encrypted).toBe(true);
  });

  it("refuses a file that no password opens, with the reason", async () => {
    const managed = compoundFile({ EncryptedPackage: new Uint8Array(5000) });
    await expect(read(managed, password)).rejects.toMatchObject({
      code: "unsupported-format",
      message: expect.stringContaining("rights managed by a server"),
    });
    const exotic = new TextEncoder().encode("\u0004\0\u0003\0........................");
    const unsupported = compoundFile({
      EncryptedPackage: new Uint8Array(9),
      EncryptionInfo: exotic,
    });
    await expect(read(unsupported, password)).rejects.toMatchObject({ code: "unsupported-format" });
    const rare = lockedFile(letter, password, "agile", { hash: "SHA512", bits: 192 });
    // Node supports this encryption, but browsers do not.
    await read(rare, password).catch((error) =>
      expect(error).toMatchObject({ code: "unsupported-format" }),
    );
  });

  it("refuses a damaged file with a reason, however it is damaged", async () => {
    const locked = lockedFile(wordFile(paragraph("A ferry.")), password, "agile");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(locked.length - 1), fc.nat(255)), { minLength: 1, maxLength: 9 }),
        fc.option(fc.nat(locked.length), { freq: 3 }),
        async (changes, cut) => {
          const damaged = locked.slice(0, cut ?? locked.length);
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          const ending = await read(damaged, password).catch((error: unknown) => error);
          if (ending instanceof Error) expect(PagehoundError.isInstance(ending)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Compared in one step, because comparing byte by byte takes the test library seconds. */
function areAlike(one: Uint8Array | null, other: Uint8Array | undefined): boolean {
  return Buffer.compare(one ?? Buffer.of(1), other ?? Buffer.of(2)) === 0;
}

describe("a compound file", () => {
  it("returns its streams, small and large", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,20}$/), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(9000), { minLength: 12, maxLength: 12 }),
        (names, sizes) => {
          const streams = Object.fromEntries(
            names.map((name, at) => [name, new Uint8Array(sizes[at] ?? 0).fill(at + 1)]),
          );
          const file = new CompoundFile(compoundFile(streams), "file");
          for (const name of names) expect(areAlike(file.stream(name), streams[name])).toBe(true);
          expect(file.stream("other name")).toBeNull();
        },
      ),
      { numRuns: 30 },
    );
  });

  it("reads a compound file to its end, even with more sectors than its header can list", () => {
    const large = new Uint8Array(9_000_000);
    for (let at = 0; at < large.length; at += 500) large[at] = at / 500;
    const stream = new CompoundFile(compoundFile({ large }), "file").stream("large");
    expect(areAlike(stream, large)).toBe(true);
  });
});
