import { expect, it } from "vitest";
import { findQuote, quoteAt, stillAt } from "../../../src/notes/quote.js";

const { signal } = new AbortController();
async function* pages(...texts: string[]) {
  for (const [index, text] of texts.entries()) yield { number: index + 1, text };
}
const quoteOf = (text: string, part: string, from = 0) => {
  const start = text.indexOf(part, from);
  return quoteAt(text, { start, end: start + part.length });
};
const near = { page: 1, start: 0 };

it("finds a quote despite different white space, hyphens, ligatures and accents", async () => {
  const before = "All offi-\ncers of the café meet on Monday, as agreed.";
  const quote = quoteOf(before, "offi-\ncers of the café");
  const after = "Preface.\nAll o\ufb03cers of the cafe\u0301 meet on Monday.";
  const found = await findQuote(quote, pages("", after), near, signal);
  expect(found?.page).toBe(2);
  expect(after.slice(found?.span.start, found?.span.end)).toBe("o\ufb03cers of the cafe\u0301");
});

it("distinguishes equal texts by their context, and then by their distance", async () => {
  const page = "One rent is due. The rent of the flat. The rent of the garage.";
  const quote = quoteOf(page, "The rent of", page.indexOf("flat"));
  const moved = `More text. ${page}`;
  const found = await findQuote(quote, pages(moved), near, signal);
  expect(moved.slice(found?.span.end)).toBe(" the garage.");
  const same = quoteAt("A line that is on every page", { start: 0, end: 28 });
  const text = "A line that is on every page";
  const nearest = await findQuote(same, pages(text, text, text), { page: 2, start: 0 }, signal);
  expect(nearest?.page).toBe(2);
});

it("does not mistake a short text in another context for a lost quote", async () => {
  const quote = quoteOf("The rent is 900 euros a month.", "900");
  expect(await findQuote(quote, pages("House 900 is painted red."), near, signal)).toBeNull();
  expect(await findQuote(quote, pages("Our rent is 900 euros."), near, signal)).not.toBeNull();
  expect(await findQuote({ ...quote, exact: " - " }, pages("a - b"), near, signal)).toBeNull();
});

it("ends a quote after the whole of its last letter", async () => {
  const text = "Runes: 𐌰𐌱𐌲";
  const found = await findQuote(quoteOf(text, "Runes: 𐌰𐌱𐌲"), pages(text), near, signal);
  expect(found?.span).toEqual({ start: 0, end: text.length });
  expect(stillAt(text, { start: 0, end: 5 }, quoteOf(text, "Runes"))).toBe(true);
});
