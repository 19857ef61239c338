import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf, findMarks } from "../../../src/search/excerpt.js";
import { termsOf } from "../../../src/search/terms.js";

describe("findMarks", () => {
  it("marks every word with a wanted stem, as it is written", () => {
    const text = "Revenues rose; revenue fell. REVENUE!";
    const marks = findMarks(text, termsOf("revenue"));
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual([
      "Revenues",
      "revenue",
      "REVENUE",
    ]);
  });

  it("marks a word once, though it has several terms, and names with a hyphen in their place", () => {
    const text = "The 10-K for FY2018, and 2018 again";
    const marks = findMarks(text, termsOf("10K FY2018"));
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual([
      "10-K",
      "FY2018",
      "2018",
    ]);
  });
});

describe("excerptOf", () => {
  it("marks the same words as the passage, wherever it is cut", () => {
    const words = fc.array(fc.constantFrom("cash", "flow", "資料", "Größe", "x", "\n", "🙂"), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(" ");
        const marks = findMarks(text, termsOf("cash größe"));
        const excerpt = excerptOf(text, marks);
        expect(excerpt.text.isWellFormed()).toBe(true);
        for (const { start, end } of excerpt.marks) {
          expect(["cash", "Größe"]).toContain(excerpt.text.slice(start, end));
        }
        if (marks.length > 0) expect(excerpt.marks.length).toBeGreaterThan(0);
      }),
    );
  });

  it("shows the stretch with the most different words", () => {
    const filler = "nothing of interest here ".repeat(30);
    const text = `cash ${filler} cash flow statement ${filler}`;
    const excerpt = excerptOf(text, findMarks(text, termsOf("cash flow statement")));
    expect(excerpt.text).toContain("cash flow statement");
    expect(excerpt.text.startsWith("… ")).toBe(true);
    expect(excerpt.text.endsWith(" …")).toBe(true);
  });

  it("shows a short passage whole", () => {
    expect(excerptOf("Short.", [])).toEqual({ text: "Short.", marks: [] });
  });
});
