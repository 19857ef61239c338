import { describe, expect, test } from "vitest";
import { patternExamples, wordExamples } from "../../../../src/widget/state/search-examples.js";
import { Words } from "../../../../src/widget/strings/words.js";

const words = new Words("en");

describe("examples of what can be typed", () => {
  test.each([...wordExamples(words), ...patternExamples(words)])(
    "$form has the part that is selected: $part",
    ({ form, part, meaning }) => {
      expect(part).not.toBe("");
      expect(form).toContain(part);
      expect(meaning).not.toBe("");
    },
  );

  test.each(patternExamples(words))("$form is a pattern", ({ form }) => {
    expect(() => new RegExp(form, "v")).not.toThrow();
  });
});
