import { PagehoundError } from "../../../src/core/errors.js";
import type {
  Embedder,
  EmbedderInfo,
  EmbedOptions,
} from "../../../src/models/embedders/embedder.js";

/** Synonyms, each mapped to the word that represents them. */
const meanings: Readonly<Record<string, string>> = {
  automobile: "car",
  vehicle: "car",
  physician: "doctor",
  surgeon: "doctor",
};

/** Far more dimensions than a test has words, so that hardly any two share one. */
const dimensions = 512;

/**
 * An embedder with predictable vectors: each word is a direction, synonyms share one, and a text is
 * the sum of its words.
 */
export class WordEmbedder implements Embedder {
  readonly info: EmbedderInfo;
  /** The passages it was asked to embed so far. */
  readonly passages: string[] = [];
  readonly queries: string[] = [];
  /** Called before passages are embedded; its rejection becomes that of `embed`. */
  before: (texts: readonly string[]) => Promise<void> = async () => {};

  constructor(id = "words", version = "1") {
    this.info = { id, version, name: `Words ${version}`, dimensions };
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<Float32Array[]> {
    if (kind === "passage") await this.before(texts);
    signal?.throwIfAborted();
    (kind === "passage" ? this.passages : this.queries).push(...texts);
    return texts.map(vectorOf);
  }

  async unload(): Promise<void> {
    this.before = async () => {
      throw new PagehoundError("closed", "It was unloaded.");
    };
  }
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const at = directionOf(meanings[word] ?? word);
    vector[at] = (vector[at] as number) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The FNV-1a hash. */
function directionOf(word: string): number {
  let hash = 2_166_136_261;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % dimensions;
}
