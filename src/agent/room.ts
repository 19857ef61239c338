/** How the tokens that the context has left are shared out. */
export interface Room {
  /** For the reply that ends the run. */
  readonly answer: number;
  /** For the result of one more call, at least `leastObservation`. */
  readonly observation: number;
  /** How many results of that length there is room for. */
  readonly observations: number;
}

/** A result in fewer tokens says too little to be worth a call. */
export const leastObservation = 120;
const mostObservation = 700;
/** A reply that calls tools, with the marks around it. */
const actionTokens = 110;

/**
 * Shares out what is left of the context. Results get equal shares as if six more calls followed,
 * though mostly fewer do: so the shares shrink as the context fills, and only a context in which not
 * even one more result has room is folded. Folding costs reading the whole prompt again.
 */
export function shareRoom(contextLength: number, left: number, callsLeft: number): Room {
  const answer = Math.round(Math.min(1000, Math.max(360, contextLength * 0.16)));
  const calls = Math.min(6, Math.max(2, callsLeft));
  const each = Math.floor((left - answer) / calls) - actionTokens;
  const observation = Math.min(mostObservation, Math.max(leastObservation, each));
  const observations = Math.max(0, Math.floor((left - answer) / (observation + actionTokens)));
  return { answer, observation, observations };
}
