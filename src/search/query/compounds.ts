import { fold, functionWordsOf, type Language, stemsOf } from "../../core/index.js";
import type { Vocabulary } from "../index/vocabulary.js";

/** Linking letters between the words of a compound, by language. */
const links: Partial<Record<Language, readonly string[]>> = {
  de: ["s", "es", "n", "en", "ens", "er", "e"],
  nl: ["s", "e", "en", "er"],
  sv: ["s", "a", "o", "e", "u"],
  no: ["s", "e"],
  da: ["s", "e"],
  fi: ["n"],
};

/** Prefixes of verbs and their nouns that change the meaning: "Vertrag" is not a kind of "Trag". */
const verbPrefix =
  /^(?:ver|ent|zer|miss|vor|nach|auf|aus|ein|uber|ueber|unter|wieder|hinter|durch|gegen|bei|mit|weg|her|hin|dar|ab|an|um|zu|un|voor|door|over|onder|op|uit|tegen|ont|her|mee|toe|aan|for|fore|over|under|upp|opp|op|mot|med|til|fra|inn|ind|efter|etter|gen|gjen|sam|til|ved|pa|av|af|om|ut|ud|in|be|ge)$/;
/** Matches a text that ends with such a prefix. */
const endsWithPrefix = /(?:ver|ent|zer|ont)$/;
/** Suffixes that derive a word instead of adding a second one: "kostenlos", "freundlich". */
const derivation =
  /^(?:lich|isch|keit|heit|schaft|haft|bar|sam|los|voll|ig|ung|end|ier|ation|ist|ismus|tum|chen|lein|loos|lijk|heid|ing|lig|het|skap|else|dom)/;
const vowel = /[aeiouyäöüåæø]/;
const letters = /^\p{Alpha}+$/u;
/** Shorter words occur in too many others by chance. */
const shortest = 3;
/** Maximum number of compounds of a word to search for; the shortest ones are preferred. */
const most = 60;

/**
 * The terms of compounds that contain a word, in languages that write them as one word:
 * "Kündigungsfrist" for "Kündigung". The other parts are words of the collection, or too long to be
 * endings.
 */
export function compoundsWith(
  word: string,
  vocabulary: Vocabulary,
  languages: Iterable<Language>,
): readonly string[] {
  const folded = fold(word);
  if (folded.length < shortest || !letters.test(folded)) return [];
  const found = new Set<string>();
  for (const language of languages) {
    const linking = links[language];
    if (!linking || functionWordsOf(language).has(folded)) continue;
    const stems = stemsOf(word, language).filter((stem) => stem.length >= 4);
    const forms = [...new Set([folded, ...stems])];
    // "Miete" becomes "Miet-" before another word.
    const before = folded.length > 4 && folded.endsWith("e") ? [folded.slice(0, -1)] : [];
    const reader = new CompoundReader(vocabulary, language, linking);
    const core = [...forms, ...before].reduce((a, b) => (b.length < a.length ? b : a));
    for (const term of vocabulary.containing(core)) {
      if (term.length < core.length + shortest || !letters.test(term)) continue;
      const isCompound =
        forms.some((form) => reader.endsWith(term, form, folded.length)) ||
        [...forms, ...before].some((form) => reader.beginsWith(term, form, folded.length)) ||
        reader.hasInside(term, folded);
      if (isCompound) found.add(term);
    }
  }
  return [...found].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, most);
}

/** The collection's words that form a compound, each as its terms; empty unless it has all. */
export function partsOfCompound(
  word: string,
  vocabulary: Vocabulary,
  languages: Iterable<Language>,
): readonly (readonly string[])[] {
  const folded = fold(word);
  if (folded.length < 8 || !letters.test(folded)) return [];
  for (const language of languages) {
    const linking = links[language];
    if (!linking) continue;
    const parts = new CompoundReader(vocabulary, language, linking).parts(folded);
    if (parts.length > 1) return parts;
  }
  return [];
}

/** Analyses terms as compounds of one language. */
class CompoundReader {
  readonly #vocabulary: Vocabulary;
  readonly #language: Language;
  readonly #links: readonly string[];

  constructor(vocabulary: Vocabulary, language: Language, linking: readonly string[]) {
    this.#vocabulary = vocabulary;
    this.#language = language;
    this.#links = ["", ...linking];
  }

  /** Whether a term is a compound whose last word is this: "Mietvertrag". */
  endsWith(term: string, word: string, length: number): boolean {
    if (!term.endsWith(word)) return false;
    const before = term.slice(0, -word.length);
    if (before.length < shortest || isPrefix(before)) return false;
    if (this.#knowsBefore(before)) return length > shortest || before.length > shortest;
    return length > 4 && before.length > 3 && vowel.test(before);
  }

  /** Whether a term is a compound whose first word is this: "Vertragspartner". */
  beginsWith(term: string, word: string, length: number): boolean {
    if (!term.startsWith(word)) return false;
    const rest = term.slice(word.length);
    return this.#links.some((link) => {
      if (!rest.startsWith(link)) return false;
      const after = rest.slice(link.length);
      if (after.length < shortest || derivation.test(rest) || derivation.test(after)) return false;
      if (this.#knows(after)) return length > shortest || after.length > shortest;
      if (!vowel.test(after) || word.length < 4) return false;
      return length > 5 || (length > 4 && after.length > 4);
    });
  }

  /** True if a word is between two others: "Umsatzsteuervoranmeldung" contains "Steuer". */
  hasInside(term: string, word: string): boolean {
    if (word.length < 6) return false;
    const at = term.indexOf(word, shortest);
    if (at < 0 || isPrefix(term.slice(0, at))) return false;
    return this.beginsWith(term.slice(at), word, word.length);
  }

  /** The words that form a compound, each with at least four letters. */
  parts(compound: string): readonly (readonly string[])[] {
    const whole = this.#termsOf(compound);
    if (whole.length > 0) return [whole];
    for (let at = compound.length - 4; at >= 4; at--) {
      const last = this.#termsOf(compound.slice(at));
      if (last.length === 0) continue;
      const first = compound.slice(0, at);
      for (const link of this.#links) {
        if (!first.endsWith(link) || first.length - link.length < 4) continue;
        const before = this.parts(first.slice(0, first.length - link.length));
        if (before.length > 0) return [...before, last];
      }
    }
    return [];
  }

  #knowsBefore(word: string): boolean {
    return this.#links.some(
      (link) => word.endsWith(link) && this.#knows(word.slice(0, word.length - link.length)),
    );
  }

  #knows(word: string): boolean {
    return this.#termsOf(word).length > 0;
  }

  /** The terms of a word that the collection contains; empty for function words. */
  #termsOf(word: string): readonly string[] {
    if (word.length < shortest || functionWordsOf(this.#language).has(word)) return [];
    const terms = [...stemsOf(word, this.#language), word];
    return [...new Set(terms)].filter(
      (term) => term.length >= shortest && this.#vocabulary.has(term),
    );
  }
}

function isPrefix(before: string): boolean {
  return verbPrefix.test(before) || endsWithPrefix.test(before);
}

const katakana = /^[\p{Script=Katakana}ー]{3,}$/u;
/** Characters that modify the preceding sound, so that no word begins with one. */
const dependent = /^[ーァィゥェォッャュョヮンｰ]/u;
/** Final sounds of words in "-er" or "-or", which may be lengthened. */
const drawn = /[アカサタナハマヤラワガザダバパァャ]$/u;

/** The terms of Katakana compounds that begin or end with a loanword: "データベース" for "データ". */
export function katakanaCompounds(term: string, vocabulary: Vocabulary): readonly string[] {
  if (!katakana.test(term)) return [];
  const found = vocabulary.containing(term).filter((whole) => {
    if (whole === term || !katakana.test(whole)) return false;
    const knows = (part: string) => part.length > 2 || (part.length > 1 && vocabulary.has(part));
    if (whole.startsWith(term)) {
      const rest = whole.slice(term.length);
      const after = rest.startsWith("ー") && drawn.test(term) ? rest.slice(1) : rest;
      if (!dependent.test(after) && knows(after)) return true;
    }
    return whole.endsWith(term) && knows(whole.slice(0, -term.length));
  });
  return found.slice(0, most);
}
