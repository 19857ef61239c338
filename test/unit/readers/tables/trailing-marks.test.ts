import fc from "fast-check";
import { expect, test } from "vitest";
import { trailingMarks, withoutLeader } from "../../../../src/readers/tables/describe.js";

const text = fc.string({
  unit: fc.constantFrom("a", "1", "(", ")", "*", "†", " ", ".", "…", "_", "(1)", "(b2)", " ."),
  maxLength: 10,
});

test("finds all footnote marks at a text's end, with the space before them", () => {
  const marks = /(?:\s*(?:\([1-9a-z]\d?\)|[*†‡§]+))+$/u;
  expect(trailingMarks("Net sales (1)(a) **")).toBe(" (1)(a) **");
  fc.assert(
    fc.property(text, (each) => {
      expect(trailingMarks(each)).toBe(marks.exec(each)?.[0] ?? "");
    }),
    { numRuns: 2_000 },
  );
});

test("a leader is at least three dots, an ellipsis, or two spaced dots", () => {
  const leader = /(?:\s*[.…·_]){3,}\s*$|\s*…+\s*$|(?:\s\.){2,}\s*$/u;
  expect(withoutLeader("Net sales . . . . ")).toBe("Net sales");
  fc.assert(
    fc.property(text, (each) => {
      expect(withoutLeader(each)).toBe(each.replace(leader, "").trim());
    }),
    { numRuns: 2_000 },
  );
});
