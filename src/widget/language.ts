import { directionOf } from "./strings/direction.js";
import { english } from "./strings/english.js";
import { loadTable, negotiate } from "./strings/languages.js";
import { type StringTable, Words } from "./strings/words.js";

/** The words of an element, and the direction they are written in. */
export interface Language {
  readonly words: Words;
  readonly direction: "ltr" | "rtl";
}

/** The language of an element where nothing has to be loaded for it; else null. */
export function languageAtOnce(
  host: HTMLElement,
  replaced: Partial<StringTable>,
  chosen: string | null,
): Language | null {
  const { locale, language } = negotiate(wantedBy(host, chosen));
  if (language !== "en") return null;
  return { words: new Words(locale, undefined, replaced), direction: "ltr" };
}

/**
 * The language of an element: the one that the reader has `chosen`, else that of its own `lang` or that of what it stands in, else of the browser.
 * An empty `lang` leaves it to the browser.
 */
export async function languageOf(
  host: HTMLElement,
  replaced: Partial<StringTable>,
  chosen: string | null,
): Promise<Language> {
  const { locale, language } = negotiate(wantedBy(host, chosen));
  const table = await loadTable(language);
  // English stands in for what could not be fetched.
  if (table === english) return { words: new Words("en", table, replaced), direction: "ltr" };
  return { words: new Words(locale, table, replaced), direction: directionOf(language) };
}

function wantedBy(host: HTMLElement, chosen: string | null): readonly string[] {
  if (chosen !== null) return [chosen];
  for (let at: Element | null = host; at; at = above(at)) {
    const lang = at.getAttribute("lang");
    if (lang !== null) return lang === "" ? navigator.languages : [lang];
  }
  return navigator.languages;
}

/** What an element stands in, out of shadow roots, too. */
function above(element: Element): Element | null {
  const root = element.parentElement === null ? element.getRootNode() : null;
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}
