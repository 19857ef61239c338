import { describe, expect, it } from "vitest";
import {
  spelledAmounts,
  spelledAsNumbers,
  statesAmount,
} from "../../../src/figures/number-words.js";

function valuesIn(text: string): (string | undefined)[] {
  return spelledAsNumbers(text).map(({ readings }) => readings[0]?.value);
}

describe("spelledAsNumbers", () => {
  it.each([
    ["two hundred and five million dollars", "205000000"],
    ["twelve thousand four hundred and fifty", "12450"],
    ["two and a half million", "2500000"],
    ["half a million", "500000"],
    ["a million", "1000000"],
    ["two point five million", "2500000"],
    ["minus two million", "-2000000"],
    ["three months", "3"],
    ["siebenundzwanzig Millionen", "27000000"],
    ["zweihundertfünfzig", "250"],
    ["zweieinhalb Millionen", "2500000"],
    ["dreißig Tage", "30"],
    ["quatre-vingt-dix-sept", "97"],
    ["quatre-vingts", "80"],
    ["soixante-dix", "70"],
    ["deux millions d'euros", "2000000"],
    ["treinta y cinco", "35"],
    ["doscientos millones", "200000000"],
    ["mil millones", "1000000000"],
    ["duecentocinquanta", "250"],
    ["ventisette", "27"],
    ["trinta e cinco", "35"],
    ["duzentos milhões", "200000000"],
    ["тридцать пять", "35"],
    ["двести миллионов рублей", "200000000"],
    ["полтора миллиона", "1500000"],
  ])("reads %s as %s", (text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    "two two two million",
    "fifty-fifty",
    "thirty-first",
    "one of the",
    "a vent",
    "eine Billion",
  ])("finds no number in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("includes the unit", () => {
    expect(spelledAsNumbers("five percent")[0]).toMatchObject({ percent: true, currency: null });
    expect(spelledAsNumbers("deux millions d'euros")[0]).toMatchObject({ currency: "euros" });
  });
});

describe("spelledAmounts", () => {
  it("finds words with a unit or a scale, and numbers from 13 on, but no small counts", () => {
    const found = spelledAmounts("Three firms paid two euros, half a million, and thirty bonds.");
    expect(found.map(({ text }) => text)).toEqual(["two euros", "half a million", "thirty"]);
  });

  it("returns amounts that match only in an equivalent unit", () => {
    const stated = spelledAmounts("two million US dollars");
    const [dollars, euros] = spelledAmounts("two million dollars; two million euros");
    expect(dollars && statesAmount(stated, dollars)).toBe(true);
    expect(euros && statesAmount(stated, euros)).toBe(false);
  });
});
