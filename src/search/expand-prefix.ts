import type { Language } from "../core/language.js";
import { fold } from "./fold.js";
import { stemsOf } from "./stemming.js";
import type { Vocabulary } from "./vocabulary.js";

/** Common endings of each language, with and without whose beginnings a prefix may have been typed. */
const endings: Partial<Record<Language, string>> = {
  en: "s es ed ing ings ations ingly ally ments nesses ables ability ies ers ors ances ences ively izing",
  de: "es en ern em ungen heiten keiten lichen ischen schaften ierungen",
  fr: "es ées ements ations ateurs iques ités ables ances issements eurs euses iers",
  es: "es os as aciones amientos adores idades ables antes mente ando iendo",
  it: "i e azioni amenti atori ità abili anti mente ando endo",
  pt: "s es os as ações amentos adores idades áveis antes mente ando endo",
  nl: "s en heden ingen elijke ische baar",
  sv: "ar arna er erna or orna ningar heter ligen iska",
  no: "er ene en et ninger heter lige iske",
  da: "er erne en et ninger heder lige iske",
  fi: "t n ssa sta lla lta lle iden issa ista ksi nen set isuus",
  hu: "ok ek ak nak nek ban ben ból ből hoz hez ság ség ások ések",
  ro: "i e ul ului ilor ații ării ători ități abile",
  ru: "ы и а я у ю ов ев ами ями ах ях ого его ому ему ание ения ость ости",
  tr: "lar ler ları leri da de dan den ın in lık lik",
  el: "οι ες ων ους ας εις ματα",
};

/** Shorter stems stand for too much else, unless they begin with the prefix. */
const shortestStem = 4;

const tails = new Map<Language, readonly string[]>();

/** Every end of every ending: a prefix may stop within one. */
function tailsOf(language: Language): readonly string[] {
  const known = tails.get(language);
  if (known) return known;
  const all = new Set([""]);
  for (const ending of (endings[language] ?? "").split(" ")) {
    for (let index = 0; index < ending.length; index++) all.add(ending.slice(index));
  }
  const list = [...all];
  tails.set(language, list);
  return list;
}

/**
 * The terms that a prefix stands for: those that begin with it, and the stems of words that begin
 * with it. Terms are stems, and a stem can be shorter than the prefix ("depreciat*" stands for
 * "depreciation", which is found under "depreci") or differ from it at the end ("company*":
 * "compani"); so the prefix is continued with the endings of the languages, and what comes of it
 * is stemmed. A stem stands for all its words, so "depreciat*" finds "depreciable" as well.
 *
 * @param limit how many terms at most; stems come first, the others in alphabetical order
 */
export function expandPrefix(
  prefix: string,
  vocabulary: Vocabulary,
  languages: Iterable<Language>,
  limit: number,
): string[] {
  const found = new Set<string>();
  const folded = fold(prefix);
  for (const language of languages) {
    for (const tail of tailsOf(language)) {
      for (const stem of stemsOf(prefix + tail, language)) {
        // "res" is a word, too, with the stem "re".
        const isTelling = stem.startsWith(folded) || stem.length >= shortestStem;
        if (isTelling && vocabulary.has(stem)) found.add(stem);
      }
    }
  }
  for (const term of vocabulary.startingWith(folded, limit)) found.add(term);
  return [...found].slice(0, limit);
}
