import { describe, expect, it } from "vitest";
import { measureOf, measuresAsked } from "../../../src/figures/measures.js";

describe("the measures that a question asks for", () => {
  it.each([
    ["How long does a charge take?", ["time"]],
    ["How long is the bridge?", ["time", "length"]],
    ["How long must the strips be?", ["time", "length"]],
    ["How far in advance must I cancel?", ["time", "length"]],
    ["How warm may it be stored?", ["temperature"]],
    ["How big is the download?", ["length", "area", "memory"]],
    ["How much do I pay for a new key?", ["money"]],
    ["Was kostet ein neuer Schlüssel?", ["money"]],
    ["Combien coûte l'abonnement ?", ["money"]],
    ["Combien dois-je payer ?", ["money"]],
    ["¿Cuánto va a pagar el seguro?", ["money"]],
    ["Wie viel muss ich bezahlen?", ["money"]],
    ["What pressure do the tyres need?", ["pressure"]],
    ["Who signed the lease?", []],
    // A height, an amount of money or a percentage.
    ["Wie hoch ist die Kaution?", []],
    ["Wie tief ist der Brunnen?", ["length"]],
  ])("recognises what to measure in “%s”", (question, measures) => {
    expect([...measuresAsked(question)]).toEqual(measures);
  });
});

it("returns the measure of a unit, and null for counts and shares", () => {
  expect(measureOf("hours")).toBe("time");
  expect(measureOf("°C")).toBe("temperature");
  expect(measureOf("things")).toBeNull();
  expect(measureOf("%")).toBeNull();
  expect(measureOf(null)).toBeNull();
});
