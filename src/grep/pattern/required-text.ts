import { hasCase } from "./classes.js";
import type { PatternNode } from "./syntax.js";

/** More alternatives than this are not worth looking for one by one. */
const maxAlternatives = 6;

/**
 * Texts of which every match contains at least one, or none when there are no such texts worth
 * looking for. They are found many times faster than patterns are matched.
 */
export function requiredTexts(root: PatternNode): readonly string[] {
  return need(root) ?? [];
}

/** The texts a pattern is, when it is nothing but alternatives of characters; else null. */
export function literalTexts(root: PatternNode): readonly string[] | null {
  if (root.type === "group") return literalTexts(root.body);
  const options = root.type === "alternatives" ? root.options : [root];
  const texts = options.map((option) => {
    const items = option.type === "sequence" ? option.items : [option];
    return items.every(({ type }) => type === "character") ? exactText(option) : null;
  });
  return texts.every((text) => text !== null && text !== "") ? (texts as string[]) : null;
}

function need(node: PatternNode): readonly string[] | null {
  switch (node.type) {
    case "sequence":
      return needOfSequence(node.items);
    case "alternatives": {
      const needs = node.options.map(need);
      if (needs.some((each) => each === null)) return null;
      const all = [...new Set(needs.flatMap((each) => each ?? []))];
      return all.length <= maxAlternatives ? all : null;
    }
    case "group":
    case "atomic":
      return need(node.body);
    case "repeat":
      return node.least > 0 ? need(node.body) : null;
    case "character": {
      const text = exactText(node);
      return text !== null && isWorthwhile([text]) ? [text] : null;
    }
    default:
      return null;
  }
}

function needOfSequence(items: readonly PatternNode[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = "";
  const consider = (texts: readonly string[] | null) => {
    if (texts && isWorthwhile(texts) && value(texts) > value(best)) best = texts;
  };
  for (const item of items) {
    const text = exactText(item);
    if (text !== null) {
      run += text;
      continue;
    }
    consider([run]);
    run = "";
    consider(need(item));
  }
  consider([run]);
  return best;
}

/** Single letters and digits are on every page. */
function isWorthwhile(texts: readonly string[]): boolean {
  return texts.every((text) => text.length > 1 || /[^\p{L}\p{N}\s]/u.test(text));
}

/** The longer the rarer. */
function value(texts: readonly string[] | null): number {
  if (!texts) return 0;
  return Math.min(...texts.map(({ length }) => length)) / Math.sqrt(texts.length);
}

/** The one text a node matches, "" for a place; null when it can match several. */
function exactText(node: PatternNode): string | null {
  switch (node.type) {
    case "character":
      return node.anyCase && hasCase(node.code) ? null : String.fromCodePoint(node.code);
    case "sequence": {
      const texts = node.items.map(exactText);
      return texts.includes(null) ? null : texts.join("");
    }
    case "group":
    case "atomic":
      return exactText(node.body);
    case "place":
    case "look":
      return "";
    default:
      return null;
  }
}

const shortest = 3;
/** Scripts that write words with spaces between them: in others, indexes cut words by dictionary. */
const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
/** Letters whose other case depends on the language: in Turkish I and i are two letters. */
const specialCase = /^[iIıİ]$/;
const neverInWord = /^[^\p{L}\p{M}\p{N}\p{Cf}_'’‘]$/u;

/**
 * Whole words that every match contains, as they are written in the pattern: letters alone, at
 * least three, with white space, punctuation or a line's end on both sides in the pattern itself.
 * A keyword index that folds case can tell on which pages they stand; words whose case it may fold
 * otherwise than the pattern does are left out.
 */
export function requiredWords(root: PatternNode): string[] {
  const words: string[] = [];
  let word = "";
  let open = false;
  let certain = true;
  for (const item of root.type === "sequence" ? root.items : [root]) {
    const text = item.type === "character" ? String.fromCodePoint(item.code) : "";
    if (letter.test(text)) {
      word += text;
      if (item.type === "character" && item.anyCase && specialCase.test(text)) certain = false;
      continue;
    }
    const parted = partsWords(item);
    if (parted && open && certain && word.length >= shortest) words.push(word);
    word = "";
    certain = true;
    open = parted;
  }
  return words;
}

/** Whether the node matches only what stands between words, and something at all. */
function partsWords(node: PatternNode): boolean {
  switch (node.type) {
    case "character":
      return neverInWord.test(String.fromCodePoint(node.code));
    case "set":
      return (
        !node.negated &&
        node.parts.every(
          (part) =>
            part.type === "space" ||
            (part.type === "range" &&
              part.to - part.from < 16 &&
              holdsNoLetter(part.from, part.to)),
        )
      );
    case "repeat":
      return node.least > 0 && partsWords(node.body);
    case "place":
      return node.place === "line-start" || node.place === "line-end";
    default:
      return false;
  }
}

function holdsNoLetter(from: number, to: number): boolean {
  for (let code = from; code <= to; code++) {
    if (!neverInWord.test(String.fromCodePoint(code))) return false;
  }
  return true;
}
