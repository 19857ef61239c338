import { describe, expect, it } from "vitest";
import { symbolText } from "../../../src/readers/symbol-fonts.js";

describe("text in symbol fonts", () => {
  it.each([
    ["ZapfDingbats", "48lno", "✔✘●■❏"],
    ["Symbol", "m\xb3\xb0a\xe5", "µ≥°α∑"],
    ["Wingdings", "\xfc\xfb\xfe\xa8\xe0\xd8", "✓✗☑◻→➢"],
    ["Wingdings 2", "PR\xa3", "✓☑□"],
    ["Wingdings3", "pq", "▲▼"],
    ["Webdings", "a", "✔"],
  ])("reads text as symbols in the font %s", (font, text, shown) => {
    expect(symbolText(font, text)).toBe(shown);
  });

  it.each(["ABCDEF+Wingdings-Regular", "Wingdings,Bold", "WINGDINGS"])(
    "recognises %s as Wingdings",
    (font) => {
      expect(symbolText(font, "\xfc")).toBe("✓");
    },
  );

  it.each(["SymbolMT", "ABCDEF+SymbolMT", "StandardSymL", "Symbol Std"])(
    "recognises %s as the font Symbol",
    (font) => {
      expect(symbolText(font, "m")).toBe("µ");
    },
  );

  it("reads symbols from private-use codes, and leaves other characters unchanged", () => {
    expect(symbolText("Symbol", "\uf06d\uf0b3 ✓😀\uf0f0")).toBe("µ≥ ✓😀\uf0f0");
  });

  it.each(["Helvetica", "Segoe UI Symbol", "Apple Symbols", "Symbola"])(
    "does not treat %s as a symbol font",
    (font) => {
      expect(symbolText(font, "m")).toBeNull();
    },
  );
});
