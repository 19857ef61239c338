import { describe, expect, test } from "vitest";
import { hasSense, readPair, readSuperlative } from "../../../src/figures/superlative.js";

/** The quantities and directions that a question compares by. */
function comparedBy(question: string): string[] | undefined {
  const read = readSuperlative(question);
  return read?.by.map(({ sense, way }) => `${way} ${sense ? sense.kind : "of anything"}`);
}

describe("superlatives", () => {
  test.each([
    ["Which boiler is the dearest?", ["highest money"]],
    ["Welcher Tarif ist am günstigsten?", ["lowest money"]],
    ["Quel forfait est le moins cher ?", ["lowest money"]],
    ["¿Qué plan es el más caro?", ["highest money"]],
    ["Which recipe takes longest?", ["highest time", "highest length"]],
    ["Which lift is the fastest?", ["lowest time", "highest speed"]],
    ["Who joined first?", ["lowest date", "lowest time"]],
    ["Wer ist zuletzt beigetreten?", ["highest date"]],
    ["When was the most recent service?", ["highest date"]],
    ["What is offered for the least money?", ["lowest of anything"]],
    ["Who has been a member longest?", ["highest time", "highest length", "lowest date"]],
  ])("%s", (question, by) => {
    expect(comparedBy(question)).toEqual(by);
  });

  test.each([
    "Which boiler is dearer than the Ember?",
    "Which is the cheapest but longest course?",
    "Which ticket without a seat is the cheapest?",
    "How many members pay the most?",
    "Is the Ember the dearest?",
    "Who paid last year?",
    "Which firm is not the dearest?",
  ])("reads no superlative, or a restricted one: %s", (question) => {
    expect(comparedBy(question)).toBe(undefined);
  });

  test("names the words that a table must account for", () => {
    const read = readSuperlative(
      "Which dishwasher programme takes the longest for delicate glasses?",
    );
    const words = read?.words.filter(({ isOptional }) => !isOptional).map(({ text }) => text);
    expect(words).toEqual(["dishwasher", "programme", "delicate", "glasses"]);
  });

  test("reads the things that are compared, not what they belong to", () => {
    expect(readSuperlative("Which expense of the club was the largest?")?.things).toEqual([
      "expens",
    ]);
    expect(readSuperlative("What kind of car is the cheapest?")?.things).toEqual(["car"]);
    expect(readSuperlative("Which dryer programme is the longest?")?.things).toHaveLength(2);
  });

  test("compares a column only if its head has the sense of the superlative", () => {
    const [price] = readSuperlative("Which is the dearest?")?.by ?? [];
    if (!price?.sense) throw new Error("the test has no sense");
    expect(hasSense(price.sense, "Price without VAT", "money")).toBe(true);
    expect(hasSense(price.sense, "Excess", "money")).toBe(false);
    expect(hasSense(price.sense, "Price", "time")).toBe(false);
  });
});

describe("one of two", () => {
  test.each([
    ["Which pond is deeper, Tarn or Mere?", "highest length"],
    ["Tarn or Mere – which is hotter?", "highest temperature"],
    ["Which path is wider, Hill Lane or Moss Way?", "highest length"],
    ["Which is heavier, the press or the mill?", "highest weight"],
  ])("%s", (question, by) => {
    const [compared] = readPair(question)?.asked.by ?? [];
    expect(`${compared?.way} ${compared?.sense?.kind}`).toBe(by);
  });
});
