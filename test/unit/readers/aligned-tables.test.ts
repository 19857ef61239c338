import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withTables } from "../../../src/readers/text/aligned-tables.js";
import { textBlocks } from "../../../src/readers/text/parser.js";

/** The rows of the tables in a text, with cells between bars. */
function tablesIn(text: string): string[][] {
  return [...textBlocks(text)]
    .flatMap(withTables)
    .filter(({ kind }) => kind === "row")
    .map(({ lines }) => lines.map((line) => line.replaceAll("\t", "|")));
}

describe("tables in plain text", () => {
  test("have columns aligned at the left or the right, and a head that is underlined", () => {
    const text = [
      "The lifts of the house:",
      "  Lift   House        Built     Load",
      "  -----  -----------  -----  -------",
      "  A      Sorrel 8     1987    630 kg",
      "  B      Sorrel 10    1994  1,000 kg",
      "  G      goods only            90 kg",
      "All were inspected in May.",
    ].join("\n");
    expect(tablesIn(text)).toEqual([
      [
        "Lift|House|Built|Load",
        "A|Sorrel 8|1987|630 kg",
        "B|Sorrel 10|1994|1,000 kg",
        "G|goods only||90 kg",
      ],
    ]);
    const blocks = [...textBlocks(text)].flatMap(withTables);
    expect(blocks.map(({ kind }) => kind)).toEqual(["text", "row", "text"]);
    expect(blocks[1]?.header).toBe("Lift\tHouse\tBuilt\tLoad");
  });

  test("continue a cell on the next line", () => {
    const text = [
      "Home     69 euros   one seat",
      "Studio   249 euros  three seats,",
      "                    export to PDF",
      "School   90 euros   thirty seats",
    ].join("\n");
    expect(tablesIn(text)).toEqual([
      [
        "Home|69 euros|one seat",
        "Studio|249 euros|three seats, export to PDF",
        "School|90 euros|thirty seats",
      ],
    ]);
  });

  test("may be separated by tabs", () => {
    expect(tablesIn("Tea\t3.20\nMilk\t1.10\nJam\t2.40")).toEqual([
      ["Tea|3.20", "Milk|1.10", "Jam|2.40"],
    ]);
  });

  test.each([
    ["two lines with two columns", "Tea    3.20\nMilk   1.10"],
    [
      "texts side by side",
      [
        "The tenant keeps the flat clean   The landlord keeps the roof and",
        "and airs it twice a day, also     the walls in repair, and answers",
        "in winter when the heating is     letters within two weeks of the",
        "on, so that no mould can grow.    day on which they were posted.",
      ].join("\n"),
    ],
    ["labels with values", "Name:     Ada\nDate:     3 May\nNumber:   12"],
    ["lists", "-  tea 3\n-  milk 4\n-  jam 5"],
    ["terms", "README    how to begin\nNEWS      what is new\nTHANKS    who helped"],
    ["quotes in mails", "> Tea    3.20   now\n> Milk   1.10   now\n> Jam    2.40   now"],
    [
      "sentences with wide gaps",
      "It was late.  We went home.\nNobody  spoke, and\nthat was  good.",
    ],
  ])("are not %s", (_, text) => {
    expect(tablesIn(text)).toEqual([]);
  });

  test("keep all words of the text in order", () => {
    const word = fc.stringMatching(/^[a-z0-9.:-]{1,8}$/u);
    const line = fc
      .array(fc.tuple(word, fc.constantFrom(" ", "  ", "    ", "\t")), { maxLength: 6 })
      .map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const found = [...textBlocks(lines.join("\n"))]
          .flatMap(withTables)
          .flatMap((block) => block.lines)
          .join(" ");
        const words = (text: string): string[] =>
          text
            .split(/\s+/u)
            .filter((one) => /[a-z0-9]/u.test(one))
            .sort();
        expect(words(found)).toEqual(words(lines.join(" ")));
      }),
    );
  });
});
