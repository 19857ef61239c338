import { expect, test } from "vitest";

test("the element can be imported without custom elements, as on a server", async () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  const { PageHoundElement, languages } = await import("../../../src/entries/widget.js");
  expect(PageHoundElement.observedAttributes).toContain("collection");
  expect(languages).toContain("en");
  // Neither registers anything nor fails.
  expect(() => PageHoundElement.define()).not.toThrow();
});
