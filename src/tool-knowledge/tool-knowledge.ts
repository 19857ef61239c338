import { slicer } from "../core/call-options.js";
import { isRecord } from "../core/json.js";
import {
  contentHash,
  documentText,
  mostQuestions,
  type ToolDocument,
  type ToolRanking,
} from "./tool-document.js";
import { type FindTools, type FoundTool, type Nearness, ToolIndex } from "./tool-index.js";

/** A tool as it is stored. */
export interface StoredTool {
  readonly name: string;
  /** See `contentHash`. */
  readonly hash: string;
  readonly document: ToolDocument;
  /** Questions that it has answered here, the newest last. */
  readonly past: readonly string[];
  /** The vector of `documentText`, and the model that made it; missing until it is made. */
  readonly vector?: ToolVector | undefined;
}

/** Whether a stored row is a tool as this code stores it; another is as good as none, and stored anew. */
export function isStoredTool(row: unknown): row is StoredTool {
  if (!isRecord(row) || typeof row.name !== "string" || typeof row.hash !== "string") return false;
  const { document, past } = row;
  return (
    isRecord(document) &&
    [document.name, document.description].every((text) => typeof text === "string") &&
    [document.parameters, document.questions, document.topics, past].every(Array.isArray)
  );
}

/** A vector of length 1. */
export interface ToolVector {
  readonly model: string;
  readonly data: Float32Array;
}

/** Where a knowledge base is kept: in the browser's database, or in memory. */
export interface ToolStore {
  all(): Promise<readonly StoredTool[]>;
  /** Stores tools in the place of those with the same names, and removes others: all of it or nothing. */
  change(put: readonly StoredTool[], remove: readonly string[]): Promise<void>;
}

/** Keeps tools in memory. */
export function memoryToolStore(): ToolStore {
  const tools = new Map<string, StoredTool>();
  return {
    all: async () => [...tools.values()],
    change: async (put, remove) => {
      for (const name of remove) tools.delete(name);
      for (const tool of put) tools.set(tool.name, tool);
    },
  };
}

/** What makes vectors for a knowledge base, such as an `Embedder`. */
export interface ToolEmbedder {
  /** Tells vectors of one model and version from those of another. */
  readonly model: string;
  /** A vector of length 1 for each text. */
  embed(
    texts: readonly string[],
    kind: "query" | "passage",
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** Names of tools by what became of them. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  /** Their content is what it was, so nothing was done. */
  readonly unchanged: readonly string[];
}

/** How a knowledge base is opened. */
export interface ToolKnowledgeOptions {
  /** @defaultValue all steps */
  readonly ranking?: ToolRanking | undefined;
  /** Tools are then found by meaning, too, as far as their vectors are made. */
  readonly embedder?: ToolEmbedder | undefined;
}

/** Past questions of a tool that are kept; the oldest go first. */
const mostPast = 20;
/** Characters of a past question. */
const longestPast = 400;
/** Tools whose content is hashed at once. */
const hashesAtOnce = 64;
/** Tools whose vectors are made at once. */
const vectorsAtOnce = 32;

/**
 * A knowledge base of tools ("Toolshed", section 3.3): what describes each tool, stored and indexed,
 * so that the few that a request needs are found among thousands. Changes are made one after the
 * other; what a change throws leaves store and index as they were.
 */
export class ToolKnowledge {
  readonly #store: ToolStore;
  readonly #index: ToolIndex;
  readonly #embedder: ToolEmbedder | null;
  readonly #tools = new Map<string, StoredTool>();
  #lastChange: Promise<unknown> = Promise.resolve();

  private constructor(store: ToolStore, { ranking, embedder }: ToolKnowledgeOptions) {
    this.#store = store;
    this.#index = new ToolIndex(ranking);
    this.#embedder = embedder ?? null;
  }

  /** Opens what a store has. Throws what the store throws, and the signal's reason. */
  static async open(
    store: ToolStore,
    options: ToolKnowledgeOptions = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ToolKnowledge> {
    const knowledge = new ToolKnowledge(store, options);
    const pause = slicer(signal);
    for (const tool of await store.all()) {
      knowledge.#enter(tool);
      await pause();
    }
    return knowledge;
  }

  get size(): number {
    return this.#tools.size;
  }

  /**
   * Adds tools, and updates those whose content is another than what is stored under their names; past
   * questions stay. Of two with one name the last counts. Throws what the store throws, and the
   * signal's reason.
   */
  keep(tools: readonly ToolDocument[], signal?: AbortSignal): Promise<ToolChanges> {
    return this.#change(() => this.#keep(tools, [], signal));
  }

  /** As `keep`, and removes all other tools. */
  replace(tools: readonly ToolDocument[], signal?: AbortSignal): Promise<ToolChanges> {
    return this.#change(() => {
      const names = new Set(tools.map(({ name }) => name));
      const others = [...this.#tools.keys()].filter((name) => !names.has(name));
      return this.#keep(tools, others, signal);
    });
  }

  /** Removes tools with all that is kept of them; those that are not there need no removing. */
  remove(names: readonly string[]): Promise<ToolChanges> {
    return this.#change(() => this.#keep([], names, undefined));
  }

  /** The best tools for a request, best first; see `ToolIndex.find`. */
  async find(
    request: string,
    options: FindTools,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<FoundTool[]> {
    const near = this.#embedder ? await this.#nearness(request, this.#embedder, signal) : [];
    return this.#index.find(request, options, near);
  }

  /** Makes the vectors that are missing. Throws what the embedder and the store throw, and the signal's reason. */
  makeVectors(
    signal: AbortSignal = new AbortController().signal,
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<void> {
    const embedder = this.#embedder;
    if (!embedder) return Promise.resolve();
    return this.#change(async () => {
      const missing = [...this.#tools.values()].filter(
        ({ vector }) => vector?.model !== embedder.model,
      );
      for (let from = 0; from < missing.length; from += vectorsAtOnce) {
        const some = missing.slice(from, from + vectorsAtOnce);
        const texts = some.map((tool) => documentText(tool.document));
        const vectors = await embedder.embed(texts, "passage", signal);
        signal.throwIfAborted();
        const made = some.map((tool, index) => {
          const data = vectors[index] ?? new Float32Array();
          return { ...tool, vector: { model: embedder.model, data } };
        });
        await this.#store.change(made, []);
        for (const tool of made) this.#tools.set(tool.name, tool);
        onProgress(from + some.length, missing.length);
      }
    });
  }

  /** Keeps a question that a tool has answered well, as an example of what it is for. A tool that is not there has none. */
  addQuestion(name: string, question: string): Promise<void> {
    return this.#change(async () => {
      const tool = this.#tools.get(name);
      const text = question.replace(/\s+/gu, " ").trim().slice(0, longestPast);
      if (!tool || text === "") return;
      const past = [...tool.past.filter((one) => one !== text), text].slice(-mostPast);
      await this.#put([{ ...tool, past }]);
    });
  }

  /** The questions that tools have answered, by their names. */
  pastQuestions(): ReadonlyMap<string, readonly string[]> {
    const asked = [...this.#tools.values()].filter(({ past }) => past.length > 0);
    return new Map(asked.map(({ name, past }) => [name, past]));
  }

  /** Deletes the past questions of all tools. */
  forgetQuestions(): Promise<void> {
    return this.#change(async () => {
      const asked = [...this.#tools.values()].filter(({ past }) => past.length > 0);
      await this.#put(asked.map((tool) => ({ ...tool, past: [] })));
    });
  }

  #change<T>(make: () => Promise<T>): Promise<T> {
    const made = this.#lastChange.then(make);
    this.#lastChange = made.catch(() => {});
    return made;
  }

  async #keep(
    tools: readonly ToolDocument[],
    removed: readonly string[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ToolChanges> {
    const pause = slicer(signal);
    const changed = new Map<string, StoredTool>();
    const unchanged = new Set<string>();
    for (let from = 0; from < tools.length; from += hashesAtOnce) {
      const some = tools.slice(from, from + hashesAtOnce);
      const hashes = await Promise.all(some.map(contentHash));
      for (const [index, document] of some.entries()) {
        const { name } = document;
        const hash = hashes[index] ?? "";
        const before = this.#tools.get(name);
        changed.delete(name);
        unchanged.delete(name);
        if (before?.hash === hash) unchanged.add(name);
        else changed.set(name, { name, hash, document, past: before?.past ?? [] });
      }
      await pause();
    }
    const gone = removed.filter((name) => this.#tools.has(name));
    const updated = [...changed.keys()].filter((name) => this.#tools.has(name));
    const added = [...changed.keys()].filter((name) => !this.#tools.has(name));
    if (changed.size > 0 || gone.length > 0) {
      await this.#store.change([...changed.values()], gone);
      for (const name of gone) {
        this.#tools.delete(name);
        this.#index.remove(name);
      }
      // Not aborted from here on: what is stored is also found.
      const slice = slicer(new AbortController().signal);
      for (const tool of changed.values()) {
        this.#enter(tool);
        await slice();
      }
    }
    return { added, updated, removed: gone, unchanged: [...unchanged] };
  }

  async #put(tools: readonly StoredTool[]): Promise<void> {
    await this.#store.change(tools, []);
    for (const tool of tools) this.#enter(tool);
  }

  #enter(tool: StoredTool): void {
    this.#tools.set(tool.name, tool);
    this.#index.add(tool.document, tool.past.slice(0, mostQuestions));
  }

  async #nearness(
    request: string,
    embedder: ToolEmbedder,
    signal: AbortSignal,
  ): Promise<Nearness[]> {
    const vectors = await embedder.embed(this.#index.partsOf(request), "query", signal);
    return vectors.map((vector) => (name: string) => {
      const own = this.#tools.get(name)?.vector;
      return own?.model === embedder.model && own.data.length === vector.length
        ? product(own.data, vector)
        : null;
    });
  }
}

/** Of vectors of length 1, their cosine. */
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) {
    sum += (one[index] as number) * (other[index] as number);
  }
  return sum;
}
