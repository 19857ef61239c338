import type { Span } from "../../core/index.js";
import { agreesWith, currenciesIn, isWeight } from "../../figures/index.js";

/** Scales that a sentence states for its numbers: "in thousands", "in billions of dollars". */
const inScale =
  /(?<![a-zß-ɏḀ-ỿ])(?:in|en|em) (thousands|millions|billions|trillions|Tausend|Millionen|Milliarden|milliers|millions|milliards|miles|millones|milhares|milhões|bilhões|migliaia|milioni|miliardi|Mio|Mrd)(?![a-zß-ɏḀ-ỿ])/giu;
/**
 * Finds scales and currencies that a sentence states away from its numbers, as in "12,450, in
 * thousands" or "4.5 (euros)", and that a text does not contain. `spans` are those of the numbers.
 */
export function loneUnits(
  sentence: string,
  spans: readonly Span[],
  text: string,
): readonly string[] {
  const isLone = ({ index, 0: found }: RegExpExecArray): boolean =>
    spans.every(({ start, end }) => index >= end || index + found.length <= start);
  const stem = (scale = ""): string => scale.toLowerCase().slice(0, 4);
  const scales = [...sentence.matchAll(inScale)].filter(
    (match) => isLone(match) && !text.toLowerCase().includes(stem(match[1])),
  );
  const named = currenciesIn(sentence).filter((match) => isLone(match) && !isWeight(match[0]));
  const stated = named.length > 0 ? new Set(currenciesIn(text).map(([name]) => name)) : [];
  const foreign = named.filter(([name]) => ![...stated].some((other) => agreesWith(name, other)));
  return [...scales, ...foreign].map(([found]) => found);
}
