import { expect, it } from "vitest";
import { ocrSetup } from "../../../src/client/start-collection.js";
import { recognitionOf } from "../../../src/readers/format.js";

it("passes languages to the recogniser in order, but records them in documents in a fixed order", () => {
  const setups = [
    ["deu", "eng"],
    ["eng", "deu"],
  ].map((languages) => ocrSetup({ base: "/assets/ocr", languages }));
  expect(setups.map((setup) => setup?.languages)).toEqual([
    ["deu", "eng"],
    ["eng", "deu"],
  ]);
  expect(setups.map((setup) => recognitionOf(setup?.languages ?? []))).toEqual([
    "deu+eng",
    "deu+eng",
  ]);
  expect(ocrSetup(undefined)).toBeNull();
  expect(ocrSetup({ base: "/assets/ocr", when: "asked" })?.languages).toEqual([]);
  expect(() => ocrSetup({ base: "/assets/ocr", languages: ["../eng"] })).toThrow(/codes such as/);
});
