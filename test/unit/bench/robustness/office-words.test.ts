import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { officeWords } from "../../../bench/robustness/office-words.js";
import { robustnessJson, robustnessText } from "../../../bench/robustness/report.js";

/** A workbook in which all cells show the same text. */
function workbook(text: string, cells: number): Uint8Array {
  const row = '<c t="s"><v>0</v></c>'.repeat(cells);
  return zipSync({
    "xl/sharedStrings.xml": strToU8(`<sst><si><t>${text}</t></si></sst>`),
    "xl/worksheets/sheet1.xml": strToU8(`<sheetData><row>${row}</row></sheetData>`),
  });
}

it("accepts a million cells of a workbook", () => {
  expect(officeWords(workbook("oak", 3))).toEqual({ text: "oak\noak\noak", leftOut: 0 });
});

it("compares the start of a text that is too long for a string, and counts the rest", () => {
  const million = "oak tree ".repeat(111_111);
  const found = officeWords(workbook(million, 600));
  expect(found?.text.length).toBeGreaterThan(million.length);
  // V8's maximum string length.
  expect((found?.text.length ?? 0) + (found?.leftOut ?? 0)).toBeGreaterThan(0x1fffffe8);
});

it("reads whole cells up to its limit", () => {
  expect(officeWords(workbook("oak", 5), 9)).toEqual({ text: "oak\noak", leftOut: 12 });
});

it("says what was not compared", () => {
  const listed = {
    ...{ file: "trees.xlsx", location: "", password: null },
    ...{ reference: ["oak"], isWhole: true, leftOut: 12 },
  };
  const file = {
    ...{ state: "searchable" as const, code: null, problem: null },
    ...{ pages: 3, unreadable: 0, withoutText: 0, milliseconds: 5, peak: null },
    ...{ listed, texts: ["oak oak"], textsLeftOut: 2 },
  };
  const run = { files: [file], memory: null };
  const text = robustnessText(run);
  expect(text).toContain(
    "not compared: trees.xlsx: 12 characters of the reference behind the first 3",
  );
  expect(text).toContain("not compared: trees.xlsx: the text of its last 2 pages");
  expect(robustnessJson(run)).toMatchObject({
    files: [{ covered: 1, notCompared: { characters: 12, pages: 2 } }],
  });
});
