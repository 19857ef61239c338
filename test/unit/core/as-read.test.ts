import { describe, expect, it } from "vitest";
import { asRead } from "../../../src/core/as-read.js";

/** The characters of a Unicode General_Category, in order. */
function charactersOf(category: string): string[] {
  const form = new RegExp(`^\\p{${category}}$`, "u");
  const found: string[] = [];
  for (let code = 0; code <= 0x1ffff; code++) {
    const character = String.fromCodePoint(code);
    if (form.test(character)) found.push(character);
  }
  return found;
}

describe("asRead", () => {
  it("gives every Unicode decimal digit its value", () => {
    const digits = charactersOf("Nd");
    expect(digits.length).toBeGreaterThan(600);
    // The digits of a script are consecutive from 0 to 9.
    const wrong = digits.filter((digit, at) => asRead(`x ${digit}`).text !== `x ${at % 10}`);
    expect(wrong).toEqual([]);
  });

  it("never gives a character a value other than that of its digits under NFKC", () => {
    for (const sign of [...charactersOf("No"), ...charactersOf("Nl")]) {
      const { text } = asRead(`x ${sign}`);
      expect(text, sign).toMatch(/^x (?:\d+|\P{Nd}+)$/u);
      const value = sign.normalize("NFKC");
      if (/^\d+$/.test(text.slice(2)) && /^\d+$/.test(value)) expect(text).toBe(`x ${value}`);
    }
  });

  it.each([
    ["a total of ４５", "a total of 45"],
    ["a total of ⁴⁵", "a total of 45"],
    ["a total of ④⑤", "a total of 45"],
    ["a total of 𝟒𝟓", "a total of 45"],
    ["三百二十元", "320元"],
    ["4\u200b5", "45"],
    ["4\ufe0f\u20e35", "45"],
    ["sales¹ rose", "sales¹ rose"],
    ["25 km²", "25 km²"],
    ["① First", "① First"],
    ["2⅓", "2⅓"],
    ["Ⅻ", "Ⅻ"],
  ])("reads %s as %s", (text, read) => {
    expect(asRead(text).text).toBe(read);
  });

  it("reports the origin of each character", () => {
    const text = "x 4\u200b5 三百二十元";
    const { text: read, starts, ends } = asRead(text);
    const at = read.indexOf("320");
    expect(text.slice(starts?.[at], ends?.[at + 2])).toBe("三百二十");
  });
});
