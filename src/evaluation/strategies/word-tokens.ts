import { loadTokenCounter } from "../../agent/count-tokens.js";

/** Words that are remembered at once; a document rarely has more. */
const mostRemembered = 200_000;

/**
 * Loads what counts the tokens of a word (o200k), with the blank before it. The tokenizer cuts text
 * at words itself, so their sum is the text's count but for a few tokens; and since few words make up
 * most of a text, each is taken apart only once.
 */
export async function loadWordCounter(): Promise<(word: string) => number> {
  const count = await loadTokenCounter();
  const known = new Map<string, number>();
  return (word) => {
    let tokens = known.get(word);
    if (tokens === undefined) {
      tokens = Math.max(1, count(` ${word}`));
      if (known.size >= mostRemembered) known.clear();
      known.set(word, tokens);
    }
    return tokens;
  };
}
