import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOfFault } from "../../../../src/evaluation/datasets/source-files.js";

test.each([
  ["an unknown word", '{\n"a": [\n1, nul]}', 3],
  ["a comma before the end", '{"a": 1,\n}', 2],
  ["no comma", "[1\n\n2]", 3],
  ["the wrong bracket", '[{"a": 1\n]]', 2],
  ["a key without quotes", "{\na: 1}", 2],
  ["a line break in a text", '["a\nb"]', 1],
  ["an invalid escape", '["a",\n"\\x"]', 2],
  ["a number with a leading zero", "[0,\n01]", 2],
  ["something after the end", "[1]\n\n[2]", 3],
  ["no value for a key", '{"a":\n}', 2],
])("finds the mistake in JSON at %s", (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(lineOfFault(text)).toBe(line);
});

test("reports truncated JSON on its last line", () => {
  fc.assert(
    fc.property(fc.array(fc.json({ maxDepth: 3 }), { maxLength: 3 }), fc.nat(), (values, nat) => {
      const whole = JSON.stringify(
        values.map((value) => JSON.parse(value)),
        null,
        1,
      );
      const text = whole.slice(0, nat % whole.length);
      expect(lineOfFault(text)).toBe(text.split("\n").length);
    }),
  );
});
