import { expect, test } from "vitest";
import { coverageLine } from "../../../../src/element/ask/coverage-line.js";
import { Turn } from "../../../../src/element/ask/turn.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { AgentEvent, Calculation } from "../../../../src/index.js";
import { answer } from "./answers.js";

test("says which pages were searched, covered and unreadable, in the language's number format", () => {
  expect(coverageLine(new I18n("en"), answer())).toBe(
    "7 searches · 412 of 430 pages covered · 18 scanned pages could not be read · 9 s",
  );
  const whole = answer({
    coverage: { documents: 1, pages: 1234, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 },
    usage: { ...answer().usage, calls: 0, total: 1500 },
  });
  expect(coverageLine(new I18n("en"), whole)).toBe("all 1,234 pages covered · 1.5 s");
  expect(coverageLine(new I18n("de"), whole)).toBe("all 1.234 pages covered · 1,5 s");
  const units = { page: 426, slide: 0, sheet: 1, part: 3 };
  const mixed = answer({ coverage: { ...answer().coverage, units } });
  expect(coverageLine(new I18n("en"), mixed)).toBe(
    "7 searches · covered 426 pages, 1 sheet, 3 parts; 18 scanned · 9 s",
  );
});

test("calculations do not count as searches", () => {
  const calculation = { expression: "a - b", display: "4", operands: [] };
  const calculated = answer({
    calculations: [calculation as unknown as Calculation],
    usage: { ...answer().usage, calls: 3 },
  });
  expect(coverageLine(new I18n("en"), calculated)).toMatch(/^2 searches, 1 calculation · /);
  const alone = { ...calculated, usage: { ...calculated.usage, calls: 1 } };
  expect(coverageLine(new I18n("en"), alone)).toMatch(/^1 calculation · /);
  const turn = new Turn("t", "What is it?");
  for (const [call, tool] of ["search", "calculate"].entries()) {
    turn.take({ type: "tool-call", call, tool, arguments: {} } as unknown as AgentEvent);
  }
  expect(turn.work).toEqual({ searches: 1, calculations: 1 });
});
