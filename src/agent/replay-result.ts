/** Something that came out otherwise than it was recorded. */
export interface ReplayDifference {
  /** `turns`: how many replies were asked of the model; `call`: a tool call; `answer`: a part of the answer. */
  readonly kind: "turns" | "call" | "answer";
  /** Which one, for people: "call 3, search", "sentence 2". */
  readonly where: string;
  /** What it was and what it is now, as text; empty where there is none. */
  readonly recorded: string;
  readonly replayed: string;
}

/** A document that is not what it was when a run was recorded. */
export interface ChangedDocument {
  /** Path it had then. */
  readonly path: string;
  /**
   * `changed`: another content at its path; `renamed`: the same content at another path; `unproven`: a
   * document that says to have the same content, and was not read here from it, but came with an
   * exported or published collection.
   */
  readonly change: "changed" | "renamed" | "missing" | "unproven";
}

/** What came of running a trace again. */
export interface Replay {
  /** True when calls, results and answer are what they were. */
  readonly same: boolean;
  readonly differences: readonly ReplayDifference[];
  /** Documents of the trace that are not what they were. */
  readonly changedDocuments: readonly ChangedDocument[];
}
