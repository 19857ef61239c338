import { expect, test } from "vitest";
import { guidesFor, guidesOf } from "../../../src/search/source-knowledge/guide.js";
import { chosenSources, describeSource, SourceIndex } from "../../bench/routing/source-index.js";

const pensions = describeSource({
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
    heads: ["2019", "2018", "2017.5"],
    labels: ["Discount rate", "Expected return on plan assets"],
    years: [2018, 2019],
    terms: expect.arrayContaining([{ word: "actuary", count: 3 }]),
  });
  expect(pensions.terms[0]).toEqual({ word: "actuary", count: 3 });
  expect(pensions.terms.map(({ word }) => word)).not.toContain("The");
  // Years in the text count only if no name contains one.
  expect(describeSource({ texts: ["Sold in 2021 for 1,999 francs."] }).years).toEqual([2021]);
  expect(describeSource({})).toEqual({ heads: [], labels: [], years: [], terms: [] });
});

test("sources are found by their descriptions, and those with nearly equal scores are chosen together", () => {
  const index = new SourceIndex();
  index.add({ id: "d1", description: pensions });
  index.add({
    id: "d2",
    description: describeSource({ texts: ["Ships pay harbour dues for the wharf."] }),
  });
  index.add({
    id: "d3",
    description: describeSource({
      tables: [{ heads: ["2020"], labels: ["Rate of interest", "Discount"] }],
      texts: ["Discounts on the rate of harbour dues"],
    }),
  });
  const find = (question: string) => index.find(question, { limit: 5 }).map(({ id }) => id);
  // The row as a whole counts more than its separate words.
  expect(find("What was the discount rate in 2019?")).toEqual(["d1", "d3"]);
  expect(find("Who has the wharf?")).toEqual(["d2"]);
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
});

test("guides raise the rank of the sources that they belong to", () => {
  const question = "What was the discount rate of the pension plans in 2019?";
  const lesson = { source: "d2", text: "Under “Pensions”", questions: [question] };
  const guides = guidesFor("Discount rate for the pension plans in 2018?", guidesOf([lesson], 0));
  const index = new SourceIndex();
  const description = describeSource({ texts: ["Discount rates of pension plans"] });
  for (const id of ["d1", "d2"]) index.add({ id, description });
  const best = (near: typeof guides) => index.find(question, { limit: 1 }, near)[0]?.id;
  expect(best([])).toBe("d1");
  expect(best(guides)).toBe("d2");
});
