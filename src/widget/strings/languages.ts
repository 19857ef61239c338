import { english } from "./english.js";
import type { StringTable } from "./words.js";

/** Loads all messages in a language. */
type Loader = () => Promise<StringTable>;

/** The languages there are, by their tags, each in a file of its own that is loaded when it is wanted. */
const loaders: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ["en", async () => english],
  ["fr", async () => (await import("./french.js")).french],
  ["es", async () => (await import("./spanish.js")).spanish],
  ["de", async () => (await import("./german.js")).german],
  ["ar", async () => (await import("./arabic.js")).arabic],
  ["ja", async () => (await import("./japanese.js")).japanese],
]);

/** Tags of the languages that the interface speaks. */
export const languages: readonly string[] = [...loaders.keys()];

/** A language that was chosen. */
export interface ChosenLanguage {
  /** How numbers, dates and sizes are written, such as `de-AT`. */
  readonly locale: string;
  /** The language of the messages, such as `de`. */
  readonly language: string;
}

/**
 * The first of the wanted languages that there are messages in, region and script aside; English
 * when there is none. What is no language tag is passed over.
 */
export function negotiate(wanted: readonly string[]): ChosenLanguage {
  for (const tag of wanted) {
    try {
      const locale = new Intl.Locale(tag.trim());
      if (loaders.has(locale.language))
        return { locale: locale.baseName, language: locale.language };
    } catch {
      // Pages name their language in ways of their own; the next one may be understood.
    }
  }
  return { locale: "en", language: "en" };
}

/** The messages of a language; English when they cannot be loaded. */
export async function loadTable(language: string): Promise<StringTable> {
  try {
    return (await loaders.get(language)?.()) ?? english;
  } catch {
    return english;
  }
}
