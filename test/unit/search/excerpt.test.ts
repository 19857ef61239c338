import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/core/text/terms.js";
import { excerptOf, findMarks } from "../../../src/search/query/text-conditions.js";

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

  it("marks a word with several terms once, and a hyphenated name as a whole", () => {
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

  it("shows the part with the most distinct words", () => {
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

  const table = [
    "CONSOLIDATED STATEMENTS OF OPERATIONS",
    "(in millions, except per share data)",
    "2015\t2016\t2017",
    "Net product sales\t$ 79,268\t$ 94,665\t$ 118,573",
    "Net service sales\t27,738\t41,322\t59,293",
    "Total net sales\t107,006\t135,987\t177,866",
    "Operating expenses:",
    "Cost of sales\t71,651\t88,265\t111,934",
    "Fulfillment\t13,410\t17,619\t25,249",
    "Marketing\t5,254\t7,233\t10,069",
    "General and administrative\t1,747\t2,432\t3,674",
  ];
  const rows = table.filter((line) => line.includes("\t"));

  it("shows the whole matching row below its year headings", () => {
    const text = table.join("\n");
    const excerpt = excerptOf(text, findMarks(text, termsOf("cost sales statements operations")));
    expect(excerpt.text).toContain("Cost of sales\t71,651\t88,265\t111,934");
    expect(excerpt.text).toContain("2015\t2016\t2017");
    expect(excerpt.text).toContain("STATEMENTS OF OPERATIONS");
    expect(excerpt.text.length).toBeLessThan(290);
  });

  it("never cuts a row of a table", () => {
    const prose = fc.constantFrom("Sales of goods rose in all regions.", "Marketing cost less.");
    const lines = fc.array(fc.oneof(fc.constantFrom(...table), prose), { maxLength: 40 });
    const queries = fc.constantFrom("cost of sales", "marketing", "goods regions", "zebra");
    fc.assert(
      fc.property(lines, queries, (list, query) => {
        const text = list.join("\n");
        const marks = findMarks(text, termsOf(query));
        const excerpt = excerptOf(text, marks);
        const shown = excerpt.text.split("\n").filter((line) => line.includes("\t"));
        for (const line of shown) {
          expect(rows).toContain(line.replace(/^… /, "").replace(/ …$/, ""));
        }
        expect(excerpt.text.length).toBeLessThan(320);
        for (const { start, end } of excerpt.marks) {
          expect(termsOf(query)).toEqual(
            expect.arrayContaining(termsOf(excerpt.text.slice(start, end)).slice(0, 1)),
          );
        }
        if (marks.length > 0) expect(excerpt.marks.length).toBeGreaterThan(0);
      }),
    );
  });
});
