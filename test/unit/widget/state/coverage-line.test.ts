import { expect, test } from "vitest";
import { coverageLine } from "../../../../src/widget/state/coverage-line.js";
import { Words } from "../../../../src/widget/strings/words.js";
import { answer } from "./answers.js";

test("the line says what was searched, covered and could not be read, in the language's numbers", () => {
  expect(coverageLine(new Words("en"), answer())).toBe(
    "7 searches · 412 of 430 pages covered · 18 scanned pages could not be read · 9 s",
  );
  const whole = answer({
    coverage: { documents: 1, pages: 1234, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 },
    usage: { ...answer().usage, calls: 0, total: 1500 },
  });
  expect(coverageLine(new Words("en"), whole)).toBe("all 1,234 pages covered · 1.5 s");
  expect(coverageLine(new Words("de"), whole)).toBe("all 1.234 pages covered · 1,5 s");
});
