import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phraseFinder } from "../../../src/search/query/text-conditions.js";

const found = (text: string, phrase: string): string[] =>
  phraseFinder(phrase)(text).map(({ start, end }) => text.slice(start, end));

describe("phraseFinder", () => {
  it.each<[string, string, string[]]>([
    ["Cash flow, CASH FLOW; cash flows", "cash flow", ["Cash flow", "CASH FLOW"]],
    ["operating\n  cash\tflow", "operating cash flow", ["operating\n  cash\tflow"]],
    ["the party arts art.", "art", ["art"]],
    ["Le résumé français", "resume francais", ["résumé français"]],
    ["Le re\u0301sume\u0301!", "résumé", ["re\u0301sume\u0301"]],
    [
      "the company’s “net” 10‑K — 2018–2019",
      'company\'s "net" 10-K - 2018-2019',
      ["company’s “net” 10‑K — 2018–2019"],
    ],
    ["Straße, ﬁnance, Ærø", "strasse finance", []],
    ["Straße ﬁnance", "strasse finance", ["Straße ﬁnance"]],
    ["1,577 and 21,577 and 1,577.00", "1,577", ["1,577"]],
    ["costs $1,577.", "$1,577", ["$1,577"]],
    ["docu\u00ADment", "document", ["docu\u00ADment"]],
    ["日本の人口\n統計です", "人口統計", ["人口\n統計"]],
    ["ประเทศไทยมีประชากร", "ประชากร", ["ประชากร"]],
    ["서울에서 남서울", "서울", ["서울"]],
    ["anything", "  ", []],
    ["a-b a–b", "a-b", ["a-b", "a–b"]],
  ])("finds in %j the phrase %j", (text, phrase, spans) => {
    expect(found(text, phrase)).toEqual(spans);
  });

  const texts = fc
    .array(
      fc.constantFrom(
        "cash",
        "flow",
        "Größe",
        "naïve",
        "人口",
        "서울",
        " ",
        "\n",
        "-",
        "’",
        "1,577",
        "e\u0301",
        "ﬁ",
        "🙂",
      ),
      { minLength: 1, maxLength: 30 },
    )
    .map((parts) => parts.join(""));

  it("returns ordered spans that contain the phrase, regardless of the text", () => {
    fc.assert(
      fc.property(texts, fc.nat(40), fc.integer({ min: 1, max: 20 }), (text, start, length) => {
        const phrase = text.slice(start, start + length);
        const spans = phraseFinder(phrase)(text);
        for (const [index, span] of spans.entries()) {
          expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
          expect(span.end).toBeGreaterThan(span.start);
          // The marked text is exactly the phrase.
          const marked = text.slice(span.start, span.end);
          expect(phraseFinder(phrase)(marked)).toEqual([{ start: 0, end: marked.length }]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("finds words between spaces in any case and Unicode form", () => {
    const words = fc.array(fc.constantFrom("cash", "flow", "Größe", "naïve", "10-K"), {
      minLength: 1,
      maxLength: 4,
    });
    const around = fc.stringMatching(/^[tax人口\s’-]{0,8}$/u);
    fc.assert(
      fc.property(around, words, around, (before, phrase, after) => {
        const written = phrase.join(" \n").toUpperCase();
        const text = `${before} ${written} ${after}`;
        const spans = phraseFinder(phrase.join(" ").normalize("NFD"))(text);
        const expected = text.slice(before.length + 1, before.length + 1 + written.length);
        expect(spans.map(({ start, end }) => text.slice(start, end).toUpperCase())).toContain(
          expected,
        );
      }),
    );
  });
});
