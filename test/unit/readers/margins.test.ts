import { describe, expect, it } from "vitest";
import type { Line, Page } from "../../../src/core/page.js";
import { MarginFinder, settle } from "../../../src/readers/settle.js";

/** A page of lines, each with its distance from the top of the page. */
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
  return pages.map((each, place) =>
    finder
      .on(place, each)
      .map((index) => each.text.slice(each.lines[index]?.start, each.lines[index]?.end)),
  );
}

const numbers = [1, 2, 3, 4, 5];

/** Pages with a given line and prose that differs on each. */
function numbered(count: number, line: (number: number) => string): Page[] {
  return Array.from({ length: count }, (_, index) =>
    page(index + 1, [[30, line(index + 1)], ...body(index + 1)]),
  );
}

describe("margin lines", () => {
  it("recognises page numbers, and headers and footers that repeat apart from digits", () => {
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

  it("recognises margin lines that differ between left and right pages", () => {
    const pages = [...numbers, 6].map((number) =>
      page(number, [[30, number % 2 ? "Chapter one" : "The whole book"], ...body(number)]),
    );
    expect(margins(pages).flat()).toHaveLength(6);
  });

  it("recognises ascending Roman numerals as page numbers", () => {
    const pages = ["iii", "iv", "v", "vi"].map((roman, index) =>
      page(index + 1, [...body(index), [760, roman]]),
    );
    expect(margins(pages)).toEqual([["iii"], ["iv"], ["v"], ["vi"]]);
  });

  it("recognises the labels that the document gives its pages as margin lines", () => {
    const pages = ["A-1", "A-2", "B-1"].map((label, index) =>
      page(index + 1, [...body(index), [760, label]], label),
    );
    expect(margins(pages)).toEqual([["A-1"], ["A-2"], ["B-1"]]);
  });

  it("excludes repeated figures and changing text from margin lines", () => {
    const pages = numbers.map((number) =>
      page(number, [[30, `Part about ${things[number]}`], ...body(number), [750, "4,711"]]),
    );
    expect(margins(pages).flat()).toEqual([]);
  });

  it("excludes repeated lines in the middle of pages from margin lines", () => {
    const pages = numbers.map((number) =>
      page(number, [
        ...body(number),
        [400, "The same words"],
        ...body(number).map(([top, text]): [number, string] => [top + 400, text]),
      ]),
    );
    expect(margins(pages).flat()).not.toContain("The same words");
  });

  it("finds no margin lines in formats without real pages", () => {
    const pages = numbers.map((number) => ({
      ...page(number, [[0, "Same"], ...body(number)]),
      height: 0,
    }));
    expect(margins(pages).flat()).toEqual([]);
  });

  it("excludes lines that state a table's unit or period from margin lines", () => {
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

  it.each([
    ["codes", (number: number) => `Locker code ${(number * 7919) % 9973}`],
    [
      "two numbers, of which one counts",
      (number: number) => `Locker ${number}, code ${number ** 5}`,
    ],
    ["serial numbers that skip some", (number: number) => `Serial no. AB-${1000 + number * 13}`],
    ["dates", (number: number) => `Visit of ${number * 3} May 2023`],
  ])("excludes lines that differ in %s from margin lines", (_, line) => {
    expect(margins(numbered(6, line)).flat()).toEqual([]);
  });

  it.each([
    ["years", () => "Annual report 2023"],
    ["page numbers", (number: number) => `Annual report 2023 | ${number + 8}`],
    ["counts of pages", (number: number) => `Page ${number} of 6 of the report`],
    ["stamped numbers", (number: number) => `ACME ${String(417 + number).padStart(7, "0")}`],
  ])("recognises margin lines with %s", (_, line) => {
    expect(margins(numbered(6, line)).flat()).toHaveLength(6);
  });

  it("recognises the header and footer of a page printed by a browser, even on its only page", () => {
    const header: [number, string] = [16, "11/29/26, 11:23 PM"];
    const title: [number, string] = [16, "Rope list"];
    const footer: [number, string] = [770, "https://harbour.example/ropes?year=2026\t1/1"];
    expect(margins([page(1, [header, title, ...body(1), footer])])).toEqual([
      [header[1], title[1], footer[1]],
    ]);
    const noFooter: [number, string] = [770, "See https://harbour.example/ropes 1/1"];
    expect(margins([page(1, [header, title, ...body(1), noFooter])])).toEqual([[]]);
  });

  it("excludes the only lines of a page from margin lines", () => {
    const pages = numbers.map((number) =>
      page(number, [
        [300, `Certificate ${number} of the harbour`],
        [760, String(number)],
      ]),
    );
    expect(margins(pages)).toEqual(numbers.map((number) => [String(number)]));
  });
});

describe("margins that can be found by search", () => {
  function findable(pages: readonly Page[]): string[][] {
    const { findableMargins } = settle(pages, []);
    return pages.map(({ text, lines }, number) =>
      (findableMargins[number] ?? []).map((index) =>
        text.slice(lines[index]?.start, lines[index]?.end),
      ),
    );
  }

  it("makes margin lines searchable that no earlier page has, ignoring page numbers", () => {
    const pages = numbers.map((number) =>
      page(number, [[30, `The harbour book ${number}`], ...body(number)]),
    );
    expect(findable(pages)).toEqual([["The harbour book 1"], [], [], [], []]);
  });

  it("makes all numbered margin lines searchable, except the page's number", () => {
    const line = (number: number) => `Case ${number} of the harbour court`;
    const pages = numbers.map((number) =>
      page(number, [[30, line(number)], ...body(number), [760, `- ${number} -`]]),
    );
    expect(findable(pages)).toEqual(numbers.map((number) => [line(number)]));
  });

  it("treats stamped numbers as text, not as page numbers", () => {
    const stamp = (number: number) => String(417 + number).padStart(7, "0");
    const pages = numbers.map((number) =>
      page(number, [...body(number), [745, `ACME${stamp(number)}`], [765, `Page ${number}`]]),
    );
    expect(findable(pages)).toEqual(numbers.map((number) => [`ACME${stamp(number)}`]));
  });
});

describe("a document of one or two pages", () => {
  const inGap = (rest: [number, string][]): [number, string][] => [[30, "Letter to Acme"], ...rest];

  it("finds the running header of two pages if a gap separates it from the text of both", () => {
    const pages = [1, 2].map((number) => page(number, inGap(body(number))));
    expect(margins(pages)).toEqual([["Letter to Acme"], ["Letter to Acme"]]);
  });

  it("a line right above the text, such as the head of a table, is not a running header", () => {
    const table = (number: number): [number, string][] => [
      [30, "Item and price"],
      ...Array.from({ length: 6 }, (_, row): [number, string] => [
        42 + 12 * row,
        `${number} knot ${row}`,
      ]),
    ];
    expect(margins([1, 2].map((number) => page(number, table(number)))).flat()).toEqual([]);
  });

  it("a document of one page has a page number only if the line says what it is", () => {
    const only = (line: string): string[][] => margins([page(1, [...body(1), [760, line]])]);
    expect(only("Page 1 of 1")).toEqual([["Page 1 of 1"]]);
    expect(only("1/1")).toEqual([["1/1"]]);
    expect(only("1")).toEqual([[]]);
  });
});
