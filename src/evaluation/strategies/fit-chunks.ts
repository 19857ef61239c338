import type { ChatMessage, JsonSchemaFormat } from "../../model/language-model.js";
import type { Chunk } from "./chunk-text.js";
import { isTooLong, type ModelRequests } from "./model-requests.js";

/** What the marks around a chunk take, beside its path. */
const marksTokens = 24;
/** Characters below which a chunk is not cut any shorter. */
const leastCharacters = 200;

/**
 * As many of the first chunks as have room, whole; of the first one, when not even that has, its
 * beginning, and nothing when there is no room at all.
 */
export function fitChunks(
  chunks: readonly Chunk[],
  room: number,
  tokens: (text: string) => number,
): readonly Chunk[] {
  const fitting: Chunk[] = [];
  let left = room;
  for (const chunk of chunks) {
    const marks = marksTokens + tokens(chunk.path);
    const needed = tokens(chunk.text) + marks;
    if (needed > left) {
      if (fitting.length > 0) break;
      const share = Math.max(0, left - marks) / Math.max(1, needed - marks);
      const cut = beginning(chunk, Math.floor(chunk.text.length * share * 0.9));
      return cut ? [cut] : [];
    }
    fitting.push(chunk);
    left -= needed;
  }
  return fitting;
}

/** A reply, and the chunks that the prompt had room for. */
export interface ReplyToChunks {
  readonly reply: string;
  readonly shown: readonly Chunk[];
}

/**
 * Asks with as many of the chunks as fit; where the model finds the prompt too long all the same,
 * with half of them, and so on. Throws what the model throws.
 */
export async function askWithChunks(
  requests: ModelRequests,
  chunks: readonly Chunk[],
  prompt: (shown: readonly Chunk[]) => readonly ChatMessage[],
  format?: JsonSchemaFormat,
): Promise<ReplyToChunks> {
  let shown = fitChunks(chunks, requests.room(prompt([])), (text) => requests.tokens(text));
  while (true) {
    try {
      return { reply: await requests.ask(prompt(shown), format), shown };
    } catch (thrown) {
      const fewer = isTooLong(thrown) ? halfOf(shown) : null;
      if (!fewer) throw thrown;
      shown = fewer;
    }
  }
}

/** Fewer chunks, or less of the only one; null when there is nothing to leave out. */
function halfOf(chunks: readonly Chunk[]): readonly Chunk[] | null {
  const [first] = chunks;
  if (!first) return null;
  if (chunks.length > 1) return chunks.slice(0, chunks.length >> 1);
  const cut = beginning(first, first.text.length >> 1);
  return cut && [cut];
}

function beginning(chunk: Chunk, characters: number): Chunk | null {
  return characters < leastCharacters ? null : { ...chunk, text: chunk.text.slice(0, characters) };
}
