/** A short sentence. */
const fewCharacters = 120;

type Granularity = "sentence" | "word" | "grapheme";

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

/**
 * Where a text can be cut, ascending: the ends of its sentences and lines, words or characters,
 * before the white space that follows. The text's own end is none.
 */
export function cutPoints(text: string, granularity: Granularity): number[] {
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  const end = text.trimEnd().length;
  const points = new Set<number>();
  for (const { index, segment } of segmenters[granularity].segment(text)) {
    const point = index + segment.trimEnd().length;
    if (point > index && point < end) points.add(point);
  }
  return [...points];
}

/** Whether a text should end with a sentence or line rather than at `most`: not where much is lost by it. */
export function isWorthEnding(end: number, most: number): boolean {
  const lost = most - end;
  return lost >= 0 && (lost * 3 <= most || (lost * 2 <= most && lost <= fewCharacters));
}
