import { describe, expect, it } from "vitest";
import type { Line, Page } from "../../../src/core/page.js";
import { MarginFinder } from "../../../src/parse/settle.js";

/** A page of lines, each with the distance of its top from the page's. */
function page(
  number: number,
  lines: readonly (readonly [number, string])[],
  label: string | null = null,
): Page {
  let text = "";
  const stored = lines.map(([top, content], block): Line => {
    const start = text.length;
    text += content;
    const line: Line = {
      ...{ start, end: text.length, block, kind: "text", level: 0 },
      ...{ size: 10, bold: false, top, bottom: top + 10 },
    };
    text += "\n\n";
    return line;
  });
  return {
    number,
    label,
    state: "text",
    width: 612,
    height: 792,
    text,
    lines: stored,
    geometry: null,
  };
}

const things = "knots sails ropes tar masts oars".split(" ");
const body = (number: number): [number, string][] =>
  Array.from({ length: 6 }, (_, row) => [
    120 + row * 14,
    `Line ${row} about ${things[(row + number) % 6]}`,
  ]);

/** The margin lines of each page, as text. */
function margins(pages: readonly Page[]): string[][] {
  const finder = new MarginFinder();
  for (const each of pages) finder.look(each);
  return pages.map(({ text, lines }, number) =>
    finder.on(number).map((index) => text.slice(lines[index]?.start, lines[index]?.end)),
  );
}

const numbers = [1, 2, 3, 4, 5];

describe("margins", () => {
  it("are headers and footers that repeat, digits aside, and page numbers", () => {
    const pages = numbers.map((number) =>
      page(number, [
        [30, "Annual report"],
        ...body(number),
        [740, `Form ${number} of Acme`],
        [760, `- ${number} -`],
      ]),
    );
    expect(margins(pages)).toEqual(
      numbers.map((number) => ["Annual report", `Form ${number} of Acme`, `- ${number} -`]),
    );
  });

  it("may differ between left and right pages", () => {
    const pages = [...numbers, 6].map((number) =>
      page(number, [[30, number % 2 ? "Chapter one" : "The whole book"], ...body(number)]),
    );
    expect(margins(pages).flat()).toHaveLength(6);
  });

  it("are Roman numbers that count on", () => {
    const pages = ["iii", "iv", "v", "vi"].map((roman, index) =>
      page(index + 1, [...body(index), [760, roman]]),
    );
    expect(margins(pages)).toEqual([["iii"], ["iv"], ["v"], ["vi"]]);
  });

  it("are the labels that the document gives its pages", () => {
    const pages = ["A-1", "A-2", "B-1"].map((label, index) =>
      page(index + 1, [...body(index), [760, label]], label),
    );
    expect(margins(pages)).toEqual([["A-1"], ["A-2"], ["B-1"]]);
  });

  it("are no figures that repeat, nor text that changes", () => {
    const pages = numbers.map((number) =>
      page(number, [[30, `Part about ${things[number]}`], ...body(number), [750, "4,711"]]),
    );
    expect(margins(pages).flat()).toEqual([]);
  });

  it("do not repeat in the middle of pages", () => {
    const pages = numbers.map((number) =>
      page(number, [
        ...body(number),
        [400, "The same words"],
        ...body(number).map(([top, text]): [number, string] => [top + 400, text]),
      ]),
    );
    expect(margins(pages).flat()).not.toContain("The same words");
  });

  it("are not looked for in a format without pages of its own", () => {
    const pages = numbers.map((number) => ({
      ...page(number, [[0, "Same"], ...body(number)]),
      height: 0,
    }));
    expect(margins(pages).flat()).toEqual([]);
  });

  it("are no lines that say what tables are counted in, or which time they are of", () => {
    const pages = numbers.map((number) =>
      page(number, [
        [20, "Harbour Holdings"],
        [40, "(in millions, except per share data)"],
        [60, "Nine Months Ended June 30"],
        ...body(number),
      ]),
    );
    expect(margins(pages)).toEqual(numbers.map(() => ["Harbour Holdings"]));
  });
});
