/**
 * Adds values to the end of a list, however many there are: as arguments of `push`, more than about
 * 60,000 overflow the stack of a worker.
 */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
