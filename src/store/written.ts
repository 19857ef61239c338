/** A written value and the one that it replaced; null if there was none. */
export interface Written<Value, Before = Value> {
  readonly before: Before | null;
  readonly after: Value;
}

/** Whether a stored value is still what was written. */
export function isSame(stored: unknown, written: unknown): boolean {
  return JSON.stringify(stored) === JSON.stringify(written);
}
