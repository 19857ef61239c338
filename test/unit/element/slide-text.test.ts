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

test("a line is found in a drawing however it is split into runs and spaces", () => {
  const page = pageOf("Key Benefits: no fees", "a\tb");
  expect(shown("•~Key ~Benefits:~\u00a0no  fees|a|b", page)).toEqual([
    "Key Benefits:\u00a0no  fees",
    "ab",
  ]);
});

test("a bullet may be a letter in a symbol font", () => {
  expect(shown("l~Low capacity", pageOf("Low capacity"))).toEqual(["Low capacity"]);
});

test("a title that is read first may be drawn last, and in capitals", () => {
  expect(shown("Second|FIRST", pageOf("First", "Second"))).toEqual(["FIRST", "Second"]);
});

test("matches repeated lines in order", () => {
  expect(shown("True|True", pageOf("True", "True", "True"))).toEqual(["True", "True", null]);
});

test("a number is not found inside another, nor a word inside a longer one", () => {
  expect(shown("2024|unread", pageOf("20", "read"))).toEqual([null, null]);
});

test("a part of a line maps to the same part of the drawing", () => {
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
