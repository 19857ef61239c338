import { describe, expect, test } from "vitest";
import { PagehoundError } from "../../../../src/core/errors.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { viewerStrings } from "../../../../src/element/i18n/viewer-strings.js";
import { englishStrings, type ViewerStrings } from "../../../../src/element/viewer/strings.js";

const standalone = englishStrings("en");
const table = viewerStrings(new I18n("en"));
const names = Object.keys(standalone) as (keyof ViewerStrings)[];
const pages = { searched: 1412, scanned: 15, unreadable: 0, empty: 3, total: 1430 };

/** Arguments for each of the strings that take any. */
const samples: Record<string, readonly unknown[]> = {
  couldNotOpen: [new PagehoundError("timed-out", "It took too long.")],
  notSaved: [new PagehoundError("timed-out", "It took too long.")],
  pages: ["report.pdf"],
  page: [1234],
  part: [3],
  linkTo: [1234],
  rotated: [90],
  slide: [3],
  total: [1234],
  label: ["iv"],
  printed: ["iv", 4, 1234],
  zoom: [1.25],
  marked: ["Page 1,234"],
  markOf: [2, 1234],
  unmarkedOf: [2, 1234],
  findCount: [0, 1234, true],
  findProgress: [2, 1234],
  findCovered: [{ ...pages, unit: "page" }],
};

function wordsOf(strings: ViewerStrings, name: keyof ViewerStrings): unknown {
  const value = strings[name] as string | ((...args: readonly unknown[]) => string);
  return typeof value === "string" ? value : value(...(samples[name] ?? []));
}

describe("the viewer inside the interface", () => {
  test.each(names)("has the same English text for %s as the viewer on its own", (name) => {
    expect(wordsOf(table, name)).toBe(wordsOf(standalone, name));
  });

  test("provides exactly the strings that the viewer uses", () => {
    expect(Object.keys(table).sort()).toEqual([...names].sort());
  });

  test("has words for parts and for the progress of a search", () => {
    expect(table.findCount(3, 12, false)).toBe(standalone.findCount(3, 12, false));
    const parts = { ...pages, unit: "part" } as const;
    expect(table.findCovered(parts)).toBe(standalone.findCovered(parts));
  });
});
