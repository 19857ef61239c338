import { describe, expect, it } from "vitest";
import { numbersIn } from "../../../src/figures/find-numbers.js";
import { unitOf } from "../../../src/figures/units.js";

function unitsIn(text: string): (string | null)[] {
  return numbersIn(text).map((number) => unitOf(number, text));
}

describe("unitOf", () => {
  it.each([
    ["5 %", "%"],
    ["5 percentage points", "points"],
    ["5 % points", "points"],
    ["5 Prozentpunkte", "points"],
    ["5 p.p.", "points"],
    ["5‰", "per thousand"],
    ["5 Promille", "per thousand"],
    ["5 bps", "basis points"],
    ["€5 million", "money"],
    ["5 µg", "µg"],
    ["5 micrograms", "µg"],
    ["5 mg/l", "mg"],
    ["5 km²", "km²"],
    ["5 square kilometres", "km²"],
    ["5 km", "km"],
    ["5l", "l"],
    ["5 Tage", "days"],
    ["1 Tag", "days"],
    ["20 working days", "working days"],
    ["5 Werktage", "working days"],
    ["5 jours ouvrés", "working days"],
    ["8 working hours", "working hours"],
    ["5 pounds", null],
    ["5-year", "years"],
    ["5 месяцев", "months"],
    ["5 °F", "°F"],
    ["5 x", "times"],
    ["5-fold", "times"],
    ["5 employees", "things"],
    ["5 bananas", null],
    ["5", null],
  ])("returns one name for every spelling: %s", (text, unit) => {
    expect(unitsIn(text)).toEqual([unit]);
  });

  it("applies the unit of a range to both ends", () => {
    expect(unitsIn("between 5 and 7 percent")).toEqual(["%", "%"]);
    expect(unitsIn("20–30 mg")).toEqual(["mg", "mg"]);
    expect(unitsIn("thirty, 30 (40) days")).toEqual(["days", "days"]);
  });
});
