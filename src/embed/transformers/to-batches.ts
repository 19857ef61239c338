/**
 * Places of texts in batches of at most `size`, the longest first: texts of like length share a batch,
 * so that little of it is padding, and memory that does not suffice shows at once.
 */
export function toBatches(texts: readonly string[], size: number): number[][] {
  const places = texts.map((_, place) => place);
  const lengthAt = (place: number) => texts[place]?.length ?? 0;
  places.sort((one, other) => lengthAt(other) - lengthAt(one));
  const batches: number[][] = [];
  for (let start = 0; start < places.length; start += size)
    batches.push(places.slice(start, start + size));
  return batches;
}
