const notInWord = "(?![\\p{L}\\p{N}])";

/** Scale words as they follow a number, and their powers of ten. Longer ones first. */
const words: readonly (readonly [RegExp, number])[] = [
  [/(?:mil millones|thousand million|mil milhões)/iy, 9],
  [/(?:thousands?|tausend|tsd\.?|milliers|mille|mil|mila)/iy, 3],
  [
    /(?:millions?|millionen|millionen|mio\.?|mill\.|millones|millón|milhões|milhão|milioni|milione|mln\.?|mn|MM)/iy,
    6,
  ],
  [
    /(?:billions?|milliarden?|mrd\.?|milliards?|mds?\.?|miliardi|miliardo|mld\.?|bilhões|bilhão|bn)/iy,
    9,
  ],
  [/(?:trillions?|billionen|billones|billón|trilhões|trilhão|tn|trn)/iy, 12],
  [/lakhs?/iy, 5],
  [/crores?/iy, 7],
].map(([word, power]) => [
  new RegExp(`[ \\u00a0\\u2009\\u202f-]?${(word as RegExp).source}${notInWord}`, "iuy"),
  power as number,
]);

/** Letters that scale: `amount` ones only where a currency says so. */
const letters: readonly { letter: RegExp; power: number; amount: boolean }[] = [
  { letter: /[kK](?![\p{L}\p{N}])|[ \u00a0]?k(?=€|EUR)/uy, power: 3, amount: false },
  {
    letter: /[ \u00a0\u202f]?M(?![\p{L}\p{N}])|[ \u00a0\u202f]?M(?=€|\$)/uy,
    power: 6,
    amount: false,
  },
  { letter: /[ \u00a0\u202f]?m(?![\p{L}\p{N}])/uy, power: 6, amount: true },
  { letter: /B(?![\p{L}\p{N}])/uy, power: 9, amount: false },
  { letter: /b(?![\p{L}\p{N}])/uy, power: 9, amount: true },
  { letter: /[Tt](?![\p{L}\p{N}])/uy, power: 12, amount: true },
];

/** Chinese and Japanese, written right after the digits. */
const signs: Readonly<Record<string, number>> = {
  百万: 6,
  千: 3,
  万: 4,
  萬: 4,
  億: 8,
  亿: 8,
  兆: 12,
};

/** The scale word at a place, with the space before it, or null. */
export function scaleAfter(
  text: string,
  at: number,
  isAmount: boolean,
): { length: number; power: number } | null {
  const next = text.slice(at, at + 2);
  for (const [sign, power] of Object.entries(signs)) {
    if (next.startsWith(sign)) return { length: sign.length, power };
  }
  if (!/^[ \u00a0\u2009\u202f-]?\p{L}/u.test(next)) return null;
  for (const [word, power] of words) {
    const length = matchAt(word, text, at);
    if (length > 0) return { length, power };
  }
  for (const { letter, power, amount } of letters) {
    const length = amount && !isAmount ? 0 : matchAt(letter, text, at);
    if (length > 0) return { length, power };
  }
  return null;
}

const codes =
  "USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|CAD|AUD|NZD|HKD|SGD|SEK|NOK|DKK|PLN|CZK|BRL|MXN|KRW|ZAR|TRY|RUB";
const before = new RegExp(
  `(?:(T|k)(?:€|EUR)|(?<![\\p{L}\\p{N}])(?:${codes}|US|CA|AU|NZ|HK|A|C|R|S)?\\p{Sc}|(?<![\\p{L}\\p{N}])(?:${codes}|Rs\\.?|Fr\\.))[ \\t\\u00a0\\u2009\\u202f]{0,2}$`,
  "u",
);
const after = new RegExp(
  `(?:\\p{Sc}|[ \\u00a0\\u2009\\u202f]\\p{Sc}(?!\\d)|[ \\u00a0\\u2009\\u202f-]?(?:US\\$|${codes}|(?:US )?dollars?|euros?|pounds?|francs?|yen|rupees?)${notInWord})`,
  "iuy",
);

/** The currency that ends a text, with the space behind it, or null. `power` is 3 for "TEUR". */
export function currencyBefore(
  text: string,
): { name: string; length: number; power: number } | null {
  const match = before.exec(text);
  if (!match) return null;
  return { name: match[0].trim(), length: match[0].length, power: match[1] ? 3 : 0 };
}

/** The currency at a place, with the space before it, or null. */
export function currencyAfter(text: string, at: number): { name: string; length: number } | null {
  const length = matchAt(after, text, at);
  return length > 0 ? { name: text.slice(at, at + length).replace(/^[\s-]/, ""), length } : null;
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
