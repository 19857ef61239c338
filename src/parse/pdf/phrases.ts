import type { Fragment } from "./rows.js";

/** Fragments that the file sets one after another on one baseline, with no more than spaces between. */
export interface Phrase {
  readonly fragments: Fragment[];
  readonly left: number;
  right: number;
  readonly baseline: number;
  readonly size: number;
  words: number;
  /** How many of the words are numbers or signs. */
  figures: number;
}

/** A gap wider than this share of the font size ends a phrase. */
const widestSpace = 0.8;

/** Joins fragments, which are in the file's order, into phrases. */
export function phrasesOf(fragments: readonly Fragment[]): Phrase[] {
  const phrases: Phrase[] = [];
  let current: Phrase | undefined;
  for (const fragment of fragments) {
    const { item, words, figures } = fragment;
    if (current && goesOn(current, fragment)) {
      current.fragments.push(fragment);
      if (item.right > current.right) current.right = item.right;
      current.words += words;
      current.figures += figures;
    } else {
      const { left, right, baseline, size } = item;
      current = { fragments: [fragment], left, right, baseline, size, words, figures };
      phrases.push(current);
    }
  }
  return phrases;
}

function goesOn(phrase: Phrase, { item: { left, baseline, size } }: Fragment): boolean {
  const gap = left - phrase.right;
  return (
    gap <= widestSpace * size &&
    gap > -0.5 * size &&
    Math.abs(baseline - phrase.baseline) <= 0.15 * size &&
    size < 1.6 * phrase.size &&
    size > 0.6 * phrase.size
  );
}
