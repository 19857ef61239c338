/**
 * The languages that text can be told to be in, as BCP 47 tags. `und` is text in any other
 * language: its words are folded and not stemmed.
 */
export const knownLanguages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "no",
  "da",
  "fi",
  "hu",
  "ro",
  "ru",
  "uk",
  "tr",
  "el",
  "zh",
  "ja",
  "ko",
  "th",
  "lo",
  "km",
  "my",
  "und",
] as const;

/** One of `languages`. */
export type Language = (typeof knownLanguages)[number];
