import { unusualTokens } from "../core/index.js";

/** As many as a vocabulary has at most, and none is longer. */
const maxTokens = 2000;
const longestToken = 100;

/**
 * What the tokenizer of a `tokenizer.json` takes for control, without the usual ones: the tokens that
 * were added to its vocabulary, which it looks for in a text before it cuts it into pieces.
 */
export function controlTokensIn(file: Uint8Array): readonly string[] {
  try {
    const tokenizer: { added_tokens?: unknown } | null = JSON.parse(new TextDecoder().decode(file));
    const added = Array.isArray(tokenizer?.added_tokens) ? tokenizer.added_tokens : [];
    const texts = added.flatMap((token: { content?: unknown } | null) =>
      typeof token?.content === "string" && token.content.length <= longestToken
        ? [token.content]
        : [],
    );
    return unusualTokens(texts).slice(0, maxTokens);
  } catch {
    // What is wrong with it is for the engine to tell.
    return [];
  }
}
