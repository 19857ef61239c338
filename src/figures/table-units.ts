import { lazy, noUnit, type TableSource, type TableUnit } from "../core/index.js";
import { currenciesIn, currencyCodes, isWeight } from "./currencies.js";
import { numbersIn } from "./find-numbers.js";
import { percentWords } from "./number-forms.js";

const codes = currencyCodes.toLowerCase();

/**
 * The words for a scale, and signs that are enough to state the scale of a table, both in lower
 * case. A text without any of the words, or `parts` of the signs, states none.
 */
const scales: readonly { words: string; signs: string; parts: string; power: number }[] = [
  {
    words: "thousands?|tausend|tsd\\.?|milliers|miles|mila|migliaia|milhares",
    signs: `(?<![\\p{Alpha}\\p{N}])(?:teur|t€|k€)(?!\\p{Alpha})|['’$€£]000(?!\\d)|(?<![\\d.,])000['’]?s(?!\\p{Alpha})|\\(1,000\\)(?=\\t(?:19|20)\\d\\d)|千`,
    parts: `teur|[tk]€|['’$€£]000|000['’]?s|\\(1,000\\)\\t|千`,
    power: 3,
  },
  {
    words: "millions?|millionen|mio\\.?|millones|milioni|milhões|mln\\.?|mn|mm",
    signs: `(?<!\\p{Alpha})(?:us|au?|ca?|hk|nz|s)?[$€£]['’]? ?m(?!\\p{Alpha})|(?<!\\p{Alpha})m€|(?<!\\p{Alpha})(?:${codes})['’]?m(?!\\p{Alpha})|百万`,
    parts: `m€|[$€£]['’]? ?m|(?:${codes})['’]?m|百万`,
    power: 6,
  },
  {
    words: "billions?|milliarden?|mrd\\.?|milliards?|miliardi|bilhões|bn",
    signs: "(?<!\\p{Alpha})(?:us)?[$€£] ?bn(?!\\p{Alpha})|十亿|十億",
    parts: "十[亿億]",
    power: 9,
  },
];

const currency = `(?:(?:us|u\\.s\\.|canadian|australian)[ \\t]?)?(?:\\p{Sc}|${codes}|dollars?|euros?|pounds?|francs?|yen|dólares|sterling)`;
const units = `${currency}|shares?|units?|tons|barrels`;

/** Forms that state a scale for numbers in general, not for a thing counted in prose. */
const forms = scales.map(({ words, signs, parts, power }) => {
  const word = `(?:${words})(?!\\p{Alpha})`;
  // "in millions of homes" is prose; "in millions of dollars" states a scale.
  const notCounted = `(?![ \\t]+(?:of|de)[ \\t]+(?!(?:the )?(?:${units})))`;
  const stated = [
    `(?<!\\p{Alpha})(?:in|en|em)[ \\t\\n]+(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    `\\([ \\t]*(?:(?:${currency})[ \\t]*)?${word}${notCounted}`,
    // "RMB’Million", in lower case.
    `${currency}['’]?[ \\t]*${word}${notCounted}`,
    // "ninety thousand euros" is one amount.
    `(?<![\\p{Alpha}#]|[\\p{Alpha}#][ -])${word}[ \\t]+(?:of |de |d['’]|di )?(?:${units})(?!\\p{Alpha})`,
    `(?:^|[\\n\\t|])[ ]*${word}(?=[ ]*(?:$|[\\n\\t|,(]))`,
  ];
  return {
    form: lazy(() => new RegExp([...stated, signs].join("|"), "u")),
    parts: new RegExp(`${words}|${parts}`),
    power,
  };
});

/** The lines that may state a scale: on one line, or continued from the previous one. */
function linesThatMayScale(page: string): string {
  const lines = page.split("\n");
  const may = lines.map((line) => {
    const small = line.toLowerCase();
    return forms.some(({ parts }) => parts.test(small));
  });
  return lines.filter((_, index) => may[index] || may[index + 1]).join("\n");
}

/**
 * The powers of ten that a page states for its tables, as in "in millions", in ascending order;
 * empty if it states none. Scale words of single numbers, as in "5 million", and things counted in
 * prose, as in "millions of homes", do not count.
 */
export function tableScales(page: string): readonly number[] {
  const text = linesThatMayScale(page);
  if (text === "") return [];
  const small = text.toLowerCase();
  // Compiling a form takes longer than reading many pages.
  const possible = forms.filter(({ form, parts }) => parts.test(small) && form().test(small));
  if (possible.length === 0) return [];
  let rest = "";
  let from = 0;
  for (const { span, power } of numbersIn(text)) {
    if (power === 0) continue;
    rest += `${text.slice(from, span.start)}#`;
    from = span.end;
  }
  rest += text.slice(from);
  const smallRest = rest.toLowerCase();
  return possible.filter(({ form }) => form().test(smallRest)).map(({ power }) => power);
}

const percents = new RegExp(`%|(?<!\\p{Alpha})(?:${percentWords})(?!\\p{Alpha})`, "iu");

function currencyIn(text: string): string | null {
  return currenciesIn(text).find(([name]) => !isWeight(name))?.[0] ?? null;
}

/** The power of ten that a text states for its numbers; null if it states none. */
export function scaleIn(text: string): number | null {
  return tableScales(text)[0] ?? null;
}

/** A text that may state the unit of numbers. */
interface UnitText {
  readonly text: string;
  readonly from: TableSource;
}

/**
 * The unit that texts state; the first text with a scale or currency decides it.
 *
 * @param pageScale the scale that the page states in general
 */
export function unitIn(texts: readonly UnitText[], pageScale: number | null): TableUnit {
  let unit: TableUnit = noUnit;
  for (const { text, from } of texts) {
    const [main = ""] = text.split(/(?<![a-zß-ɏḀ-ỿ])except(?![a-zß-ɏḀ-ỿ])/iu);
    const bracketed = tableScales(`(${main})`);
    const [scale] = bracketed.length > 0 ? bracketed : tableScales(main);
    if (unit.scale === null && scale !== undefined) unit = { ...unit, scale, scaleFrom: from };
    const currency = currencyIn(main);
    if (unit.currency === null && currency !== null) {
      unit = { ...unit, currency, currencyFrom: from };
    }
    const percent = (from === "head" || from === "row") && percents.test(main);
    if (!unit.percent && percent) unit = { ...unit, percent, percentFrom: from };
  }
  if (unit.percent) return percentUnit(unit);
  if (unit.scale !== null || pageScale === null) return unit;
  return { ...unit, scale: pageScale, scaleFrom: "page" };
}

/** Percents have neither scale nor currency. */
function percentUnit({ percentFrom }: TableUnit): TableUnit {
  return { ...noUnit, percent: true, percentFrom };
}

const perThing =
  /(?<![a-zß-ɏḀ-ỿ])per[\s-]+(?:\p{Alpha}+\s+){0,2}(?:share|unit|ads|ordinary|stock)|(?<![a-zß-ɏḀ-ỿ])per-share/iu;
const shares = /(?<![a-zß-ɏḀ-ỿ])shares?(?![a-zß-ɏḀ-ỿ])/iu;

/**
 * The unit of one number.
 *
 * @param column the unit of the number's column
 * @param cell the cell's text
 * @param labels the row's label and those above it
 * @param stated the scale that the label itself states; see `scaleIn`
 * @param caption where exceptions are stated: "except per share data"
 */
export function cellUnit(
  column: TableUnit,
  cell: string,
  labels: readonly string[],
  stated: number | null,
  caption: string,
): TableUnit {
  const [label = ""] = labels;
  if (/%/u.test(cell)) return percentUnit({ ...noUnit, percentFrom: "cell" });
  const cellCurrency = currencyIn(cell);
  if (column.percent && cellCurrency === null) return column;
  if (
    cellCurrency === null &&
    /%|(?<![a-zß-ɏḀ-ỿ])(?:percent|rate)(?![a-zß-ɏḀ-ỿ])/iu.test(label) &&
    !/rates?\s+\p{Alpha}/iu.test(label)
  ) {
    return percentUnit({ ...noUnit, percentFrom: "row" });
  }
  const currency =
    cellCurrency === null
      ? column
      : { ...column, currency: cellCurrency, currencyFrom: "cell" as const };
  if (stated !== null) return { ...currency, scale: stated, scaleFrom: "row" };
  const all = labels.join(" ");
  if (perThing.test(label)) return { ...currency, scale: null, scaleFrom: null };
  if (!shares.test(all) || column.scale === null) return currency;
  const [, ...except] = caption.split(/(?<![a-zß-ɏḀ-ỿ])except(?![a-zß-ɏḀ-ỿ])/iu);
  const others = except.join(" ");
  if (!shares.test(others.replace(perThing, "")) || /per[\s-]+share/iu.test(all)) {
    return /per[\s-]+share/iu.test(all) ? { ...currency, scale: null, scaleFrom: null } : currency;
  }
  const [scale = null] = tableScales(`in ${others.replace(/^.*?(?=thousands|millions)/isu, "")}`);
  return {
    ...currency,
    scale,
    scaleFrom: scale === null ? null : "caption",
    currency: cellCurrency,
    currencyFrom: cellCurrency === null ? null : "cell",
  };
}
