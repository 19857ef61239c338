import fc from "fast-check";
import { expect, it } from "vitest";
import { Nearby } from "../../../src/readers/pdf/text-item.js";

const place = fc.record({
  x: fc.double({ min: -2000, max: 2000, noNaN: true }),
  y: fc.double({ min: -2000, max: 2000, noNaN: true }),
});

it("the position index finds everything within a distance exactly once", () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 60 }),
      place,
      fc.double({ min: 0, max: 40, noNaN: true }),
      (places, { x, y }, distance) => {
        const nearby = new Nearby<number>();
        for (const [index, one] of places.entries()) nearby.add(one.x, one.y, index);
        const found = nearby.near(x, y, distance);
        expect(new Set(found).size).toBe(found.length);
        for (const [index, one] of places.entries()) {
          const within = Math.abs(one.x - x) <= distance && Math.abs(one.y - y) <= distance;
          if (within) expect(found).toContain(index);
        }
      },
    ),
  );
});

it("the position index does not find distant text", () => {
  const nearby = new Nearby<string>();
  for (let x = 0; x < 1000; x += 100) nearby.add(x, x, `at ${x}`);
  expect(nearby.near(302, 298, 5)).toEqual(["at 300"]);
});

it.each([1e16, 1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
  "the position index finds nothing near %s, where no page is",
  (far) => {
    const nearby = new Nearby<string>();
    nearby.add(far, 0, "far");
    nearby.add(0, far, "far");
    expect(nearby.near(far, 0, 5)).toEqual([]);
    expect(nearby.near(0, far, Number.POSITIVE_INFINITY)).toEqual([]);
  },
);
