import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCovered, wordShare } from "../../../bench/robustness/word-share.js";

function found(reference: string, text: string): string {
  const share = wordShare(reference, text);
  return `${share.found} of ${share.words}`;
}

describe("the words of a reference that a text has", () => {
  it("words are letters and digits, regardless of their case, order and separators", () => {
    expect(found("Net income: $1,204 (2023)", "2023 NET; income\n1,204")).toBe("5 of 5");
    expect(found("", "anything")).toBe("0 of 0");
    expect(found("— · …", "")).toBe("0 of 0");
  });

  it("counts a word of the reference as often as the text has it", () => {
    expect(found("the fog and the lamp and the bell", "the fog and lamp")).toBe("4 of 8");
    expect(found("the lamp", "the lamp the lamp")).toBe("2 of 2");
  });

  it("counts words as missing if they are broken up, run together or spelled backwards", () => {
    expect(found("harbour office", "har bour off ice")).toBe("0 of 2");
    expect(found("harbour office", "harbouroffice")).toBe("0 of 2");
    expect(found("harbour office", "ruobrah eciffo")).toBe("0 of 2");
    expect(found("שלום עולם", "םולש םלוע")).toBe("0 of 2");
    expect(found("a l e t t e r", "alette")).toBe("0 of 1");
  });

  it("accepts a word joined or not if the reference spaces out its letters", () => {
    expect(found("A l e t t e r from t h e i r lamp", "A letter from their lamp")).toBe("4 of 4");
    expect(found("l e t t e r s", "l e t t e r s")).toBe("1 of 1");
    expect(found("l e t t e r s", "letter")).toBe("0 of 1");
  });

  it("accepts a word with or without the hyphen of a line break in the reference", () => {
    expect(found("a well-\nknown lamp", "a wellknown lamp")).toBe("3 of 3");
    expect(found("a well-\nknown lamp", "a well-known lamp")).toBe("3 of 3");
    expect(found("a light\u00ad\nhouse", "a lighthouse")).toBe("2 of 2");
    expect(found("a light-\nhouse", "a light")).toBe("1 of 2");
    expect(found("well-known", "wellknown")).toBe("0 of 2");
  });

  it("recognises words in ligatures, with soft hyphens, stretched or with vowel points", () => {
    expect(found("ofﬁce ﬂag", "office flag")).toBe("2 of 2");
    expect(found("light\u00adhouse", "lighthouse")).toBe("1 of 1");
    expect(found("cafe\u0301", "café")).toBe("1 of 1");
    expect(found("ﻛﺘﺎﺏ", "كتاب")).toBe("1 of 1");
    expect(found("كتــاب", "كِتاب")).toBe("1 of 1");
    expect(found("café", "cafe")).toBe("0 of 1");
    expect(found("कि", "क")).toBe("0 of 1");
  });

  it("ends a word where the direction changes", () => {
    expect(found("\u202b\u202ahabibi\u202cحبيبي\u202c", "habibi حبيبي")).toBe("2 of 2");
  });

  it("compares pairs of characters in scripts without spaces", () => {
    expect(found("港の案内", "港の\n案内")).toBe("3 of 3");
    expect(found("港の案内", "内案の港")).toBe("0 of 3");
    expect(found("港", "港")).toBe("1 of 1");
    expect(found("第25回", "第 25 回")).toBe("3 of 3");
  });

  it("reads words backwards if the reference is written backwards", () => {
    const backwards = "eht evivruS ot syaW eerhT\n.notsoB ni noitatS ehT";
    expect(found(backwards, "Three Ways to Survive the\nThe Station in Boston.")).toBe("9 of 9");
    // Only the reference decides: a text written backwards has no word of a normal reference.
    expect(found("Three Ways to Survive", "evivruS ot syaW eerhT")).toBe("0 of 4");
  });

  it("finds all words of a reference in the reference itself, and no more in a part of it", () => {
    const word = fc.string({ minLength: 1, maxLength: 6, unit: "grapheme" });
    const words = fc.array(word, { maxLength: 20 });
    fc.assert(
      fc.property(words, words, (some, others) => {
        const text = [...some, ...others].join(" ");
        const whole = wordShare(text, text);
        expect(whole.found).toBe(whole.words);
        expect(wordShare(text, some.join(" ")).found).toBeLessThanOrEqual(whole.found);
      }),
    );
  });
});

describe("a page", () => {
  it("a page is covered by at least 80 % of its words", () => {
    expect(isCovered({ words: 10, found: 8 })).toBe(true);
    expect(isCovered({ words: 10, found: 7 })).toBe(false);
  });
});
