import { expect, it } from "vitest";
import { rehearseSearch } from "../../../src/search/rehearse.js";

it("rehearses a search, as often as it is called", () => {
  expect(() => {
    rehearseSearch();
    rehearseSearch();
  }).not.toThrow();
});
