import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grepText } from "../../../../src/agent/reading/grep-text.js";
import { searchText } from "../../../../src/agent/reading/search-text.js";
import type { Coverage } from "../../../../src/core/answer.js";
import type { DocumentId } from "../../../../src/core/document.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import type { GrepFindings, GrepHit } from "../../../../src/search/grep/api.js";
import { anyCounter } from "./counters.js";
import { complete, hit, response, tableHit, withGaps } from "./search-hits.js";

const plenty = { limit: 100_000 };
const byLines = (limit: number) => ({
  limit,
  countTokens: (text: string) => text.split("\n").length,
});

const d1 = "d1" as DocumentId;

describe("searchText", () => {
  it("reports how the query was understood", () => {
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
    const many = ["a", "b", "c", "d", "e", "f", "g"];
    const long = { ...response([hit(4)]), query: "why ".repeat(500), unmatched: many };
    const [head = "", ...rest] = searchText(long, plenty).text.split("\n");
    expect(head.length).toBeLessThan(250);
    expect(rest).toContain('No document searched has "a", "b", "c", "d", "e" and 2 more.');
    expect(text).toContain('Not used: type:x. "x" is no type that is known.');
  });

  it("returns id, path, page, heading and excerpt of each hit, and the coverage", () => {
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

  it("returns whole passages on request", () => {
    const { text } = searchText(response([hit(4)]), plenty, { show: "passage" });
    expect(text).toContain("its last words.");
  });

  it("reports an unsuccessful search with its coverage", () => {
    expect(searchText(response([]), plenty).text).toBe(
      "Nothing found for: notice period\n\nSearched all 30 pages in 2 documents.",
    );
  });

  it("leaves out gaps rather than results", () => {
    const { text } = searchText(response([], withGaps), { limit: 60 });
    expect(text).toMatch(/Searched 1,412 of 1,430 pages in 12 documents; 18 without text\.$/);
  });

  it("says what it leaves out, and continues from there", () => {
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
  it("marks text that was recognised in an image", () => {
    const { text } = grepText(found([line(2, 5, { recognised: true }), line(3, 1)]), plenty);
    expect(text.match(/^\[.*$/gm)).toEqual([
      expect.stringContaining("page 2, text recognised in a picture"),
      expect.not.stringContaining("recognised"),
    ]);
  });

  it("returns counts, then lines under id, path and page, then the coverage", () => {
    const reading = grepText(found([line(2, 5), line(2, 9), line(3, 1, { id: null })]), plenty);
    expect(reading.text).toBe(`3 matches on 3 lines for: lin[ae]
[d1.p2.s1] a.pdf, page 2
5: line 5 of page 2
9: line 9 of page 2
[running header or footer] page 3
1: line 1 of page 3
Searched all 30 pages in 2 documents.`);
    expect(reading.evidence).toEqual(["d1.p2.s1"]);
  });

  it("shows context once if it belongs to two lines", () => {
    const numbered = (...numbers: number[]) =>
      numbers.map((number) => ({ number, text: `- ${number} -` }));
    const hits = [
      line(2, 5, { before: numbered(4), after: numbered(6, 7) }),
      line(2, 7, { before: numbered(5, 6), after: numbered(8) }),
    ];
    const lines = grepText(found(hits), plenty).text.split("\n").slice(2, -1);
    expect(lines).toEqual([
      "4- - 4 -",
      "5: line 5 of page 2",
      "6- - 6 -",
      "7: line 7 of page 2",
      "8- - 8 -",
    ]);
  });

  it("counts by document if there are several, and names each document again when it changes", () => {
    const other = { document: "d2" as DocumentId, path: "b.pdf", id: "d2.p2.s1" as EvidenceId };
    const counted = (document: string, path: string, lines: number) => {
      return { document: document as DocumentId, path, matches: lines, lines, pages: [] };
    };
    const { text } = grepText(
      found([line(2, 5), line(3, 1), line(2, 9, other)], {
        documents: [counted("d1", "a.pdf", 2), counted("d2", "b.pdf", 1)],
      }),
      plenty,
    );
    expect(text.split("\n").slice(1, -1)).toEqual([
      "By document: d1 a.pdf 2; d2 b.pdf 1",
      "[d1.p2.s1] a.pdf, page 2",
      "5: line 5 of page 2",
      "[d1.p3.s1] page 3",
      "1: line 1 of page 3",
      "[d2.p2.s1] b.pdf, page 2",
      "9: line 9 of page 2",
    ]);
  });

  it("shows the head of a table before the first of its rows on a page", () => {
    const headRow = { number: 20, text: "2012\t2011" };
    const hits = [
      line(2, 5),
      line(2, 9),
      line(2, 15),
      line(2, 21, { before: [headRow] }),
      line(3, 4),
    ];
    const heads = ["2017 | 2016", "2017 | 2016", "2015 | 2014", "2012 | 2011", "2015 | 2014"];
    const tableHeads = new Map(hits.map((hit, index) => [hit, heads[index] ?? ""]));
    const lines = grepText(found(hits), plenty, { tableHeads }).text.split("\n").slice(2, -1);
    expect(lines).toEqual([
      "(table head: 2017 | 2016)",
      "5: line 5 of page 2",
      "9: line 9 of page 2",
      "(table head: 2015 | 2014)",
      "15: line 15 of page 2",
      "20- 2012\t2011",
      "21: line 21 of page 2",
      "[d1.p3.s1] page 3",
      "(table head: 2015 | 2014)",
      "4: line 4 of page 3",
    ]);
  });

  it("drops the head of a table only instead of cutting a line, with a note", () => {
    const hit = matchingLine(1, 30, 200, 200);
    const tableHeads = new Map([[hit, "Year 2017 ".repeat(12)]]);
    const { text, leftOut } = grepText(found([hit]), { limit: 120 }, { tableHeads });
    expect(text).not.toContain("2017");
    expect(leftOut).toContain("the head of a table");
  });

  it("counts the omitted lines, and says where to continue", () => {
    const hits = [1, 2, 3, 4].map((number) => line(1, number));
    const findings = found(hits, { offset: 20, left: 50 });
    const first = grepText(findings, byLines(6));
    expect(first.leftOut).toBe(
      "Left out: 52 more matching lines. Narrow the pattern, or go on from 22.",
    );
    const second = grepText(findings, byLines(6), { from: first.next ?? "" });
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
      "No match before it was stopped for: lin[ae]\nA note.\nIt took too long.\nSearched all 30 pages in 2 documents before it was stopped.",
    );
    expect(grepText(found([line(1, 1)], { stopped }), plenty).text).toMatch(
      /^1 match on 1 line before it was stopped for: /,
    );
  });

  it("treats names of parts and labels as plain text", () => {
    const part = line(2, 5, { pageUnit: "part", path: "b.txt" });
    const labelled = line(3, 1, { pageLabel: "iv" });
    const { text } = grepText(found([part, labelled]), plenty);
    expect(text).toContain("] b.txt, part 2\n");
    expect(text).toContain("] a.pdf, page 3 (labelled iv)\n");
  });

  it.each(["", " 0", "0x0", "1e0", "-1"])("rejects the cursor %j", (from) => {
    expect(() => grepText(found([line(1, 1), line(1, 2)]), plenty, { from })).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });

  it("cuts long lines around their match, with a note", () => {
    const hit = matchingLine(1, 3, 2_000, 2_000);
    const { text, leftOut } = grepText(found([hit]), plenty);
    expect(text).toMatch(/\n3: ….*MATCH.*…\n/);
    expect(leftOut).toBe("Left out: parts of long lines.");
  });

  it("drops context before it cuts lines", () => {
    const context = (...numbers: number[]) =>
      numbers.map((number) => ({ number, text: "word ".repeat(60) }));
    const hit = matchingLine(1, 5, 60, 60, { before: context(4), after: context(6) });
    const { text, leftOut } = grepText(found([hit]), { limit: 140 });
    expect(text).toContain(`\n5: ${hit.text}\n`);
    expect(leftOut).toBe("Left out: lines of context.");
  });

  it("limits its header, regardless of the query", () => {
    const { text } = grepText(found([], { patterns: ["a\nb".repeat(2_000)] }), plenty);
    const [head = ""] = text.split("\n");
    expect(head.length).toBeLessThan(230);
  });
});

/** A line with the match `MATCH` and this many characters before and after it. */
function matchingLine(
  page: number,
  number: number,
  before: number,
  after: number,
  more: Partial<GrepHit> = {},
): GrepHit {
  const text = `${"abc ".repeat(before / 4)}MATCH${" xyz".repeat(after / 4)}`;
  const start = text.indexOf("MATCH");
  const marks = [{ start, end: start + 5 }];
  return line(page, number, { text, span: { start: 0, end: text.length }, marks, ...more });
}

it("shows every match before the place where a grep continues, however long lines are", () => {
  const context = fc.array(fc.nat({ max: 600 }), { maxLength: 2 });
  const lines = fc.array(
    fc.tuple(fc.nat({ max: 3_000 }), fc.nat({ max: 3_000 }), context, context),
    { minLength: 1, maxLength: 8 },
  );
  const budgets = fc.integer({ min: 120, max: 600 });
  fc.assert(
    fc.property(lines, budgets, (sizes, limit) => {
      const hits = sizes.map(([before, after, above, below], index) =>
        matchingLine(index + 1, 10, before, after, {
          before: above.map((size, row) => ({
            number: 10 - above.length + row,
            text: "w ".repeat(size),
          })),
          after: below.map((size, row) => ({ number: 11 + row, text: "w ".repeat(size) })),
        }),
      );
      const seen: number[] = [];
      let from: string | undefined;
      do {
        const { text, next, tokens } = grepText(found(hits), { limit }, { from });
        expect(tokens).toBeLessThanOrEqual(limit);
        const shown = text.match(/^10: .*MATCH/gm)?.length ?? 0;
        expect(shown).toBe(Number(next ?? hits.length) - Number(from ?? 0));
        seen.push(shown);
        from = next ?? undefined;
      } while (from !== undefined);
      expect(seen.reduce((sum, each) => sum + each, 0)).toBe(hits.length);
    }),
  );
});

it("keeps results within their limit, and shows every hit once until the end", () => {
  const hits = Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0 ? hit(index + 1, { heading: "A heading" }) : tableHit(index + 1),
  );
  const lines = hits.map(({ page }) => line(page, 7));
  const kinds = fc.constantFrom("search", "brief search", "grep");
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
            kind !== "grep"
              ? searchText(response(hits, withGaps), budget, {
                  from,
                  form: kind === "search" ? "full" : "brief",
                })
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
