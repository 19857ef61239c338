import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import type { Language } from "../../core/document.js";
import { fold, isAscii } from "./fold.js";
import { irregularForm } from "./irregular-forms.js";

/** Whether terms are for the index or for a query: the index holds some that no query asks for. */
export type TermUse = "index" | "query";

/**
 * Languages without one have no endings to cut off, or no stemmer that can be relied on: what the
 * Ukrainian one gives for a word depends on the words before.
 */
const stemmers: Partial<Record<Language, (word: string) => string>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  sv: swedish,
  no: norwegian,
  da: danish,
  fi: finnish,
  hu: hungarian,
  ro: romanian,
  ru: russian,
  tr: turkish,
  el: greek,
};

/** "ae", "oe" and "ue" where they can stand for an umlaut; not in "neue", "Bauer", "Quelle". */
const writtenOutUmlaut = /[ao]e|(?<![aeq])ue/g;

/** Stems of longer words are a waste: they are no words of any language. */
const longestWord = 64;

/**
 * The stems of a word, folded; the most telling first.
 *
 * Stemmers know endings by their accents, and people leave accents out. A word with accents is
 * therefore found under two stems where they differ: the one of the word as it is written
 * ("français": "franc", as "franche"), and the one of the word without accents ("francais").
 *
 * An irregular form of English is found under the stem of its word ("children": "child"), and a form
 * that is also a word of its own ("left") under both; a query for one means it as it stands.
 */
export function stemsOf(
  word: string,
  language: Language,
  use: TermUse = "index",
): readonly string[] {
  const stem = stemmers[language];
  if (!stem || word.length > longestWord) return [fold(word).slice(0, longestWord)];
  if (language === "en") return englishStems(word, use);
  const stems = isAscii(word) && language !== "tr" ? [] : [stemAsWritten(word, language, stem)];
  const plain = stemFolded(word, stem);
  stems.push(plain);
  if (language === "de") {
    const folded = fold(word);
    const umlauts = folded.replace(writtenOutUmlaut, (pair) => pair.charAt(0));
    if (umlauts !== folded) stems.push(stemFolded(umlauts, stem));
  }
  return stems.length === 1 ? stems : [...new Set(stems)];
}

/** An e that ends a name after two vowels, which the stemmer takes for an ending: "Maine", "Moore". */
const endOfName = /((?:ai|oo|ee)[nrl]e)s?$/;

function englishStems(word: string, use: TermUse): readonly string[] {
  const folded = fold(word);
  if (endOfName.test(folded)) return [folded.replace(endOfName, "$1")];
  const irregular = irregularForm(folded);
  const stem = stemFolded(word, english);
  if (!irregular) return [stem];
  const base = english(irregular.base);
  if (!irregular.isAmbiguous) return [base];
  return use === "query" ? [stem] : [stem, base];
}

function stemFolded(word: string, stem: (word: string) => string): string {
  const folded = fold(word);
  return fold(stem(folded)) || folded || word;
}

function stemAsWritten(word: string, language: Language, stem: (word: string) => string): string {
  const composed = word.normalize("NFKC").replace(/[\u00ad\u200b-\u200d]/g, "");
  // Only in Turkish are I and İ the capitals of ı and i.
  const lower = language === "tr" ? composed.toLocaleLowerCase("tr") : composed.toLowerCase();
  // Romanian is written with commas below; its stemmer knows the cedillas of older files.
  const spelled = language === "ro" ? lower.replaceAll("ș", "ş").replaceAll("ț", "ţ") : lower;
  return fold(stem(spelled)) || fold(lower) || word;
}
