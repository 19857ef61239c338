type Granularity = "sentence" | "word" | "grapheme";

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

/** Where a text can be cut, ascending: the ends of its sentences and lines, words or characters; the text's own end is none. */
export function cutPoints(text: string, granularity: Granularity): number[] {
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  const points = [...segmenters[granularity].segment(text)].map(({ index }) => index);
  return points.filter((point) => point > 0);
}
