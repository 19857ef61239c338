import { describe, expect, test } from "vitest";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { patternExamples, wordExamples } from "../../../../src/element/search/search-help-view.js";

const words = new I18n("en");

describe("examples of queries", () => {
  test.each([...wordExamples(words), ...patternExamples(words)])(
    "$form contains the part to select: $part",
    ({ form, part, meaning }) => {
      expect(part).not.toBe("");
      expect(form).toContain(part);
      expect(meaning).not.toBe("");
    },
  );

  test.each(patternExamples(words))("$form is a valid pattern", ({ form }) => {
    expect(() => new RegExp(form, "v")).not.toThrow();
  });
});
