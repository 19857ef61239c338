import { expect, test } from "vitest";
import { oncePer } from "../../../src/core/index.js";

test("computes a value once for each object, even if the result is undefined", () => {
  const calls: object[] = [];
  const nothingFor = oncePer((key: object) => {
    calls.push(key);
    return undefined;
  });
  const [one, other] = [{}, {}];
  for (const key of [one, other, one]) expect(nothingFor(key)).toBeUndefined();
  expect(calls).toEqual([one, other]);
});
