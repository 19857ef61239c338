import { Index } from "flexsearch";
import MiniSearch from "minisearch";
import { termsOf } from "../../../src/core/text/terms.js";

/** Another engine's index over numbered passages. */
export interface Engine {
  add(passage: number, text: string): void;
  /** Passages, best first, limited to those that `accepts` allows if it is passed. */
  search(query: string, limit: number, accepts?: (passage: number) => boolean): number[];
}

/** The engines to compare, by their names in tables. */
export const engineNames = [
  "FlexSearch",
  "FlexSearch, stemmed",
  "MiniSearch",
  "MiniSearch, stemmed",
] as const;

export type EngineName = (typeof engineNames)[number];

/**
 * Creates an engine's empty index, with the engine's defaults or with the terms that ours receives.
 */
export const engines: Readonly<Record<EngineName, () => Engine>> = {
  FlexSearch: () => flexSearch(new Index()),
  "FlexSearch, stemmed": () => flexSearch(new Index({ encode: (text: string) => termsOf(text) })),
  MiniSearch: () => miniSearch(new MiniSearch({ fields: ["text"] })),
  "MiniSearch, stemmed": () =>
    miniSearch(
      new MiniSearch({
        fields: ["text"],
        tokenize: (text) => termsOf(text),
        processTerm: (term) => term,
      }),
    ),
};

function flexSearch(index: Index): Engine {
  let size = 0;
  return {
    add(passage, text) {
      index.add(passage, text);
      size++;
    },
    search(query, limit, accepts) {
      // FlexSearch cannot filter, so all results are requested and filtered afterwards.
      const found = index.search(query, { suggest: true, limit: accepts ? size : limit });
      const passages = found as number[];
      return accepts ? passages.filter(accepts).slice(0, limit) : passages;
    },
  };
}

function miniSearch(index: MiniSearch): Engine {
  return {
    add: (id, text) => index.add({ id, text }),
    search(query, limit, accepts) {
      const filter = accepts && ((result: { id: number }) => accepts(result.id));
      const found = index.search(query, filter ? { filter: filter as never } : {});
      return found.slice(0, limit).map((result) => result.id as number);
    },
  };
}
