/** An earlier question of a conversation and its answer, as far as later questions need them. */
export interface PastTurn {
  /** Self-contained, as the model may have made it. */
  readonly question: string;
  /** As the person asked it. */
  readonly asked: string;
  /** What of the answer was supported; empty when nothing was. */
  readonly answer: string;
}
