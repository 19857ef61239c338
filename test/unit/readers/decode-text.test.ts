import { describe, expect, it } from "vitest";
import { readText } from "../../../src/readers/text/encoding.js";
import { looksLikeText } from "../../../src/readers/text/parser.js";

const decodeText = async (bytes: Uint8Array, declared?: string) =>
  (await readText(bytes, { declared })).text;
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("decoding", () => {
  it("reads UTF-8, with or without a mark", async () => {
    expect(await decodeText(utf8("Größe €"))).toBe("Größe €");
    expect(await decodeText(utf8("\ufeffGröße"))).toBe("Größe");
  });

  it("reads UTF-16 of either order by its mark", async () => {
    expect(await decodeText(latin("\xff\xfeA\0\xe9\0"))).toBe("Aé");
    expect(await decodeText(latin("\xfe\xff\0A\0\xe9"))).toBe("Aé");
  });

  it("decodes bytes that are not UTF-8 as windows-1252", async () => {
    expect(await decodeText(latin("Caf\xe9"))).toBe("Café");
  });

  it("prefers the declared encoding to windows-1252, and valid UTF-8 to both", async () => {
    expect(await decodeText(latin("\xcf\xf0"), "windows-1251")).toBe("Пр");
    expect(await decodeText(utf8("Größe"), "windows-1251")).toBe("Größe");
    expect(await decodeText(latin("\x1b$B$3\x1b(B"), "iso-2022-jp")).toBe("こ");
    expect(await decodeText(latin("Caf\xe9"), "no such encoding")).toBe("Café");
    expect(await decodeText(latin("Caf\xe9"), "utf-8")).toBe("Café");
  });

  it("keeps damaged UTF-8 readable", async () => {
    const bytes = utf8("ÄÖÜäöüß".repeat(5));
    expect(await decodeText(bytes.subarray(0, bytes.length - 1))).toMatch(/^ÄÖÜäöüß/);
  });
});

describe("recognising text", () => {
  it("rejects binary content and text not meant for reading", () => {
    expect(looksLikeText(latin("PK\x03\x04\0\0"))).toBe(false);
    expect(looksLikeText(latin("abc\x01\x02\x03\x04"))).toBe(false);
    expect(looksLikeText(latin("%PDF-1.7\n"))).toBe(false);
    expect(looksLikeText(latin("{\\rtf1\\ansi"))).toBe(false);
  });

  it("accepts any encoding it can decode", () => {
    expect(looksLikeText(utf8("Größe"))).toBe(true);
    expect(looksLikeText(latin("\xff\xfeA\0"))).toBe(true);
    expect(looksLikeText(latin("Caf\xe9\r\n\f\t\x1b[0m"))).toBe(true);
    expect(looksLikeText(new Uint8Array())).toBe(true);
  });
});
