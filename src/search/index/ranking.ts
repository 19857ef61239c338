import { Index } from "flexsearch";
import type { AllOf, Concept } from "../query/index-query.js";
import { type Postings, slotBits, slotCount, weightOf } from "./postings.js";
import { type HeldConcept, rareGain, rarest, telling } from "./vocabulary.js";

const weights = Float32Array.from({ length: slotCount }, (_, slot) => weightOf(slot));

/** The texts that a search is about. */
export interface Population {
  /** How many texts the index numbers. */
  readonly size: number;
  /** How many of them count for idf. */
  readonly texts: number;
  /** By text, 1 where it is searched; null when all of them are. */
  readonly mask: Uint8Array | null;
}

/** A concept of the query as it was found. */
export interface FoundConcept extends HeldConcept {
  readonly postings: readonly TermPostings[];
}

/** Scores of texts for one query. */
export interface RankingScores {
  /** By text; 0 for one that is not searched or holds none of the words. */
  readonly of: Float32Array;
  /** The greatest score, 0 when no text has one. */
  readonly greatest: number;
  /** The concepts that counted. */
  readonly found: readonly FoundConcept[];
}

/**
 * BM25 scores of the texts of an index for the words of a query: for each occurrence of a word in
 * the query its idf, raised to `idfPower`, times the text's quantised term weight. Words that
 * nearly every text holds are left out beside telling ones.
 */
export function scoreTexts(
  index: ImpactIndex,
  concepts: readonly Concept[],
  population: Population,
  idfPower: number,
): RankingScores {
  const { size, texts, mask } = population;
  const found = concepts.map((concept) => {
    const postings = concept.terms.map((term) => index.get(term)).filter(({ length }) => length);
    return { concept, postings, holding: Math.min(texts, countTexts(postings, mask)) };
  });
  const counted = telling(found, texts, idfPower);
  const scores = new Float32Array(size);
  if (counted.length === 0) return { of: scores, greatest: 0, found: counted };
  for (const { impact, postings } of counted) {
    if (postings.length === 1) addTerm(scores, postings[0] ?? [], impact);
    else addTerms(scores, postings, impact);
  }
  if (mask) for (let text = 0; text < size; text++) if (mask[text] === 0) scores[text] = 0;
  return { of: scores, greatest: greatestOf(scores), found: counted };
}

/** The greatest of some scores, none of which is below 0. By index, which is several times as fast as an iterator. */
export function greatestOf(scores: Float32Array): number {
  let greatest = 0;
  for (let text = 0; text < scores.length; text++) {
    const score = scores[text] as number;
    if (score > greatest) greatest = score;
  }
  return greatest;
}

/** Adds what a term is worth to every text that holds it. The loop that a search spends its time in. */
function addTerm(scores: Float32Array, slots: TermPostings, impact: number): void {
  for (let slot = 0; slot < slots.length; slot++) {
    const texts = slots[slot];
    if (!texts) continue;
    const gain = impact * (weights[slot] as number);
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as number;
      scores[text] = (scores[text] as number) + gain;
    }
  }
}

/** As `addTerm`, for several terms of which a text counts the best. */
function addTerms(scores: Float32Array, terms: readonly TermPostings[], impact: number): void {
  const seen = new Uint8Array(terms.length > 1 ? scores.length : 0);
  for (let slot = 0; slot < slotCount; slot++) {
    const gain = impact * (weights[slot] as number);
    for (const slots of terms) {
      for (const text of slots[slot] ?? []) {
        // Slots come in falling order of weight, so what comes first is the best.
        if (seen[text] === 1) continue;
        seen[text] = 1;
        scores[text] = (scores[text] as number) + gain;
      }
    }
  }
}

/** How many texts hold one of the terms; a text that holds several is counted for each. */
function countTexts(postings: readonly TermPostings[], mask: Uint8Array | null): number {
  let texts = 0;
  for (const slots of postings) {
    for (const members of slots) {
      if (!members) continue;
      if (!mask) texts += members.length;
      else for (const text of members) texts += mask[text] as number;
    }
  }
  return texts;
}

/**
 * What each text's score is to be multiplied by so that the best has the given share.
 *
 * @param full the score that earns the whole share; a lower best one earns less
 */
export function scale({ greatest }: RankingScores, share: number, full = 0): number {
  return greatest > 0 ? share / Math.max(greatest, full) : 0;
}

/** From this many texts on it is faster to sort all of them than to keep a list of the best. */
const manyTexts = 500;

/** A text with its score. */
interface Ranked {
  readonly text: number;
  readonly score: number;
}

/**
 * The `count` texts of greatest score, best first; those of equal score by `order`. Texts without
 * a score are none of them.
 */
export function best(
  scores: Float32Array,
  count: number,
  order: (text: number) => number,
): Ranked[] {
  const precedes = (a: Ranked, b: Ranked): boolean =>
    a.score > b.score || (a.score === b.score && order(a.text) < order(b.text));
  if (count > manyTexts) {
    const all: Ranked[] = [];
    scores.forEach((score, text) => {
      if (score !== 0) all.push({ text, score });
    });
    return all.sort((a, b) => (precedes(a, b) ? -1 : 1)).slice(0, count);
  }
  // A sorted list of at most `count`; nearly every text fails the comparison with its last.
  const kept: Ranked[] = [];
  let last = 0;
  for (let text = 0; text < scores.length; text++) {
    const score = scores[text] as number;
    if (score === 0 || score < last) continue;
    const entry = { text, score };
    let position = kept.length;
    while (position > 0 && precedes(entry, kept[position - 1] as Ranked)) position--;
    if (position === count) continue;
    kept.splice(position, 0, entry);
    if (kept.length > count) kept.pop();
    if (kept.length === count) last = kept.at(-1)?.score ?? 0;
  }
  return kept;
}

/** What passages gain that hold a rare word of a query. */
export interface RareWord {
  readonly passages: readonly number[];
  readonly gain: number;
}

/**
 * The words of a query that are by far its rarest: most likely what the question is about ("What is
 * a qersu, and how does the company …"). Where there are many passages, those that hold one come
 * before all others; where there are few, they gain about as much as passage and page can give.
 *
 * @param passages how many passages are searched
 */
export function rareWords(found: readonly FoundConcept[], passages: number): RareWord[] {
  const gain = rareGain(passages);
  return rarest(found)
    .filter(({ postings }) => postings.length === 1)
    .map(({ postings }) => ({
      passages: (postings[0] ?? []).flatMap((slot) => slot ?? []),
      gain,
    }));
}

/** A term's postings: for each slot the numbers of the texts whose weight fell into it. */
export type TermPostings = readonly (readonly number[] | undefined)[];

/** Postings, and the number that their first text has in the index. */
export interface Numbered {
  readonly postings: Postings;
  readonly first: number;
}

const slotMask = slotCount - 1;

/** What is used of FlexSearch's index. */
interface TermListIndex {
  readonly map: Map<string, number[][]>;
  search(terms: readonly string[], options: { resolve: false }): { readonly result: TermPostings };
}

/**
 * FlexSearch as an impact-ordered index. Its map has for each term `resolution` slots with the texts
 * that hold it; here the slot is the quantised BM25 weight, so that reading a term's slots gives
 * every text with its weight. FlexSearch's own ranking is not used. What a document gives is put
 * right into the map: `add` takes text by text, with lists of terms made for each, which for a large
 * document are many times its postings, and `import` can be used only once.
 */
export class ImpactIndex {
  readonly #index: TermListIndex;

  constructor() {
    const options = {
      tokenize: "strict",
      resolution: slotCount,
      // Terms arrive as a list, stemmed already; the encoder has nothing left to do.
      encode: (terms: readonly string[]) => terms,
    };
    this.#index = new Index(options as object) as unknown as TermListIndex;
  }

  /** Adds the texts of one more document, whose numbers come after those of all before it. */
  add({ postings, first }: Numbered): void {
    const { map } = this.#index;
    forEachTerm(postings, (term, from, to) => {
      let slots = map.get(term);
      if (!slots) {
        slots = [];
        map.set(term, slots);
      }
      for (let index = from; index < to; index++) {
        const entry = postings.entries[index] ?? 0;
        const slot = entry & slotMask;
        const texts = slots[slot];
        if (texts) texts.push(first + (entry >>> slotBits));
        else slots[slot] = [first + (entry >>> slotBits)];
      }
    });
  }

  /** All terms, each once, in no order. */
  terms(): Iterable<string> {
    return this.#index.map.keys();
  }

  /** The postings of a term, or none. Not to be kept or changed. */
  get(term: string): TermPostings {
    // Many a run of words is no label; asking the map is faster than a search that finds nothing.
    if (!this.#index.map.has(term)) return [];
    return this.#index.search([term], { resolve: false }).result;
  }
}

function forEachTerm(
  { terms, offsets }: Postings,
  callback: (term: string, from: number, to: number) => void,
): void {
  if (terms === "") return;
  terms.split("\n").forEach((term, index) => {
    callback(term, offsets[index] ?? 0, offsets[index + 1] ?? 0);
  });
}

/** By text, 1 where it fulfils one of the alternatives. */
export function holders(
  index: ImpactIndex,
  texts: number,
  alternatives: readonly AllOf[],
): Uint8Array {
  const held = new Uint8Array(texts);
  for (const words of alternatives) {
    // How many of the words a text holds, counted in their order: a word adds where all before it are held.
    const counts = new Uint8Array(texts);
    words.forEach((terms, before) => {
      for (const term of terms) {
        for (const slot of index.get(term)) {
          for (const text of slot ?? []) if (counts[text] === before) counts[text] = before + 1;
        }
      }
    });
    for (let text = 0; text < texts; text++) if (counts[text] === words.length) held[text] = 1;
  }
  return held;
}
