import { describe, expect, it } from "vitest";
import type { DocumentId } from "../../../../src/core/document.js";
import type { GrepFindings, GrepHit } from "../../../../src/search/grep/api.js";
import { compilePattern } from "../../../../src/search/grep/compile-pattern.js";
import { findersOf } from "../../../../src/search/grep/finders.js";
import { formatGrep } from "../../../../src/search/grep/format-grep.js";
import { grepPage } from "../../../../src/search/grep/grep-session.js";

const document = "d1" as DocumentId;
const path = "a/report.pdf";
const coverage = { documents: 3, pages: 12, pagesWithoutText: 0 };

function findings(pages: readonly string[], pattern: string, context = 0): GrepFindings {
  const finders = findersOf(compilePattern(pattern, {}).compiled);
  const wanted = { skip: 0, take: 100, before: context, after: context };
  const counts = pages.map((text) => grepPage(text, finders, wanted));
  const hits = counts.flatMap(({ found }, index) =>
    found.map((line): GrepHit => {
      const page = index + 1;
      return {
        ...line,
        id: `d1.p${page}.s1` as GrepHit["id"],
        document,
        path,
        page,
        pageLabel: null,
        pageUnit: "page",
      };
    }),
  );
  const sum = (property: "matches" | "lines") =>
    counts.reduce((total, each) => total + each[property], 0);
  return {
    patterns: [pattern],
    hits,
    offset: 0,
    left: 0,
    matches: sum("matches"),
    lines: sum("lines"),
    documents: [
      {
        document,
        path,
        matches: sum("matches"),
        lines: sum("lines"),
        pages: counts.map(({ matches, lines }, index) => ({ page: index + 1, matches, lines })),
      },
    ],
    without: [{ document: "d2" as DocumentId, path: "b.txt" }],
    stopped: null,
    notes: [],
  };
}

const text = (
  found: Partial<GrepFindings> & GrepFindings,
  options?: Parameters<typeof formatGrep>[1],
) => formatGrep({ coverage, ...found }, options);

const fog = ["one fog\ntwo\n\nthree\nfour\nfive fog\nsix\nseven\nfog fog", "fog"];

describe("formatGrep", () => {
  it("writes file, page, line and text of each matching line", () => {
    expect(text(findings(fog, "fog")).split("\n")).toEqual([
      "a/report.pdf:1:1: one fog",
      "a/report.pdf:1:6: five fog",
      "a/report.pdf:1:9: fog fog",
      "a/report.pdf:2:1: fog",
    ]);
  });

  it("separates groups, and writes a line that is context for two matches only once", () => {
    expect(text(findings(fog, "fog", 1)).split("\n")).toEqual([
      "a/report.pdf:1:1: one fog",
      "a/report.pdf-1-2- two",
      "--",
      "a/report.pdf-1-5- four",
      "a/report.pdf:1:6: five fog",
      "a/report.pdf-1-7- six",
      "a/report.pdf-1-8- seven",
      "a/report.pdf:1:9: fog fog",
      "--",
      "a/report.pdf:2:1: fog",
    ]);
  });

  it("writes each line of a multi-line match once", () => {
    expect(text(findings(["a net\nincome net\nincome"], "net income")).split("\n")).toEqual([
      "a/report.pdf:1:1: a net",
      "a/report.pdf:1:2: income net",
      "a/report.pdf:1:3: income",
    ]);
  });

  it("adds evidence ids on request", () => {
    expect(text(findings(["a net\nincome"], "net income"), { ids: true }).split("\n")).toEqual([
      "a/report.pdf:1:1: a net [d1.p1.s1]",
      "a/report.pdf:1:2: income",
    ]);
  });

  it("cuts long lines so that the first match is visible", () => {
    const [line = ""] = text(findings([`${"x ".repeat(400)}fog${" y".repeat(400)}`], "fog"), {
      lineLength: 60,
    }).split("\n");
    expect(line).toMatch(/^a\/report\.pdf:1:1: ….* fog .*…$/);
    expect(line.length).toBeLessThan(90);
    for (const lineLength of [0, -1, 1.5]) {
      expect(() => text(findings(fog, "fog"), { lineLength })).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
    }
  });

  it("handles a line with very many matches", () => {
    const [line] = text(findings(["a".repeat(300_000)], "a"), { lineLength: 4 }).split("\n");
    expect(line).toBe("a/report.pdf:1:1: aaaa…");
  });

  it("counts by document and by page, and lists files with and without a match", () => {
    const found = findings(fog, "fog");
    expect(text(found, { form: "counts" })).toBe("a/report.pdf:5");
    expect(text(found, { form: "page-counts" })).toBe("a/report.pdf:1:4\na/report.pdf:2:1");
    expect(text(found, { form: "with-match" })).toBe("a/report.pdf");
    expect(text(found, { form: "without-match" })).toBe("b.txt");
  });

  it("says what was left out, stopped, not covered or interpreted differently", () => {
    const found = findings(fog, "fog");
    const stopped = {
      patterns: ["fog"],
      document,
      path,
      pages: { from: 1, to: 2 },
      message: "Stopped.",
    };
    const lines = formatGrep({
      ...found,
      hits: found.hits.slice(0, 1),
      offset: 1,
      left: 2,
      stopped,
      notes: ["Read so."],
      coverage: { documents: 1, pages: 9, pagesWithoutText: 2 },
    }).split("\n");
    expect(lines).toEqual([
      "a/report.pdf:1:1: one fog",
      "[2 more matching lines, of 4 found. Narrow the pattern, or continue with offset 2.]",
      "[Stopped.]",
      "[Read so.]",
      "[Found before it was stopped, in 1 document, 9 pages.]",
      "[2 of 9 pages have no text to search.]",
    ]);
  });

  it("says what was searched when nothing matches", () => {
    const none = { ...findings([], "fog"), documents: [] };
    expect(text(none)).toBe("[No match in 3 documents, 12 pages.]");
    const pages = { from: 2, to: 2 };
    const stopped = { patterns: ["fog"], document, path, pages, message: "Stopped." };
    expect(text({ ...none, stopped })).toBe(
      "[Stopped.]\n[No match before it was stopped, in 3 documents, 12 pages.]",
    );
  });
});
