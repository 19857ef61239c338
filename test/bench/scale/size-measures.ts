export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/**
 * What was measured of a collection at one size. Times are in milliseconds, memory and storage in
 * bytes.
 */
export interface SizeMeasures {
  /** The requested number of passages, and the actual one. */
  readonly wantedPassages: number;
  readonly passages: number;
  readonly documents: number;
  readonly textBytes: number;
  readonly words: number;
  readonly vocabulary: number;
  readonly expectedVocabulary: number;
  /** Time to add 1,000 passages, averaged over those added since the previous size. */
  readonly addThousand: number;
  /** Opening the stored collection and searching it, and the same with a rebuilt index. */
  readonly firstSearch: number;
  readonly rebuild: number;
  readonly database: number;
  /** JavaScript memory of the collection worker, after searches and a garbage collection. */
  readonly heap: number;
  /** Memory of the process of the page and its workers; null if the system does not report it. */
  readonly process: number | null;
  readonly latency: readonly (Latency & { readonly terms: number })[];
  /** Over all queries. */
  readonly overall: Latency;
  /** On the same passages with a subset of the queries; null if not run. */
  readonly miniSearch: { readonly ours: Latency; readonly theirs: Latency } | null;
  readonly grep: GrepMeasures;
}

export interface GrepMeasures {
  /** JavaScript memory of the grep worker with all text loaded. */
  readonly heap: number;
  readonly times: readonly {
    readonly name: string;
    readonly ours: number;
    /** Null if ripgrep is not installed. */
    readonly ripgrep: number | null;
  }[];
}
