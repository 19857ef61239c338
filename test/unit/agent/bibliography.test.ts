import { expect, it } from "vitest";
import { isBibliography, isBibliographyTitle } from "../../../src/agent/loop/bibliography.js";

const entries = [
  "Ash P (2012). “The Lamp of the Hut.” Journal of Huts, 12(3), 4–19. doi:10.1000/182.",
  "Melling I, Ash P (2014). Lamps and Huts. Leeds University Press, Leeds. ISBN 0-306-40615-2.",
  "Foxden A (2019). “Oil in Winter.” In Proceedings of the Oil Days, pp. 3–9. URL https://oil.example.",
];

it("recognises a list of sources by its heading or by what its entries have", () => {
  expect(isBibliography("Any text.", "References")).toBe(true);
  expect(isBibliography(entries.join("\n\n"), null)).toBe(true);
});

it("does not mistake text that cites for one", () => {
  const cites =
    "The lamp of the hut burns oil, as others have shown (Ash, 2012), and its light is seen far away on the sea. Melling (2014) asked fishers, who knew each lamp by its colour and had names for all of them, and Foxden (2019) found the same in winter, when the oil is thick.";
  expect(isBibliography(cites, "Related work")).toBe(false);
  expect(isBibliography("Call 01632 960983 or see https://hut.example.", null)).toBe(false);
});

it.each([
  ["References", true],
  ["7. Bibliography", true],
  ["Literaturverzeichnis", true],
  ["Références", true],
  ["References from your landlord", false],
])("takes “%s” for the title of such a list: %s", (title, is) => {
  expect(isBibliographyTitle(title)).toBe(is);
});
