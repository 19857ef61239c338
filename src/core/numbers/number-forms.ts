/** Digits with their separators, and where they begin. */
export interface Digits {
  readonly start: number;
  readonly digits: string;
}

/** Spaces that are meant to stand inside a number. */
const fixedSpace = "[\\u00a0\\u2007\\u2008\\u2009\\u202f]";
const end = "(?!\\d|[.,'’]\\d)";

/** Every way digits are grouped, the longest first. */
function forms(space: string): RegExp {
  return new RegExp(
    [
      `\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?${end}`,
      `\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?${end}`,
      `\\d{1,3}(?:['’]\\d{3})+(?:[.,]\\d+)?${end}`,
      `\\d{1,3}(?:${space}\\d{3})+(?:[.,]\\d+)?${end}(?!${space}\\d)`,
      `\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?${end}`,
      "\\d+(?:\\.\\d+){2,}",
      `\\d+\\.\\d+${end}`,
      `(?<!\\d,)\\d+,\\d{1,3}${end}`,
      `(?<!\\d,)\\d{1,3},\\d+${end}`,
      "\\d+",
      "(?<![\\p{L}\\p{N}.,])[.,]\\d+(?![.,]?\\d)",
    ].join("|"),
    "gu",
  );
}

const formsPartedAtSpaces = forms(fixedSpace);
const formsWithSpaces = forms(`(?: |${fixedSpace})`);

/** All digits of a text, with the separators that group them; digits are 0 to 9. */
export function digitsIn(plain: string, partAtSpaces: boolean): readonly Digits[] {
  if (!/\d/.test(plain)) return [];
  const form = partAtSpaces ? formsPartedAtSpaces : formsWithSpaces;
  return [...plain.matchAll(form)].flatMap(({ index, 0: digits }) => partDate(index, digits));
}

/** "31.12.2019" as three. */
function partDate(start: number, digits: string): readonly Digits[] {
  const [, day, month, year] = /^(\d{1,2}\.)(\d{1,2}\.)((?:19|20)\d\d)$/.exec(digits) ?? [];
  if (!day || !month || !year) return [{ start, digits }];
  return [
    { start, digits: day.slice(0, -1) },
    { start: start + day.length, digits: month.slice(0, -1) },
    { start: start + day.length + month.length, digits: year },
  ];
}

/** Zeros of the scripts whose digits are read. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** The same text with decimal digits of all scripts as 0 to 9; as long as before. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** One way to understand a number. */
export interface NumberReading {
  /** Its value as a decimal number in text, exact, its sign and scale word applied: "-1577000000". */
  readonly value: string;
  /** Power of ten of the last digit that is shown: -1 for "12.5", 0 for "1,577", 7 for "1.58 billion". */
  readonly lastPlace: number;
}

/**
 * The sign that parts decimals in a text, as far as its numbers show it; null when none does, or
 * both are used.
 */
export function settleDecimalSign(numbers: readonly { digits: string }[]): "." | "," | null {
  let point = false;
  let comma = false;
  for (const { digits } of numbers) {
    if (
      /^\d+(?:[,'’]\d+)*\.(?:\d{1,2}|\d{4,})$|^[\d,]+,\d{3}\.\d+$|,\d{3},|^0?\.\d+$/.test(digits)
    ) {
      point = true;
    } else if (/^\d+(?:[.'’]\d+)*,(?:\d{1,2}|\d{4,})$|^[\d.]+\.\d{3},\d+$|^0?,\d+$/.test(digits)) {
      comma = true;
    }
  }
  return point === comma ? null : point ? "." : ",";
}

/** The values of digits with their separators, the likelier first; `power` is that of a scale word. */
export function readDigits(
  digits: string,
  decimalSign: "." | "," | null,
  power: number,
): readonly NumberReading[] {
  const separators = digits.replace(/\d/g, "");
  const last = separators.at(-1) ?? "";
  const grouped = { whole: digits.replace(/\D/g, ""), decimals: "" };
  if (last === "") return [reading(grouped, power)];
  const at = digits.lastIndexOf(last);
  const parted = {
    whole: digits.slice(0, at).replace(/\D/g, ""),
    decimals: digits.slice(at + 1),
  };
  const canPart =
    (last === "." || last === ",") && separators.indexOf(last) === separators.length - 1;
  if (!canPart) return [reading(grouped, power)];
  const canGroup = separators.length === 1 && /^[1-9]\d{0,2}\D\d{3}$/.test(digits);
  if (!canGroup) return [reading(parted, power)];
  if (decimalSign) return [reading(decimalSign === last ? parted : grouped, power)];
  const both = [reading(parted, power), reading(grouped, power)];
  return last === "." ? both : both.reverse();
}

function reading(
  { whole, decimals }: { whole: string; decimals: string },
  power: number,
): NumberReading {
  const all = whole + decimals.padEnd(power, "0");
  const shift = Math.max(decimals.length - power, 0);
  const integer = all.slice(0, all.length - shift).replace(/^0+(?=\d)/, "") || "0";
  const fraction = shift > 0 ? all.slice(-shift).replace(/0+$/, "") : "";
  return {
    value: fraction === "" ? integer : `${integer}.${fraction}`,
    lastPlace: power - decimals.length,
  };
}

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
  // A line may end between the two.
  new RegExp(`[ \\u00a0\\u2009\\u202f\\n-]?${(word as RegExp).source}${notInWord}`, "iuy"),
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
  if (!/^[ \u00a0\u2009\u202f\n-]?\p{L}/u.test(next)) return null;
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
