import { unusualTokens } from "../../core/control-tokens.js";
import type { EngineModel } from "./engine-api.js";
import type { FileStore } from "./file-store.js";

/** As many as a vocabulary has at most, and none is longer. */
const mostTokens = 2000;
const longestToken = 100;

/**
 * What a stored model's tokenizer takes for control, without the usual ones: the tokens that were
 * added to its vocabulary, which it looks for in a text before it cuts it into pieces. None for a
 * tokenizer that keeps them in another form than `tokenizer.json`.
 */
export async function controlTokensOf(
  { folder }: EngineModel,
  store: FileStore,
): Promise<readonly string[]> {
  const content = await store.read("webllm/model", new URL("tokenizer.json", folder).href);
  if (!content) return [];
  try {
    const tokenizer: { added_tokens?: unknown } | null = JSON.parse(
      new TextDecoder().decode(content),
    );
    const added = Array.isArray(tokenizer?.added_tokens) ? tokenizer.added_tokens : [];
    const texts = added.flatMap((token: { content?: unknown } | null) =>
      typeof token?.content === "string" && token.content.length <= longestToken
        ? [token.content]
        : [],
    );
    return unusualTokens(texts).slice(0, mostTokens);
  } catch {
    // What is wrong with it is for the engine to tell.
    return [];
  }
}
