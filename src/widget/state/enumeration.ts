import type { Words } from "../strings/words.js";

const formats = new Map<string, Intl.ListFormat>();

/** "a, b, c": things of which each is said, without an "and", as the language lists them. */
export function enumeration(items: readonly string[], { locale }: Words): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.ListFormat(locale, { type: "unit", style: "short" });
    formats.set(locale, format);
  }
  return format.format(items);
}
