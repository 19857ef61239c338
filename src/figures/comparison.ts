import { numbersIn } from "./find-numbers.js";
import { valuesOf, wordKey } from "./question.js";

/** A question that is answered by comparing rows of a table, or a part with its total. */
export interface ComparisonQuestion {
  /**
   * - `extreme`: which of all has the most or the least.
   * - `pair`: which of two has more or less.
   * - `share`: how much of a total a part is.
   * - `year`: in which year one thing was the most or the least.
   */
  readonly kind: "extreme" | "pair" | "share" | "year";
  readonly way: "highest" | "lowest";
  /** Whether the question is about the yearly change: `rate` in percent, `any` in any measure. */
  readonly change: "rate" | "any" | null;
  /** Keys of the first words after "which"; one of them says what is compared: "segment". */
  readonly things: readonly string[];
  /** Keys of the words of the two sides, including those around them; empty for other kinds. */
  readonly sides: readonly (readonly string[])[];
  /** Keys of all words except those that only ask or compare. */
  readonly keys: readonly string[];
  readonly years: readonly string[];
  /** Whether the question asks who earns the most, which no other amounts answer. */
  readonly asksEarnings: boolean;
  /** Whether the question asks if the first side has more, rather than which side does. */
  readonly asksWhether: boolean;
}

/** Words for the most of anything. */
export const highWords =
  "highest|largest|biggest|greatest|most|maximum|höchsten?|höchste[rs]|größten?|größte[rs]|meisten|plus (?:élevée?s?|grande?s?|importante?s?)|más (?:alt[oa]s?|grandes?)|mayor(?:es)?";
/** Words for the least of anything. */
export const lowWords =
  "lowest|smallest|least|fewest|minimum|niedrigsten?|niedrigste[rs]|kleinsten?|kleinste[rs]|wenigsten|plus (?:basse?s?|faibles?|petite?s?)|moins élevée?s?|más (?:baj[oa]s?|pequeñ[oa]s?)|menor(?:es)?";
const more = "larger|higher|bigger|greater|more|größer|höher|mehr|plus|más";
const less = "smaller|lower|fewer|less|kleiner|niedriger|weniger|moins|menos";
const rise = "grew|grow|grown|rose|risen|increased?|gained?|wuchs|stieg";
const fall = "fell|fallen|declined?|decreased?|dropped|shrank|sank|fiel";

/** Matches any of several words. */
export function word(list: string): RegExp {
  return new RegExp(`(?<![a-zß-ɏḀ-ỿ])(?:${list})(?![a-zß-ɏḀ-ỿ])`, "iu");
}

const patterns = {
  high: word(highWords),
  low: word(lowWords),
  more: word(more),
  less: word(less),
  rises: word(
    `(?:${rise}) (?:the )?(?:fastest|most|quickest)|am (?:stärksten|schnellsten)|(?:${highWords}) (?:increase|growth|rise)`,
  ),
  falls: word(
    `(?:${fall}) (?:the )?(?:fastest|most)|(?:${highWords}) (?:decline|decrease|drop|fall)`,
  ),
  fastest: word("fastest|quickest|schnellsten|growth"),
  share: word(
    "share|percentage|percent|proportion|fraction|anteil|part|pourcentage|proporción|porcentaje",
  ),
  // "Earned the most revenue" says what was earned.
  earns: new RegExp(
    `(?<![a-zß-ɏḀ-ỿ])earn(?:ed|s|ing)? (?:the )?(?:${highWords}|${lowWords})(?=$|,| (?:in|of|from|for|by|on|at|with|during|per)(?![a-zß-ɏḀ-ỿ]))`,
    "iu",
  ),
  asks: word("which|what|who|welche[mnrs]?|quel(?:le)?s?|qué|cuál(?:es)?"),
};

/** Words for what somebody earns, in the heads and titles of tables. */
export const earningWords =
  "earn(?:s|ed|ings?)?|revenues?|sales|turnover|income|profits?|pay|salar(?:y|ies)|wages?|takings|verdienst|gehalt|gehälter|löhne?|lohn|einkommen|umsatz|gewinne?|salaires?|revenus?|bénéfices?|salarios?|sueldos?|ingresos?|ganancias?";

const ofEarnings = word(earningWords);

/** Whether a head or title says that amounts are what somebody earns. */
export function isOfEarnings(text: string): boolean {
  return ofEarnings.test(text);
}

/** Words that do not say what is compared, and verbs for possession. */
const empty = word(
  `${highWords}|${lowWords}|${more}|${less}|${rise}|${fall}|fastest|quickest|increase|growth|decline|decrease|drop|which|what|who|whose|than|of|the|an?|in|for|on|by|at|to|and|or|from|its|their|as|is|are|was|were|be|been|do|does|did|has|have|had|how|much|many|large|fiscal|financial|year|carr(?:y|ied)|generate[ds]?|reported|recorded|earn(?:ed|s)?|brought|brings?|made|came|comes?|contribute[ds]?|account(?:ed|s)?|spen[dt]|goes|went|go|paid|represent(?:s|ed)?|mak(?:es?|ing)|made up|up|share|percentage|percent|proportion|fraction|per cent|welche[mnrs]?|der|die|das|den|dem|ein|eine|hat|hatte|haben|war|waren|ist|sind|am|im|von|und|oder|als|quel(?:le)?s?|le|la|les|des|du|de|un|une|a|est|sont|et|ou|qué|cuál|el|los|las|del|tiene|tuvo|fue|es|y|o|en`,
);
const allEmpty = new RegExp(empty.source, "giu");

/** Reads a question that compares; returns null for all others. */
export function readComparison(question: string): ComparisonQuestion | null {
  const text = question
    .replace(/[’']s(?!\p{Alpha})/gu, "")
    .replace(/[?¿.!]/gu, " ")
    .trim();
  const years = valuesOf(numbersIn(question), "year");
  const [asksYear = ""] = yearAsked.exec(text) ?? [];
  if (asksYear !== "") return readYears(text.slice(asksYear.length), years);
  const keys = keysIn(text, years);
  const shared = {
    ...{ keys, years, things: thingsIn(text, years), sides: [] },
    ...{ asksEarnings: patterns.earns.test(text), asksWhether: false },
  };
  if (
    patterns.share.test(text) &&
    patterns.asks.test(text) &&
    !patterns.high.test(text) &&
    !patterns.low.test(text)
  )
    return { ...shared, kind: "share", way: "highest", change: null };
  const pair = pairIn(text);
  if (pair) {
    const way = patterns.less.test(pair.rest) ? "lowest" : "highest";
    const sides = pair.sides.map((side) => keysIn(side, years));
    return { ...shared, kind: "pair", way, change: null, sides, asksWhether: pair.asksWhether };
  }
  if (!patterns.asks.test(text)) return null;
  const rises = patterns.rises.test(text);
  const falls = patterns.falls.test(text);
  const isHigh = rises || patterns.high.test(text);
  const isLow = falls || patterns.low.test(text);
  if (rises && falls) return null;
  if (rises || falls) {
    const change = patterns.fastest.test(text) ? "rate" : "any";
    return { ...shared, kind: "extreme", way: falls ? "lowest" : "highest", change };
  }
  if (isHigh === isLow) return null;
  return { ...shared, kind: "extreme", way: isLow ? "lowest" : "highest", change: null };
}

/** Beginnings of questions that ask for a year. */
const yearAsked =
  /^(?:(?:in |of )?(?:which|what) (?:(?:fiscal|financial|business) )?year(?=\s(?!to year))|when(?= (?:was|were|did))|in welchem (?:geschäfts)?jahr|wann|(?:en|dans) quelle année|en qué año|cuándo)(?![a-zß-ɏḀ-ỿ])/iu;

/** Words in between that do not say what is compared. */
const yearFillers =
  /(?<![a-zß-ɏḀ-ỿ])(?:there|the number|a-t-(?:il|elle)|été|était|hubo|gab es)(?![a-zß-ɏḀ-ỿ])/giu;

/**
 * Reads a question about the year in which something was the most or the least; null if it names
 * years or asks for a change.
 */
function readYears(text: string, years: readonly string[]): ComparisonQuestion | null {
  const isHigh = patterns.high.test(text);
  if (isHigh === patterns.low.test(text) || years.length > 0) return null;
  if (patterns.rises.test(text) || patterns.falls.test(text)) return null;
  const way = isHigh ? "highest" : "lowest";
  const shared = {
    ...{ years, things: [], sides: [], change: null },
    ...{ asksEarnings: false, asksWhether: false },
  };
  return { ...shared, kind: "year", way, keys: keysIn(text.replace(yearFillers, " "), years) };
}

function keysIn(text: string, years: readonly string[]): readonly string[] {
  const words = text.replace(allEmpty, " ").match(/[\p{Alpha}\p{M}]{2,}|\p{N}+/gu) ?? [];
  return [...new Set(words.filter((one) => !years.includes(one)).map(wordKey))];
}

/** Number of words after "which" that may say what is compared. */
const mostThings = 3;

function thingsIn(text: string, years: readonly string[]): readonly string[] {
  const [, behind = ""] = text.split(patterns.asks);
  return keysIn(behind, years).slice(0, mostThings);
}

/** The two sides of a question about a pair, and the words around them. */
function pairIn(text: string): {
  readonly sides: readonly string[];
  readonly rest: string;
  readonly asksWhether: boolean;
} | null {
  const compares = (rest: string): boolean => patterns.more.test(rest) !== patterns.less.test(rest);
  const [, before = "", left = "", right = ""] =
    /^(.{5,120}?)[,:]\s*([^,]{2,60}?) (?:or|oder|ou|o) ([^,]{2,60})$/iu.exec(text) ?? [];
  if (before !== "" && patterns.asks.test(before) && compares(before))
    return { sides: [left, right], rest: before, asksWhether: false };
  const [, one = "", other = "", rest = ""] =
    /^(?:which|what) of (.{2,60}?) (?:and|or) (.{2,60}?) ((?:is|was|are|were|had|has|have) .+)$/iu.exec(
      text,
    ) ?? [];
  if (one !== "" && compares(rest)) return { sides: [one, other], rest, asksWhether: false };
  const [, first = "", comparing = "", second = ""] =
    new RegExp(
      `^(?:is|are|was|were|did|does|do|has|have|had) (.{2,80}?) ((?:${more}|${less})(?![a-zß-ɏḀ-ỿ]).{0,60}?) than (.{2,80})$`,
      "iu",
    ).exec(text) ?? [];
  if (first !== "") return { sides: [first, second], rest: comparing, asksWhether: true };
  return null;
}
