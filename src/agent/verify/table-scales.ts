import { numbersIn } from "../../core/numbers.js";

/** Words by which a page says how its tables are scaled. */
const words: readonly (readonly [RegExp, number])[] = [
  [
    /(?<!\p{L})(?:thousands?|tausend|tsd\.?|teur|t€|k€|milliers|miles|mila)(?!\p{L})|['’$€£]000|千/iu,
    3,
  ],
  [
    /(?<!\p{L})(?:millions?|millionen|mio\.?|millones|milioni|mln\.?|mn|US\$ ?m|\$m)(?!\p{L})|百万|[$€£]M(?!\p{L})|M€/iu,
    6,
  ],
  [/(?<!\p{L})(?:billions?|milliarden?|mrd\.?|milliards?|miliardi|bn)(?!\p{L})|[十]亿|十億/iu, 9],
];

/**
 * The powers of ten that a page states for its tables, as in "in millions"; empty when it states
 * none. The scale words of single numbers, as in "5 million", do not count.
 */
export function tableScales(page: string): readonly number[] {
  let rest = "";
  let from = 0;
  for (const { span, power } of numbersIn(page)) {
    if (power === 0) continue;
    rest += page.slice(from, span.start);
    from = span.end;
  }
  rest += page.slice(from);
  return words.filter(([word]) => word.test(rest)).map(([, power]) => power);
}
