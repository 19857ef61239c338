import fc from "fast-check";
import { expect, it } from "vitest";
import { largestFit } from "../../../../src/agent/reading/compose.js";
import { anyCounter } from "./counters.js";

const texts = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 60 });
const limits = fc.integer({ min: 1, max: 300 });

it("finds the largest size if longer texts have more tokens", () => {
  fc.assert(
    fc.property(texts, limits, fc.integer({ min: 1, max: 9 }), (parts, limit, perToken) => {
      const render = (size: number) => parts.slice(0, size).join("");
      const countTokens = (text: string) => Math.ceil(text.length / perToken);
      const sizes = parts.map((_, index) => index + 1);
      const largest = sizes.findLast((size) => countTokens(render(size)) <= limit);
      const range = { least: 1, greatest: parts.length };
      expect(largestFit(range, render, { limit, countTokens })?.size).toBe(largest);
    }),
  );
});

it("respects the limit for any counter, and gives up only if the minimum is too much", () => {
  fc.assert(
    fc.property(texts, limits, anyCounter, (parts, limit, countTokens) => {
      const render = (size: number) => parts.slice(0, size).join("");
      const range = { least: 1, greatest: parts.length };
      const fit = largestFit(range, render, { limit, countTokens });
      if (fit) {
        expect(fit.text).toBe(render(fit.size));
        expect(fit.tokens).toBe(countTokens(fit.text));
        expect(fit.tokens).toBeLessThanOrEqual(limit);
      } else {
        expect(countTokens(render(1))).toBeGreaterThan(limit);
      }
    }),
  );
});

it("creates no text much longer than what fits", () => {
  let longest = 0;
  const render = (size: number) => {
    longest = Math.max(longest, size);
    return "word ".repeat(size);
  };
  const countTokens = (text: string) => text.length / 5;
  const fit = largestFit({ least: 0, greatest: 100_000 }, render, { limit: 500, countTokens });
  expect(fit?.size).toBe(500);
  expect(longest).toBeLessThan(2_000);
});

it("calls the counter rarely", () => {
  let counts = 0;
  const countTokens = (text: string) => {
    counts++;
    return text.split(" ").length;
  };
  const render = (size: number) => "some words and more ".repeat(size);
  largestFit({ least: 0, greatest: 1_000 }, render, { limit: 2_000, countTokens });
  expect(counts).toBeLessThanOrEqual(5);
});
