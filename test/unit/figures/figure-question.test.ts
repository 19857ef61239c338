import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../src/core/document.js";
import {
  readFigureQuestion,
  withoutInstructions,
  writesCapitals,
} from "../../../src/figures/figure-question.js";
import { figureNamesIn } from "../../../src/figures/names-in-text.js";

const english: ReadonlySet<Language> = new Set(["en"]);
const read = (text: string, expand: (text: string) => string[] = () => []) =>
  readFigureQuestion(text, english, expand);

describe("the subject of a question", () => {
  it("leaves function words and words for times out of the subject", () => {
    const { things } = read("What was goodwill at the end of fiscal 2017?");
    expect(things.map(({ text }) => text)).toEqual(["goodwill"]);
  });

  it("adds the other names of a figure to the subject", () => {
    const [thing, ...others] = read("capex 2019").things;
    expect(others).toEqual([]);
    expect(thing?.otherNames).toContain("purchases of property and equipment");
    expect(thing?.otherNames).not.toContain("capex");
  });

  it("takes the longest name that matches as the subject", () => {
    const { things } = read("cost of revenue in 2016");
    expect(things.map(({ text }) => text)).toEqual(["cost of revenue"]);
  });

  it("gives little weight to words that only phrase the question", () => {
    const { things } = read("How much did they spend on fulfillment?");
    const weights = new Map(things.map(({ text, weight }) => [text, weight]));
    expect(weights.get("spend")).toBeLessThan(weights.get("fulfillment") ?? 0);
  });

  it.each([
    ["revenue from Europe, the Middle East and Africa", "Europe Middle East Africa", "EMEA"],
    ["revenue from EMEA", "EMEA", "Europe, Middle East and Africa"],
  ])("adds the other form of an abbreviation: %s", (question, text, name) => {
    const { things } = read(question, () => [name]);
    const thing = things.find((one) => one.text === text);
    expect(thing?.otherNames).toContain(name);
  });
});

describe("readFigureQuestion", () => {
  it.each([
    ["How many employees did they have in 2015?", { asksFigure: true, asksCount: true }],
    ["net sales 2017", { asksFigure: true, asksCount: false, asksPercent: false }],
    ["effective tax rate 2021", { asksFigure: true, asksPercent: true }],
    ["inventories at 30 June 2021", { asksFigure: true, asksMoment: true }],
    ["What was paid in dividends in 2020?", { asksFigure: true, asksPayment: true }],
    ["How much did revenue grow in 2020?", { asksFigure: true, asksChange: true }],
    ["Why did revenue fall in 2020?", { asksFigure: false }],
    ["Who is the chief executive?", { asksFigure: false }],
    ["Which segment drove growth in 2022?", { asksFigure: false }],
  ])("recognises what “%s” asks for", (question, wanted) => {
    expect(read(question)).toMatchObject(wanted);
  });
});

describe("everyday names", () => {
  it("finds everyday names where they are written, without overlaps", () => {
    const words = ["net", "sales", "cost", "of", "revenue", "R&D", "and", "headcount", "tax", "x"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (some) => {
        const text = some.join(" ");
        const found = figureNamesIn(text).sort((a, b) => a.start - b.start);
        found.forEach(({ start, end, others }, index) => {
          expect(start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(others).not.toContain(text.slice(start, end));
        });
      }),
    );
  });

  it("finds everyday names even without their function words", () => {
    const [name] = figureNamesIn("purchases of property, plant, and equipment");
    expect(name?.others).toContain("capex");
  });
});

describe("an instruction for the answer", () => {
  it.each([
    [
      "What is the year end FY2019 total amount of inventories for Gannet? Answer in USD millions. Base your judgments on the information provided primarily in the balance sheet.",
      "What is the year end FY2019 total amount of inventories for Gannet?",
    ],
    [
      "Using the cash flow statement, how much was paid for buildings in FY2020?",
      "how much was paid for buildings in FY2020?",
    ],
    [
      "Please give me the revenue of 2020 (in thousands of dollars), rounded to two decimals.",
      "the revenue of 2020 .",
    ],
    ["Capex 2021 as stated in the annual report", "Capex 2021"],
    ["How many ships were there in 2022, in millions?", "How many ships were there in 2022 ?"],
    ["In the 2019 annual report, what was goodwill?", "2019 what was goodwill?"],
    ["How many people work in Germany in 2020?", "How many people work in Germany in 2020?"],
    ["Report net income of 2020.", "Report net income of 2020."],
    ["revenue in the United States 2020", "revenue in the United States 2020"],
  ])("removes an instruction for the answer from the question: %s", (question, name) => {
    const rest = withoutInstructions(question);
    expect(rest).toHaveLength(question.length);
    expect(rest.replace(/\s+/g, " ").trim()).toBe(name);
  });

  it("chooses the statement that an instruction names", () => {
    expect(read("Using the P&L, what was COGS in 2020?")).toMatchObject({
      statement: "income",
      itemOf: "income",
    });
    expect(read("inventories 2020")).toMatchObject({ statement: null, itemOf: "balance" });
    expect(read("capex 2020, from the cash flow statement")).toMatchObject({ statement: "cash" });
    expect(read("capex 2020, from the cash flow statement").things).toHaveLength(1);
  });
});

describe("an everyday word", () => {
  it.each([
    ["turnover 2020", "net sales"],
    ["headcount 2020", "employees"],
    ["capex 2020", "purchases of property, plant and equipment"],
    ["long-term debt repaid in 2020", "repayments of long-term debt"],
    ["cash flow from operating activities 2020", "cash provided by operating activities"],
  ])("also reads the everyday word in “%s” as %s", (question, name) => {
    const { things } = read(question);
    expect(things).toHaveLength(1);
    expect(things[0]?.otherNames).toContain(name);
  });
});

describe("capitals", () => {
  it.each([
    "What was Acme's revenue in 2020?",
    "acme revenue for GmbH",
    "revenue at Örsted",
    "Wie hoch war der Umsatz?",
  ])("finds names written with capitals in: %s", (question) => {
    expect(writesCapitals(question)).toBe(true);
  });

  it.each([
    "How much revenue did acme make in 2020?",
    "what was the ROI of acme in January?",
    "When do I get IBM's EPS, and acme's KPIs for Q2?",
    "Acme",
    "",
  ])("finds none in: %s", (question) => {
    expect(writesCapitals(question)).toBe(false);
  });
});
