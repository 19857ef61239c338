import type { Words } from "../strings/words.js";

/** “a, b or c”, as the language writes it. */
export function anyOf(items: readonly string[], { locale }: Words): string {
  // The English of this interface has no comma before its “or”.
  const written = locale === "en" ? "en-GB" : locale;
  return new Intl.ListFormat(written, { type: "disjunction" }).format(items);
}
