import fc from "fast-check";
import { expect, test } from "vitest";
import { countWords } from "../../../../src/readers/passages.js";
import { paragraphsOf, paragraphWords } from "../../../bench/scale/paragraphs.js";

test("makes paragraphs as long as a passage, with line breaks and without blank lines", () => {
  const text = Array.from(
    { length: 70 },
    (_, line) => `Line ${line} costs $1,577.00 now.\n\n`,
  ).join("");
  const paragraphs = paragraphsOf(text);
  // Seven words per line, because the parts of a number count as in passages: 490 in all.
  expect(paragraphs).toHaveLength(3);
  for (const paragraph of paragraphs) {
    const words = countWords(paragraph, 0, paragraph.length);
    expect(words).toBeGreaterThan(paragraphWords - 5);
    expect(words).toBeLessThanOrEqual(paragraphWords);
    expect(paragraph).not.toMatch(/\n\s*\n/);
    expect(paragraph).toContain("\n");
  }
});

test("loses only white space and the words after the last paragraph", () => {
  const pieces = fc.constantFrom("word", "$1,577.00", "(see note 4)", "\n", "\n\n", "self-insured");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 900 }), (parts) => {
      const text = parts.join(" ");
      const bare = (from: string) => from.replace(/\s/g, "");
      expect(bare(text).startsWith(bare(paragraphsOf(text).join(" ")))).toBe(true);
    }),
  );
});
