import type { ChatRequest } from "../model/language-model.js";

/** What a prompt has that a reply can take up. */
export interface PromptWords {
  /** Names of documents, pages, passages, headings and calculations, such as `d3.p12.s4`. */
  readonly ids: readonly string[];
  readonly words: readonly string[];
  /** Stretches of text from lines of the prompt, the last message's first. */
  readonly lines: readonly string[];
}

/** Enough to go on with; prompts can be long. */
const most = 400;

/** Collects what stands in the prompt, from its end. */
export function promptWords({ messages }: ChatRequest): PromptWords {
  const ids = new Set<string>();
  const words = new Set<string>();
  const lines = new Set<string>();
  for (const { content } of messages.toReversed()) {
    for (const [id] of content.matchAll(/\b(?:d\d+(?:\.[a-z]\d+)*|c\d+)\b/g)) add(ids, id);
    for (const [word] of content.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,'’-]{1,30}/gu))
      add(words, word);
    for (const line of content.split("\n")) if (line.trim() !== "") add(lines, line.trim());
  }
  return { ids: [...ids], words: [...words], lines: [...lines] };
}

function add(set: Set<string>, text: string): void {
  if (set.size < most) set.add(text);
}
