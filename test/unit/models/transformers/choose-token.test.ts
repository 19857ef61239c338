import { expect, test } from "vitest";
import { chooseToken, seededNumbers } from "../../../../src/models/transformers/choose-token.js";

const logits = Float32Array.from({ length: 40 }, (_, token) =>
  token === 35 ? 3 : token === 5 ? 5 : 0,
);
const only = (...tokens: number[]): Int32Array => {
  const mask = new Int32Array(2);
  for (const token of tokens) mask[token >> 5] = (mask[token >> 5] ?? 0) | (1 << (token & 31));
  return mask;
};

test("chooses the likeliest allowed token at temperature 0", () => {
  expect(chooseToken(logits, null, 0, Math.random)).toBe(5);
  expect(chooseToken(logits, only(31, 35), 0, Math.random)).toBe(35);
});

test("draws tokens about as often as their probability, and only allowed ones", () => {
  const random = seededNumbers(7);
  const drawn = Array.from({ length: 500 }, () => chooseToken(logits, only(5, 35), 1, random));
  const often = drawn.filter((token) => token === 5).length;
  expect(new Set(drawn)).toEqual(new Set([5, 35]));
  expect(often / 500).toBeCloseTo(Math.exp(5) / (Math.exp(5) + Math.exp(3)), 1);
});

test("draws the same tokens for the same seed", () => {
  const draw = (seed: number) => {
    const random = seededNumbers(seed);
    return Array.from({ length: 20 }, () => chooseToken(logits, null, 2, random));
  };
  expect(draw(3)).toEqual(draw(3));
  expect(draw(3)).not.toEqual(draw(4));
});

test("rejects logits that are not numbers", () => {
  const broken = new Float32Array(8).fill(Number.NaN);
  expect(() => chooseToken(broken, null, 0, Math.random)).toThrow("infinite or NaN");
});
