import type { Span } from "../../core/index.js";
import {
  agreesWith,
  type NumberInText,
  type NumberReading,
  numbersIn,
  roundDecimal,
  shiftDecimal,
  unitOf,
} from "../../figures/index.js";

/** A number that may support a claim. */
export interface BackingNumber {
  readonly number: Pick<NumberInText, "kind" | "power" | "currency" | "percent"> & {
    readonly readings: readonly Pick<NumberReading, "value">[];
  };
  /** The text before it: the label of its row, or its sentence. */
  readonly label: string;
  /** Powers of ten that may apply to it, because its page states them; see `scalesOf`. */
  readonly scales: readonly number[];
  /** Whether one of them applies for certain, because its table says so. */
  readonly isScaled?: boolean;
  /** Its unit, if the text states one; see `unitOf`. */
  readonly unit?: string | null;
  /** Whether its cell has accounting brackets, which mean a negative or a deducted amount. */
  readonly isBracketed?: boolean;
}

export interface ClaimedNumber {
  readonly number: NumberInText;
  readonly sentence: string;
  readonly question: string;
}

/** The largest relative error of rounding. */
const maxRounding = 0.05;

/**
 * How a number of a sentence matches another.
 *
 * - `same`: both say the same; see `isBackedBy`.
 * - `currency`, `unit`, `sign`, `scale`: the same digits, with this difference.
 * - `unstated`: the same digits, but the other's scale is not stated.
 */
export type NumberMatch = "same" | "currency" | "unit" | "sign" | "scale" | "unstated";

/** How a number of a sentence matches another; null if they are different numbers. */
export function matchNumbers(claim: ClaimedNumber, backing: BackingNumber): NumberMatch | null {
  const { number } = claim;
  if (!mayBeAlike(number, backing.number)) return null;
  let match: NumberMatch | null = null;
  for (const claimed of number.readings) {
    for (const { value } of backing.number.readings) {
      const shifts = shiftsBetween(number, claimed, backing, value);
      const fits = shifts.some((shift) => roundsTo(shiftDecimal(value, shift), claimed, number));
      if (!fits && !hasDigitsOf(value, claimed, claim)) continue;
      const signsAgree =
        isNegative(claimed.value) === isNegative(value) ||
        negativeIsSaid(claim, backing, claimed.value);
      if (fits && signsAgree) {
        const stated = backing.number.currency;
        const agrees =
          number.currency === null || stated === null || agreesWith(number.currency, stated);
        if (!agrees) return "currency";
        if (isCountedOtherwise(claim, backing)) return "unit";
        return contradicts(claim, backing, claimed.value, value) ? "sign" : "same";
      }
      if (fits) match = "sign";
      else if (signsAgree) match ??= isUncounted(claimed, claim, backing) ? "unstated" : "scale";
    }
  }
  return match;
}

/**
 * Whether a number of a sentence agrees with another: the same value, also rounded to the digits
 * that the sentence shows; with a table's scale if the sentence has a scale word; as a percentage
 * or as a fraction; with the same sign, or with words for the sign.
 */
export function isBackedBy(claim: ClaimedNumber, backing: BackingNumber): boolean {
  return matchNumbers(claim, backing) === "same";
}

/** Whether a sentence gives a number a different unit than the document does: "5 mg" for "5 µg". */
function isCountedOtherwise({ number, sentence }: ClaimedNumber, { unit }: BackingNumber): boolean {
  const stated = unit == null ? null : unitOf(number, sentence);
  return stated !== null && stated !== unit;
}

const copula =
  "(?: (?:was|were|is|of|reached|amounted to|came to|war|betrug|est de|était de|fue de|de|di|составил[аио]?))?(?: (?:about|nearly|almost|some|only|a|an|rund|etwa|un|environ))?(?: by| um| de)?";
const upwards = new RegExp(
  `(?<!\\p{Alpha})(?:rose|risen|increased?|grew|grown|gained|climbed|profit|gain|surplus|stieg(?:en)?|gestiegen|gewachsen|wuchs(?:en)?|Gewinn|Überschuss|augmenté|progressé|bénéfice|subió|aumentó|creció|beneficio|ganancia|aumentou|cresceu|lucro|aumentat[aeio]|cresciut[aeio]|utile|вырос\\p{Alpha}{0,2}|прибыль)${copula}[ \\u00a0]?$`,
  "iu",
);
const downwards = new RegExp(
  `(?<!\\p{Alpha})(?:fell|fallen|decreased?|declined?|dropped|shrank|loss|deficit|sank(?:en)?|gesunken|fiel(?:en)?|gefallen|Verlust|Fehlbetrag|baissé|diminué|reculé|perte|bajó|cayó|disminuyó|pérdida|caiu|diminuiu|prejuízo|diminuit[aeio]|calat[aeio]|perdita|упал\\p{Alpha}?|снизил\\p{Alpha}{1,3}|убыток)${copula}[ \\u00a0]?$`,
  "iu",
);
const saysNegative =
  /(?<!\p{Alpha})(?<!plus or )(?:minus|negative|moins|menos|meno|минус)(?: (?:about|by|of|approximately|nearly|some|rund|etwa|environ))?[ \u00a0]?$/iu;
const saysNegativeBehind = /^ (?:negative|minus|below zero|in the red|im Minus)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a sentence calls a number a rise, a profit or negative, and the document does not. */
function contradicts(
  { number, sentence }: ClaimedNumber,
  { label }: BackingNumber,
  claimed: string,
  stated: string,
): boolean {
  if (isNegative(claimed) || isNegative(stated)) return false;
  const before = sentence.slice(Math.max(0, number.span.start - 60), number.span.start);
  const after = sentence.slice(number.span.end, number.span.end + 24);
  if (saysNegative.test(before) || saysNegativeBehind.test(after)) return !losses.test(label);
  if (upwards.test(before)) return downwards.test(label);
  return downwards.test(before) && upwards.test(label);
}

/** Whether two numbers of at least three digits differ only in scale. */
function hasDigitsOf(value: string, claimed: NumberReading, { number }: ClaimedNumber): boolean {
  if (number.percent || significantDigits(claimed.value) < 3) return false;
  return [3, 6, 9, 12, -3, -6, -9, -12].some((shift) =>
    roundsTo(shiftDecimal(value, shift), claimed, number),
  );
}

/** The number of digits of a decimal number in text, without leading and trailing zeros. */
export function significantDigits(value: string): number {
  return value.replace(/\D/g, "").replace(/^0+|(?<!0)0+$/g, "").length;
}

/** Whether a sentence gives a number a scale that nothing in the document states. */
function isUncounted(
  claimed: NumberReading,
  { number }: ClaimedNumber,
  backing: BackingNumber,
): boolean {
  const isScaled = number.power > 0 || claimed.value.endsWith("000");
  return isScaled && backing.scales.length === 0 && backing.number.power === 0;
}

function mayBeAlike(
  claim: NumberInText,
  { kind, currency, percent }: BackingNumber["number"],
): boolean {
  if (kind !== "quantity" && kind !== "year") return false;
  if (kind === "year" && (claim.currency || claim.percent || claim.power > 0)) return false;
  if (percent && (claim.currency || claim.power > 0)) return false;
  return !(claim.percent && currency);
}

/** The powers of ten by which to scale the backing number for comparison. */
function shiftsBetween(
  claim: NumberInText,
  claimed: NumberReading,
  { number, scales, isScaled }: BackingNumber,
  value: string,
): readonly number[] {
  const shifts = [0];
  if (number.kind === "year") return shifts;
  if (claim.percent && !number.percent && value.includes(".")) shifts.push(2);
  if (number.percent && !claim.percent && claimed.value.includes(".")) shifts.push(-2);
  if (claim.percent || number.percent || number.power > 0) return shifts;
  const writtenOut =
    claimed.lastPlace === 0 && (isScaled === true || claimed.value.endsWith("000"));
  if (isScaled && claim.power > 0) return scales;
  return claim.power > 0 || writtenOut ? [...shifts, ...scales] : shifts;
}

function roundsTo(value: string, claimed: NumberReading, claim: NumberInText): boolean {
  const [size, wanted] = [magnitude(value), magnitude(claimed.value)];
  if (size === wanted) return true;
  // "7 countries" is a count.
  const isCount =
    !claim.currency && !claim.percent && claim.power === 0 && /^\d{1,2}$/.test(wanted);
  if (isCount || !isRounded(size, wanted, claimed.lastPlace)) return false;
  return Math.abs(Number(size) - Number(wanted)) <= maxRounding * Number(size);
}

/** Whether one magnitude is the other rounded to a power of ten; halves may go either way. */
function isRounded(size: string, wanted: string, place: number): boolean {
  if (roundDecimal(size, place) === wanted) return true;
  const [whole = "", half] = shiftDecimal(size, -place).split(".");
  return half === "5" && shiftDecimal(whole, place) === wanted;
}

function isNegative(value: string): boolean {
  return value.startsWith("-");
}

function magnitude(value: string): string {
  return isNegative(value) ? value.slice(1) : value;
}

// Stems of English, German, French and Spanish words.
const stems = (words: string): RegExp => new RegExp(`(?<![\\p{Alpha}\\p{N}])(?:${words})`, "iu");

const losses = stems(
  "loss|lost|losing|negative|minus|deficit|shortfall|verlust|fehlbetrag|perte|déficit|pérdida",
);
const changes = stems(
  "decreas|declin|fell(?!\\p{Alpha})|fall(?:s|en|ing)?(?!\\p{Alpha})|drop|reduc|lower by|down(?!\\p{Alpha})|shr[aiu]nk|gesunken|sank|sinken|rückgang|zurück|minder|abnahme|baiss|diminu|recul|disminu|baj[óa]|cay[óo]",
);
const changesAfter = stems(
  "lower|less|below|decreas|declin|drop|reduc|fall|weniger|niedriger|menos",
);
/** Words for money that is spent. */
const outflows = stems(
  "outflow|spen[dt]|paid|pay(?:s|ing|ments?)?(?!\\p{Alpha})|purchas|repurchas|acquisition|expenditure|capex|repay|buyback|dividend|us(?:ed|e of)(?!\\p{Alpha})|ausgab|auszahl|gezahlt|dépens|sortie|egres",
);
/** Words for deductions: the amounts of such a row may be in brackets. */
const costs = stems(
  "cost|expens|charge|tax|provision|allowance|depreciat|amorti[sz]|impair|write|wage|salar|rent(?!\\p{Alpha})|interest(?! income)|fee(?:s)?(?!\\p{Alpha})|aufwand|aufwend|abschreib|kosten|steuer|charges|impôt|gasto|impuesto",
);
/** Words for amounts that may be positive or negative, so that brackets mean negative. */
const results = stems(
  "profit|income|earning|margin|gain|surplus|ebit|eps(?!\\p{Alpha})|result(?!ed|ing)|cash flow|net cash|(?:cash )?provided by|cash generated|equity|balance|change|growth|gewinn|ergebnis|überschuss|bénéfice|résultat|beneficio|utilidad|ganancia|resultado",
);

/** "Net cash" may be an inflow or an outflow; these words mean an outflow. */
const cashUsed = /net cash (?:flows? )?(?:used|outflow)/iu;

/** "income tax" is a cost; "profit before tax" is a profit. */
const costOfResult = /(?<![a-zß-ɏḀ-ỿ])income tax(?:es)?/giu;
const aside =
  /(?<![a-zß-ɏḀ-ỿ])(?:before|after|excluding|including|net of|without|despite|vor|nach|avant|après|antes de|después de)(?:\s+(?!was|were|is|are|of|came|amounted|total|war|betrug|était|fue)[\p{Alpha}-]+){1,6}/giu;
/** "a reduced profit" is still positive. */
const lesserResult = new RegExp(
  `(?<!\\p{Alpha})(?:lower|reduced|decreased|declining|falling|reduzierter?)(?:\\s+\\p{Alpha}+){0,2}\\s+${results.source}`,
  "giu",
);
/** "fell to 5" gives the level, not the decrease. */
const reaches =
  /(?<![a-zß-ɏḀ-ỿ])(?:to|auf|à|a)(?:\s{1,20}(?:about|approximately|only|just|around|nearly|a|an)){0,4}\s{0,20}$/iu;

function plain(words: string): string {
  // "Net income (loss)" leaves open which it is.
  const remaining = words.replace(/\([^()]*\)/g, " ");
  return remaining
    .replace(costOfResult, "tax")
    .replace(aside, " ")
    .replace(lesserResult, " profit");
}

/** Whether words before and after an amount say that it is a loss, a decrease or an outflow. */
function namesDirection(before: string, after: string): boolean {
  if (losses.test(before) || losses.test(after)) return true;
  if ((changes.test(before) && !reaches.test(before)) || changesAfter.test(after)) return true;
  if (cashUsed.test(before)) return true;
  return !results.test(before) && (outflows.test(before) || outflows.test(after));
}

/**
 * Whether a number of a sentence and one of a document are the same although their signs differ.
 * They are if words near the positive one say that it is a loss, a decrease or an outflow; if the
 * document's row says so in its whole label; or if its brackets only mark a deduction, which
 * sentences do not repeat. In rows of results, which may be positive or negative, brackets are a
 * sign. `value` is the sentence's number as read.
 */
function negativeIsSaid(
  { number, sentence, question }: ClaimedNumber,
  { label, isBracketed = false }: BackingNumber,
  value: string,
): boolean {
  const row = plain(label);
  if (value.startsWith("-")) return namesDirection(row, "");
  const before = plain(wordsBefore(sentence, number.span));
  const after = plain(wordsAfter(sentence, number.span));
  if (namesDirection(before, after)) return true;
  if (isBracketed && isTakenOff(row)) return true;
  if (results.test(before)) return false;
  const isNamed = sharesWord(row, `${sentence}\n${question}`);
  if (isNamed && namesDirection(row, "")) return true;
  if (results.test(row)) return false;
  return (
    isNamed && (isBracketed || [before, after, row, question].some((words) => costs.test(words)))
  );
}

/** Whether a row contains outflows or deductions, so that its brackets are not a sign. */
function isTakenOff(row: string): boolean {
  return cashUsed.test(row) || (!results.test(row) && (outflows.test(row) || costs.test(row)));
}

const common =
  /^(?:the|and|for|net|total|other|from|with|was|were|der|die|das|und|les|des|los|las)$/;

function sharesWord(label: string, text: string): boolean {
  const words = contentWords(text);
  return contentWords(label).some((one) => words.some((other) => areAlike(one, other)));
}

function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{Alpha}{3,}/gu) ?? [];
  return words.filter((word) => !common.test(word));
}

/** "purchases" and "purchased", "cost" and "costs". */
function areAlike(one: string, other: string): boolean {
  const length = Math.min(5, one.length, other.length);
  return one.slice(0, length) === other.slice(0, length);
}

/** Ends of clauses; words beyond them are about something else. */
const clauseEnd =
  /[;:!?]|\.(?=\s|$)|,(?=\s|$)|(?<![a-zß-ɏḀ-ỿ\p{N}])(?:and|but|while|whereas|although|though|despite|because|since|when|which|after that|und|aber|während|et|mais|y|pero)(?![a-zß-ɏḀ-ỿ\p{N}])/giu;

/** Words that connect a number to what precedes it, without content. */
const joining =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])(?:and|or|in|at|to|from|was|were|is|are|about|approximately|around|nearly|of|with|for|by|on|versus|vs|as|compared|against|respectively|fiscal|fy|year|years|ended|million|billion|thousand|january|february|march|april|may|june|july|august|september|october|november|december|und|oder|auf|von|im|gegenüber|nach|et|ou|en|contre|y|o|de|a|frente)(?![a-zß-ɏḀ-ỿ\p{N}])/giu;

/**
 * The words about a number: those before it in its clause, back to the previous number. If there
 * are only words such as "and", those before the previous number.
 */
function wordsBefore(text: string, { start }: Span): string {
  const before = text.slice(Math.max(0, start - 400), start);
  const spans = numbersIn(before).map(({ span }) => span);
  // "Net cash used in 2022: $709 million": the words before the colon name it.
  let to = before.replace(/(?<![:\s])[:\s]+$/u, "").length;
  for (let index = spans.length; index >= 0; index--) {
    const from = spans[index - 1]?.end ?? 0;
    let rest = before.slice(from, to);
    // The last clause with content.
    while (rest !== "") {
      const cut = lastClauseEnd(rest);
      const clause = rest.slice(cut);
      if (/\p{Alpha}/u.test(clause.replace(joining, ""))) return clause + before.slice(to);
      if (/[;:.!?]/.test(rest.slice(Math.max(0, cut - 1), cut))) return clause;
      if (cut === 0) break;
      rest = rest.slice(0, lastClauseStart(rest));
    }
    to = spans[index - 1]?.start ?? 0;
  }
  return "";
}

function lastClauseEnd(text: string): number {
  const last = [...text.matchAll(clauseEnd)].at(-1);
  return last ? last.index + last[0].length : 0;
}

export function clauseAround(text: string, { start, end }: Span): string {
  const from = lastClauseEnd(text.slice(0, start));
  const to = text.slice(end).search(clauseEnd);
  return text.slice(from, to < 0 ? undefined : end + to);
}

function lastClauseStart(text: string): number {
  return [...text.matchAll(clauseEnd)].at(-1)?.index ?? 0;
}

/** The first four words after a number in its clause: "was lost", "decrease". */
function wordsAfter(text: string, { end }: Span): string {
  const after = text.slice(end, end + 120);
  const [next] = numbersIn(after);
  const rest = after.slice(0, next?.span.start ?? after.length);
  const [clause = ""] = rest.split(clauseEnd);
  return clause.trim().split(/\s+/).slice(0, 4).join(" ");
}

/** The label of a number in a document: the words before it on its line, else on the line above. */
export function labelOf(text: string, { start, end }: Span): string {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const onLine = wordsBefore(text.slice(line, end), { start: start - line, end: end - line });
  if (/\p{Alpha}/u.test(onLine) || line === 0) return onLine;
  const above = text.lastIndexOf("\n", line - 2) + 1;
  return wordsBefore(text.slice(above, end), { start: start - above, end: end - above });
}
