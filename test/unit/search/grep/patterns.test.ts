import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PatternOptions } from "../../../../src/search/grep/api.js";
import { compilePattern } from "../../../../src/search/grep/compile-pattern.js";
import { tries } from "../../../tries.js";
import { found } from "./found.js";

/** The matches of a pattern in a text, joined by bars. */
const matches = (pattern: string, text: string, options: PatternOptions = {}) =>
  found(pattern, text, options).join("|");

describe("a pattern in the syntax of JavaScript, PCRE, Python or grep", () => {
  test.each([
    // JavaScript
    ["\\d+", "12 and 345", "12|345"],
    ["(?<y>\\d{4})-\\k<y>", "1999-1999 1999-2000", "1999-1999"],
    ["(a)(b)\\2\\1", "abba", "abba"],
    ["\\p{Lu}\\p{Ll}+", "Émile et Zoë", "Émile|Zoë"],
    ["\\u00e9|\\x41|\\u{1F600}", "Aé😀", "A|é|😀"],
    ["(?<=\\$)\\d+(?!\\d|%)", "$12 $3%", "12"],
    ["a+?b", "aab", "aab"],
    // PCRE and Python
    ["(?i)income", "Income INCOME", "Income|INCOME"],
    ["net (?i)income", "net INCOME, Net income", "net INCOME"],
    ["(?i:net) income", "NET income, net INCOME", "NET income"],
    ["(?i)a(?-i)b", "Ab AB ab", "Ab|ab"],
    ["(?i)[a-c]x(?-i)Y", "BXY bxy", "BXY"],
    ["(?P<q>['\"])\\w+(?P=q)", "'a' \"b'", "'a'"],
    ["\\Atotal|end\\z", "total total end end", "total|end"],
    ["end\\Z", "end\nend", "end"],
    ["a\\hb", "a b a\tb", "a b|a\tb"],
    ["\\Qa.b (c\\E\\d", "a.b (c1 axb (c2", "a.b (c1"],
    ["[[:alpha:]]+[[:digit:]]", "ab1 é2", "ab1|é2"],
    ["[^[:space:][:punct:]]+", "a, b", "a|b"],
    ["[]a]+", "a]b", "a]"],
    ["[^]a]+", "a]bc", "bc"],
    ["[a\\]]+", "a]", "a]"],
    ["[\\w.-]+@[\\w-]+", "to a.b-c@d-e now", "a.b-c@d-e"],
    ["\\x{2019}s", "it’s", "’s"],
    ["(?x) a \\s b # both", "a b", "a b"],
    ["a(?#comment)b", "ab", "ab"],
    ["(?>a+)ab|c", "aab c", "c"],
    ["a++b", "aab", "aab"],
    ["a{,2}b", "aaab", "aab"],
    ["(?:a{2}){3}|b{2}{3}", "bbbbbb", "bbbbbb"],
    ["a+{2}b", "aab", "aab"],
    ["a(?#one or more)+", "aaa", "aaa"],
    ["\\X1", "e\u03011", "e\u03011"],
    ["\\U0001F600|\\uD83D\\uDE01", "😀😁", "😀|😁"],
    ["\\p{Xan}+ \\p{Xwd}+ \\p{L&}+", "a1 a_1 aB", "a1 a_1 aB"],
    ["[^\\s\\S]|[^\\w\\W]|b", "a b", "b"],
    ["(\\w)\\g{1}", "book", "oo"],
    ["(\\w)(\\w)\\g{-1}", "xoo", "xoo"],
    ["\\p{Greek}+", "abc αβγ", "αβγ"],
    ["\\bword\\b", "word wordy sword", "word"],
    ["\\Bord\\b", "word ord", "ord"],
    ["\\R", "a\nb", "\n"],
    // grep
    ["\\<in\\>", "in inside main", "in"],
    ["colou?r|gr[ae]y", "color grey colour", "color|grey|colour"],
    ["{3} a{x}", "{3} a{x}", "{3} a{x}"],
    ['\\"a\\-b\\_c\\@\\"', '"a-b_c@"', '"a-b_c@"'],
    ["]", "a]", "]"],
  ])("finds the same matches as the original syntax: %s", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });
});

describe("a pattern in the syntax that all dialects share", () => {
  const atom = fc.constantFrom(
    ...["a", "b", "ab", "1", "_", "\\w", "\\W", "\\d", "\\D", ".", "[ab]", "[^b]", "[\\w;]"],
    ...["[^\\w;]", "\\b", "\\B", "^", "$", "(?=b)", "(?!a)", "(?<=b)", "(?<!1)", "(?:ab|b)"],
    "(?<g>a|b)\\k<g>",
  );
  const times = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "+?", "*?");
  const repeated = fc.tuple(atom, times).map(([body, each]) => `(?:${body})${each}`);
  const row = fc.array(fc.oneof(repeated, atom), { minLength: 1, maxLength: 5 });
  const pattern = fc
    .array(row, { minLength: 1, maxLength: 2 })
    .map((rows) => rows.map((parts) => parts.join("")).join("|"))
    // A group name can be used only once.
    .filter((source) => source.split("<g>a").length <= 2);
  const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", "_", ";"), maxLength: 12 });

  it("finds the same matches as a plain RegExp", () => {
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, content, ignoreCase) => {
        const plain = content.match(new RegExp(source, ignoreCase ? "gi" : "g")) ?? [];
        expect(found(source, content, { ignoreCase })).toEqual(plain.filter((each) => each !== ""));
      }),
      { numRuns: tries(250, 5_000) },
    );
  });
});

describe("lines and blocks", () => {
  test.each([
    ["a space matches a line break inside a block", "net income", "net\nincome", "net\nincome"],
    [
      "a space matches a tab and wide spaces",
      "net income",
      "net\tincome net\u00a0income",
      "net\tincome|net\u00a0income",
    ],
    ["a space never matches the empty line between blocks", "net income", "net\n\nincome", ""],
    [
      "\\s matches like a space",
      "net\\s+income",
      "net \n income\n\nnet\n\nincome",
      "net \n income",
    ],
    ["a dot stays on its line", "a.*c", "a b\nc", ""],
    ["negated sets stay on their line", "a[^x]*c", "a b\nc", ""],
    ["\\D and \\W stay on their line", "a\\D\\W?c", "a\nc", ""],
    ["[\\s\\S] goes anywhere on the page", "a[\\s\\S]*c", "a\n\nb\nc", "a\n\nb\nc"],
    ["(?s) lets dots cross lines", "(?s)a.*c", "a\n\nc", "a\n\nc"],
    ["\\n is a line break", "a\\nb", "a\nb", "a\nb"],
    ["^ and $ match the ends of a line", "^b$", "a\nb\nc", "b"],
    ["a space in a set matches like one outside", "a[ -]b", "a-b a b a\nb", "a-b|a b|a\nb"],
    ["\\x20 matches only a space", "a\\x20b", "a b a\tb", "a b"],
    ["straight quotes match curly ones", `it's "so"`, "it’s “so”", "it’s “so”"],
    ["a hyphen matches dashes", "10-K", "10‑K 10–K", "10‑K|10–K"],
    [
      "hyphens and quotes in a set match the same variants",
      "10[- ]K it[']s",
      "10‑K it’s 10–K it's",
      "10‑K it’s|10–K it's",
    ],
    ["hyphens that delimit a range match only themselves", "1[+--]K", "1‑K 1-K", "1-K"],
    ["a hyphen written by its code matches only itself", "10[\\x2d]K", "10‑K 10-K", "10-K"],
    [
      "a space matches a line break with the indentation after it",
      "net income",
      "net\n  income",
      "net\n  income",
    ],
    [
      "two spaces match a line break and its indentation",
      "net  income",
      "net\n  income",
      "net\n  income",
    ],
    [
      "a space in a repetition matches the indentation, too",
      "(?:\\w+ )+x",
      "a\n  b\n\tx",
      "a\n  b\n\tx",
    ],
    ["\\s{2,} counts the indentation", "net\\s{2,}income", "net\n income", "net\n income"],
    ["empty matches step over whole characters", "x*", "😀x", "x"],
    ["a search with only empty matches ends", "^", "😀", ""],
    ["empty matches do not count", "x*", "axxb", "xx"],
  ])("matches lines and blocks: %s", (_what, pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });
});

describe("pattern options", () => {
  test.each<[string, string, PatternOptions, string, string]>([
    ["fixed strings", "a.b(", { fixed: true }, "a.b( axb(", "a.b("],
    ["fixed strings over a line break", "a. b", { fixed: true }, "a.\nb", "a.\nb"],
    ["ignoring case", "straße", { ignoreCase: true }, "STRAßE Straße", "STRAßE|Straße"],
    ["whole words of any script", "eau", { wholeWord: true }, "eau seau eauà l'eau", "eau|eau"],
    ["whole words from a regexp", "\\w+e", { wholeWord: true }, "one ones", "one"],
    ["whole words and alternatives", "a|ab", { wholeWord: true }, "ab a", "ab|a"],
    ["folded diacritics", "Lodz naive", { foldDiacritics: true }, "Łódź naïve", "Łódź naïve"],
    ["diacritics in the pattern", "café[à-é]", { foldDiacritics: true }, "cafea", "cafea"],
    ["combining marks", "e\\w", { foldDiacritics: true }, "e\u0301a", "e\u0301a"],
    ["case and diacritics", "ECOLE", { foldDiacritics: true, ignoreCase: true }, "école", "école"],
  ])("pattern options support %s", (_what, pattern, options, text, expected) => {
    expect(matches(pattern, text, options)).toBe(expected);
  });
});

describe("an unusable pattern", () => {
  test.each([
    ["net income (loss", 11, "closed"],
    ["loss) of", 4, "\\)"],
    ["*.pdf", 0, "Write .*"],
    ["a**", 2, "repeats"],
    ["[a-", 0, "closed"],
    ["[z-a]", 1, "backwards"],
    ["[:alpha:]+", 0, "[[:space:]]"],
    ["[[:letters:]]", 1, "alpha"],
    ["a\\", 1, "\\\\"],
    ["\\y", 0, "not a supported escape"],
    ["a\\Kb", 1, "(?<=…)"],
    ["(a)\\2", 3, "group 2"],
    ["\\k<year>", 0, "year"],
    ["(?<a>x)(?<a>y)", 7, "named a"],
    ["\\((?:[^()]|(?R))*\\)", 11, "levels"],
    ["(?(1)a|b)", 0, "conditions"],
    ["(?|a|b)", 0, "(?:"],
    ["(*SKIP)a", 0, "verbs"],
    ["(?~a)", 0, "does not open a known"],
    ["(?U)a+", 0, "flag U"],
    ["(?^)a", 0, "(?-i)"],
    [`a${"{2}".repeat(20_000)}`, 0, "too many times"],
    ["(?-m)^a", 0, "\\A and \\z"],
    ["\\C", 0, "Use ."],
    ["[a-z&&[^b]]", 4, "(?![b])[a-z]"],
    ["[a-z--[b]]", 4, "(?![b])[a-z]"],
    ["[[:<:]]in", 0, "\\<"],
    ["a{3,1}", 0, "Swap"],
    ["\\p{Klingon}", 0, "not a character property"],
    ["\\x{110000}", 0, "does not exist"],
    [`${"(".repeat(300)}a${")".repeat(300)}`, 201, "deep"],
  ])(
    "refuses an unusable pattern with the position and a remedy: %s",
    (pattern, position, part) => {
      const refusal = expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(part),
        data: { pattern, position },
      });
      expect(() => compilePattern(pattern, {})).toThrow(refusal);
    },
  );

  it("refuses a pattern that only the engine rejects", () => {
    const huge = "[ab]".repeat(300_000);
    expect(() => compilePattern(huge, {})).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  it("refuses an empty pattern", () => {
    expect(() => compilePattern("", {})).toThrow(/empty/);
  });
});

describe("notes on how a pattern was read", () => {
  test.each([
    ["a\\|b", "write | between alternatives"],
    ["\\<a", "start and the end of a word"],
    ["$1,577", "write \\$ for a dollar sign"],
    ["of $[\\d,]+|x", "write \\$ for a dollar sign"],
    ["2^10", "write \\^ for the character"],
    ["/income/i", "without them it is income"],
    ["C++", "write C\\+\\+ for plus signs"],
  ])("adds a note to a pattern that other tools read differently: %s", (pattern, note) => {
    expect(compilePattern(pattern, {}).notes).toEqual([expect.stringContaining(note)]);
  });

  it("adds no note to a pattern that all tools read alike", () => {
    for (const pattern of [
      "a|b c-d",
      "a$|^b",
      "a$\\n^b",
      "a$\\s+^b",
      "\\d++",
      "a/b",
      "(a$|b)c?$",
    ]) {
      expect(compilePattern(pattern, {}).notes).toEqual([]);
    }
  });
});
