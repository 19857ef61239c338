/** An earlier question of a conversation and its answer, as far as later questions need them. */
export interface PastTurn {
  /** Self-contained. */
  readonly question: string;
  /** The answer's text; empty when nothing was found. */
  readonly answer: string;
}
