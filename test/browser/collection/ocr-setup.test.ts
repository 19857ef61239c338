import { expect, it } from "vitest";
import { ocrSetup, recognitionOf } from "../../../src/client/start-collection.js";

it("languages reach what recognises text in their order; documents remember them without it", () => {
  const setups = [
    ["deu", "eng"],
    ["eng", "deu"],
  ].map((languages) => ocrSetup({ base: "/assets/ocr", languages }));
  expect(setups.map((setup) => setup?.languages)).toEqual([
    ["deu", "eng"],
    ["eng", "deu"],
  ]);
  expect(setups.map(recognitionOf)).toEqual(["deu+eng", "deu+eng"]);
  expect(recognitionOf(ocrSetup(undefined))).toBe("");
});
