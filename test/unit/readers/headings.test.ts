import { describe, expect, it } from "vitest";
import type { Line, LineKind, Page } from "../../../src/core/page.js";
import { BookmarkLocator, HeadingRecogniser } from "../../../src/readers/settle.js";

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly kind?: LineKind;
  /** Whether the line belongs to the previous line's block. */
  readonly joined?: boolean;
}

const body = "The body has so many lines of the same size that it is known for what it is.";

function page(number: number, lines: readonly (readonly [string, Style?])[]): Page {
  let text = "";
  let block = -1;
  const stored = lines.map(([content, style = {}]): Line => {
    const { size = 10, bold = false, kind = "text", joined = false } = style;
    if (!joined) block++;
    const start = text.length;
    text += content;
    const line: Line = {
      ...{ start, end: text.length, block, kind, level: 0 },
      ...{ size, bold, top: 0, bottom: 0 },
    };
    text += "\n";
    return line;
  });
  return {
    ...{ number, label: null, state: "text", width: 612, height: 792 },
    ...{ text, lines: stored, geometry: null },
  };
}

function recognised(lines: readonly (readonly [string, Style?])[], margin: number[] = []) {
  const only = page(1, [...lines, [body], [body], [body]]);
  const recogniser = new HeadingRecogniser();
  recogniser.look(only);
  recogniser.add(only, margin);
  return recogniser.finish().map(({ text, level }) => `${level} ${text}`);
}

describe("recognising headings", () => {
  it("recognises headings by size, and ranks bold ones below", () => {
    expect(
      recognised([
        ["Sails", { size: 18 }],
        ["Cutting", { size: 14 }],
        ["Tools", { bold: true }],
      ]),
    ).toEqual(["1 Sails", "2 Cutting", "3 Tools"]);
  });

  it("recognises headings over several lines", () => {
    const size = 18;
    expect(
      recognised([
        ["Sails and", { size }],
        ["how to mend them", { size, joined: true }],
      ]),
    ).toEqual(["1 Sails and how to mend them"]);
  });

  it("recognises headings with a gap after the number", () => {
    const style: Style = { bold: true, kind: "row" };
    expect(
      recognised([
        ["Item 1A.\tRisk Factors", style],
        ["Total\t12", style],
      ]),
    ).toEqual(["1 Item 1A. Risk Factors"]);
  });

  it.each<[string, string, Style]>([
    ["a bold sentence", "It is bold and it is a sentence.", { bold: true }],
    ["a figure in large type", "$ 1,234", { size: 20 }],
    ["a row of a table", "Revenue\t1,234", { bold: true, kind: "row" }],
    ["small print in bold", "Small", { bold: true, size: 7 }],
    ["anything long", "word ".repeat(30), { size: 14 }],
  ])("finds no heading in %s", (_what, text, style) => {
    expect(recognised([[text, style]])).toEqual([]);
  });

  it("finds no headings in margins", () => {
    expect(recognised([["Running header", { size: 14 }]], [0])).toEqual([]);
  });
});

describe("bookmarks", () => {
  const pages = [
    page(1, [
      ["1.  Sails", { size: 18 }],
      [body],
      ["Mending sails by", { size: 14 }],
      ["hand", { size: 14, joined: true }],
    ]),
  ];
  const place = (text: string) => {
    const locator = new BookmarkLocator([{ text, level: 1, page: 1 }]);
    for (const each of pages) locator.add(each);
    const [heading] = locator.finish();
    return heading?.span ? pages[0]?.text.slice(heading.span.start, heading.span.end) : null;
  };

  it("finds bookmarks on their page despite different spaces and punctuation", () => {
    expect(place("1 SAILS")).toBe("1.  Sails");
  });

  it("finds a bookmark whose heading takes two lines", () => {
    expect(place("Mending Sails by Hand")).toBe("Mending sails by\nhand");
  });

  it("gives a bookmark no position if its page does not contain it", () => {
    expect(place("Oars")).toBeNull();
  });
});
