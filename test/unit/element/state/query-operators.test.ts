import { describe, expect, test } from "vitest";
import {
  hasOperators,
  loosenings,
  onlyNarrows,
} from "../../../../src/element/search/summary-view.js";

describe("ways to relax a query", () => {
  test("drops one kind of condition at a time", () => {
    expect(loosenings('"net profit" 2024 -draft doc:report type:pdf')).toEqual([
      { kind: "quotes", only: null, query: "net profit 2024 -draft doc:report type:pdf" },
      { kind: "exclusions", only: "-draft", query: '"net profit" 2024 doc:report type:pdf' },
      { kind: "filters", only: null, query: '"net profit" 2024 -draft' },
    ]);
  });

  test("names the condition if it is the only one of its kind", () => {
    expect(loosenings("dividend doc:user-guide")).toEqual([
      { kind: "filters", only: "doc:user-guide", query: "dividend" },
    ]);
    expect(loosenings("profit -draft -old")).toEqual([
      { kind: "exclusions", only: null, query: "profit" },
    ]);
  });

  test("offers no way to relax a query of plain words", () => {
    expect(loosenings("notice period 2024-2025")).toEqual([]);
    expect(hasOperators("notice period")).toBe(false);
    expect(hasOperators("profit OR loss")).toBe(true);
  });
});

test.each([
  ["type:pdf", true],
  ["-draft page:3", true],
  ["type:pdf profit", false],
])("recognises whether %s has no word to search for: %s", (query, narrows) => {
  expect(onlyNarrows(query)).toBe(narrows);
});
