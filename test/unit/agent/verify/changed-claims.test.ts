import { beforeAll, describe, expect, it } from "vitest";
import { verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import { seededRandom } from "../../../bench/seeded-random.js";
import { tries } from "../../../tries.js";
import { MemoryCollection } from "../reading/memory-collection.js";

/** A figure of a document, and how true sentences state it. */
interface Figure {
  readonly document: number;
  readonly company: string;
  readonly label: string;
  readonly year: string;
  /** In millions, as in the table. */
  readonly value: number;
  readonly isNegative: boolean;
}

const documents = [
  `# Acme Tools, Inc.: annual report

Consolidated amounts of Acme Tools, Inc., in millions of US dollars, for the years ended December 31.

| | 2022 | 2021 |
| --- | --- | --- |
| Net sales | $ 28,052 | $ 23,288 |
| Gross profit | 11,735 | 9,842 |
| Operating income (loss) | (1,432) | 1,577 |
| Total assets | 45,318 | 39,764 |
`,
  `# Borealis Foods, Inc.: annual report

Consolidated amounts of Borealis Foods, Inc., in millions of US dollars, for the years ended December 31.

| | 2022 | 2021 |
| --- | --- | --- |
| Net sales | $ 7,614 | $ 6,853 |
| Gross profit | 2,961 | 2,578 |
| Operating income (loss) | 836 | (749) |
| Total assets | 12,497 | 13,385 |
`,
];
const figures: readonly Figure[] = [
  ["Acme Tools", "Net sales", 28_052, 23_288],
  ["Acme Tools", "Gross profit", 11_735, 9842],
  ["Acme Tools", "Operating income", -1432, 1577],
  ["Acme Tools", "Total assets", 45_318, 39_764],
  ["Borealis Foods", "Net sales", 7614, 6853],
  ["Borealis Foods", "Gross profit", 2961, 2578],
  ["Borealis Foods", "Operating income", 836, -749],
  ["Borealis Foods", "Total assets", 12_497, 13_385],
].flatMap(([company, label, ...values]) =>
  values.map((value, index) => ({
    document: company === "Acme Tools" ? 0 : 1,
    company: String(company),
    label: String(label),
    year: String(2022 - index),
    value: Math.abs(Number(value)),
    isNegative: Number(value) < 0,
  })),
);

const reader = new MemoryCollection();
const quotes: { id: string; quote: string }[][] = [];

beforeAll(async () => {
  for (const [index, text] of documents.entries()) {
    const passages = await reader.passages(await reader.add(`report-${index}.md`, text));
    quotes.push(passages.map(({ id, text: shown }) => ({ id, quote: shown.slice(0, 400) })));
  }
});

async function isAccepted(text: string, document: number): Promise<boolean> {
  const [sentence] = await verifyAnswer(
    { enough: true, missing: "", sentences: [{ text, citations: quotes[document] ?? [] }] },
    {
      reader,
      question: "What does the report say?",
      calculations: [],
      seen: [],
      signal: new AbortController().signal,
    },
  );
  return sentence?.supported ?? false;
}

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const inDigitsFrom =
  (zero: number) =>
  (digits: string): string =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const fromList =
  (list: string) =>
  (digits: string): string =>
    digits.replace(/\d/g, (digit) => [...list][Number(digit)] ?? "");

/** Unicode decimal digits in other forms, each of which has a value. */
const readableForms: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  // Full width, bold, double-struck, monospace, segmented.
  ...[0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6, 0x1fbf0].map(inDigitsFrom),
  // Arabic, Persian, Devanagari, Bengali, Thai, Vai, Tai Tham, Brahmi, Adlam, Javanese.
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xa620, 0x1a80, 0x1a90, 0x11066, 0x1e950, 0xa9d0].map(
    inDigitsFrom,
  ),
  fromList("⁰¹²³⁴⁵⁶⁷⁸⁹"),
  fromList("₀₁₂₃₄₅₆₇₈₉"),
  fromList("⓪①②③④⑤⑥⑦⑧⑨"),
  fromList("⓿➊➋➌➍➎➏➐➑➒"),
  (digits) => fromList("〇一二三四五六七八九")(digits.replaceAll(",", "")),
  (digits) => digits.replace(/(?<=\d)(?=\d)/g, "\u200b"),
  (digits) => digits.replace(/\d/g, "$&\ufe0f\u20e3"),
];

/** Forms without a value, or with a different value than their digits suggest. */
const unreadableForms: readonly ((digits: string, random: Random) => string)[] = [
  (digits) => digits.replace(/[01]|\d$/, (digit) => (digit === "1" ? "l" : "O")),
  (digits) => `${digits}OO`,
  (digits) => `${digits},ooo`,
  (digits) => `${digits}ОО`,
  (digits) => digits.replace(/\d/g, "$&\u0338"),
  (digits) => digits.replace(/\d/g, "$&\u20dd"),
  (digits) => `${digits}⅓`,
  (digits) => `${digits}½`,
  (digits) => `${digits}⁄7`,
  (digits) => `${digits}⁵`,
  (digits) => `${digits}₀`,
  (digits) => fromList("〇ⅠⅡⅢⅣⅤⅥⅦⅧⅨ")(digits.replaceAll(",", "")),
  (digits) => fromList("𐄇𐄇𐄈𐄉𐄊𐄋𐄌𐄍𐄎𐄏")(digits.replaceAll(",", "")),
  () => "l,ooo",
  () => "XLV",
  () => "Ⅻ",
  () => "፲፪",
  () => "███",
];

const minusSigns = ["-", "−", "–", "‒", "—", "﹣", "－", "⁻", "➖", "minus ", "negative ", "− "];
const otherCurrencies: readonly (readonly [string, string])[] = [
  ...[
    "€",
    "£",
    "¥",
    "₹",
    "₿",
    "₽",
    "₩",
    "₺",
    "₫",
    "CHF ",
    "EUR ",
    "INR ",
    "SEK ",
    "MXN ",
    "C$",
  ].map((sign) => [sign, ""] as const),
  ...[
    " euros",
    " pounds",
    " yen",
    " yuan",
    " rupees",
    " francs",
    " Swiss francs",
    " pesos",
    " kr",
    " kronor",
    " roubles",
    " rubles",
    " Canadian dollars",
    " Indian rupees",
    " won",
    " zloty",
    " bitcoin",
    " CHF",
    " BRL",
    " cents",
    " basis points",
    " Rupien",
    " рублей",
  ].map((name) => ["", name] as const),
];
const otherScales = [
  ...[" thousand", " billion", " trillion", " million billion", " thousand million", "k", "B"],
  ...[" quadrillion", " billion million", " million thousand", " Milliarden", " milliards", "億"],
  ...[" mil millones", " miliardi", " bilhões", " тысяч", " миллиардов", " lakh", " crore", " bn"],
  ...[" zillion", "万", " million million", " Mrd.", " mld", "-billion"],
];

interface Amount {
  readonly sign: string;
  readonly front: string;
  readonly digits: string;
  readonly scale: string;
  readonly behind: string;
}

function sentenceOf(
  { company, label, year }: Pick<Figure, "company" | "label" | "year">,
  { sign, front, digits, scale, behind }: Amount,
): string {
  return `${company} had ${label.toLowerCase()} of ${sign}${front}${digits}${scale}${behind} in ${year}.`;
}

function truthOf({ value, isNegative }: Figure): Amount {
  return {
    sign: isNegative ? "-" : "",
    front: "$",
    digits: value.toLocaleString("en-US"),
    scale: " million",
    behind: "",
  };
}

/** Changes to a claim that give it a different value. */
const changes: Readonly<Record<string, (figure: Figure, random: Random) => string>> = {
  digit: (figure, random) => {
    const truth = truthOf(figure);
    const places = [...truth.digits].flatMap((digit, at) => (/\d/.test(digit) ? [at] : []));
    const at = pick(random, places);
    const other = String((Number(truth.digits.charAt(at)) + 1 + Math.floor(random() * 8)) % 10);
    const first = at === 0 && other === "0" ? "7" : other;
    const changed = first === truth.digits.charAt(at) ? "6" : first;
    const digits = truth.digits.slice(0, at) + changed + truth.digits.slice(at + 1);
    return sentenceOf(figure, { ...truth, digits: pick(random, readableForms)(digits) });
  },
  form: (figure, random) => {
    const truth = truthOf(figure);
    return sentenceOf(figure, {
      ...truth,
      digits: pick(random, unreadableForms)(truth.digits, random),
    });
  },
  scale: (figure, random) => {
    const truth = truthOf(figure);
    const digits = pick(random, readableForms)(truth.digits);
    return sentenceOf(figure, { ...truth, digits, scale: pick(random, otherScales) });
  },
  sign: (figure, random) => {
    const truth = truthOf(figure);
    const digits = pick(random, readableForms)(truth.digits);
    if (figure.isNegative) return sentenceOf(figure, { ...truth, sign: "", digits });
    return random() < 0.2
      ? sentenceOf(figure, { ...truth, front: "($", digits, scale: ") million" })
      : sentenceOf(figure, { ...truth, sign: pick(random, minusSigns), digits });
  },
  currency: (figure, random) => {
    const [front, behind] = pick(random, otherCurrencies);
    const truth = truthOf(figure);
    return sentenceOf(figure, {
      ...truth,
      digits: pick(random, readableForms)(truth.digits),
      front,
      behind,
    });
  },
  company: (figure, random) => {
    const company = figure.company === "Acme Tools" ? "Borealis Foods" : "Acme Tools";
    const truth = truthOf(figure);
    const digits = pick(random, readableForms)(truth.digits);
    return sentenceOf({ ...figure, company }, { ...truth, digits });
  },
  period: (figure, random) => {
    const truth = truthOf(figure);
    const year = pick(random, [figure.year === "2022" ? "2021" : "2022", "2019", "2024"]);
    return sentenceOf(
      { ...figure, year },
      { ...truth, digits: pick(random, readableForms)(truth.digits) },
    );
  },
  words: (figure, random) => {
    const amount = pick(random, [
      ...[
        "two hundred million dollars",
        "siebenundzwanzig Millionen Dollar",
        "vingt millions de dollars",
      ],
      ...[
        "doscientos millones de dólares",
        "duecento milioni di dollari",
        "duzentos milhões de dólares",
      ],
      ...[
        "двести миллионов долларов",
        "a billion dollars",
        "minus two million dollars",
        "三百万元",
      ],
    ]);
    return sentenceOf(figure, { sign: "", front: "", digits: amount, scale: "", behind: "" });
  },
};

describe("a claim that was changed", () => {
  it("accepts a changed claim that is still true, in digits of any script and style", async () => {
    const rejected: string[] = [];
    for (const figure of figures) {
      const truth = truthOf(figure);
      for (const form of readableForms) {
        const sentence = sentenceOf(figure, { ...truth, digits: form(truth.digits) });
        if (!(await isAccepted(sentence, figure.document))) rejected.push(sentence);
      }
    }
    expect(rejected).toEqual([]);
  });

  it.each(Object.keys(changes))("rejects a claim after a change of its %s", async (kind) => {
    const accepted = new Set<string>();
    const count = tries(250, 12_500);
    for (let seed = 0; seed < count; seed++) {
      const random = seededRandom(seed);
      const figure = pick(random, figures);
      const sentence = changes[kind]?.(figure, random) ?? "";
      if (await isAccepted(sentence, figure.document)) accepted.add(sentence);
    }
    expect([...accepted]).toEqual([]);
  });
});

/** Documents of other kinds: what is true of them, and variants with a different value. */
const others: readonly {
  readonly text: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}[] = [
  {
    text: "Gross margin rose to 41.25% of net sales. Acme employed 12,450 people. It paid $1.25 per share. Prices rose between 6 and 7 percent in three regions.",
    accepted: [
      "Gross margin was **41.25** percent [1].",
      "Acme employed **12,450** people.[1]",
      "It paid 1.25 dollars per share.[2]",
      "Prices rose 6–7%.",
    ],
    rejected: [
      ...[
        "percentage points",
        "points",
        "‰",
        "per mille",
        "basis points",
        "bp",
        "%%",
        "million",
      ].map((unit) => `Gross margin was 41.25 ${unit}.`),
      ...[
        "million",
        "**million**",
        "(million)",
        '"million"',
        "mil\u200blion",
        "milliоn",
        "tisíc",
      ].map((scale) => `Acme employed 12,450 ${scale} people.`),
      ...["K", "万", "duizend", "миллионов", "ألف", "लाख", "mlllion"].map(
        (scale) => `Acme employed 12,450${scale === "K" ? "" : " "}${scale} people.`,
      ),
      "Acme employed **12,450** million people.",
      "Acme employed 12,450&nbsp;million people.",
      "Acme employed 12,450 people, in thousands.",
      "Acme employed 12,450% of people.",
      "Acme employed €12,450 people.",
      "Acme employed twenty-six people.",
      "It paid $3 in three regions.",
      ...["€**1.25**", "**€**1.25", "&euro;1.25", "€\u200b1.25", "CDN$1.25", "eur 1.25"].map(
        (amount) => `It paid ${amount} per share.`,
      ),
      ...["1.25 (euros)", "1.25, in euros,", "1.25 Belize dollars", "$1.25 CAD", "1.25 еuros"].map(
        (amount) => `It paid ${amount} per share.`,
      ),
      "Prices rose 6–7 percentage points.",
      "Prices rose by VII percent.",
    ],
  },
  {
    text: "The loss was $45 million. Operating costs fell by 5 percent. Net sales were $4.5 million.",
    accepted: [
      "Acme had a loss of $45 million.",
      "Operating costs fell by five percent.",
      "Net sales were four and a half million dollars.",
      "Net sales were 4½ million dollars.",
      "Net sales ($4.5 million) were as planned.",
    ],
    rejected: [
      "The profit was $45 million.",
      "Operating costs rose by 5 percent.",
      "Net sales were ($4.5 million).",
      "Net sales were minus about $4.5 million.",
      "Net sales were -**$4.5 million**.",
      "Net sales were mіnus $4.5 million.",
      "Net sales were $4.5 million below zero.",
      "Net sales were three and a half million dollars.",
      "Net sales in billions were 4.5.",
    ],
  },
  {
    text: "The dose is 20 mg for 7 days, at 37 °C. In 1998 it weighed 12 lb. The plot is 45 km². CO₂ was 415 ppm. Notice is thirty (30) days. The fee is one million dollars.",
    accepted: [
      "The dose is 20mg for seven days.",
      "The dose is 20 milligrams.",
      "The plot is 45 square kilometres.",
      "The plot is 45 km2.",
      "CO2 was 415 ppm.",
      "Notice is 30 days.",
      "In 1998, millions knew that notice is 30 days, and the dose 20 mg.",
      "One may seize 20 mg.",
      "It weighs 12 pounds.",
      "Notice is thirty days.",
      "The fee is $1 million.",
      "The fee is a million dollars.",
    ],
    rejected: [
      ...["20 g", "20 µg", "20 ml", "20 grams"].map((dose) => `The dose is ${dose}.`),
      ...["7 weeks", "7 hours", "7 months"].map((time) => `The dose is for ${time}.`),
      "It is 37 °F.",
      "The plot is 45 acres.",
      "CO₂ was 415 ppb.",
      "Notice is 30 weeks.",
      "Notice is forty days.",
      "Notice is three and a half days.",
      "Notice is sixty (30) days.",
      "The fee is two million dollars.",
      "The fee is one million euros.",
    ],
  },
  {
    text: "Amounts in £ thousands.\n\n| | 2023 | 2022 |\n| --- | --- | --- |\n| Revenue | 4,512 | 3,978 |\n| Earnings per share (pence) | 12.5 | 11.3 |",
    accepted: ["Revenue was £4.5m in 2023.", "Earnings per share were 12.5 pence in 2023."],
    rejected: [
      "Revenue was 4,512 pence in 2023.",
      "Earnings per share were £12.5 in 2023.",
      "Earnings per share were 12.5 pounds in 2023.",
    ],
  },
  {
    text: "Der Umsatz betrug 1.577,50 Mio. €. Die Frist beträgt dreißig Tage. Die Marge lag bei 41,25 %. Der Preis stieg um 5 Prozent.",
    accepted: [
      "Der Umsatz betrug rund 1,58 Mrd. €.",
      "Die Frist beträgt 30 Tage.",
      "Der Preis stieg um fünf Prozent.",
    ],
    rejected: [
      "Der Umsatz betrug 1.577,50 Mrd. €.",
      "Die Frist beträgt vierzig Tage.",
      "Die Marge lag bei 41,25 Prozentpunkten.",
      "Die Marge lag bei 41,25 Promille.",
      "Der Preis fiel um 5 Prozent.",
    ],
  },
  {
    text: "Le contrat vaut deux millions d'euros. Le délai est de trente (30) jours. Les ventes ont baissé de 5 pour cent.",
    accepted: [
      "Le contrat vaut 2 M€.",
      "Le délai est de 30 jours.",
      "Les ventes ont baissé de 5 %.",
    ],
    rejected: [
      "Le contrat vaut 2 milliards d'euros.",
      "Le contrat vaut 2 millions de francs suisses.",
      "Le délai est de quatre-vingt-dix jours.",
      "Les ventes ont augmenté de 5 pour cent.",
    ],
  },
  {
    text: "El plazo es de treinta días. A receita foi de R$ 1.577,50 milhões. Il termine è di sessanta giorni. Убыток составил сорок пять миллионов рублей.",
    accepted: [
      "El plazo es de 30 días.",
      "A receita foi de 1.577,50 milhões de reais.",
      "Il termine è di 60 giorni.",
      "Убыток составил 45 млн руб.",
    ],
    rejected: [
      "El plazo es de treinta y cinco días.",
      "A receita foi de US$ 1.577,50 milhões.",
      "Il termine è di quaranta giorni.",
      "Убыток составил 45 млрд руб.",
      "Убыток составил сорок шесть миллионов рублей.",
    ],
  },
];

describe.each(others)("a claim about a document such as: $text", ({ text, accepted, rejected }) => {
  async function accepts(claim: string): Promise<boolean> {
    const collection = new MemoryCollection();
    const passages = await collection.passages(
      await collection.add("text.md", `# Text\n\n${text}\n`),
    );
    const citations = passages.map(({ id, text: quote }) => ({ id, quote }));
    const [sentence] = await verifyAnswer(
      { enough: true, missing: "", sentences: [{ text: claim, citations }] },
      {
        reader: collection,
        question: "What does it say?",
        calculations: [],
        seen: [],
        signal: new AbortController().signal,
      },
    );
    return sentence?.supported ?? false;
  }

  it.each(accepted)("accepts the claim: %s", async (claim) => {
    expect(await accepts(claim)).toBe(true);
  });

  it.each(rejected)("rejects the claim: %s", async (claim) => {
    expect(await accepts(claim)).toBe(false);
  });
});
