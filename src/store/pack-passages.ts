import type { Passage } from "../core/passage.js";

const fields = 5;

/** Packs passages as they are stored: five numbers each. */
export function packPassages(passages: readonly Passage[]): Uint32Array {
  const entries = new Uint32Array(passages.length * fields);
  passages.forEach(({ page, ordinal, start, end, heading }, index) => {
    entries.set([page, ordinal, start, end, heading + 1], index * fields);
  });
  return entries;
}

/** The passage at `index` of packed passages. The inverse of `packPassages`. */
export function unpackPassage(entries: Uint32Array, index: number): Passage {
  const [page = 0, ordinal = 0, start = 0, end = 0, heading = 0] = entries.subarray(
    index * fields,
    (index + 1) * fields,
  );
  return { page, ordinal, start, end, heading: heading - 1 };
}

/** Index of the first of the packed passages that stands on `page` or later; they are in order. */
export function firstOnPage(entries: Uint32Array, page: number): number {
  let low = 0;
  let high = packedLength(entries);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle * fields] ?? 0) < page) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many passages are packed. */
export function packedLength(entries: Uint32Array): number {
  return entries.length / fields;
}
