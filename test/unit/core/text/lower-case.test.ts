import { expect, test } from "vitest";
import { inLowerCase } from "../../../../src/core/index.js";

test("lower-casing keeps the index of every character", () => {
  const longer: string[] = [];
  for (let code = 0; code <= 0x1ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (inLowerCase(letter).length !== letter.length) longer.push(letter);
  }
  expect(longer).toEqual([]);
  expect(inLowerCase("İSTANBUL 5 Mio. ΣΟΣ")).toBe("istanbul 5 mio. σος");
});
