import type { DocumentSummary } from "../core/document.js";
import type { ModelInfo } from "../model/language-model.js";
import { type Strategy, strategies } from "./strategies.js";

/** About the tokens of a word, its space and punctuation, in reports with numbers. */
const tokensPerWord = 1.5;
/** Less leaves no room for a single observation beside the prompt and the answer. */
const leastContextForTools = 3500;

/**
 * The strategy for these documents and this model: everything at once where it fits, else the best
 * passages, and tools for models that can choose them.
 */
export function chooseStrategy(
  documents: readonly Pick<DocumentSummary, "words">[],
  model: Pick<ModelInfo, "contextLength" | "choosesTools">,
): Strategy {
  const tokens = documents.reduce((sum, { words }) => sum + words, 0) * tokensPerWord;
  const { contextLength } = model;
  const tools = model.choosesTools && contextLength >= leastContextForTools;
  const full = tools ? strategies["full-tools"] : strategies["full-document"];
  if (tokens <= contextLength * full.openingShare * 0.8) return full;
  return tools ? strategies["retrieve-tools"] : strategies.retrieve;
}
