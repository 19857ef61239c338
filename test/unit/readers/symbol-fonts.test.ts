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
  ])("text in symbol fonts is read as the symbols of %s", (font, text, shown) => {
    expect(symbolText(font, text)).toBe(shown);
  });

  it.each(["ABCDEF+Wingdings-Regular", "Wingdings,Bold", "WINGDINGS"])(
    "text in symbol fonts is read in %s",
    (font) => {
      expect(symbolText(font, "\xfc")).toBe("✓");
    },
  );

  it.each(["SymbolMT", "ABCDEF+SymbolMT", "StandardSymL", "Symbol Std"])(
    "text in symbol fonts is read in %s",
    (font) => {
      expect(symbolText(font, "m")).toBe("µ");
    },
  );

  it("text in symbol fonts is read from private-use codes, while other characters stay", () => {
    expect(symbolText("Symbol", "\uf06d\uf0b3 ✓😀\uf0f0")).toBe("µ≥ ✓😀\uf0f0");
  });

  it.each(["Helvetica", "Segoe UI Symbol", "Apple Symbols", "Symbola"])(
    "text in symbol fonts is ordinary text in %s",
    (font) => {
      expect(symbolText(font, "m")).toBeNull();
    },
  );
});
