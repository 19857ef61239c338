import type { PatternNode } from "./syntax.js";

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
