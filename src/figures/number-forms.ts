import { inLowerCase, lazy } from "../core/index.js";
import { anyOf, firstGroup } from "./any-of.js";
import { lengthAt } from "./currencies.js";

/** Digits with their separators, and the position where they begin. */
export interface Digits {
  readonly start: number;
  readonly digits: string;
}

/** Spaces that can only be part of a number. */
const fixedSpace = "[\\u00a0\\u2007\\u2008\\u2009\\u202f]";
const end = "(?!\\d|[.,'’]\\d)";

/** Single-character fractions as decimals; those with infinitely many decimals get no value. */
const fractions: Readonly<Record<string, string>> = {
  ...{ "½": "5", "¼": "25", "¾": "75", "⅕": "2", "⅖": "4", "⅗": "6", "⅘": "8", "⅛": "125" },
  ...{ "⅜": "375", "⅝": "625", "⅞": "875", "⅒": "1", "⅓": "", "⅔": "", "⅐": "", "⅑": "", "⅙": "" },
  ...{ "⅚": "", "↉": "" },
};
const fractionSigns = Object.keys(fractions).join("");

/** Maximum groups of digits in one number: 10^120 is beyond anything that is counted. */
const maxGroups = 40;

/** A run of digits next to a separator that does not group thousands. */
const run = "\\d{1,200}";

/** Every way to group digits, the longest first. */
function forms(space: string): RegExp {
  return new RegExp(
    [
      `(?:\\d{1,${maxGroups}}[ \\u00a0]?)?[${fractionSigns}]`,
      `\\d{1,${maxGroups}}[⁄∕]\\d{1,${maxGroups}}`,
      `\\d{1,3}(?:,\\d{3}){1,${maxGroups}}(?:\\.${run})?${end}`,
      `\\d{1,3}(?:\\.\\d{3}){1,${maxGroups}}(?:,${run})?${end}`,
      `\\d{1,3}(?:['’]\\d{3}){1,${maxGroups}}(?:[.,]${run})?${end}`,
      `\\d{1,3}(?:${space}\\d{3}){1,${maxGroups}}(?:[.,]${run})?${end}(?!${space}\\d)`,
      `\\d{1,2}(?:,\\d{2}){1,${maxGroups}},\\d{3}(?:\\.${run})?${end}`,
      `${run}(?:\\.${run}){2,${maxGroups}}`,
      `${run}\\.${run}${end}`,
      `(?<!\\d,)${run},\\d{1,3}${end}`,
      `(?<!\\d,)\\d{1,3},${run}${end}`,
      "\\d+",
      `(?<![\\p{Alpha}\\p{N}.,])[.,]${run}(?![.,]?\\d)`,
    ].join("|"),
    "gu",
  );
}

const formsPartedAtSpaces = lazy(() => forms(fixedSpace));
const formsWithSpaces = lazy(() => forms(`(?: |${fixedSpace})`));

const anyDigit = new RegExp(`[\\d${fractionSigns}]`);

/** All digits of a text, including the separators that group them; only the digits 0 to 9 count. */
export function digitsIn(plain: string, partAtSpaces: boolean): readonly Digits[] {
  if (!anyDigit.test(plain)) return [];
  const form = partAtSpaces ? formsPartedAtSpaces() : formsWithSpaces();
  return [...plain.matchAll(form)].flatMap(({ index, 0: digits }) => partDate(index, digits));
}

/** "31.12.2019" as three numbers. */
function partDate(start: number, digits: string): readonly Digits[] {
  const [, day, month, year] = /^(\d{1,2}\.)(\d{1,2}\.)((?:19|20)\d\d)$/.exec(digits) ?? [];
  if (!day || !month || !year) return [{ start, digits }];
  return [
    { start, digits: day.slice(0, -1) },
    { start: start + day.length, digits: month.slice(0, -1) },
    { start: start + day.length + month.length, digits: year },
  ];
}

export interface NumberReading {
  /** The exact value as a decimal string, with sign and scale word applied: "-1577000000". */
  readonly value: string;
  /** Power of ten of the last digit shown: -1 for "12.5", 0 for "1,577", 7 for "1.58 billion". */
  readonly lastPlace: number;
}

/** The decimal separator of a text, judging by its numbers; null if they show none, or both. */
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

/** The values of digits with separators, the likelier first; `power` is the scale word's. */
export function readDigits(
  digits: string,
  decimalSign: "." | "," | null,
  power: number,
): readonly NumberReading[] {
  const fraction = fractions[digits.slice(-1)];
  if (fraction !== undefined) {
    const whole = digits.replace(/\D/g, "") || "0";
    return fraction === "" ? [] : [reading({ whole, decimals: fraction }, power)];
  }
  if (/[⁄∕]/.test(digits)) return [];
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
  const fraction = shift > 0 ? all.slice(-shift).replace(/(?<!0)0+$/, "") : "";
  return {
    value: fraction === "" ? integer : `${integer}.${fraction}`,
    lastPlace: power - decimals.length,
  };
}

const notInWord = "(?![\\p{Alpha}\\p{N}])";

/** The words for percent in seven languages, as a regular expression source with flags `iu`. */
export const percentWords =
  "percent(?:age)?s?|per cent|pct|prozent|pour cent|por ciento|por cento|per cento|процент\\p{Alpha}{0,2}";

/** Scale words that follow a number, in lower case, with their powers of ten, the longest first. */
const words: Readonly<Record<string, number>> = {
  "lakh crores?": 12,
  "thousand crores?": 10,
  "mil millones|thousand million|mil milhões": 9,
  "thousands?|tausend|tsd\\.?|milliers|mille|mil|mila|тыс(?:\\.|яч\\p{Alpha}{0,2})?": 3,
  "millions?|millionen|mio\\.?|mill\\.|millones|millón|milhões|milhão|milioni|milione|miljoen(?:en)?|miljoner|millioner|milion(?:y|ów|ů)?|miljoonaa?|milyon|mln\\.?|mn|mm|млн\\.?|миллион\\p{Alpha}{0,2}": 6,
  "billions?|milliarden?|mrd\\.?|milliards?|mds?\\.?|miliardi|miliardo|miljard(?:en|er|ia?)?|milliarder|miliard(?:y|ów)?|milyar|mld\\.?|bilhões|bilhão|bn|млрд\\.?|миллиард\\p{Alpha}{0,2}": 9,
  "trillions?|billionen|billones|billón|trilhões|trilhão|tn|trn|трлн\\.?|триллион\\p{Alpha}{0,2}": 12,
  "lakhs?": 5,
  "crores?": 7,
};
/** A line may end between the number and the word. */
const wordAfter = lazy(
  () => new RegExp(`^[ \\u00a0\\u2009\\u202f\\n-]?${anyOf(Object.keys(words))}${notInWord}`, "u"),
);

/** The scale word at a position, or null. */
function scaleWordAt(text: string, at: number): { length: number; power: number } | null {
  const match = wordAfter().exec(inLowerCase(text.slice(at, at + longestWord)));
  return match && { length: match[0].length, power: Object.values(words)[firstGroup(match)] ?? 0 };
}

/** Letters that scale a number; those with `amount` only next to a currency. */
const letters: readonly { letter: RegExp; power: number; amount: boolean }[] = [
  { letter: /[kK](?![\p{Alpha}\p{N}])|[ \u00a0]?k(?=€|EUR)/uy, power: 3, amount: false },
  {
    letter: /[ \u00a0\u202f]?M(?![\p{Alpha}\p{N}])|[ \u00a0\u202f]?M(?=€|\$)/uy,
    power: 6,
    amount: false,
  },
  { letter: /[ \u00a0\u202f]?m(?![\p{Alpha}\p{N}])/uy, power: 6, amount: true },
  { letter: /[ \u00a0\u202f]?[kK](?![\p{Alpha}\p{N}])/uy, power: 3, amount: true },
  { letter: /B(?![\p{Alpha}\p{N}])/uy, power: 9, amount: false },
  { letter: /[ \u00a0\u202f]?[bB](?![\p{Alpha}\p{N}])/uy, power: 9, amount: true },
  { letter: /[ \u00a0\u202f]?[Tt](?![\p{Alpha}\p{N}])/uy, power: 12, amount: true },
];

/** Chinese, Japanese and Korean scale signs, right after the digits; several of them multiply. */
const signs: Readonly<Record<string, number>> = {
  ...{
    十: 1,
    百: 2,
    千: 3,
    万: 4,
    萬: 4,
    億: 8,
    亿: 8,
    兆: 12,
    백: 2,
    천: 3,
    만: 4,
    억: 8,
    조: 12,
  },
};

/** Scale words of unsupported languages, shorthand, and words that look like scale words. */
const foreignScales =
  "tis[íi]c[eů]?|tys\\.?|tys[ią]{1,2}c\\p{Alpha}{0,3}|duizend|tusen|tuhat|tuhatta|ezer|milli[óo]|ribu|juta|miliar|ngh[ìi]n|tri[ệe]u|tỷ|тисяч\\p{Alpha}{0,2}|мільйон\\p{Alpha}{0,2}|мільярд\\p{Alpha}{0,2}|хиляд\\p{Alpha}{0,2}|χιλιάδες|εκατομμύρι\\p{Alpha}{1,2}|δισεκατομμύρι\\p{Alpha}{1,2}|ألف|آلاف|مليون|ملايين|مليار|אלף|מיליון|מיליארד|हज़ार|हजार|लाख|करोड़|พัน|ล้าน|migliaia|miles de|thou|lacs?|cr\\.?|ths\\.?|thsd\\.?";
const unknownScale = lazy(
  () =>
    new RegExp(
      `^[ \\u00a0\\u2009\\u202f\\n-]?(?:\\p{Alpha}{1,12}?[il1|!ӏі]{3,4}[oоο]n\\p{Alpha}{0,3}|\\p{Alpha}{1,12}illiard\\p{Alpha}{0,3}|(?:ga)?zillions?|googols?|myriads?|${foreignScales})(?![\\p{Alpha}\\p{M}\\p{N}])`,
      "u",
    ),
);
/** Maximum characters of a scale word, including the space before it and what may not follow it. */
const longestWord = 40;
const mayBeWord = /[ \u00a0\u2009\u202f\n-]?\p{Alpha}/uy;
const spacedWord = /[ \u00a0\u2009\u202f\n-]/;

/** The length of a second or unknown scale word: "million billion", "quadrillion"; 0 if none. */
export function oddScaleAfter(text: string, at: number, isScaled: boolean): number {
  if (lengthAt(mayBeWord, text, at) === 0) return 0;
  const odd = unknownScale().exec(inLowerCase(text.slice(at, at + longestWord)))?.[0].length ?? 0;
  if (odd > 0 && (isScaled || scaleAfter(text, at, false) === null)) return odd;
  if (!isScaled || !spacedWord.test(text.charAt(at))) return 0;
  return scaleWordAt(text, at)?.length ?? 0;
}

/** The scale word at a position, including the space before it, or null. */
export function scaleAfter(
  text: string,
  at: number,
  isAmount: boolean,
): { length: number; power: number } | null {
  const next = text.slice(at, at + 4);
  let [length, power] = [0, 0];
  for (const sign of next.replace(/^[ \u00a0](?=[万萬億亿만억])/u, "")) {
    const times = signs[sign];
    if (times === undefined) break;
    length++;
    power += times;
  }
  if (length > 0) return { length: length + (/^[ \u00a0]/.test(next) ? 1 : 0), power };
  if (lengthAt(mayBeWord, text, at) === 0) return null;
  const word = scaleWordAt(text, at);
  if (word) return word;
  for (const { letter, power, amount } of letters) {
    const length = amount && !isAmount ? 0 : lengthAt(letter, text, at);
    if (length > 0) return { length, power };
  }
  return null;
}
