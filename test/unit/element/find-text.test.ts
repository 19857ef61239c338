import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInText, foldPageText } from "../../../src/element/viewer/find-search.js";
import { placeAt, positionOf } from "../../../src/element/viewer/viewer-find.js";

const find = (text: string, query: string): string[] =>
  findInText(text, foldPageText(query).text, 1000).map(({ start, end }) => text.slice(start, end));

describe("searching a text", () => {
  test("ignores case, accents, ligatures and typographic punctuation", () => {
    expect(find("Ärger mit Öl, ÄRGER", "arger")).toEqual(["Ärger", "ÄRGER"]);
    expect(find("the ﬁrst oﬃce", "first office")).toEqual(["the ﬁrst oﬃce".slice(4)]);
    expect(find("the keeper’s “log” – 1880−90", `keeper's "log" - 1880-90`)).toHaveLength(1);
    expect(find("Straße", "STRASSE")).toEqual(["Straße"]);
    expect(find("cafe\u0301 café", "cafe")).toEqual(["cafe\u0301", "café"]);
    expect(find("ΣΟΦΟΣ", "σοφος")).toEqual(["ΣΟΦΟΣ"]);
  });

  test("treats any white space as one space, including line breaks and cell boundaries", () => {
    expect(find("net\u00a0income\nof  the\tyear", "net income of the year")).toHaveLength(1);
    expect(find("soft\u00adhyphen", "softhyphen")).toEqual(["soft\u00adhyphen"]);
    expect(find("end.\n\nBegin", "end. begin")).toHaveLength(1);
    expect(find("one two", "onetwo")).toEqual([]);
  });

  test("distinguishes letters by significant marks, and joins lines of scripts without spaces", () => {
    expect(find("が", "か")).toEqual([]);
    expect(find("切符は窓口\nで買えます", "窓口で買")).toEqual(["窓口\nで買"]);
    expect(find("각", "가")).toEqual([]);
    expect(find("مُحَمَّد", "محمد")).toEqual(["مُحَمَّد"]);
  });

  test("returns matches without overlaps, up to the limit", () => {
    expect(find("aaaa", "aa")).toEqual(["aa", "aa"]);
    expect(findInText("aaaa", "a", 3)).toHaveLength(3);
    expect(find("anything", " ")).toEqual([]);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "é",
    "É",
    "e\u0301",
    "ﬁ",
    "ß",
    "“",
    "’",
    "–",
    "-",
    " ",
    "\n",
    "\u00a0",
    "\t",
    "\u00ad",
    "が",
    "日",
    "İ",
    "𝒜",
  ),
  fc.string({ unit: "grapheme", maxLength: 3 }),
);
const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

test("finds every substring, at spans with the same text", () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
      const folded = foldPageText(text);
      expect(folded.starts).toHaveLength(folded.text.length);
      expect(folded.ends).toHaveLength(folded.text.length);
      if (folded.text === "") return;
      const start = from % folded.text.length;
      const end = Math.min(folded.text.length, start + 1 + (length % 8));
      const query = folded.text.slice(start, end).trim();
      if (query === "" || foldPageText(query).text !== query) return;
      const spans = findInText(text, query, 1000);
      expect(spans.length).toBeGreaterThan(0);
      let last = 0;
      for (const span of spans) {
        expect(span.start).toBeGreaterThanOrEqual(last);
        expect(span.end).toBeGreaterThan(span.start);
        expect(foldPageText(text.slice(span.start, span.end)).text).toContain(query);
        last = span.end;
      }
    }),
  );
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { text: once } = foldPageText(text);
      expect(foldPageText(once).text).toBe(once);
    }),
  );
});

test("maps positions of matches in both directions", () => {
  const pages = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 4 }), (numbers, each) => {
      const span = { start: 0, end: 1 };
      const matches = new Map(numbers.map((page) => [page, Array(each).fill(span)]));
      const total = numbers.length * each;
      for (let position = 0; position < total; position++) {
        expect(positionOf(matches, placeAt(matches, position))).toBe(position);
      }
      expect(placeAt(matches, total)).toEqual(placeAt(matches, 0));
      expect(placeAt(matches, -1)).toEqual(placeAt(matches, total - 1));
    }),
  );
});
