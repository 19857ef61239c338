import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparedQuote,
  findQuote,
  isTooThin,
  quoteFinder,
} from "../../../../src/agent/verify/find-quote.js";
import { lowerCase } from "../../../../src/agent/verify/quote-text.js";

function found(quote: string, text: string): string | null {
  const span = findQuote(quote, text);
  return span && text.slice(span.start, span.end);
}

describe("a quote that differs from the text", () => {
  it.each([
    [
      "white space",
      "net income was 5",
      "The net  income\nwas\u00a05 million",
      "net  income\nwas\u00a05",
    ],
    [
      "cells",
      "Net income 1,577 1,432",
      "x\nNet income\t1,577\t1,432\ny",
      "Net income\t1,577\t1,432",
    ],
    ["bars between cells", "Net income | 1,577", "Net income\t1,577", "Net income\t1,577"],
    ["space at punctuation", "$1,577 (net)", "was $ 1,577 ( net ) here", "$ 1,577 ( net )"],
    ["hyphens", "2018-2019 long-term", "of 2018–2019 long‑term debt", "2018–2019 long‑term"],
    [
      "a hyphen at a line break",
      "the longterm debt",
      "the long-\nterm debt",
      "the long-\nterm debt",
    ],
    [
      "a hyphen missing from the text",
      "the long-term debt",
      "the longterm debt",
      "the longterm debt",
    ],
    [
      "soft hyphens",
      "the income statement",
      "the in\u00adcome state\u00ad\nment",
      "the in\u00adcome state\u00ad\nment",
    ],
    ["quote marks", 'the "Company\'s" shares', "the “Company’s” shares", "the “Company’s” shares"],
    ["ligatures and widths", "financial 2019", "our ﬁnancial ２０１９", "ﬁnancial ２０１９"],
    [
      "composed letters",
      "café in Zürich",
      "a cafe\u0301 in Zu\u0308rich",
      "cafe\u0301 in Zu\u0308rich",
    ],
    ["case", "NET INCOME was", "our net Income was", "net Income was"],
    [
      "punctuation around it",
      "“…net income was 5.”",
      "our net income was 5 million",
      "net income was 5",
    ],
    ["dash", "profit -- net -- rose", "the profit — net — rose", "profit — net — rose"],
    ["spaces between signs", "净 利润 为 五亿", "公司净利润为五亿元", "净利润为五亿"],
  ])("finds a quote despite differences in %s", (_, quote, text, expected) => {
    expect(found(quote, text)).toBe(expected);
  });
});

it("prefers the exact case, and whole words", () => {
  expect(findQuote("net income", "NET INCOME and net income")).toEqual({ start: 15, end: 25 });
  expect(findQuote("net income", "net incomes, net income")).toEqual({ start: 13, end: 23 });
});

it("never cuts a number", () => {
  for (const quote of [
    "income of 77",
    "income of 1,5",
    "income of 1",
    "577 million",
    "income of 1,577.2",
  ]) {
    expect(findQuote(quote, "income of 1,577.25 million"), quote).toBeNull();
  }
  expect(findQuote("income of 1,577", "income of 1,577, or more")).not.toBeNull();
});

it("never cuts a ligature, a surrogate pair or a joined character", () => {
  expect(findQuote("nance and of", "ﬁnance and of")).not.toBeNull();
  expect(findQuote("inance and of", "ﬁnance and of")).toBeNull();
  expect(findQuote("a family 👩", "a family 👩‍👧")).toBeNull();
  expect(findQuote("cafe", "café au lait")).toBeNull();
});

describe("an ellipsis inside a quote", () => {
  const text = `Net income\nfor the year ended\n1,577\t1,432\n${"other words ".repeat(40)}\nTotal debt 9`;

  it("joins parts around an ellipsis that are close together, in order", () => {
    expect(found("Net income … 1,577", text)).toBe("Net income\nfor the year ended\n1,577");
    expect(found("net income [...] 1,577 ... 1,432", text)).toContain("1,432");
  });

  it("joins no parts around an ellipsis that are far apart or in another order", () => {
    expect(found("1,577 … Net income", text)).toBeNull();
    expect(found("Net income … Total debt", text)).toBeNull();
    expect(found("Net income … 1,999", text)).toBeNull();
    expect(found("Net income … or", text)).toBeNull();
  });

  it("accepts an ellipsis that is part of the text", () => {
    expect(found("wait … then go", "so wait... then go on")).toBe("wait... then go");
  });
});

it("recognises quotes that are too short to prove anything", () => {
  for (const thin of ["", "…", "income", "of the", "12", "5%", "2019", "(2019)", "净利", "😀 😀"]) {
    expect(isTooThin(thin), thin).toBe(true);
  }
  for (const thick of ["net income", "1,577", "rose 5%", "净利润为", "was 12", "2018-2019"]) {
    expect(isTooThin(thick), thick).toBe(false);
  }
});

const wordUnits = fc.constantFrom(..."abcdefgxyzABCÄöéßñИмя");
const plainWord = fc.string({ unit: wordUnits, minLength: 1, maxLength: 8 });
const piece = fc.oneof(
  { weight: 6, arbitrary: plainWord },
  fc.integer({ min: 0, max: 99999 }).map((number) => number.toLocaleString("en")),
  fc.constantFrom(
    "long-term",
    "Company’s",
    "“so”",
    "ﬁnal",
    "(net)",
    "$ 5",
    "利润",
    "👩‍👧",
    "e\u0301t",
    "A&B",
  ),
);
const gaps = fc.constantFrom(" ", " ", " ", "  ", "\n", "\t", "\n\n", ", ", ". ", " – ", "\u00a0");
const randomText = fc
  .array(fc.tuple(piece, gaps), { minLength: 4, maxLength: 60 })
  .map((parts) => parts.flat().join(""));

const disturbances: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\s+/g, " "),
  (text) => text.replace(/\s+/g, "\n"),
  (text) => text.replace(/ ?\t ?/g, " | "),
  (text) => text.replace(/[-–]/g, "—"),
  (text) => text.replace(/[“”]/g, '"').replace(/’/g, "'"),
  (text) => text.replace(/ﬁ/g, "fi"),
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFD"),
  (text) => `“${text}”`,
  (text) => `…${text}...`,
  (text) => `${text}.`,
  (text) => text.replace(/(\p{L})-(\p{L})/gu, "$1-\n$2"),
  (text) => text.replace(/(\p{Ll})(\p{Ll})/gu, "$1\u00ad$2"),
];

function compared(text: string): string {
  return lowerCase(comparedQuote(text));
}

it("finds an excerpt with changed characters, at a place with the same wording", () => {
  fc.assert(
    fc.property(
      randomText,
      fc.nat(),
      fc.nat({ max: 12 }),
      fc.array(fc.constantFrom(...disturbances), { maxLength: 4 }),
      (text, from, count, changes) => {
        const words = [...text.matchAll(/\S+/g)];
        const first = words[from % words.length] as RegExpExecArray;
        const last = words[
          Math.min((from % words.length) + count, words.length - 1)
        ] as RegExpExecArray;
        const cut = text.slice(first.index, last.index + last[0].length);
        const quote = changes.reduce((changed, change) => change(changed), cut);
        fc.pre(comparedQuote(quote) !== "");
        const span = findQuote(quote, text);
        expect(span, JSON.stringify({ quote, text })).not.toBeNull();
        if (!span) return;
        expect(compared(text.slice(span.start, span.end))).toBe(compared(quote));
      },
    ),
  );
});

it("finds only exact quotes in a text without table rows, apart from spelling variants", () => {
  const finder = (text: string) => quoteFinder(text);
  fc.assert(
    fc.property(
      randomText.map((text) => text.replaceAll("\t", " ")),
      fc.oneof(
        randomText,
        fc.array(piece, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
      ),
      (text, quote) => {
        const span = finder(text)(quote);
        if (!span) return;
        expect(compared(text.slice(span.start, span.end))).toBe(compared(quote));
      },
    ),
  );
});

it("never finds a quote with a word that the text lacks", () => {
  fc.assert(
    fc.property(randomText, fc.array(piece, { maxLength: 4 }), fc.nat(), (text, words, at) => {
      const quote = words.toSpliced(at % (words.length + 1), 0, "qqq").join(" ");
      expect(findQuote(quote, text)).toBeNull();
    }),
  );
});

it("never cuts a character, in any text", () => {
  const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.nat(60),
      fc.nat(20),
      (text, from, length) => {
        const span = findQuote(text.slice(from, from + length), text);
        if (!span) return;
        const borders = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(
          text.length,
        );
        expect(borders).toContain(span.start);
        expect(borders).toContain(span.end);
      },
    ),
  );
});
