import fc from "fast-check";
import { expect, test } from "vitest";
import { exportName } from "../../../../src/element/shell/save-file.js";

const day = new Date(2026, 2, 5, 23, 30);

test.each([
  ["What was the operating profit in 2024?", "what-was-the-operating-profit-in-2024-2026-03-05"],
  ["../../etc/passwd", "etc-passwd-2026-03-05"],
  ["Über die Größe", "über-die-größe-2026-03-05"],
  ["営業利益はいくらですか", "営業利益はいくらですか-2026-03-05"],
  ["???", "conversation-2026-03-05"],
])("saves %s as %s", (question, name) => {
  expect(exportName(question, "conversation", day)).toBe(name);
});

test("cuts a long question between words, and a long word within", () => {
  const words = exportName("word ".repeat(40), "conversation", day);
  expect(words).toBe(`${"word-".repeat(9)}2026-03-05`);
  expect(exportName("w".repeat(300), "conversation", day)).toBe(`${"w".repeat(48)}-2026-03-05`);
});

test("makes names that are valid on every system, whatever was asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (question) => {
      const name = exportName(question, "conversation", day);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*-2026-03-05$/u);
      expect([...name].length).toBeLessThanOrEqual(60);
    }),
  );
});
