import type { Embeddings } from "../../../src/client/embeddings.js";
import type { EmbeddingsState } from "../../../src/collection/api.js";
import type { KeptTools } from "../../../src/collection/kept-knowledge.js";
import type { InputFile, Pagehound, SearchOptions, SearchResponse } from "../../../src/index.js";
import { serveEmbedder } from "../../../src/models/embedders/embedder.js";
import { openInPage } from "./in-page.js";
import { textFile } from "./watched.js";
import type { WordEmbedder } from "./word-embedder.js";

/**
 * The part of `Pagehound` that these tests need, with the collection in the page's own thread,
 * where it opens at once.
 */
export interface EmbeddingHound {
  readonly tools: KeptTools;
  readonly embeddings: Pick<Embeddings, "start" | "state" | "remove" | "stop" | "use">;
  add(...files: InputFile[]): Promise<void>;
  /** The short form of the state, as questions request it. */
  searchable(): Promise<boolean>;
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
  /** The id of the document at a path. */
  idOf(path: string): Parameters<Pagehound["remove"]>[0][number];
  remove(path: string): Promise<void>;
  restore(id: Parameters<Pagehound["restore"]>[0][number]): Promise<void>;
  export(): Promise<Blob>;
  import(file: Blob): Promise<void>;
  close(): void;
}

export async function openHound(name: string, inMemory = false): Promise<EmbeddingHound> {
  const page = await openInPage(name, { inMemory });
  const { collection } = page;
  const { embeddings } = collection;
  const idOf = (path: string) => {
    const document = collection.summaries.find((each) => each.path === path);
    if (!document) throw new Error(`There is no ${path}.`);
    return document.id;
  };
  return {
    tools: collection.tools,
    embeddings: {
      use: (embedder, options) =>
        embeddings.useEmbedder({ port: serveEmbedder(embedder) }, options),
      stop: () => embeddings.releaseEmbedder(),
      state: () => embeddings.embeddings(),
      start: (options) => embeddings.makeEmbeddings(null, options),
      remove: () => collection.removeEmbeddings(),
    },
    add: async (...files) => {
      await page.add(files);
    },
    searchable: () => embeddings.searchableByMeaning(),
    search: (query, { by = "words", limit = 10, documents = null } = {}) =>
      collection.search({ query, limit, documents, by, figures: false }),
    idOf,
    remove: (path) => collection.remove({ documents: [idOf(path)] }),
    restore: (id) => collection.restore({ documents: [id] }),
    export: () => collection.exportCollection({ documents: null, originals: true, title: "" }),
    import: async (file) => {
      await collection.importCollection({ file: file, name: "file", folder: null });
    },
    close: page.close,
  };
}

/** Waits until the state of the embeddings satisfies a condition. */
export async function until(
  { embeddings }: { readonly embeddings: Pick<Embeddings, "state"> },
  fits: (state: EmbeddingsState) => boolean,
): Promise<EmbeddingsState> {
  for (;;) {
    const state = await embeddings.state();
    if (fits(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** True if all passages have vectors. */
export const isWhole = ({ on, done, total, making }: EmbeddingsState): boolean =>
  on && done === total && !making;

/** An embedder that never answers, with a promise for when it is asked. */
export function silent(embedder: WordEmbedder): {
  readonly embedder: WordEmbedder;
  readonly called: Promise<void>;
} {
  const called = Promise.withResolvers<void>();
  embedder.before = () => {
    called.resolve();
    return new Promise(() => {});
  };
  return { embedder, called: called.promise };
}

/** More passages than are stored in one batch; each paragraph is one passage. */
export const long: InputFile = textFile(
  "long.txt",
  Array.from(
    { length: 300 },
    (_, index) => `${`Paragraph ${index} says of word${index} what it says. `.repeat(18)}\n\n`,
  ).join(""),
);
