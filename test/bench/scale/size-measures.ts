/** Percentiles of search times in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** What was measured of a collection at one size. Times are milliseconds, memory and storage bytes. */
export interface SizeMeasures {
  /** Passages that the text should have given, and those it gave. */
  readonly asked: number;
  readonly passages: number;
  readonly documents: number;
  readonly textBytes: number;
  readonly words: number;
  readonly vocabulary: number;
  readonly expectedVocabulary: number;
  /** Adding 1,000 passages, on average over those added since the size before. */
  readonly addThousand: number;
  /** Opening the stored collection and searching, and the same with the index built again. */
  readonly firstSearch: number;
  readonly rebuild: number;
  readonly database: number;
  /** JavaScript memory of the collection worker, after searches and a collection of garbage. */
  readonly heap: number;
  /** The process of the page and its workers, or null where the system does not tell. */
  readonly process: number | null;
  readonly latency: readonly (Latency & { readonly terms: number })[];
  /** Over all queries. */
  readonly overall: Latency;
  /** On the same passages with some of the queries; null where it was not run. */
  readonly miniSearch: { readonly ours: Latency; readonly theirs: Latency } | null;
  readonly grep: GrepMeasures;
}

/** What was measured of grep over all text. */
export interface GrepMeasures {
  /** JavaScript memory of the grep worker with all text loaded. */
  readonly heap: number;
  readonly times: readonly {
    readonly name: string;
    readonly ours: number;
    /** Null where ripgrep is not installed. */
    readonly ripgrep: number | null;
  }[];
}
