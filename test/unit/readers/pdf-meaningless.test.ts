import { expect, test } from "vitest";
import { isMeaningless } from "../../../src/readers/pdf/text-item.js";

const page = (...texts: readonly string[]) => texts.map((text) => ({ text }));

test("a page of glyphs without characters has no readable text", () => {
  expect(isMeaningless(page("\u0019 \u0012"))).toBe(true);
  expect(isMeaningless(page("\ue012\ue034", "\ue012\ufffd", "p. 3"))).toBe(true);
});

test("a page of words with a few unknown glyphs has readable text", () => {
  expect(isMeaningless(page("\uf0b7 First", "\uf0b7 Second"))).toBe(false);
  expect(isMeaningless(page("\u0e40\u0e23\u0e35\u0e22\u0e19 \uf70a"))).toBe(false);
  expect(isMeaningless(page("", " "))).toBe(false);
});
