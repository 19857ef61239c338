import type { I18n } from "./i18n.js";

const formats = new Map<string, Intl.ListFormat>();

/** "a, b, c": things of which each is said, without an "and", as the language lists them. */
export function enumeration(items: readonly string[], { locale }: I18n): string {
  let format = formats.get(locale);
  if (!format) {
    // Lists of units have blanks between them in Japanese; its lists of things have no "and" anyway.
    const japanese = new Intl.Locale(locale).language === "ja";
    format = new Intl.ListFormat(locale, {
      type: japanese ? "conjunction" : "unit",
      style: "short",
    });
    formats.set(locale, format);
  }
  return format.format(items);
}
