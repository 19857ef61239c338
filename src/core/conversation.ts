/** A conversation in a list. */
export interface ConversationSummary {
  readonly id: string;
  /** Its first question. */
  readonly title: string;
  /** How many questions it has. */
  readonly turns: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When its last question was answered, in milliseconds since 1970. */
  readonly updatedAt: number;
}
