import type { Coverage } from "../../../../src/core/answer.js";
import type { DocumentId } from "../../../../src/core/document.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import type { SearchHit, SearchResponse } from "../../../../src/search/api.js";
import { excerptOf } from "../../../../src/search/query/text-conditions.js";

const d1 = "d1" as DocumentId;

export const complete: Coverage = {
  documents: 2,
  pages: 30,
  pagesWithoutText: 0,
  gaps: [],
  pagesNotNamed: 0,
};
export const withGaps: Coverage = {
  documents: 12,
  pages: 1430,
  pagesWithoutText: 18,
  gaps: [
    { document: d1, path: "a.pdf", reason: "scanned", pages: [{ from: 3, to: 19 }] },
    { document: d1, path: "a.pdf", reason: "empty", pages: [{ from: 25, to: 25 }] },
  ],
  pagesNotNamed: 0,
};

export function hit(number: number, more: Partial<SearchHit> = {}): SearchHit {
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

/** A hit whose passage is a long table with one row that contains the query's words. */
export function tableHit(number: number): SearchHit {
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Harbour costs ${index}\t${1_000 + index}\t2,222`,
  );
  const text = ["Year\t2018\t2017", ...rows, "Notice costs\t7,001\t8,002", ...rows].join("\n");
  const start = text.indexOf("Notice");
  const marks = [{ start, end: start + 6 }];
  const span = { start: 50, end: 50 + text.length };
  return hit(number, {
    text,
    span,
    marks: marks.map((mark) => ({ start: mark.start + 50, end: mark.end + 50 })),
    excerpt: excerptOf(text, marks),
  });
}

export function response(
  hits: readonly SearchHit[],
  coverage: Coverage = complete,
): SearchResponse {
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
