import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chosenSources,
  describeSource,
  descriptionLine,
  SourceIndex,
} from "../../../../src/search/source-knowledge/source.js";
import { tries } from "../../../tries.js";

const pensions = describeSource({
  title: "Annual report",
  headings: ["Pension plans", "Leases", "Pension  plans"],
  tables: [
    {
      heads: ["", "2019", "2018", "2017.5"],
      labels: ["Discount rate", "Expected return on plan assets", "Discount rate", "  "],
    },
  ],
  texts: ["The actuary sets the discount rates. The actuary is paid.", "Actuarial losses."],
});

test("a source is described by its names, its years and its frequent words", () => {
  expect(pensions).toEqual({
    title: "Annual report",
    headings: ["Pension plans", "Leases"],
    heads: ["2019", "2018", "2017.5"],
    labels: ["Discount rate", "Expected return on plan assets"],
    years: [2018, 2019],
    terms: expect.arrayContaining([{ word: "actuary", count: 3 }]),
  });
  expect(pensions.terms[0]).toEqual({ word: "actuary", count: 3 });
  expect(pensions.terms.map(({ word }) => word)).not.toContain("The");
  // Years in the text count only if no name contains one.
  expect(describeSource({ texts: ["Sold in 2021 for 1,999 francs."] }).years).toEqual([2021]);
  expect(describeSource({})).toEqual({
    ...{ title: "", headings: [], heads: [], labels: [], years: [], terms: [] },
  });
});

test("a description gives less weight to words that other sources share", () => {
  const texts = ["company company company wharf wharf"];
  const sharedBy = (term: string) => (term === "wharf" ? 0 : 0.9);
  expect(describeSource({ texts }).terms[0]?.word).toBe("company");
  expect(describeSource({ texts, sharedBy }).terms[0]?.word).toBe("wharf");
});

test("a description is bounded, deterministic, and fits into a line", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  const texts = fc.array(text, { maxLength: 300 });
  fc.assert(
    fc.property(text, texts, texts, fc.nat(500), (title, names, words, limit) => {
      const content = {
        title,
        headings: names,
        tables: [{ heads: names, labels: names }],
        texts: words,
      };
      const description = describeSource(content);
      expect(describeSource(content)).toEqual(description);
      expect(description.headings.length).toBeLessThanOrEqual(60);
      expect(description.labels.length).toBeLessThanOrEqual(200);
      expect(description.terms.length).toBeLessThanOrEqual(120);
      const line = descriptionLine(description, limit);
      expect(line.length).toBeLessThanOrEqual(limit);
      expect(line).not.toContain("\n");
    }),
    { numRuns: tries(10, 1000) },
  );
});

test("a description lists title, years, headings, rows, columns and words, as far as they fit", () => {
  expect(descriptionLine(pensions, 400)).toBe(
    "Annual report; 2018 to 2019; about: Pension plans, Leases; rows: Discount rate, Expected return on plan assets; columns: 2019, 2018, 2017.5; words: actuary, sets, discount, rates, paid, losses",
  );
  expect(descriptionLine(pensions, 60)).toBe(
    "Annual report; 2018 to 2019; about: Pension plans, Leases",
  );
});

test("sources are found by their descriptions, and those with nearly equal scores are chosen together", () => {
  const index = new SourceIndex();
  index.add({ id: "d1", description: pensions });
  index.add({
    id: "d2",
    description: describeSource({ title: "Harbour dues", texts: ["Ships pay for the wharf."] }),
  });
  index.add({
    id: "d3",
    description: describeSource({
      tables: [{ heads: ["2020"], labels: ["Rate of interest", "Discount"] }],
      texts: ["Discounts on the rate of harbour dues"],
    }),
  });
  const find = (question: string) => index.find(question, { limit: 5 });
  // The row as a whole counts more than its separate words.
  expect(find("What was the discount rate in 2019?").map(({ id }) => id)).toEqual(["d1", "d3"]);
  expect(find("Who has the wharf?").map(({ id }) => id)).toEqual(["d2"]);
  expect(index.find("wharf", { limit: 5, among: (id) => id !== "d2" })).toEqual([]);
  expect(find("…")).toEqual([]);
  const scored = [1, 0.95, 0.94].map((score, place) => ({ id: `s${place}`, score }));
  expect(chosenSources(scored).map(({ id }) => id)).toEqual(["s0", "s1"]);
  expect(
    chosenSources([
      { id: "s0", score: 1 },
      { id: "s1", score: 0.5 },
    ]),
  ).toHaveLength(1);
  expect(chosenSources([])).toEqual([]);
  index.remove("d2");
  expect(find("Who has the wharf?")).toEqual([]);
});
