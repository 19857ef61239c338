import { scaleAfter } from "../../core/numbers/number-forms.js";

/** A word of a spelled number, with what it counts. */
export interface Numeral {
  readonly kind: "number" | "multiple" | "scale" | "sign" | "joint";
  /** What it counts; of no meaning for signs and joints. */
  readonly value: number;
  /** In lower case. */
  readonly word: string;
}

/** Values of words, in order from `first` on, each `step` more than the one before. */
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

/** Parts of German numerals, and of Italian ones, which are written together. */
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

/** Stems that are other words by themselves: "vent". */
const stem =
  /^(?:un|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cent|sieb|ein|eine)$/;

/** Returns what a number word in lower case counts; null if it is none, or its value is not known. */
export function wordValue(word: string): number | null {
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

/** Returns the power of ten of a scale word; 0 if it is none. */
export function scalePower(word: string): number {
  // In German it is a thousand times as much, and only its plural tells.
  if (word === "Billion") return 0;
  return scaleAfter(` ${word}`, 0, false)?.power ?? 0;
}

/** Words between a whole number and its decimals. */
const decimalPoint = /^(?:point|virgule|komma|coma|vírgula|virgola|целых)$/;

/**
 * Returns the value of the words of a number, "two hundred and five million"; null if they make none.
 * `unitsFirst`: whether ones stand before tens, as in "siebenundzwanzig".
 */
export function valueOfNumerals(
  numerals: readonly (Numeral | null)[],
  unitsFirst = false,
): string | null {
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
