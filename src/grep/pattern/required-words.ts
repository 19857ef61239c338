import type { PatternNode } from "./syntax.js";

const shortest = 3;
/** Scripts that write words with spaces between them: in others, indexes cut words by dictionary. */
const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
const neverInWord = /^[^\p{L}\p{M}\p{N}\p{Cf}_'’‘]$/u;

/**
 * Whole words that every match contains, as they are written in the pattern: letters alone, at
 * least three, with white space, punctuation or a line's end on both sides in the pattern itself.
 * A keyword index that folds case can tell on which pages they stand.
 */
export function requiredWords(root: PatternNode): string[] {
  const words: string[] = [];
  let word = "";
  let open = false;
  for (const item of root.type === "sequence" ? root.items : [root]) {
    const text = item.type === "character" ? String.fromCodePoint(item.code) : "";
    if (letter.test(text)) {
      word += text;
      continue;
    }
    const parted = partsWords(item);
    if (parted && open && word.length >= shortest) words.push(word);
    word = "";
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
              [part.from, part.to].every((code) => neverInWord.test(String.fromCodePoint(code)))),
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
