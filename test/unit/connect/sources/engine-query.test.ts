import { describe, expect, test } from "vitest";
import {
  type EngineClause,
  type RankingName,
  rankedClause,
  toEngineQuery,
} from "../../../../src/connect/sources/engine-query.js";
import type { Language } from "../../../../src/core/document.js";
import { documentId } from "../../../../src/core/document.js";

function translated(query: string, languages: readonly Language[] = ["en"]) {
  const { rankings, ...rest } = toEngineQuery(query, {
    documents: null,
    languages: new Set(languages),
  });
  // Every word is weighted by its count.
  const clauses = Object.entries(rankings).map(([name, ranking]) => {
    const weights = ranking.concepts.map(({ occurrences }) => occurrences);
    return [name, rankedClause(ranking, weights, new Set())];
  });
  return { ...rest, ...(Object.fromEntries(clauses) as Record<RankingName, EngineClause>) };
}

/** The conditions that passages must meet. */
function conditions(query: string): unknown[] {
  const { bool } = translated(query).passages as { bool: { filter: unknown[] } };
  return bool.filter;
}

describe("a query in the language of an engine", () => {
  test("ranks passages, pages, names and first pages by the query's terms, and requires one of the terms", () => {
    const { passages, pages, names, openings, terms, words } = translated("notice periods");
    expect(terms).toEqual(expect.arrayContaining(["notic", "period"]));
    expect(words.map(({ text }) => text)).toEqual(["notice", "periods"]);
    expect(passages).toMatchObject({
      bool: {
        filter: [],
        minimum_should_match: 1,
        should: [
          { dis_max: { queries: [{ term: { terms: { value: "notic" } } }], boost: 1 } },
          { dis_max: { queries: [{ term: { terms: { value: "period" } } }], boost: 1 } },
        ],
      },
    });
    expect(JSON.stringify(pages)).toContain('"pageTerms":{"value":"notic"}');
    const documents = [{ term: { state: "ready" } }];
    for (const query of [names, openings])
      expect(query).toMatchObject({ bool: { filter: documents } });
  });

  test("adds weaker clauses for the official names behind an everyday one", () => {
    const { passages } = translated("sales of the company");
    const { should } = (passages as { bool: { should: { dis_max: { boost: number } }[] } }).bool;
    expect(should.some(({ dis_max }) => dis_max.boost > 0 && dis_max.boost < 1)).toBe(true);
  });

  test("requests phrases and exclusions exactly", () => {
    expect(conditions('"notice period" cash')).toContainEqual({
      match_phrase: { text: { query: "notice period" } },
    });
    expect(conditions('cash -"notice period"')).toContainEqual({
      bool: { must_not: [{ match_phrase: { text: { query: "notice period" } } }] },
    });
    const without = { bool: { must_not: [{ bool: { filter: [expect.anything()] } }] } };
    expect(conditions("cash -harbour")).toEqual([without]);
  });

  test("lets the engine expand prefixes, and marks no words for them", () => {
    const { passages, terms } = translated("amort*");
    expect(JSON.stringify(passages)).toContain('{"prefix":{"terms":{"value":"amort"}}}');
    expect(terms).toEqual([]);
  });

  test("makes other words optional if there are alternatives", () => {
    const { passages } = translated("cash OR income flow");
    expect(passages).toMatchObject({ bool: { minimum_should_match: 0 } });
  });

  test("narrows by path, format, page, date, author and the documents in scope", () => {
    const wildcard = (field: string, value: string) => ({ wildcard: { [field]: { value } } });
    const one = (...should: unknown[]) => ({ bool: { should, minimum_should_match: 1 } });
    expect(conditions("cash doc:Jahresbericht")).toEqual([
      one(wildcard("path", "*jahresbericht*")),
    ]);
    expect(conditions("cash doc:2018/*.PDF")).toEqual([
      one(one(wildcard("path", "2018/*.pdf"), wildcard("path", "*/2018/*.pdf"))),
    ]);
    expect(conditions("cash type:pdf")).toEqual([one({ term: { format: "pdf" } })]);
    expect(conditions("cash page:3-5")).toEqual([one({ range: { page: { gte: 3, lte: 5 } } })]);
    expect(conditions("cash page:7-")).toEqual([one({ range: { page: { gte: 7 } } })]);
    expect(conditions("cash after:2023 before:2024-06")).toEqual([
      { range: { day: { gte: "2023-01-01" } } },
      { range: { day: { lt: "2024-06-01" } } },
    ]);
    expect(conditions('cash author:"Zoë*"')).toEqual([one(wildcard("author", "*zoe\\**"))]);
    expect(conditions("cash -type:pdf")).toEqual([
      { bool: { must_not: [{ term: { format: "pdf" } }] } },
    ]);
    const scope = {
      documents: [documentId(3), documentId(12)],
      languages: new Set<Language>(["en"]),
    };
    expect(toEngineQuery("cash", scope).rankings.passages.conditions).toEqual([
      { terms: { document: [3, 12] } },
    ]);
  });

  test("applies filters of pages only to pages, and filters of documents only to documents", () => {
    const { pages, names } = translated('"notice period" page:3 type:pdf');
    expect(JSON.stringify(pages)).not.toContain("match_phrase");
    expect(JSON.stringify(pages)).toContain('"page":{"gte":3,"lte":3}');
    expect(JSON.stringify(names)).not.toContain("gte");
    expect(JSON.stringify(names)).toContain('"format":"pdf"');
  });
});
