/**
 * Adds values to the end of a list of any length: as arguments of `push`, more than about 60,000
 * overflow the stack of a worker.
 */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}

/** Returns the value under a key, creating and storing it if there is none. */
export function keptOrMade<Key, T>(
  values: { get(key: Key): T | undefined; set(key: Key, value: T): unknown },
  key: Key,
  make: () => T,
): T {
  const kept = values.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  values.set(key, made);
  return made;
}

/** How often each value occurs, in order of first occurrence. */
export function countsOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Adds a value to the list under a key, creating the list if needed. */
export function appendTo<Key, T>(lists: Map<Key, T[]>, key: Key, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
