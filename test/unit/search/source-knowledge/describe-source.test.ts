import fc from "fast-check";
import { expect, test } from "vitest";
import { describeSource } from "../../../../src/search/source-knowledge/describe-source.js";
import { tries } from "../../../tries.js";

const headings = ["Pension plans 2019", "Leases", "annual report", "Pension  plans 2019", "1."];

test("a source is described by its title, years and headings, as far as they fit", () => {
  const describe = (limit: number) => describeSource("Annual report", headings, limit);
  expect(describe(400)).toBe("Annual report; 2019; about: Pension plans 2019, Leases");
  expect(describe(50)).toBe("Annual report; 2019; about: Pension plans 2019");
  expect(describe(30)).toBe("Annual report; 2019");
  expect(describe(6)).toBe("2019");
  expect(describe(3)).toBe("Ann");
  expect(describeSource("2017 to 2019", ["Leases"], 50)).toBe(
    "2017 to 2019; 2017 to 2019; about: Leases",
  );
  expect(describeSource("", [], 50)).toBe("");
});

test("a description is bounded, deterministic, and on one line", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  const texts = fc.array(text, { maxLength: 300 });
  fc.assert(
    fc.property(text, texts, fc.nat(500), (title, names, limit) => {
      const line = describeSource(title, names, limit);
      expect(describeSource(title, names, limit)).toBe(line);
      expect(line.length).toBeLessThanOrEqual(limit);
      expect(line).not.toContain("\n");
    }),
    { numRuns: tries(10, 1000) },
  );
});
