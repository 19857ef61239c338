import fc from "fast-check";
import { expect, it } from "vitest";
import { roundDecimal, shiftDecimal } from "../../../src/figures/number-setting.js";

it.each([
  ["1577", 1, "1580"],
  ["1577", 2, "1600"],
  ["1577", 4, "0"],
  ["5000", 4, "10000"],
  ["9996", 1, "10000"],
  ["12.345", -2, "12.35"],
  ["-12.345", -2, "-12.35"],
  ["12.345", -3, "12.345"],
  ["12.345", -9, "12.345"],
  ["0.04", -1, "0"],
  ["0.05", -1, "0.1"],
])("rounds %s to ten to the %i as %s", (value, place, rounded) => {
  expect(roundDecimal(value, place)).toBe(rounded);
});

it.each([
  ["1577", 6, "1577000000"],
  ["12.5", -2, "0.125"],
  ["0.125", 2, "12.5"],
  ["-0.5", 1, "-5"],
  ["0", 3, "0"],
])("multiplies %s by ten to the %i as %s", (value, power, shifted) => {
  expect(shiftDecimal(value, power)).toBe(shifted);
});

it("rounds and shifts integers of any size exactly", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(12), (value, place) => {
      const unit = 10n ** BigInt(place);
      expect(roundDecimal(String(value), place)).toBe(String(((value + unit / 2n) / unit) * unit));
      expect(shiftDecimal(shiftDecimal(String(value), -place), place)).toBe(String(value));
    }),
  );
});
