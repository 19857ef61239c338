import { inLowerCase, lazy } from "../core/index.js";
import { anyOf, firstGroup } from "./any-of.js";

/** The possible meanings of a currency: ISO 4217 codes, or an invented name without a code. */
interface Currency {
  /** All currencies that the written form may mean. */
  readonly codes: readonly string[];
  /** The currencies meant if the text does not say otherwise: the US dollar for "$". */
  readonly usual: readonly string[];
  /** True if the name is also an everyday word, such as "won" or "real". */
  readonly isAmbiguous?: boolean;
  /** True if it is found in the tables below. */
  readonly isKnown?: boolean;
}

/** The ISO 4217 codes that the browser knows, and other codes in use. */
const isoCodes = lazy(
  (): ReadonlySet<string> =>
    new Set([
      ...Intl.supportedValuesOf("currency"),
      ...["RMB", "BTC", "XBT", "ETH", "CNH", "DEM", "FRF", "ITL", "ESP", "CHF", "HRK"],
    ]),
);
const codePattern = (): string => [...isoCodes()].sort().join("|");

const dollars = [
  ...["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "JMD", "TTD", "BBD", "BSD", "BZD", "BMD"],
  ...["FJD", "GYD", "KYD", "LRD", "NAD", "XCD", "ZWL", "BND", "SBD", "SRD"],
];
const krones = ["SEK", "NOK", "DKK", "ISK", "CZK"];

/** Currency signs with their possible meanings, the usual one first. */
const signs: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  "€": ["EUR"],
  "£": ["GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "FKP", "GIP", "SHP"],
  "₹": ["INR"],
  "₨": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
  "₽": ["RUB"],
  "₩": ["KRW", "KPW"],
  "₺": ["TRY"],
  "₫": ["VND"],
  "₪": ["ILS"],
  "₴": ["UAH"],
  "₦": ["NGN"],
  "₱": ["PHP"],
  "₡": ["CRC"],
  "₲": ["PYG"],
  "₵": ["GHS"],
  "₸": ["KZT"],
  "₼": ["AZN"],
  "₾": ["GEL"],
  "₿": ["BTC"],
  "฿": ["THB"],
  "៛": ["KHR"],
  "₭": ["LAK"],
  "₮": ["MNT"],
  "৳": ["BDT"],
  "﷼": ["IRR", "SAR", "OMR", "QAR", "YER"],
  "₣": ["CHF", "FRF"],
  "₤": ["GBP", "ITL"],
};

/** Letters before "$" that say which country's dollar it is. */
const dollarPrefixes: Readonly<Record<string, string>> = {
  ...{ us: "USD", u: "USD", ca: "CAD", c: "CAD", can: "CAD", cdn: "CAD", a: "AUD", au: "AUD" },
  ...{ nz: "NZD" },
  ...{ hk: "HKD", s: "SGD", sg: "SGD", nt: "TWD", r: "BRL", mx: "MXN", mex: "MXN", j: "JMD" },
};

/** Names in lower case, in English, German, French, Spanish, Italian, Portuguese and Russian. */
const names: readonly (readonly [string, Currency])[] = [
  ["d[oó]ll?ar(?:e?s|[io])?|доллар\\p{Alpha}{0,3}|bucks?", { codes: dollars, usual: ["USD"] }],
  ["euros?|евро", { codes: ["EUR"], usual: ["EUR"] }],
  [
    "pounds?(?: sterling)?|pfund|livres?(?: sterling)?|libras?(?: esterlinas?)?|sterlin[ae]|фунт\\p{Alpha}{0,3}(?: стерлингов)?|quid",
    { codes: signs["£"] ?? [], usual: ["GBP"] },
  ],
  ["yens?|ienes?|иен\\p{Alpha}?", { codes: ["JPY"], usual: ["JPY"] }],
  ["yuans?|renminbi|юан\\p{Alpha}{0,3}", { codes: ["CNY"], usual: ["CNY"] }],
  [
    "rupees?|rupien|roupies?|rupias?|rupie|рупи\\p{Alpha}{1,2}|rs\\.?",
    { codes: signs["₨"] ?? [], usual: signs["₨"] ?? [] },
  ],
  [
    "(?:swiss )?francs?(?: suisses?)?|(?:schweizer )?franken|francos?|franchi|франк\\p{Alpha}{0,2}|s?fr\\.",
    { codes: ["CHF", "XOF", "XAF", "XPF", "FRF"], usual: ["CHF", "XOF", "XAF"] },
  ],
  [
    "kron(?:e|a|er|or|en|ur)|couronnes?|coronas?|corone|крон\\p{Alpha}?|kr\\.?",
    { codes: krones, usual: krones },
  ],
  [
    "pesos?|песо",
    {
      codes: ["MXN", "ARS", "CLP", "COP", "PHP", "UYU", "DOP", "CUP"],
      usual: ["MXN", "ARS", "CLP", "COP", "PHP", "UYU", "DOP", "CUP"],
    },
  ],
  [
    "ro?ubles?|rubel|rublos?|rubl[io]|рубл\\p{Alpha}{1,3}|руб\\.?|р\\.",
    { codes: ["RUB"], usual: ["RUB"] },
  ],
  ["won|вон", { codes: ["KRW"], usual: ["KRW"], isAmbiguous: true }],
  ["reais|reals?|reales", { codes: ["BRL"], usual: ["BRL"], isAmbiguous: true }],
  ["rands?", { codes: ["ZAR"], usual: ["ZAR"], isAmbiguous: true }],
  ["baht|бат\\p{Alpha}{0,2}", { codes: ["THB"], usual: ["THB"] }],
  ["ringgits?", { codes: ["MYR"], usual: ["MYR"] }],
  ["rupiahs?", { codes: ["IDR"], usual: ["IDR"] }],
  ["dong", { codes: ["VND"], usual: ["VND"], isAmbiguous: true }],
  ["s[ch]{1,2}e[ck]{1,2}els?", { codes: ["ILS"], usual: ["ILS"] }],
  ["dirhams?|дирхам\\p{Alpha}{0,2}", { codes: ["AED", "MAD"], usual: ["AED", "MAD"] }],
  [
    "riyals?|rials?",
    { codes: ["SAR", "IRR", "OMR", "QAR", "YER"], usual: ["SAR", "IRR", "OMR", "QAR", "YER"] },
  ],
  [
    "dinars?|dinare|динар\\p{Alpha}{0,2}",
    { codes: ["KWD", "BHD", "RSD", "JOD", "IQD", "TND", "DZD", "LYD"], usual: ["KWD", "RSD"] },
  ],
  ["nairas?", { codes: ["NGN"], usual: ["NGN"] }],
  ["cedis?", { codes: ["GHS"], usual: ["GHS"] }],
  ["shillings?|schillinge?", { codes: ["KES", "UGX", "TZS", "SOS"], usual: ["KES", "UGX", "TZS"] }],
  ["hryvnia\\p{Alpha}?|гривен|гривн\\p{Alpha}{1,2}", { codes: ["UAH"], usual: ["UAH"] }],
  ["tenge|тенге", { codes: ["KZT"], usual: ["KZT"] }],
  ["forints?", { codes: ["HUF"], usual: ["HUF"] }],
  ["lei", { codes: ["RON", "MDL"], usual: ["RON"], isAmbiguous: true }],
  ["leva|лев\\p{Alpha}{0,2}|лв\\.?", { codes: ["BGN"], usual: ["BGN"], isAmbiguous: true }],
  [
    "zloty\\p{Alpha}{0,2}|z[łl]ot\\p{Alpha}{1,3}|zł|злот\\p{Alpha}{1,3}",
    { codes: ["PLN"], usual: ["PLN"] },
  ],
  ["liras?|lire|лир\\p{Alpha}?", { codes: ["TRY", "ITL"], usual: ["TRY"], isAmbiguous: true }],
  ["korun\\p{Alpha}{0,2}|kč", { codes: ["CZK"], usual: ["CZK"] }],
  ["takas?", { codes: ["BDT"], usual: ["BDT"], isAmbiguous: true }],
  ["pulas?", { codes: ["BWP"], usual: ["BWP"] }],
  ["gourdes?", { codes: ["HTG"], usual: ["HTG"] }],
  ["lek[ëe]?", { codes: ["ALL"], usual: ["ALL"], isAmbiguous: true }],
  ["denars?|денар\\p{Alpha}{0,2}", { codes: ["MKD"], usual: ["MKD"] }],
  ["deutsch(?:e )?marks?|d-mark", { codes: ["DEM"], usual: ["DEM"] }],
  ["guilders?|gulden|florins?", { codes: ["NLG", "ANG", "AWG"], usual: ["NLG", "ANG", "AWG"] }],
  ["pesetas?|peseten", { codes: ["ESP"], usual: ["ESP"] }],
  ["escudos?", { codes: ["PTE", "CVE"], usual: ["PTE", "CVE"] }],
  ["drachmas?", { codes: ["GRD"], usual: ["GRD"] }],
  ["bol[ií]vares?", { codes: ["VES"], usual: ["VES"] }],
  ["bolivianos?", { codes: ["BOB"], usual: ["BOB"] }],
  ["quetzal(?:es)?", { codes: ["GTQ"], usual: ["GTQ"] }],
  ["kwachas?", { codes: ["ZMW", "MWK"], usual: ["ZMW", "MWK"] }],
  ["birrs?", { codes: ["ETB"], usual: ["ETB"] }],
  ["lari", { codes: ["GEL"], usual: ["GEL"] }],
  ["manats?", { codes: ["AZN", "TMT"], usual: ["AZN", "TMT"] }],
  ["bitcoins?|биткойн\\p{Alpha}{0,3}|биткоин\\p{Alpha}{0,3}", { codes: ["BTC"], usual: ["BTC"] }],
  [
    "cents?|pence|penn(?:y|ies)|centimes?|céntimos?|centavos?|cêntimos?|centesimi|копе\\p{Alpha}{2,3}|pfennige?|paise",
    { codes: ["hundredths"], usual: ["hundredths"] },
  ],
  [
    "basis points?|bps?|basispunkte?n?|points? de base|puntos básicos|pontos base|punti base|базисных пунктов",
    { codes: ["basis points"], usual: ["basis points"] },
  ],
];

/** Adjectives before a name, and the code that the two mean together. */
const adjectives: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USD: {
    ...{ us: "USD", american: "USD", canadian: "CAD", australian: "AUD", singapore: "SGD" },
    ...{ "new zealand": "NZD", "hong kong": "HKD", taiwan: "TWD", jamaican: "JMD" },
  },
  GBP: { british: "GBP", egyptian: "EGP", lebanese: "LBP", syrian: "SYP" },
  INR: { indian: "INR", pakistani: "PKR", "sri lankan": "LKR", nepalese: "NPR" },
  CHF: { swiss: "CHF", cfa: "XOF", french: "FRF" },
  SEK: { swedish: "SEK", norwegian: "NOK", danish: "DKK", icelandic: "ISK" },
  MXN: {
    ...{ mexican: "MXN", argentine: "ARS", argentinian: "ARS", chilean: "CLP" },
    ...{ colombian: "COP", philippine: "PHP", uruguayan: "UYU" },
  },
  JPY: { japanese: "JPY" },
  CNY: { chinese: "CNY" },
  RUB: { russian: "RUB" },
  TRY: { turkish: "TRY" },
  BRL: { brazilian: "BRL" },
  KRW: { korean: "KRW", "south korean": "KRW" },
};
const adjective = [...new Set(Object.values(adjectives).flatMap((each) => Object.keys(each)))]
  .sort((one, other) => other.length - one.length)
  .join("|");

const qualified = new RegExp(`^(?:(u\\.s\\.|${adjective})[ -])?(.*)$`, "isu");

const allNames = names.map(([form]) => form).join("|");
const wholeName = lazy(() => new RegExp(`^${anyOf(names.map(([form]) => form))}$`, "u"));

const space = "[ \\t\\u00a0\\u2009\\u202f]";
const notInWord = "(?![\\p{Alpha}\\p{N}])";
/** Codes that are not words when written in lower case. */
const lowerCodes =
  "eur|gbp|usd|chf|jpy|cny|inr|sek|nok|dkk|brl|mxn|krw|rub|pln|czk|huf|Eur|Usd|Gbp|Chf";
/** "US$", "R$", "CHF ", "Rs. ", "kr ", and "TEUR" for thousands of euros, right before a number. */
const before = lazy(
  () =>
    new RegExp(
      `(?:(T|k)(?:€|EUR)|(?<![\\p{Alpha}\\p{N}])\\p{Alpha}{0,4}\\p{Sc}|(?<![\\p{Alpha}\\p{N}])(?:${codePattern()}|${lowerCodes}|Rs\\.?|S?Fr\\.|[Kk]r\\.?|DM))${space}{0,2}$`,
      "u",
    ),
);
/** The last character of a currency, or half of a surrogate pair. Most numbers follow none. */
const lastOfCurrency = /[\p{Alpha}\p{Sc}.\ud800-\udfff]/u;
/** The word before a number, which may be a currency's name: "rupees 45". */
const wordBefore = new RegExp(`(?<![\\p{Alpha}\\p{N}])(\\p{Alpha}{2,20}\\.?)${space}$`, "u");
const signAfter = new RegExp(`\\p{Sc}|${space}\\p{Sc}(?!\\d)|${space}?US\\$`, "uy");
const codeAfter = lazy(
  () =>
    new RegExp(`[ \\u00a0\\u2009\\u202f-]?(?:${codePattern()}|${lowerCodes})${notInWord}`, "uy"),
);
/** Matches lower-cased text, because a case-insensitive flag is initially thirty times as slow. */
const nameAfter = lazy(
  () =>
    new RegExp(
      `^[ \\u00a0\\u2009\\u202f\\n-]?(?:of |de |di |d['’])?(?:(?:u\\.s\\.|${adjective})[ -])?(?:${allNames})${notInWord}`,
      "u",
    ),
);
/** Maximum characters of a name, including everything that may precede it. */
const longestName = 80;
/** The first character of any currency; most numbers are followed by something else. */
const mayBegin = /[ \t\u00a0\u2009\u202f\n-]?[\p{Alpha}\p{Sc}]/uy;
/** "Belize dollars": a capitalised adjective that is in no table. */
const foreignAdjective = /[ \u00a0]\p{Uppercase}\p{Lowercase}{2,20}(?= )/uy;
const foreignName = lazy(() => new RegExp(` (?:${allNames})${notInWord}`, "uy"));

/** The currency at the end of a text, including a space after it, or null. "TEUR" has `power` 3. */
export function currencyBefore(
  text: string,
): { name: string; length: number; power: number } | null {
  if (!lastOfCurrency.test(text.trimEnd().slice(-1))) return null;
  const match = before().exec(text);
  if (match) return { name: match[0].trim(), length: match[0].length, power: match[1] ? 3 : 0 };
  const [whole, name] = wordBefore.exec(text) ?? [];
  if (whole === undefined || name === undefined) return null;
  const { isKnown = false, isAmbiguous = false } = meaning(name);
  return isKnown && !isAmbiguous ? { name, length: whole.length, power: 0 } : null;
}

/** The currency at a position, including the space before it, or null. */
export function currencyAfter(text: string, at: number): { name: string; length: number } | null {
  if (!lengthAt(mayBegin, text, at)) return null;
  const length =
    lengthAt(signAfter, text, at) ||
    lengthAt(codeAfter(), text, at) ||
    nameLengthAt(text, at) ||
    foreignLengthAt(text, at);
  if (length === 0) return null;
  return { name: text.slice(at, at + length).replace(/^[\s-]/, ""), length };
}

function foreignLengthAt(text: string, at: number): number {
  const noun = at + lengthAt(foreignAdjective, text, at);
  // Compiling the pattern of names takes longer than reading many pages; the other is compiled.
  const length = noun > at && nameLengthAt(text, noun) && lengthAt(foreignName(), text, noun);
  return length ? noun - at + length : 0;
}

function nameLengthAt(text: string, at: number): number {
  return nameAfter().exec(inLowerCase(text.slice(at, at + longestName)))?.[0].length ?? 0;
}

/** The length of a sticky pattern's match at a position; 0 if there is none. */
export function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** True if a word in lower case names a currency. */
export function isCurrencyName(word: string): boolean {
  return meaning(word).isKnown === true;
}

/** True if a currency is written as a word that usually means something else. */
export function isAmbiguous(written: string): boolean {
  return meaning(written).isAmbiguous === true;
}

/**
 * Whether an amount in a claim's currency may be the same as one in a document's currency. A claim
 * may be less exact than the document ("$" for "C$"), but not more ("C$" for "$", which is the US
 * dollar unless the document says otherwise). An unknown currency agrees only with itself.
 */
export function agreesWith(claimed: string, stated: string): boolean {
  const { codes } = meaning(claimed);
  return meaning(stated).usual.some((code) => codes.includes(code));
}

/** The usual meaning of a currency as a key: the same for "$", "USD" and "dollars". */
export function currencyKey(written: string): string {
  return meaning(written).usual.join(" ");
}

/** The sign of a currency ("$" for "dollars"), or the currency as written if it has no sign. */
export function currencySign(written: string): string {
  const [usual, ...others] = meaning(written).usual;
  if (usual === undefined || others.length > 0) return written;
  return Object.keys(signs).find((sign) => signs[sign]?.[0] === usual) ?? written;
}

/** Cached lookups: a page names few currencies, but many words precede numbers. */
const known = new Map<string, Currency>();
const maxKnown = 2000;

function meaning(written: string): Currency {
  let found = known.get(written);
  if (!found) {
    found = lookUp(written.slice(0, 40));
    if (known.size >= maxKnown) known.clear();
    known.set(written, found);
  }
  return found;
}

const sameCodes: Readonly<Record<string, string>> = {
  RMB: "CNY",
  CNH: "CNY",
  XBT: "BTC",
  DM: "DEM",
};
const lowerCode = new RegExp(`^(?:${lowerCodes})$`);

function lookUp(written: string): Currency {
  const name = written
    .normalize("NFKC")
    .trim()
    .replace(/^(?:of |de |di |d['’])/i, "")
    .replace(/\s+/gu, " ");
  const sign = /\p{Sc}/u.exec(name)?.[0];
  if (sign !== undefined) return meaningOfSign(name, sign);
  const code = sameCodes[name] ?? (lowerCode.test(name) ? name.toUpperCase() : name);
  if (/^[Tk]EUR$/.test(code)) return { codes: ["EUR"], usual: ["EUR"] };
  if (isoCodes().has(code)) return { codes: [code], usual: [code] };
  const [, qualifier = "", noun = name] = qualified.exec(name) ?? [];
  const small = noun.toLowerCase();
  const found = names[firstGroup(wholeName().exec(small))]?.[1];
  const [, unknown = "", known = ""] = found
    ? []
    : (/^(\p{Uppercase}\p{Lowercase}+) (.+)$/u.exec(name) ?? []);
  // "Belize dollars" are none of the dollars in the table; "Hungarian forints" are forints.
  const plainly = unknown === "" ? null : meaning(known);
  if (plainly?.usual.length === 1 && plainly.codes.length === 1) return plainly;
  if (!found) return { codes: [name.toLowerCase()], usual: [name.toLowerCase()] };
  const whose = qualifier.toLowerCase().replaceAll(".", "");
  const exact = found.usual.flatMap((usual) => adjectives[usual]?.[whose] ?? [])[0];
  return exact === undefined
    ? { ...found, isKnown: true }
    : { codes: [exact], usual: [exact], isKnown: true };
}

function meaningOfSign(name: string, sign: string): Currency {
  const prefix = name.slice(0, name.indexOf(sign));
  if (isoCodes().has(prefix)) return meaning(prefix);
  const exact = sign === "$" ? dollarPrefixes[prefix.toLowerCase()] : undefined;
  if (exact !== undefined) return { codes: [exact], usual: [exact] };
  // "Z$" is a dollar in its own right.
  if (prefix !== "") return { codes: [name.toLowerCase()], usual: [name.toLowerCase()] };
  if (sign === "¥" || sign === "￥") return { codes: ["JPY", "CNY"], usual: ["JPY", "CNY"] };
  if (sign === "¢" || sign === "￠") return { codes: ["hundredths"], usual: ["hundredths"] };
  const codes = signs[sign] ?? [sign];
  return { codes, usual: codes.slice(0, sign === "₨" || sign === "﷼" ? undefined : 1) };
}

/** Currency codes that are not words and that tables often use. */
export const currencyCodes =
  "USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|HKD|SGD|CNY|RMB|INR|SEK|NOK|DKK|ZAR|BRL|MXN|KRW";

/** Signs, codes and names of currencies that rarely mean anything else in a text. */
const unmistakable = new RegExp(
  `(?:(?<!\\p{Alpha})(?:US|CA?|AU?|NZ|HK|R|NT))?\\p{Sc}|(?<!\\p{Alpha})(?:${currencyCodes}|dollars?|euros?|pounds?|yen|yuan|rupees?|francs?|kron[aeo]r?|pesos?|ro?ubles?)(?!\\p{Alpha})`,
  "giu",
);
/** The currencies that a text names, as written, in order; "pounds" may be a weight. */
export function currenciesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(unmistakable)];
}

/** Whether a currency is written as a word that is also a weight. */
export function isWeight(written: string): boolean {
  return /^pounds?$/iu.test(written);
}
