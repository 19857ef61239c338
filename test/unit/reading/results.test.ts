import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentId } from "../../../src/core/document.js";
import type { EvidenceId } from "../../../src/core/passage.js";
import type { GrepFindings, GrepHit } from "../../../src/grep/api.js";
import { grepText } from "../../../src/reading/grep-text.js";
import { searchText } from "../../../src/reading/search-text.js";
import type { Coverage, SearchHit, SearchResponse } from "../../../src/search/api.js";
import { anyCounter } from "./counters.js";

const plenty = { limit: 100_000 };
const byLines = (limit: number) => ({
  limit,
  countTokens: (text: string) => text.split("\n").length,
});

const d1 = "d1" as DocumentId;
const complete: Coverage = {
  documents: 2,
  pages: 30,
  pagesWithoutText: 0,
  gaps: [],
  pagesNotNamed: 0,
};
const withGaps: Coverage = {
  documents: 12,
  pages: 1430,
  pagesWithoutText: 18,
  gaps: [
    { document: d1, path: "a.pdf", reason: "scanned", pages: [{ from: 3, to: 19 }] },
    { document: d1, path: "a.pdf", reason: "empty", pages: [{ from: 25, to: 25 }] },
  ],
  pagesNotNamed: 0,
};

function hit(number: number, more: Partial<SearchHit> = {}): SearchHit {
  const text = `Passage ${number} in full, with its first and its last words.`;
  return {
    id: `d1.p${number}.s1` as EvidenceId,
    document: d1,
    path: "a.pdf",
    page: number,
    pageLabel: null,
    pageUnit: "page",
    span: { start: 0, end: text.length },
    text,
    marks: [],
    excerpt: { text: `Passage ${number} …`, marks: [] },
    heading: null,
    score: 1,
    ...more,
  };
}

function response(hits: readonly SearchHit[], coverage = complete): SearchResponse {
  return {
    query: "notice period",
    hits,
    matches: 41,
    corrections: [],
    unmatched: [],
    ignored: [],
    coverage,
  };
}

describe("searchText", () => {
  it("says how the query was understood", () => {
    const { text } = searchText(
      {
        ...response([hit(4)]),
        corrections: [{ from: "notcie", to: "notice" }],
        unmatched: ["notcie", "zebra"],
        ignored: [
          { text: "type:x", span: { start: 0, end: 6 }, reason: '"x" is no type that is known.' },
        ],
      },
      plenty,
    );
    expect(text).toContain('Nothing has "notcie"; these are results for "notice" instead.');
    expect(text).toContain('No document searched has "zebra".');
    expect(text).toContain('Not used: type:x. "x" is no type that is known.');
  });

  it("gives id, path, page, heading and excerpt of each hit, and what was searched", () => {
    const hits = [
      hit(4, { pageLabel: "iv", heading: "Termination" }),
      hit(7, { pageLabel: "7", pageUnit: "part", path: "b.txt" }),
    ];
    const reading = searchText(response(hits, withGaps), plenty);
    expect(reading.text).toBe(`41 passages with words of: notice period

[d1.p4.s1] a.pdf, page 4 (labelled iv), under "Termination"
Passage 4 …

[d1.p7.s1] b.txt, part 7
Passage 7 …

Searched 1,412 of 1,430 pages in 12 documents; without text: a.pdf 3-19 (scanned); a.pdf 25 (empty).`);
    expect(reading).toMatchObject({ evidence: ["d1.p4.s1", "d1.p7.s1"], leftOut: null });
  });

  it("gives whole passages when asked", () => {
    const { text } = searchText(response([hit(4)]), plenty, { show: "passage" });
    expect(text).toContain("its last words.");
  });

  it("says what was searched in vain", () => {
    expect(searchText(response([]), plenty).text).toBe(
      "Nothing found for: notice period\n\nSearched all 30 pages in 2 documents.",
    );
  });

  it("does not name the gaps where that would take the room of results", () => {
    const { text } = searchText(response([], withGaps), { limit: 60 });
    expect(text).toMatch(/Searched 1,412 of 1,430 pages in 12 documents; 18 without text\.$/);
  });

  it("says what it leaves out, and goes on from there", () => {
    const hits = [1, 2, 3, 4].map((number) => hit(number));
    const first = searchText(response(hits), byLines(10));
    expect(first.evidence).toEqual(["d1.p1.s1", "d1.p2.s1"]);
    expect(first.text).toContain("Left out: 2 more hits. Go on from d1.p3.s1.");
    const second = searchText(response(hits), byLines(10), { from: first.next ?? "" });
    expect(second.evidence).toEqual(["d1.p3.s1", "d1.p4.s1"]);
    expect(second.next).toBeNull();
    expect(() => searchText(response(hits), plenty, { from: "d1.p9.s1" })).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });
});

function line(page: number, number: number, more: Partial<GrepHit> = {}): GrepHit {
  return {
    id: `d1.p${page}.s1` as EvidenceId,
    document: d1,
    path: "a.pdf",
    page,
    pageLabel: null,
    pageUnit: "page",
    line: number,
    span: { start: 0, end: 4 },
    text: `line ${number} of page ${page}`,
    marks: [{ start: 0, end: 4 }],
    before: [],
    after: [],
    ...more,
  };
}

function found(hits: readonly GrepHit[], more: Partial<GrepFindings> = {}) {
  const findings: GrepFindings & { readonly coverage: Coverage } = {
    patterns: ["lin[ae]"],
    hits,
    offset: 0,
    left: 0,
    matches: hits.length,
    lines: hits.length,
    documents:
      hits.length === 0
        ? []
        : [{ document: d1, path: "a.pdf", matches: hits.length, lines: hits.length, pages: [] }],
    without: [],
    stopped: null,
    notes: [],
    coverage: complete,
  };
  return { ...findings, ...more };
}

describe("grepText", () => {
  it("gives counts, then lines under id, path and page, then what was searched", () => {
    const reading = grepText(found([line(2, 5), line(2, 9), line(3, 1, { id: null })]), plenty);
    expect(reading.text).toBe(`3 matches on 3 lines for: lin[ae]
By document: d1 a.pdf 3
[d1.p2.s1] a.pdf, page 2
5: line 5 of page 2
9: line 9 of page 2
[running header or footer] a.pdf, page 3
1: line 1 of page 3
Searched all 30 pages in 2 documents.`);
    expect(reading.evidence).toEqual(["d1.p2.s1"]);
  });

  it("gives context once where it belongs to two lines", () => {
    const numbered = (...numbers: number[]) =>
      numbers.map((number) => ({ number, text: `- ${number} -` }));
    const hits = [
      line(2, 5, { before: numbered(4), after: numbered(6, 7) }),
      line(2, 7, { before: numbered(5, 6), after: numbered(8) }),
    ];
    const lines = grepText(found(hits), plenty).text.split("\n").slice(3, -1);
    expect(lines).toEqual([
      "4- - 4 -",
      "5: line 5 of page 2",
      "6- - 6 -",
      "7: line 7 of page 2",
      "8- - 8 -",
    ]);
  });

  it("counts the lines that it and the findings leave out, and says where to go on", () => {
    const hits = [1, 2, 3, 4].map((number) => line(1, number));
    const findings = found(hits, { offset: 20, left: 50 });
    const first = grepText(findings, byLines(7));
    expect(first.leftOut).toBe(
      "Left out: 52 more matching lines. Narrow the pattern, or go on from 22.",
    );
    const second = grepText(findings, byLines(7), { from: first.next ?? "" });
    expect(second.text).toContain("\n3: line 3 of page 1\n4: line 4 of page 1\n");
    expect(second.next).toBe("24");
    expect(() => grepText(findings, plenty, { from: "24" })).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });

  it("says that there is no match, what stopped it, and how the pattern was read", () => {
    const pages = { from: 3, to: 4 };
    const stopped = {
      patterns: ["(a+)+$"],
      document: d1,
      path: "a.pdf",
      pages,
      message: "It took too long.",
    };
    expect(grepText(found([], { stopped, notes: ["A note."] }), plenty).text).toBe(
      "No match for: lin[ae]\nA note.\nIt took too long.\nSearched all 30 pages in 2 documents.",
    );
  });
});

it("results hold their limit, and show every hit once until the end", () => {
  const hits = Array.from({ length: 12 }, (_, index) => hit(index + 1, { heading: "A heading" }));
  const lines = hits.map(({ page }) => line(page, 7));
  const kinds = fc.constantFrom("search", "grep");
  fc.assert(
    fc.property(
      kinds,
      anyCounter,
      fc.integer({ min: 300, max: 900 }),
      (kind, countTokens, limit) => {
        const seen: string[] = [];
        let from: string | undefined;
        do {
          const budget = { limit, countTokens };
          const reading =
            kind === "search"
              ? searchText(response(hits, withGaps), budget, { from })
              : grepText(found(lines), budget, { from });
          expect(countTokens(reading.text)).toBeLessThanOrEqual(limit);
          expect(reading.tokens).toBe(countTokens(reading.text));
          seen.push(...reading.evidence);
          from = reading.next ?? undefined;
        } while (from !== undefined);
        expect(seen).toEqual(hits.map(({ id }) => id));
      },
    ),
  );
});
