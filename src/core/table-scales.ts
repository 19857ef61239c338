import { numbersIn } from "./numbers/find-numbers.js";

/** The words of a scale, and signs that by themselves say how a table is scaled. */
const scales: readonly { words: string; signs: string; power: number }[] = [
  {
    words: "thousands?|tausend|tsd\\.?|milliers|miles|mila|migliaia|milhares",
    signs: "(?<![\\p{L}\\p{N}])(?:TEUR|T€|k€)(?!\\p{L})|['’$€£]000(?!\\d)|千",
    power: 3,
  },
  {
    words: "millions?|millionen|mio\\.?|millones|milioni|milhões|mln\\.?|mn|MM",
    signs: "(?<!\\p{L})(?:US)?[$€£] ?m(?!\\p{L})|(?<!\\p{L})M€|百万",
    power: 6,
  },
  {
    words: "billions?|milliarden?|mrd\\.?|milliards?|miliardi|bilhões|bn",
    signs: "(?<!\\p{L})(?:US)?[$€£] ?bn(?!\\p{L})|十亿|十億",
    power: 9,
  },
];

const currency =
  "(?:(?:US|U\\.S\\.|Canadian|Australian)[ \\t]?)?(?:\\p{Sc}|USD|EUR|GBP|CHF|JPY|CAD|AUD|dollars?|euros?|pounds?|francs?|yen|dólares|sterling)";
const units = `${currency}|shares?|units?|tons|barrels`;

/** Where a scale is said of numbers at large, and not of a thing that is counted in prose. */
const forms: readonly { form: RegExp; power: number }[] = scales.map(({ words, signs, power }) => {
  const word = `(?:${words})(?!\\p{L})`;
  // "in millions of homes" is prose; "in millions of dollars" states a scale.
  const notCounted = `(?![ \\t]+(?:of|de)[ \\t]+(?!(?:the )?(?:${units})))`;
  const said = [
    `(?<!\\p{L})(?:in|en|em)[ \\t\\n]+(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    `\\([ \\t]*(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    `${currency}[ \\t]*${word}${notCounted}`,
    `(?<!\\p{L})${word}[ \\t]+(?:of |de |d['’]|di )?(?:${units})(?!\\p{L})`,
    `(?:^|[\\n\\t|])[ ]*${word}(?=[ ]*(?:$|[\\n\\t|,(]))`,
  ];
  return { form: new RegExp([...said, signs].join("|"), "iu"), power };
});

/**
 * The powers of ten that a page states for its tables, as in "in millions", the least first; empty
 * when it states none. The scale words of single numbers, as in "5 million", and things counted in
 * prose, as in "millions of homes", do not count.
 */
export function tableScales(page: string): readonly number[] {
  if (!forms.some(({ form }) => form.test(page))) return [];
  let rest = "";
  let from = 0;
  for (const { span, power } of numbersIn(page)) {
    if (power === 0) continue;
    rest += `${page.slice(from, span.start)}#`;
    from = span.end;
  }
  rest += page.slice(from);
  return forms.filter(({ form }) => form.test(rest)).map(({ power }) => power);
}
