import type { Span } from "../core/index.js";
import { agreesWith, currencyKey, isCurrencyName } from "./currencies.js";
import type { NumberInText } from "./find-numbers.js";
import { percentWords, scaleAfter } from "./number-forms.js";

/** An amount in words: "two hundred million dollars". */
export interface SpelledAmount extends Span {
  readonly text: string;
  /** The number without an article, in lower case: "two hundred million". */
  readonly number: string;
  /** The unit: the name of a currency, or "%" for percent; null if the text names none. */
  readonly unit: string | null;
  /** The value as a decimal string; null if the words do not form a known number. */
  readonly value: string | null;
  /** Power of ten of the scale words; 0 if there are none. */
  readonly power: number;
  /** Whether it is a claim: with a scale word, currency, percent or fraction, or 13 or more. */
  readonly isAmount: boolean;
}

/**
 * Finds amounts that are spelled out in English, German, French, Spanish, Italian, Portuguese or
 * Russian: number words with a scale word, a currency or percent, numbers from 13 on, and digits
 * followed by words ("5 hundred million"). "993 million dollars" is not included, because it is
 * written in digits. Takes time linear in the length of the text.
 */
export function spelledAmounts(text: string): readonly SpelledAmount[] {
  return spelledNumbers(text).filter(({ isAmount }) => isAmount);
}

/** Returns spelled amounts in the form in which `numbersIn` returns numbers in digits. */
export function spelledAsNumbers(text: string): readonly NumberInText[] {
  return spelledNumbers(text).flatMap((amount) => numberOf(amount) ?? []);
}

/** Returns where a text has "one", or an article that may stand for it: "an hour". */
export function onesIn(text: string): readonly Span[] {
  return wordsIn(text).filter(
    ({ text: word, kind }) =>
      kind === "article" || (kind === "number" && wordValue(word.toLowerCase()) === 1),
  );
}

/** Returns a spelled amount as a number; null if its value is not known. */
export function numberOf({
  text,
  start,
  end,
  value,
  power,
  unit,
}: SpelledAmount): NumberInText | null {
  if (value === null) return null;
  const zeros = /\./.test(value) ? 0 : (/(?<!0)0+$/.exec(value)?.[0].length ?? 0);
  const lastPlace = Math.min(zeros, power);
  const percent = unit === "%";
  return {
    text,
    span: { start, end },
    kind: "quantity",
    readings: [{ value, lastPlace }],
    power,
    currency: percent ? null : unit,
    percent,
  };
}

/** All numbers in words, including those below 13 without a unit, but not "one" and articles. */
function spelledNumbers(text: string): readonly SpelledAmount[] {
  const found: SpelledAmount[] = [];
  const words = wordsIn(text);
  let at = 0;
  while (at < words.length) {
    const end = runFrom(words, at);
    if (end === at) {
      at++;
      continue;
    }
    const amount = amountOf(text, words.slice(at, end));
    if (amount) found.push(amount);
    at = end;
  }
  return found;
}

/** Whether a text has an amount in the same words and a matching unit. */
export function statesAmount(stated: readonly SpelledAmount[], claimed: SpelledAmount): boolean {
  return stated.some(({ number, unit }) => {
    if (number !== claimed.number) return false;
    if (claimed.unit === null || unit === claimed.unit) return true;
    if (unit === null || unit === "%" || claimed.unit === "%") return false;
    return agreesWith(claimed.unit, unit) || currencyKey(unit) === currencyKey(claimed.unit);
  });
}

/**
 * - `number`: counts something: "seven", "hundert".
 * - `multiple`: multiplies the number before it: "hundred", "dozen".
 * - `scale`: "million".
 * - `unit`: a currency or percent.
 * - `article`: may open an amount: "a million".
 * - `sign`: "minus".
 * - `joint`: joins words inside an amount: "and".
 */
type Kind = "number" | "multiple" | "scale" | "unit" | "article" | "sign" | "joint";

interface Word extends Span {
  readonly text: string;
  readonly kind: Kind | null;
  /** Whether only a space or a hyphen separates the word from the previous one. */
  readonly follows: boolean;
}

/** Words, and groups of words that name one unit. */
const wordForms =
  /(?<![a-zß-ɏḀ-ỿ])(?:(?:per|pour|por)[ -]cent|por ciento|p(?:or|er) cento|percentage points?|(?:US|U\.S\.|Canadian|Australian|Hong Kong|Swiss)[ -](?:dollars?|francs?)|basis points?|pounds sterling)(?![a-zß-ɏḀ-ỿ])|(?!d['’]\p{Alpha})[\p{Alpha}\p{M}]+|[%\p{Sc}]/giu;
/** Text that may separate the words of an amount: "deux millions d'euros". */
const gap = /^[ \t\n\u00a0\u2009\u202f-]{0,4}(?:d['’])?$/;
/** Longer words are not numerals. */
const longestWord = 60;

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  let last = 0;
  for (const { 0: word, index: start } of text.matchAll(wordForms)) {
    const end = start + word.length;
    const follows = words.length > 0 && start - last <= 6 && gap.test(text.slice(last, start));
    const isGlued = /[\p{N}]/u.test(text.charAt(start - 1)) || /\p{N}/u.test(text.charAt(end));
    words.push({ text: word, start, end, kind: isGlued ? null : cachedKind(word), follows });
    last = end;
  }
  return words;
}

/** Cached kinds of words, because most words of a text recur. */
const known = new Map<string, Kind | null>();
const maxKnown = 5000;

function cachedKind(word: string): Kind | null {
  let kind = known.get(word);
  if (kind === undefined) {
    kind = kindOf(word);
    if (known.size >= maxKnown) known.clear();
    known.set(word, kind);
  }
  return kind;
}

function kindOf(word: string): Kind | null {
  if (word.length > longestWord) return null;
  const lower = word.normalize("NFC").toLowerCase();
  if (/^[%\p{Sc}]$/u.test(word)) return "unit";
  if (articles.has(lower)) return "article";
  if (multiples.has(lower)) return "multiple";
  if (fractions.has(lower)) return "number";
  if (scale.test(lower)) return "scale";
  if (joints.has(lower)) return "joint";
  if (signs.has(lower)) return "sign";
  if (isPercent(lower) || isCurrencyName(lower)) return "unit";
  const isNumber = wordValue(lower) !== null || spanishHundreds.test(lower) || russian.test(lower);
  return isNumber ? "number" : null;
}

/** Where a run of words that may be an amount ends; `from` if none starts there. */
function runFrom(words: readonly Word[], from: number): number {
  let end = from;
  let joined = 0;
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (!word?.kind || (at > from && !word.follows)) break;
    // "half of a million", but not "millions of dollars".
    if (/^of$/i.test(word.text) && !/^(?:article|scale)$/.test(words[at + 1]?.kind ?? "")) break;
    if (word.kind === "joint" || word.kind === "article" || word.kind === "sign") {
      if (at === from && word.kind === "joint") return from;
      if (++joined > 2) break;
      continue;
    }
    joined = 0;
    end = at + 1;
  }
  return end;
}

function amountOf(text: string, run: readonly Word[]): SpelledAmount | null {
  const [first] = run;
  if (!first) return null;
  const isAfterDigits = /\p{N}[\s-]*$/u.test(text.slice(Math.max(0, first.start - 8), first.start));
  let from = 0;
  const sign = first.kind === "unit" ? first : null;
  while (run[from]?.kind === "unit") from++;
  if (isAfterDigits) {
    // "993 million dollars" is written in digits, but "993 million five hundred" is not.
    while (run[from]?.kind === "scale" || run[from]?.kind === "unit" || isLoose(run[from])) from++;
  }
  const words = run.slice(from);
  const kinds = words.map(({ kind }) => kind).filter((kind) => kind !== "joint");
  const counts =
    kinds.some((kind, at) => {
      const next = kinds[at + 1];
      if (kind === "article" || kind === "sign") return next === "scale";
      if (kind === "number" || kind === "multiple") return next === "scale" || next === "unit";
      return kind === "scale" && (next === "scale" || next === "unit");
    }) ||
    (isAfterDigits && from === 0 && kinds[0] === "multiple");
  if (isAfterDigits && !counts) return null;
  const last = words.findLastIndex(({ kind }) => kind !== "unit" && kind !== "joint");
  const counting = words.slice(0, last + 1);
  const value = isAfterDigits ? null : spelledValue(counting);
  const size = value === null ? 0 : Math.abs(Number(value));
  const isWord = words.length === 1 && otherWords.test(words[0]?.text ?? "");
  const isLarge =
    (size >= 13 || (size > 1 && !Number.isInteger(size))) &&
    kinds.includes("number") &&
    !isWord &&
    !isOrdinal(text, words.at(-1)?.end);
  if (!counts && !isLarge && (size < 2 || size >= 13)) return null;
  if (counting[0]?.kind === "article") counting.shift();
  const name = words.slice(last + 1).find(({ kind }) => kind === "unit") ?? sign;
  const start = words[0]?.start ?? 0;
  const digits = isAfterDigits
    ? (/(?<![\d.,])[\d.,]+[\s-]*$/.exec(text.slice(Math.max(0, start - 24), start))?.[0] ?? "")
    : "";
  return {
    text: text.slice(start - digits.length, words.at(-1)?.end),
    number: [digits.trim(), ...counting.map((word) => word.text.normalize("NFC").toLowerCase())]
      .filter((part) => part !== "")
      .join(" "),
    unit: name ? (isPercent(name.text) ? "%" : name.text) : null,
    value,
    power: counting.reduce((power, { text: word }) => power + scalePower(word), 0),
    start: start - digits.length,
    end: words.at(-1)?.end ?? start,
    isAmount: counts || isLarge,
  };
}

/** Number words of one language that mean something else in another. */
const otherWords = /^(?:seize|venti)$/i;

/** "thirty-first" and "twenty second" are ordinals. */
function isOrdinal(text: string, end = 0): boolean {
  const next = /^[- ]?(\p{Alpha}+)/u.exec(text.slice(end, end + 16))?.[1] ?? "";
  return /^(?:first|second|third|\p{Alpha}+(?:th|ste[rn]?|ième))$/u.test(next);
}

/** The value of number words; null if they make no number. */
function spelledValue(words: readonly Word[]): string | null {
  const numerals = words.map(({ text: each, kind }): Numeral | null => {
    const word = each.normalize("NFC").toLowerCase();
    if (kind === "sign" || kind === "joint") return { kind, word, value: 0 };
    // In "a million" and "two and a half", the article adds nothing.
    if (kind === "article") return { kind: "joint", word, value: 0 };
    if (kind === "scale") return { kind, word, value: 10 ** scalePower(each) };
    const value = wordValue(word);
    return value === null ? null : { kind: kind === "multiple" ? kind : "number", word, value };
  });
  return valueOfNumerals(numerals);
}

function isLoose(word: Word | undefined): boolean {
  return word?.kind === "joint" || word?.kind === "article";
}

function isPercent(word: string): boolean {
  return percents.test(word.replace("-", " "));
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Fractions for which no value is computed. */
const fractions = setOf("quarters thirds");
const multiples = setOf(
  [
    "hundred hundreds dozen dozens score gross hundert dutzend cent centaine centaines",
    "douzaine douzaines cien ciento cientos centenar centenares docena docenas cem cento centena",
    "centenas dúzia dúzias dozzina dozzine centinaio centinaia сто ста сотня сотни сотен дюжина",
  ].join(" "),
);
/** "un", "uno" and similar words count if a scale or a currency follows. */
const articles = setOf(
  "a an un une uno una um uma ein eine einer eines einen einem один одна одно",
);
const joints = setOf("and of et y e de und и point virgule komma coma vírgula virgola целых");
const signs = setOf("minus negative moins menos meno минус");
const percents = new RegExp(`^(?:%|percentage points?|${percentWords})$`, "iu");
const scale =
  /^(?:thousands?|tausend|milliers?|mille|mil|mila|lakhs?|crores?|\p{Alpha}{1,12}illi(?:on(?:en|s)?|ards?|arden?)|millón|millones|billón|billones|trillones|milhão|milhões|bilhão|bilhões|trilhão|trilhões|mili(?:one|oni|ardo|ardi)|milion[ei]|bilion[ei]|тысяч\p{Alpha}{0,3}|миллион\p{Alpha}{0,3}|миллиард\p{Alpha}{0,3}|триллион\p{Alpha}{0,3}|млн|млрд|трлн|тыс)$/u;
const spanishHundreds =
  /^(?:\p{Alpha}{2,8}cient[oa]s|quinient[oa]s|\p{Alpha}{2,7}centos|duzent[oa]s|trezent[oa]s|quinhent[oa]s)$/u;
const russian =
  /^(?:ноль|дв[ае]|двух|двум|тр[иеё]х?|четыр[её]х?|четыре|пят[ьи]|шест[ьи]|сем[ьи]|восемь|восьми|девят[ьи]|десят[ьи]|\p{Alpha}{2,8}надцат[ьи]|двадцат[ьи]|тридцат[ьи]|сорока?|\p{Alpha}{3,6}десят|девяносто|двести|двухсот|триста|тр[её]хсот|четыреста|\p{Alpha}{3,6}сот)$/u;

/** A word of a spelled number, with its value. */
interface Numeral {
  readonly kind: "number" | "multiple" | "scale" | "sign" | "joint";
  /** The value; meaningless for signs and joints. */
  readonly value: number;
  /** The word in lower case. */
  readonly word: string;
}

/** Consecutive number words with their values, starting at `first` and growing by `step`. */
const row = (words: string, first: number, step = 1): (readonly [string, number])[] =>
  words
    .split(" ")
    .flatMap((forms, index) =>
      forms.split("/").map((word) => [word, first + index * step] as const),
    );

const values: ReadonlyMap<string, number> = new Map<string, number>([
  ...row("zero one two three four five six seven eight nine ten eleven twelve thirteen", 0),
  ...row("fourteen fifteen sixteen seventeen eighteen nineteen", 14),
  ...row("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
  ...row("zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize", 0),
  ...row("quatorze quinze seize", 14),
  ...row(
    "vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante",
    20,
    10,
  ),
  ...row("cero uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece", 0),
  ...row("catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve veinte", 14),
  ...row("veintiuno/veintiún veintidós/veintidos veintitrés/veintitres veinticuatro", 21),
  ...row("veinticinco veintiséis/veintiseis veintisiete veintiocho veintinueve", 25),
  ...row("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10),
  ...row("zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze", 0),
  ...row("quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito", 14),
  ...row("dezenove/dezanove vinte", 19),
  ...row("trinta quarenta cinquenta sessenta setenta oitenta noventa", 30, 10),
  ...row("ноль один/одна/одно/одного два/две/двух/двум три/трёх/трех четыре/четырёх/четырех", 0),
  ...row("пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти", 5),
  ...row("одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать", 11),
  ...row("восемнадцать девятнадцать двадцать/двадцати", 18),
  ...row("тридцать/тридцати сорок/сорока пятьдесят шестьдесят семьдесят восемьдесят", 30, 10),
  ["девяносто", 90],
  ...row("сто/ста двести/двухсот триста/трёхсот четыреста пятьсот шестьсот семьсот", 100, 100),
  ...row("восемьсот девятьсот", 800, 100),
  ...row("doscientos/doscientas trescientos/trescientas cuatrocientos quinientos", 200, 100),
  ...row("seiscientos setecientos ochocientos novecientos", 600, 100),
  ...row("duzentos/duzentas trezentos/trezentas quatrocentos quinhentos seiscentos", 200, 100),
  ...row("setecentos oitocentos novecentos", 700, 100),
  ...row("hundred/hundert/cent/cien/ciento/cem/cento/centaine/centena/centenar", 100),
  ...row("dozen/dutzend/douzaine/docena/dúzia/dozzina/дюжина", 12),
  ...row("half/demi/demie/medio/media/meio/meia/mezzo/mezza", 0.5),
  ["quarter", 0.25],
  ...row("полтора/полторы", 1.5),
]);

/** Parts of German and Italian numerals, which are written as one word. */
const compounds: readonly (readonly (readonly [string, number])[])[] = [
  [
    ...row("null ein/eins/eine zwei/zwo drei vier fünf sechs sieben/sieb acht neun zehn elf", 0),
    ...row("zwölf", 12),
    ...row("sechzehn siebzehn", 16),
    ...row("zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10),
    ...row("hundert", 100),
    ...row("tausend", 1000),
    ...row("einhalb", 0.5),
  ],
  [
    ...row("uno/un due tre/tré quattro cinque sei sette otto nove dieci undici dodici tredici", 1),
    ...row("quattordici quindici sedici diciassette diciotto diciannove", 14),
    ...row("venti/vent trenta/trent quaranta/quarant cinquanta/cinquant sessanta/sessant", 20, 10),
    ...row("settanta/settant ottanta/ottant novanta/novant", 70, 10),
    ...row("cento/cent", 100),
    ...row("mille/mila", 1000),
  ],
].map((parts) => parts.sort(([one], [other]) => other.length - one.length));

/** Stems that are also words on their own: "vent". */
const stem =
  /^(?:un|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cent|sieb|ein|eine)$/;

/** Returns the value of a number word in lower case; null if there is none, or it is unknown. */
function wordValue(word: string): number | null {
  const value = values.get(word);
  if (value !== undefined) return value;
  if (stem.test(word)) return null;
  if (word === "anderthalb") return 1.5;
  for (const parts of compounds) {
    const total = compoundValue(word, parts);
    if (total !== null) return Number(total);
  }
  return null;
}

function compoundValue(word: string, parts: readonly (readonly [string, number])[]): string | null {
  const numerals: Numeral[] = [];
  let rest = word;
  while (rest !== "") {
    const next = parts.find(([part]) => rest.startsWith(part));
    if (next) numerals.push(numeralOf(next[1]));
    else if (!rest.startsWith("und") || numerals.length === 0) return null;
    rest = rest.slice(next?.[0].length ?? 3);
  }
  return valueOfNumerals(numerals, true);
}

function numeralOf(value: number): Numeral {
  const kind = value === 100 ? "multiple" : value === 1000 ? "scale" : "number";
  return { kind, value, word: "" };
}

/** Returns the power of ten of a scale word; 0 if the word is not one. */
function scalePower(word: string): number {
  // The German "Billion" is a thousand times the English one, and only its plural differs.
  if (word === "Billion") return 0;
  return scaleAfter(` ${word}`, 0, false)?.power ?? 0;
}

/** Words between an integer and its decimals. */
const decimalPoint = /^(?:point|virgule|komma|coma|vírgula|virgola|целых)$/;

/**
 * Returns the value of the words of a number, "two hundred and five million"; null if they make
 * none. `unitsFirst`: whether ones precede tens, as in "siebenundzwanzig".
 */
function valueOfNumerals(numerals: readonly (Numeral | null)[], unitsFirst = false): string | null {
  let [total, section, decimals] = [0, 0, ""];
  let isDecimal = false;
  let isNegative = false;
  let last = Number.POSITIVE_INFINITY;
  for (const [index, numeral] of numerals.entries()) {
    if (numeral === null) return null;
    if (numeral.kind === "sign") {
      isNegative = true;
    } else if (numeral.kind === "joint") {
      if (decimalPoint.test(numeral.word)) isDecimal = true;
    } else if (numeral.kind === "scale") {
      const { value } = numeral;
      if (value === 1) return null;
      section += decimals === "" ? 0 : Number(`0.${decimals}`);
      [decimals, isDecimal] = ["", false];
      if (total > 0 && value > total) total = (total + section) * value;
      else if (section === 0 && last !== Number.POSITIVE_INFINITY) total *= value;
      else total += (section === 0 ? 1 : section) * value;
      [section, last] = [0, value];
    } else if (isDecimal) {
      if (numeral.value > 9 || !Number.isInteger(numeral.value)) return null;
      decimals += numeral.value;
    } else if (numeral.kind === "multiple") {
      section = (section === 0 ? 1 : section) * numeral.value;
      last = 100;
    } else {
      const { value } = numeral;
      const follows = last >= 20 ? value < last || index === 0 : false;
      // "quatre-vingts", "soixante-dix", "siebenundzwanzig".
      if (value === 20 && last === 4 && section % 100 === 4) section += 76;
      else if (follows || value < 1 || (last === 10 && value < 10) || (unitsFirst && last < 10)) {
        section += value;
      } else return null;
      last = value === 20 && last === 4 ? 80 : value;
    }
  }
  if (isDecimal && decimals === "") return null;
  const sum = total + section + (decimals === "" ? 0 : Number(`0.${decimals}`));
  if (!Number.isFinite(sum) || sum > Number.MAX_SAFE_INTEGER) return null;
  const text = String(Math.round(sum * 1e6) / 1e6);
  return isNegative && text !== "0" ? `-${text}` : text;
}
