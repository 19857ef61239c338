import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ParsedQuery, QueryItem } from "../../../src/search/query/index-query.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { tries } from "../../tries.js";
import { printQuery } from "./print-query.js";

/** An item in short form: its kind and text. */
function brief(item: QueryItem): string {
  switch (item.kind) {
    case "any":
      return item.alternatives.map(brief).join(" | ");
    case "without":
      return `not ${brief(item.operand)}`;
    case "phrase":
      return `[${item.text}]`;
    case "prefix":
      return `${item.text}…`;
    case "word":
      return item.text;
  }
}

const briefly = (query: string): string[] => parseQuery(query).items.map(brief);

/** A query without positions, for comparing meanings. */
function meaning({ items, filters }: ParsedQuery): unknown {
  const withoutSpans = (key: string, value: unknown) => (key === "span" ? undefined : value);
  return JSON.parse(JSON.stringify({ items, filters }, withoutSpans));
}

/** Strings rich in query syntax. */
const queries = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ..."cash|OR|-| |\"|“|”|«|»|「|」|*|doc:|type:|page:|after:|before:|author:|2023|2024-06|pdf|10|10-20|,|.|'|(|人口|flow*|-no|:|/|5|\n|é".split(
          "|",
        ),
        "|",
      ),
      { maxLength: 24 },
    )
    .map((parts) => parts.join("")),
);

describe("parseQuery", () => {
  it.each<[string, string[]]>([
    ["cash flow", ["cash", "flow"]],
    ['"cash flow" 2018', ["[cash flow]", "2018"]],
    ["“cash flow” „Bilanz“ «bon mot» ＂full＂", ["[cash flow]", "[Bilanz]", "[bon mot]", "[full]"]],
    ["「人口統計」について『税金』", ["[人口統計]", "について", "[税金]"]],
    ["cash -flow", ["cash", "not flow"]],
    ['-"cash flow" tax', ["not [cash flow]", "tax"]],
    ["cash -dep* tax", ["cash", "not dep…", "tax"]],
    ["cash OR flow", ["cash | flow"]],
    ['a1 OR "b c" OR dd* x', ["a1 | [b c] | dd…", "x"]],
    ["cash flow OR income", ["cash", "flow | income"]],
    ["deprec* 税*", ["deprec…", "税…"]],
  ])("understands %j", (query, items) => {
    expect(briefly(query)).toEqual(items);
  });

  it.each<[string, string[]]>([
    ["What is the 10-K for FY2018?", ["What", "is", "the", "10-K", "for", "FY2018"]],
    ["Q&A, R&D; C++ and C#!", ["Q&A", "R&D", "C++", "and", "C#"]],
    ['5" disk and 6" wide', ["5", "disk", "and", "6", "wide"]],
    ['say "cash', ["say", "cash"]],
    ['cash" flow', ["cash", "flow"]],
    ["don't O’Brien's 'cash'", ["don't", "O’Brien's", "cash"]],
    ["5 -3 – -10%", ["5", "3", "10%"]],
    ["a - b -- c --all", ["a", "b", "c", "all"]],
    ["see http://example.com/a-b?c=d", ["see", "http://example.com/a-b?c=d"]],
    ["e.g.: this, note: that", ["e.g", "this", "note", "that"]],
    ["see page: 3 of doc: x", ["see", "page", "3", "of", "doc", "x"]],
    ["editor:smith", ["editor:smith"]],
    ["he died before: 1990", ["he", "died", "before", "1990"]],
    ["this or that", ["this", "or", "that"]],
    ["OR cash OR", ["OR", "cash", "OR"]],
    ["cash OR OR flow", ["cash", "OR", "OR", "flow"]],
    ["cash OR -flow", ["cash", "OR", "not flow"]],
    ["**bold** *x *y* (cash)", ["bold", "x", "y", "cash"]],
    ['"" "…" * - "', []],
    ["", []],
  ])("treats %j as ordinary words", (query, items) => {
    expect(briefly(query)).toEqual(items);
    expect(parseQuery(query)).toMatchObject({ filters: [], ignored: [] });
  });

  it("reads filters, and several of one field as alternatives", () => {
    const { items, filters, ignored } = parseQuery(
      'tax doc:"annual report" doc:2018/*.pdf -doc:draft type:PDF OR type:.md,txt -type:csv page:10-20,3 Page:7- page:-2.',
    );
    expect(items.map(brief)).toEqual(["tax"]);
    expect(ignored).toEqual([]);
    expect(filters.map(({ span, ...filter }) => filter)).toEqual([
      { field: "doc", pattern: "annual report", exclude: false },
      { field: "doc", pattern: "2018/*.pdf", exclude: false },
      { field: "doc", pattern: "draft", exclude: true },
      { field: "type", format: "pdf", exclude: false },
      { field: "type", format: "markdown", exclude: false },
      { field: "type", format: "text", exclude: false },
      { field: "type", format: "csv", exclude: true },
      { field: "page", range: { from: 10, to: 20 }, exclude: false },
      { field: "page", range: { from: 3, to: 3 }, exclude: false },
      { field: "page", range: { from: 7, to: Number.POSITIVE_INFINITY }, exclude: false },
      { field: "page", range: { from: 1, to: 2 }, exclude: false },
    ]);
  });

  it("reads dates and authors", () => {
    const query =
      'tax after:2023 before:2024-6 After:2023-06-15, author:smith -author:"Ada  Lovelace".';
    const { items, filters, ignored } = parseQuery(query);
    expect(items.map(brief)).toEqual(["tax"]);
    expect(ignored).toEqual([]);
    expect(filters.map(({ span, ...filter }) => filter)).toEqual([
      { field: "after", day: "2023-01-01", exclude: false },
      { field: "before", day: "2024-06-01", exclude: false },
      { field: "after", day: "2023-06-15", exclude: false },
      { field: "author", name: "smith", exclude: false },
      { field: "author", name: "Ada Lovelace", exclude: true },
    ]);
  });

  it.each<[string, string, RegExp]>([
    ["cash after:noon", "after:noon", /no year, month or day/],
    ["cash before:2023-02-30", "before:2023-02-30", /no year, month or day/],
    ["cash -after:2023", "-after:2023", /Use before:/],
    ['cash author:"…"', 'author:"…"', /Part of a name must follow/],
    ["cash type:foo", "type:foo", /not a known type/],
    ["cash page:x", "page:x", /not a page/],
    ["cash page:0", "page:0", /from 1/],
    ["cash page:20-10", "page:20-10", /ends before/],
    ["cash -page:3", "-page:3", /not excluded/],
    ['cash doc:""', 'doc:""', /Part of a path must follow/],
    ["cash OR type:pdf", "OR", /same field/],
    ["cash a*", "a*", /too many/],
  ])("says why a part of %j is not used", (query, text, reason) => {
    const { items, ignored } = parseQuery(query);
    expect(items[0]).toMatchObject({ kind: "word", text: "cash" });
    expect(ignored).toHaveLength(1);
    expect(ignored[0]).toMatchObject({ text, reason: expect.stringMatching(reason) });
    expect(query.slice(ignored[0]?.span.start, ignored[0]?.span.end)).toBe(text);
  });

  it("reports the position of each part", () => {
    const query = 'the "cash  flow", tax OR dep* -"net income" -loss doc:"a b"';
    const { items, filters } = parseQuery(query);
    const places = [...items, ...filters].map(({ span }) => query.slice(span.start, span.end));
    expect(places).toEqual([
      "the",
      '"cash  flow"',
      "tax OR dep*",
      '-"net income"',
      "-loss",
      'doc:"a b"',
    ]);
  });

  it("parses any text into ordered parts that contain words", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { items, filters, ignored } = parseQuery(query);
        const parts = [...items, ...filters].map(({ span }) => span);
        for (const { start, end } of [...parts, ...ignored.map(({ span }) => span)]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(query.length);
        }
        for (const [index, item] of items.entries()) {
          expect(item.span.start).toBeGreaterThanOrEqual(items[index - 1]?.span.end ?? 0);
          expect(brief(item)).toMatch(/[\p{L}\p{N}]/u);
        }
      }),
      { numRuns: tries(600, 6_000) },
    );
  });

  it("treats quotes and hyphens in prose as punctuation, and reports that", () => {
    const query =
      'Which of the systems that are described here follow the "what you see" principle -dash and which do not';
    const { items, ignored } = parseQuery(query);
    expect(items.every(({ kind }) => kind === "word")).toBe(true);
    expect(briefly(query)).toEqual(query.replace(/["-]/g, "").split(" "));
    expect(ignored.map(({ text }) => text)).toEqual(['"what you see"', "-dash"]);
  });

  it("omits no letter or digit", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { items, filters, ignored } = parseQuery(query);
        const spans = [...items, ...filters, ...ignored].map(({ span }) => span);
        for (const { index, 0: run } of query.matchAll(/[\p{L}\p{N}]+/gu)) {
          // Between filters of one field, OR means nothing.
          if (run === "OR") continue;
          const end = index + run.length;
          for (let at = index; at < end; at++) {
            expect(spans.some((span) => span.start <= at && at < span.end)).toBe(true);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("printQuery", () => {
  it("writes a query that means the same", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const parsed = parseQuery(query);
        const printed = printQuery(parsed);
        const again = parseQuery(printed);
        expect(again.ignored).toEqual([]);
        expect(printQuery(again)).toBe(printed);
        expect(meaning(again)).toEqual(
          JSON.parse(
            JSON.stringify(meaning(parsed)).replaceAll('"word","text":"OR"', '"word","text":"or"'),
          ),
        );
      }),
      { numRuns: tries(900, 9_000) },
    );
  });
});
