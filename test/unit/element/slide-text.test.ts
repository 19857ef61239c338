import { expect, test } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { drawnSpan, lettersOf, linesDrawn } from "../../../src/element/viewer/slide-page.js";

/** A page of lines, one below the other. */
function pageOf(...lines: readonly string[]): Page {
  let start = 0;
  const placed = lines.map((text, block) => {
    const line = { start, end: start + text.length, kind: "text", level: 0, block };
    start += text.length + 1;
    return line;
  });
  return { text: lines.join("\n"), lines: placed } as unknown as Page;
}

/**
 * For each line, the matching text of a drawing, with bars between paragraphs and dashes between
 * runs.
 */
function shown(drawing: string, page: Page): (string | null)[] {
  const pieces = drawing
    .split("|")
    .flatMap((each) => each.split("~").map((text, index) => ({ text, apart: index === 0 })));
  const all = pieces.map(({ text }) => text).join("");
  const letters = lettersOf(pieces);
  return linesDrawn(letters, page).map((place, index) => {
    const line = page.lines[index];
    const span = place && line && drawnSpan(letters, page.text, line, place, line);
    return span ? all.slice(span.start, span.end) : null;
  });
}

test("finds a line in a drawing however it is split into runs and spaces", () => {
  const page = pageOf("Key Benefits: no fees", "a\tb");
  expect(shown("•~Key ~Benefits:~\u00a0no  fees|a|b", page)).toEqual([
    "Key Benefits:\u00a0no  fees",
    "ab",
  ]);
});

test("accepts a letter in a symbol font as a bullet", () => {
  expect(shown("l~Low capacity", pageOf("Low capacity"))).toEqual(["Low capacity"]);
});

test("finds a title that is drawn last and in capitals, although it is read first", () => {
  expect(shown("Second|FIRST", pageOf("First", "Second"))).toEqual(["FIRST", "Second"]);
});

test("matches repeated lines in order", () => {
  expect(shown("True|True", pageOf("True", "True", "True"))).toEqual(["True", "True", null]);
});

test("does not find a number inside another, or a word inside a longer one", () => {
  expect(shown("2024|unread", pageOf("20", "read"))).toEqual([null, null]);
});

test("maps a part of a line to the same part of the drawing", () => {
  const page = pageOf("Revenue grew by 12 %");
  const pieces = [
    { text: "Revenue grew", apart: true },
    { text: " by 12%", apart: false },
  ];
  const letters = lettersOf(pieces);
  const [place] = linesDrawn(letters, page);
  const line = page.lines[0];
  const span = { start: 13, end: 20 };
  expect(place && line && drawnSpan(letters, page.text, line, place, span)).toEqual({
    start: 13,
    end: 19,
  });
});
