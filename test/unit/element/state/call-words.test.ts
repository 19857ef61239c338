import { describe, expect, test } from "vitest";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import { callWords, resultWords, triedWords } from "../../../../src/element/ask/steps.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";

const english = new I18n("en");
// The words are English; what matters is that they come from the table.
const german = new I18n("de");

const calls: [string, Record<string, unknown>][] = [
  ["search", { query: " operating profit " }],
  ["grep", { patterns: ["capex"] }],
  ["grep", { patterns: ["net (income|loss)", " capex"] }],
  ["find_rows", { label: "net sales", period: "2022" }],
  ["find_rows", { label: "net sales" }],
  ["read_table", { id: "d3.p12.t1" }],
  ["read_table", { id: "net sales" }],
  ["query_table", {}],
  ["query_table", { query: "SELECT count(*) FROM d3" }],
  ["list_documents", {}],
  ["list_documents", { details: true }],
  ["outline", { document: "d3" }],
  ["get_passages", { ids: ["d1.p1.s1"] }],
  ["get_passages", { ids: ["d1.p1.s1", "d1.p1.s2"] }],
  ["preview", { what: "d3" }],
  ["preview", { what: "d3.h5" }],
  ["preview", { what: "d3.p12-14" }],
  ["preview", { what: "d3.p12.s1" }],
  ["read", { what: "d3" }],
  ["read", { what: "[d3.h5]" }],
  ["read", { what: "d3.p12" }],
  ["read", { what: "d3.p12-p14" }],
  ["read", { what: "d3.p12.s4" }],
  ["read", { what: "d3.p12.s4+350" }],
  ["read", { what: "d3.p12.s4", neighbours: 2 }],
  ["read", { what: "page 12 of report.pdf" }],
  ["read", { what: "Notes to the accounts", neighbours: 1 }],
  ["calculate", { expression: "a - b", values: [{ name: "a", id: "d1.p1.s1", number: "14" }] }],
  ["answer", {}],
];

describe("the description of a call", () => {
  test.each(calls)(
    "describes a call in English in the library's own words: %s %o",
    (tool, args) => {
      const description = standardTools.find(({ name }) => name === tool)?.describe?.(args);
      expect(description).toBeDefined();
      const call = { tool, arguments: args, description: description ?? "" };
      expect(callWords(english, call)).toBe(description);
    },
  );
});

test("describes page tools and unexpected arguments in the library's words", () => {
  const description = "Asked the weather";
  expect(callWords(english, { tool: "weather", arguments: {}, description })).toBe(description);
  expect(callWords(english, { tool: "search", arguments: { query: 3 }, description })).toBe(
    description,
  );
});

describe("the result of a call", () => {
  const found = {
    tool: "search",
    evidence: ["d1.p1.s1", "d1.p2.s1", "d2.p1.s1"],
    summary: "The best 3 of 14 passages, in 2 documents",
    repeated: false,
  };

  test("reports results in English in the library's own words, which are more exact", () => {
    expect(resultWords(english, found)).toBe(found.summary);
    expect(resultWords(english, { ...found, repeated: true })).toBe(
      `${found.summary} (the same as before)`,
    );
  });

  test("describes a result in other languages from the shown results", () => {
    expect(resultWords(german, found)).toBe("3 passages in 2 documents");
    expect(resultWords(german, { ...found, evidence: [] })).toBe("Nothing found");
    expect(resultWords(german, { ...found, tool: "list_documents" })).toBeNull();
    const formula = { ...found, tool: "calculate", summary: "14 - 4 = 10" };
    expect(resultWords(german, formula)).toBe("14 - 4 = 10");
  });
});

test("describes what was tried in the reader's language", () => {
  const words = new I18n("de", undefined, {
    "step.search": "Gesucht: {query}",
    "step.grep": "Jedes {patterns}",
    "remark.quoted": "„{text}“",
  });
  expect(triedWords(words, "Looked for “capital “x” costs”")).toBe("Gesucht: capital “x” costs");
  expect(triedWords(words, "Looked for every “a” or “b”")).toBe("Jedes „a“ oder „b“");
  expect(triedWords(words, "Asked the weather")).toBe("Asked the weather");
});
