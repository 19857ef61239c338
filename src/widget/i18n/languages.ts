import { english, type StringTable } from "./english.js";

/** Loads all messages in a language. */
type Loader = () => Promise<StringTable>;

/** The languages there are, by their tags, each in a file of its own that is loaded when it is wanted. */
const loaders: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ["en", async () => english],
  ["fr", async () => (await import("./fr.json", { with: { type: "json" } })).default],
  ["es", async () => (await import("./es.json", { with: { type: "json" } })).default],
  ["de", async () => (await import("./de.json", { with: { type: "json" } })).default],
  ["ar", async () => (await import("./ar.json", { with: { type: "json" } })).default],
  ["ja", async () => (await import("./ja.json", { with: { type: "json" } })).default],
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

const fromRight: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur"]);

/** The direction a language is written in. */
export function directionOf(language: string): "ltr" | "rtl" {
  return fromRight.has(language) ? "rtl" : "ltr";
}
