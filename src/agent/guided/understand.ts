import {
  type AskedPeriod,
  askedPeriods,
  asksList,
  asksReason,
  atPeriod,
  type Expression,
  labelIn,
  namedFormula,
  otherNamesIn,
  partOf,
  periodOf,
  type Statement,
  statedFormula,
  statementIn,
  subjectOf,
  yearBefore,
  yearsBetween,
} from "../../figures/index.js";

/**
 * The kind of answer that a question asks for:
 *
 * - `figure`: one figure that a document states.
 * - `computed`: one that has to be computed.
 * - `compared`: whether, or how much, something changed from one time to another.
 * - `extreme`: which of several is the largest or the smallest.
 * - `text`: everything that sentences answer: what, why, who, a list, yes or no.
 */
export type QuestionKind = "figure" | "computed" | "compared" | "extreme" | "text";

export interface AnswerForm {
  readonly percent: boolean;
  /** Digits after the decimal point; null if the question does not say. */
  readonly decimals: number | null;
  /** The power of ten of the wanted scale: 6 for "in millions"; null for the document's own. */
  readonly scale: number | null;
}

export interface AskedQuestion {
  readonly kind: QuestionKind;
  readonly text: string;
  /** The actual question, without remarks on how to answer. */
  readonly clause: string;
  /** The name of the thing asked about: the clause without its question words. */
  readonly label: string;
  /** The times that it names, in order, each once. */
  readonly periods: readonly AskedPeriod[];
  /** The expression to compute; for `compared`, the later value. Null for `extreme` and `text`. */
  readonly expression: Expression | null;
  /** For `compared`: the earlier and the later time. */
  readonly between: readonly [AskedPeriod, AskedPeriod] | null;
  readonly form: AnswerForm;
  /** Whether it asks for a yes or a no. */
  readonly asksWhether: boolean;
  /** For `compared`: the direction of change for which the answer is yes; null for any change. */
  readonly direction: "up" | "down" | null;
  /** For `extreme`: whether the largest or the smallest is asked for. */
  readonly extreme: "most" | "least" | null;
  readonly asksList: boolean;
  /** Whether it is about a document as a whole: its agenda, its purpose, a summary. */
  readonly asksDocument: boolean;
  /** Whether it says that the measure may not make sense here. */
  readonly mayNotApply: boolean;
  readonly statement: Statement | null;
}

/** Sentences and clauses that say how to answer, not what to answer. */
const remark =
  /^(?:please\b|(?:also,?\s{1,9})?round\b|answer\b|give\b|state\b|base\b|provide\b|express\b|report\b|address\b|approach\b|assume\b|use\b|using\b|calculate (?:\(|what|or|the answer)|calculate\b[^?]*\busing\b|compute (?:what|the answer)|respond\b|show\b|if\b[^?]{0,200}\b(?:not|isn't)\b[^?]{0,200}\b(?:metric|relevant|useful|meaningful|measure|something)|we (?:want|need)\b|you are\b|imagine\b|here'?s\b)/iu;
const opensQuestion =
  "(?:what|how|which|who|whom|where|when|why|did|does|do|is|are|was|were|has|have|had|can|could|will|would|should|must|may(?!\\s\\d)|among|in|of|for)";
/** "Based on the balance sheet, what is …": where the question itself begins. */
const lead = new RegExp(
  `^[^?]{8,400}?[,:]\\s{1,9}(?=(?:roughly |approximately )?${opensQuestion}\\b[^?]{0,400}\\?)`,
  "iu",
);
const leadWords =
  /\b(?:based|basing|according|agreement|drawing|considering|using|given|looking|referring|reference|information|statement|sheet|question|compute|following)\b/iu;

const upWords =
  "increas\\w*|grew|grow\\w*|rose|rise\\w*|risen|improv\\w*|expand\\w*|higher|gain\\w*|up";
const downWords =
  "decreas\\w*|declin\\w*|drop\\w*|fell|fall\\w*|reduc\\w*|shr[aiu]nk\\w*|worsen\\w*|deteriorat\\w*|lower|down";
const changeWords = `${upWords}|${downWords}|chang\\w*|differ\\w*`;
const change = new RegExp(`\\b(?:${changeWords})\\b`, "iu");
/** Words for a change, including those that only accompany such words. */
const changing = new RegExp(
  `\\b(?:(?:an?|any|its|their|the)\\s{1,9})?(?:${changeWords})(?:\\s{1,9}or\\s{1,9}(?:${changeWords})){0,9}(?:\\s{1,9}(?:in|of))?\\b(?:\\s{1,9}(?:its|their|the)\\b)?`,
  "giu",
);
const whether =
  /^(?:roughly\s+)?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may(?!\s\d))\b(?!\s+(?:the\s+)?(?:following|answer))/iu;
/** Matched in lower case only, because names may contain these words. */
const most =
  /\b(?:largest|biggest|highest|most|greatest|best|strongest|maximum)\b(?!\s+(?:recent|likely|important|of)\b)/u;
const least = /\b(?:smallest|lowest|least|worst|weakest|fewest|minimum)\b/u;
/** Questions answered by sentences, even if they also contain words for figures. */
const descriptive =
  /^what\b.*\b(?:nature|purpose|industry|business|role|strategy|meaning|name|names|type|types|kind|kinds|title|reason)\b|\b(?:events?|factors?|transactions?)\s+(?:that|which|who)\b/iu;
const documentWords =
  /\b(?:(?:key |main )?agenda|purpose|summar\w+|about|subject|topic)\b[^?]{0,200}\b(?:filing|document|report|8-?k|letter|release|agreement|paper)\b|^(?:summari[sz]e|what is (?:this|the) (?:document|report|paper|filing) about)/iu;

/** Analyses a question that can be understood alone. Never throws. */
export function understand(question: string): AskedQuestion {
  const text = question.replace(/\s+/gu, " ").trim();
  const clause = clauseOf(text);
  const periods = periodsOf(clause, text);
  const form = formOf(text);
  const asksWhether = whether.test(clause);
  const common = {
    text,
    clause,
    label: subjectOf(clause),
    periods,
    between: null,
    form,
    asksWhether,
    direction: null,
    extreme: null,
    asksList: asksList(clause),
    asksDocument: documentWords.test(clause),
    mayNotApply:
      /\bif\b[^?.]{0,200}\b(?:not|isn't|aren't)\b[^?.]{0,200}\b(?:metric|relevant|useful|meaningful|something)/iu.test(
        text,
      ),
    statement: statementIn(text),
  };
  const textual: AskedQuestion = { ...common, kind: "text", expression: null };
  if (asksReason(clause) || descriptive.test(clause) || common.asksDocument) return textual;
  if (most.test(clause) || least.test(clause)) {
    const isExtreme = /\b(?:which|what|who|among)\b/iu.test(clause) && !asksWhether;
    if (isExtreme) {
      const extreme = least.test(clause) && !most.test(clause) ? "least" : "most";
      const isDrop =
        new RegExp(`\\b(?:${downWords}|lost)\\b`, "iu").test(clause) && extreme === "most";
      const isBoth = /\bor\s+(?:lost|had|has)\b/iu.test(clause);
      return { ...textual, kind: "extreme", extreme: isDrop && !isBoth ? "least" : extreme };
    }
  }
  const computed = computedOf(clause, text, periods);
  if (computed) return { ...common, kind: "computed", expression: computed };
  const compared = comparedOf(clause, periods, asksWhether);
  if (compared) return { ...common, ...compared, kind: "compared" };
  if (asksWhether) return textual;
  const asksAmount =
    /\bhow (?:much|many|large|high|big)\b|\b(?:amounts?|numbers?|totals?|values?|figures?|rates?|ratios?|percent\w*|levels?|balances?|counts?|respective\w*)\b|%/iu.test(
      clause,
    );
  // "What were the net sales" does not ask for a list of things.
  const isListed =
    common.asksList && otherNamesIn(common.label).length === 0 && !partOf(common.label);
  const isWhatOf =
    /^(?:what|wh?at's)\b.*\b(?:is|was|were|are)\b/iu.test(clause) && periods.length > 0;
  const isNamed =
    isPhrase(clause) || /^what (?:did|does)\b.*\b(?:spend|pay|cost|earn)\b/iu.test(clause);
  const isTimed = periods.length > 0 && !partOfYear.test(clause);
  if (!(asksAmount || (isWhatOf && !isListed) || (isNamed && isTimed))) return textual;
  const named = isAdjusted(clause) ? null : namedFormula(clause, periods[0] ?? null);
  if (named) return { ...common, kind: "computed", expression: named.expression };
  const figure: Expression = { kind: "figure", label: common.label, period: periods[0] ?? null };
  return { ...common, kind: "figure", expression: figure };
}

/** Times that are neither years nor quarters. */
const partOfYear =
  /\b(?:\d+|one|two|three|six|nine) (?:months|weeks)\b|\bhalf\b|\bmonth\b|\bweek\b|\b(?:so far|to date)\b/iu;
/** Maximum number of words in a figure's name, including its owner and time. */
const longestPhrase = 12;

/** True if the clause is not a sentence but only a name, as people type it: "net sales 2021". */
function isPhrase(clause: string): boolean {
  const words = clause.split(" ");
  return (
    words.length <= longestPhrase &&
    !/[?!]/u.test(clause) &&
    !new RegExp(`^${opensQuestion}\\b`, "iu").test(clause) &&
    !/^(?:list|name|tell|explain|describe|summari[sz]e|compare|find|show|give)\b/iu.test(clause)
  );
}

/** The question without remarks on how to answer, and without any lead-in. */
function clauseOf(text: string): string {
  const sentences = text.split(/(?<=[?])\s{1,9}|(?<=[^A-Z][.!])\s{1,9}(?=\p{Uppercase})/u);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const kept = asking.length > 0 ? asking : sentences.filter((sentence) => !remark.test(sentence));
  const [first = text] = kept.filter((sentence) => !remark.test(sentence)).concat(kept);
  const [before = ""] = lead.exec(first) ?? [];
  return (leadWords.test(before) ? first.slice(before.length) : first)
    .replace(/^by (?=how (?:much|many)\b)/iu, "")
    .replace(/(?<![?.!\s])[?.!\s]+$/u, "")
    .trim();
}

/** The times in the clause, or else in the whole text; a range counts as its two ends. */
function periodsOf(clause: string, text: string): AskedPeriod[] {
  const named = askedPeriods(clause);
  const periods = named.length > 0 ? named : askedPeriods(text);
  return periods
    .map(({ year, quarter }) => periodOf(year, quarter))
    .filter((one, index, all) => all.findIndex(({ text }) => text === one.text) === index);
}

const decimalWords = ["zero", "one", "two", "three", "four"];

function formOf(text: string): AnswerForm {
  const [, digits = ""] =
    /\b(?:to|nearest|with)\s+(zero|one|two|three|four|\d)\s+(?:decimals?|digits?)/iu.exec(text) ??
    [];
  const word = decimalWords.indexOf(digits.toLowerCase());
  const [, scale] =
    /\b(?:in|USD|US\$|\$|EUR|of)\s*(thousand|million|billion)s?\b|\((?:in )?(?:USD |US\$ |\$ ?)?(thousand|million|billion)s?\)/iu.exec(
      text,
    ) ?? [];
  const powers: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9 };
  return {
    percent: /%|\bper ?cent(?:age)?s?\b/iu.test(text),
    decimals: digits === "" ? null : word >= 0 ? word : Number(digits),
    scale: powers[scale?.toLowerCase() ?? ""] ?? null,
  };
}

const years: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };
const averageOver =
  /\b(\d|two|three|four|five)[- ]?years?\s{1,9}average\s{1,9}(?:of\s{1,9})?(.+)$|\baverage\s{1,9}(.{1,200}?)\s{1,9}(?:over|across|for)\s{1,9}(?=(?:the\s{1,9})?(?:FY|fiscal|financial|years?|last|past|periods?|(?:19|20)\d\d))/isu;
const growthRate =
  /\b(?:growth(?: rate)?|(?:percent(?:age)?|%|year[- ]over[- ]year|year[- ]on[- ]year|yoy|y\/y)\s+(?:change|growth|increase|decrease))\b/iu;
const growthOf = new RegExp(`${growthRate.source}(?:\\s+(?:in|of))?`, "iu");
const shareThatFell =
  /^what (?:percent(?:age)?|%|share|fraction|portion) of\s{1,9}(.+?)\s{1,9}(?:occurred|happened|took place|came|was|were|fell)\b/iu;

const whatIs = /^what\s{1,9}(?:is|was|were|are)\s{1,9}(?:the\s{1,9})?(.+)$/iu;
const leadingAverage = /^average\b(?:\s+(?:of|value|amount))*/iu;
/** A range of years, which includes those in between. */
const spanWords =
  /(?:19|20)\d\d\s{0,9}(?:to|through|until|[-–])\s{0,9}(?:FY|fiscal)?\s{0,9}(?:(?:19|20)\d\d)/iu;
const leadingChange =
  /^(?:(?:nominal|absolute|dollar)\s+)?(?:change|difference|increase|decrease)s?\s+(?:in|of|for|between)\b/iu;
const shareWords = "(?:percent(?:age)?|%|share|proportion|fraction|portion)";
/** "What percentage of the total is made up of a part". */
const shareOfWhole = new RegExp(
  `^what\\s{1,9}${shareWords}\\s{1,9}of\\s{1,9}(?:the\\s{1,9})?(.+?)\\s{1,9}(?:is|was|were|are)\\s{1,9}(?:made up (?:of|by)|comprised of|represented by|accounted for by|attributable to|due to|from)\\s{1,9}(?:the\\s{1,9})?(.+)$`,
  "ius",
);
/** "What is the percentage of a part out of the total". */
const shareOutOf = new RegExp(
  `^what\\s{1,9}(?:is|was|were|are)\\s{1,9}(?:the\\s{1,9})?${shareWords}\\s{1,9}of\\s{1,9}(?:the\\s{1,9})?(.+?)\\s{1,9}(?:out of|over|relative to|to)\\s{1,9}(?:the\\s{1,9})?(.+)$`,
  "ius",
);
/** "What is a part as a percentage of the total". */
const shareAs =
  /^(?:what|how)\b.{0,200}?\b(?:is|was|were|are)\s{1,9}(.{1,300}?)\s{1,9}as an? (?:%|percent(?:age)?|share|fraction) of\s{1,9}(.+)$/isu;

/** The expression to compute, if the question defines it or asks for a mean, growth or share. */
function computedOf(
  clause: string,
  text: string,
  periods: readonly AskedPeriod[],
): Expression | null {
  const last = periods.at(-1) ?? null;
  const stated = statedFormula(text, last);
  return (
    meanOverYears(clause, stated, periods) ??
    stated ??
    shareOfEarlier(clause, periods) ??
    meanOf(clause, periods) ??
    growthIn(clause, periods) ??
    differenceIn(clause, periods) ??
    shareIn(clause, last)
  );
}

/** "The average revenue over the last three years", of these periods or what the question defines. */
function meanOverYears(
  clause: string,
  stated: Expression | null,
  periods: readonly AskedPeriod[],
): Expression | null {
  const [first] = periods;
  const last = periods.at(-1);
  const average = averageOver.exec(clause);
  if (!average || !first || !last || last.year <= first.year) return null;
  const wanted = Number(average[1]) || years[average[1]?.toLowerCase() ?? ""] || 0;
  const count = last.year - first.year + 1;
  const inner = stated ?? innerOf(average[2] ?? average[3] ?? "", last);
  if (!inner || (wanted !== 0 && wanted !== count)) return null;
  const each = Array.from({ length: count }, (_, index) =>
    atPeriod(inner, last, periodOf(first.year + index)),
  );
  return { kind: "call", name: "mean", arguments: each };
}

/** The share of an earlier amount that falls into a period. */
function shareOfEarlier(clause: string, periods: readonly AskedPeriod[]): Expression | null {
  const [, whole = ""] = shareThatFell.exec(clause) ?? [];
  const label = labelIn(whole);
  if (label === "" || periods.length < 2) return null;
  const [all] = askedPeriods(whole);
  const part = all && periods.find(({ text }) => text !== all.text);
  if (!part) return null;
  const figure = (period: AskedPeriod): Expression => ({ kind: "figure", label, period });
  const left = figure(part);
  return { kind: "operation", operator: "/", left, right: figure(periodOf(all.year, all.quarter)) };
}

/** "What was the average revenue in 2019 and 2020". */
function meanOf(clause: string, periods: readonly AskedPeriod[]): Expression | null {
  const [, asked = ""] = whatIs.exec(clause) ?? [];
  const [first] = periods;
  const last = periods.at(-1);
  if (!first || !last || periods.length < 2 || !leadingAverage.test(asked)) return null;
  const inner = innerOf(subjectOf(asked.replace(leadingAverage, " ")), last);
  const isSpan = periods.length === 2 && spanWords.test(asked);
  const times = isSpan ? yearsBetween(first, last) : periods;
  const each = inner && times.map((time) => atPeriod(inner, last, time));
  return each && { kind: "call", name: "mean", arguments: each };
}

function growthIn(clause: string, periods: readonly AskedPeriod[]): Expression | null {
  const last = periods.at(-1);
  if (!last || !growthRate.test(clause) || whether.test(clause)) return null;
  const [earlier, later] = endsOf(periods, last);
  const inner = innerOf(subjectOf(clause.replace(growthOf, " ")), later);
  if (!inner) return null;
  const before = atPeriod(inner, later, earlier);
  return { kind: "call", name: "percent_change", arguments: [before, inner] };
}

/** "What was the change in revenue", and "How much did revenue change". */
function differenceIn(clause: string, periods: readonly AskedPeriod[]): Expression | null {
  const last = periods.at(-1);
  const [, asked = ""] = whatIs.exec(clause) ?? [];
  if (last && leadingChange.test(asked) && !/\baverage\b/iu.test(asked)) {
    const [earlier, later] = endsOf(periods, last);
    const right = innerOf(subjectOf(asked.replace(leadingChange, " ")), earlier);
    const left = right && atPeriod(right, earlier, later);
    if (left && right && periods.length < 3)
      return { kind: "operation", operator: "-", left, right };
  }
  // For "how much did it change", both amounts are reported as well.
  if (!/^how (?:much|many)\b/iu.test(clause) || !change.test(clause) || periods.length !== 2)
    return null;
  const [earlier, later] = periods.toSorted((one, other) => one.year - other.year);
  const subject = subjectOf(clause.replace(changing, " "));
  const right = earlier && subject !== "" ? innerOf(subject, earlier) : null;
  const left = right && earlier && later && atPeriod(right, earlier, later);
  const isQuarterly = periods.some(({ quarter }) => quarter !== null);
  return left && right?.kind === "figure" && !isQuarterly
    ? { kind: "operation", operator: "-", left, right }
    : null;
}

/** A part as a share of a whole, in percent. */
function shareIn(clause: string, last: AskedPeriod | null): Expression | null {
  const [, whole, part] = shareOfWhole.exec(clause) ?? [];
  const [, some, all] = shareOutOf.exec(clause) ?? [];
  const [, one, other] = shareAs.exec(clause) ?? [];
  const [share, total] = whole && part ? [part, whole] : some && all ? [some, all] : [one, other];
  return share && total ? innerOf(`${share} as a percent of ${total}`, last) : null;
}

/** The earlier and the later of the first and last time; the year before if there is only one. */
function endsOf(
  [first, ...others]: readonly AskedPeriod[],
  last: AskedPeriod,
): readonly [AskedPeriod, AskedPeriod] {
  const before = first && others.length > 0 ? first : yearBefore(last);
  return before.year <= last.year ? [before, last] : [last, before];
}

/** A ratio known by name, a quotient in words, or a figure. */
function innerOf(words: string, period: AskedPeriod | null): Expression | null {
  const quotient =
    /^(.+?)\s{1,9}as an? (?:%|percent(?:age)?|share|fraction) of\s{1,9}(.+)$/isu.exec(words);
  const figure = (phrase: string): Expression | null => {
    const label = subjectOf(phrase);
    return label === "" ? null : { kind: "figure", label, period };
  };
  if (quotient) {
    const [left, right] = [figure(quotient[1] ?? ""), figure(quotient[2] ?? "")];
    return left && right && { kind: "operation", operator: "/", left, right };
  }
  return namedFormula(words, period)?.expression ?? figure(words);
}

/** Whether a measure is defined by the company itself rather than by textbooks. */
function isAdjusted(text: string): boolean {
  return /(?<!un)adjusted|non[- ]?gaap|\bcore\b|underlying/iu.test(text);
}

/** Analyses a question that asks whether, or by how much, something changed. */
function comparedOf(
  clause: string,
  periods: readonly AskedPeriod[],
  asksWhether: boolean,
): Pick<AskedQuestion, "expression" | "between" | "direction" | "label"> | null {
  const isConsistent = /\b(?:consistent|stable|steady|fluctuat\w+)\b/iu.test(clause);
  const asksChange =
    change.test(clause) && (asksWhether || /^how (?:much|many|has|have|did)\b/iu.test(clause));
  if (!(asksChange || isConsistent) || periods.length === 0) return null;
  const sorted = periods.toSorted((a, b) => a.year - b.year || (a.quarter ?? 5) - (b.quarter ?? 5));
  const last = sorted.at(-1);
  if (!last) return null;
  const isSpan =
    periods.length > 1 && /\b(?:between|from|vs\.?|versus|compared|to|over|and)\b/iu.test(clause);
  const earlier =
    isSpan && sorted[0] && sorted[0].text !== last.text ? sorted[0] : yearBefore(last);
  const label = subjectOf(clause.replace(changing, " "));
  const named = isAdjusted(clause) ? null : namedFormula(clause, last);
  const expression: Expression = named?.expression ?? { kind: "figure", label, period: last };
  if (label === "" && !named) return null;
  const up = new RegExp(`\\b(?:${upWords})\\b`, "iu").test(clause);
  const down = new RegExp(`\\b(?:${downWords})\\b`, "iu").test(clause);
  return {
    expression,
    between: [earlier, last],
    label,
    direction: up && !down ? "up" : down && !up ? "down" : null,
  };
}
