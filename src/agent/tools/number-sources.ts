import type { BigNumber } from "mathjs";
import {
  type Citation,
  citationOf,
  invalidArgument,
  notFound,
  type Operand,
  type PagehoundError,
  type PassageText,
  parseTablePlace,
  type TableCell,
} from "../../core/index.js";
import {
  type NumberInText,
  numbersIn,
  scalesOf,
  shiftDecimal,
  tableScales,
} from "../../figures/index.js";
import { namedPassage, noPassage } from "../reading/find-by-name.js";
import { onOneLine } from "../reading/wording.js";
import { decimal } from "./evaluate-expression.js";
import type { Literal } from "./expression-text.js";
import { findNumberCell, type NumberCell } from "./find-table.js";
import { documentOf, type ToolContext } from "./tool.js";

/** A number that a model claims to have read in a passage. */
export interface WantedNumber {
  readonly name: string;
  readonly id: string;
  readonly number: string;
}

/** A requested number with the place where it was found, and with the requested sign. */
export interface FoundNumber {
  readonly value: BigNumber;
  readonly citation: Citation;
  readonly cell?: NumberCell | undefined;
}

type Scope = Pick<ToolContext, "reader" | "signal">;

/** Maximum number of numbers of a passage that an error lists. */
const maxNamed = 8;

/**
 * Finds a number in the passage or cell that a model names. A scale word or percent sign written by
 * the model counts if the number has it there as well, or if the page states it for its tables;
 * otherwise the document's own value counts. It is never added if the model left it out, and is
 * ignored for a cell, which has its own. The sign is the model's; the document decides only if what
 * the model wrote is ambiguous, as "(5)" is. Throws `not-found` if the passage or the
 * number does not exist, listing existing numbers, and `invalid-argument` for a text that is not a
 * number.
 */
export async function claimedNumber(
  { name, id: passageName, number }: WantedNumber,
  { reader, signal }: Scope,
): Promise<FoundNumber> {
  const [request, ...others] = numbersIn(number);
  if (!request || others.length > 0) {
    throw invalidArgument(
      `The number of ${name}, "${onOneLine(number, 40)}", is not a single number. Copy it from the passage, such as "11,588".`,
    );
  }
  const id = passageName.replace(/[[\]\s]/g, "");
  if (parseTablePlace(id)) {
    const found = await findNumberCell(id, { reader, signal });
    const keys = new Set([...keysOf(request), ...magnitudes(request)]);
    const exact = key(decimal(found.cell.value));
    const scaled = key(decimal(found.cell.value).times(`1e${powerOf(found.cell)}`));
    if (!keys.has(exact) && !keys.has(scaled)) {
      throw notFound(
        `${onOneLine(number, 40)} is not in ${id}, which has ${onOneLine(found.cell.text, 30)}.`,
      );
    }
    const size = decimal(found.cell.value).abs();
    const negative = signOf(request) ?? found.cell.value.startsWith("-");
    return { ...numberOfCell(found), value: negative ? size.negated() : size };
  }
  const named = await namedPassage(reader, id, { signal });
  const [passage] = await reader.passagesById([named.id], { signal });
  if (!passage) throw await noPassage(reader, named, { signal });
  const numbers = numbersIn(passage.text, { skipNoteMarks: true });
  const wanted = { keys: keysOf(request), worth: new Set(magnitudes(request)), written: number };
  const found = bestMatch(wanted, numbers);
  if (!found) throw notFoundText(request, id, numbers);
  const isMeant =
    isWorth(wanted.worth, found) ||
    (request.power === 0 && !request.percent) ||
    (await pageStates(request, { passage, found }, { reader, signal }));
  const meantKeys = isMeant ? keysOf(found) : null;
  // "1.577" may be either of two numbers; the passage decides.
  const worth = isMeant ? magnitudes(request) : magnitudes(found);
  const magnitude = decimal(worth.find((each) => meantKeys?.has(each)) ?? worth[0] ?? "0");
  const negative = signOf(request) ?? isNegative(found);
  return {
    value: negative ? magnitude.negated() : magnitude,
    citation: citationOf(passage, found.span, named.document),
  };
}

/** A cell's number as printed, including its sign, and its position. */
export function numberOfCell(found: NumberCell): FoundNumber {
  const { cell, passage, source } = found;
  const [first, last] = [cell.spans[0]?.start ?? 0, cell.spans.at(-1)?.end ?? 0];
  const whole = passage.text.slice(first - passage.span.start, last - passage.span.start);
  // A currency sign may be in a separate column.
  const digits = cell.spans.find(({ start, end }) =>
    /\d/.test(passage.text.slice(start - passage.span.start, end - passage.span.start)),
  );
  const place = /[\t\n]/.test(whole) && digits ? digits : { start: first, end: last };
  const { start } = passage.span;
  const span = { start: place.start - start, end: place.end - start };
  return {
    value: decimal(cell.value),
    citation: citationOf(passage, span, source.document),
    cell: found,
  };
}

/** The power of ten by which a cell's number is multiplied: its scale, or a hundredth. */
export function powerOf({ unit }: Pick<TableCell, "unit">): number {
  return unit?.percent ? -2 : (unit?.scale ?? 0);
}

/** True if a text says that its number is negative; null if it is ambiguous. */
function signOf({ readings }: NumberInText): boolean | null {
  const negative = readings.filter(({ value }) => value.startsWith("-")).length;
  return negative === 0 ? false : negative === readings.length ? true : null;
}

/** True if the document prints the number with the opposite sign; false if that is ambiguous. */
export function differsInSign(quote: string, value: BigNumber): boolean {
  const [number] = numbersIn(quote);
  const printed = number ? signOf(number) : null;
  return printed !== null && !value.isZero() && printed !== value.isNegative();
}

/** A scale word or percent sign written with a number. */
interface Written {
  readonly power: number;
  readonly percent: boolean;
}

interface Place {
  readonly passage: PassageText;
  readonly found: NumberInText;
}

/** True if the page states, for its tables, the scale or percent sign that the model gave. */
async function pageStates(
  { power, percent }: Written,
  { passage, found }: Place,
  { reader, signal }: Scope,
): Promise<boolean> {
  if (found.power > 0 || found.percent) return false;
  const pages = { from: passage.page, to: passage.page };
  const page = await reader.passages(documentOf(passage.id), { pages, signal });
  const text = page.map((each) => each.text).join("\n");
  if (percent) return found.currency === null && statedPercent.test(text);
  return scalesOf(found, passage.text, tableScales(text)).includes(power);
}

/** "(%)", "in percent", "in %", "percentage of sales": not the sign of a single number. */
const statedPercent =
  /\([ \t]*[%％][ \t]*\)|(?<![a-zß-ɏḀ-ỿ])(?:in|en|em)[ \t]+(?:[%％]|percent(?:ages?)?(?![a-zß-ɏḀ-ỿ])|prozent|pour cent)|(?<![a-zß-ɏḀ-ỿ])percentages?(?![a-zß-ɏḀ-ỿ]| points?)|(?:^|[\n\t|])[ ]*[%％](?=[ ]*(?:$|[\n\t|]))/iu;

/** Maximum number of passages to search, newest first. */
const maxLookedThrough = 200;

/**
 * Where the numbers of an expression occur in the passages seen so far, newest first; null for each
 * that occurs in none.
 */
export async function seenNumbers(
  literals: readonly Literal[],
  { reader, seen, signal }: Pick<ToolContext, "reader" | "seen" | "signal">,
): Promise<readonly (Citation | null)[]> {
  const found: (Citation | null)[] = literals.map(() => null);
  if (literals.length === 0 || seen.length === 0) return found;
  const ids = [...new Set(seen.toReversed())].slice(0, maxLookedThrough);
  const passages = await reader.passagesById(ids, { signal });
  const documents = new Map((await reader.documents({ signal })).map((each) => [each.id, each]));
  for (const passage of passages) {
    if (!found.includes(null)) break;
    const document = passage && documents.get(documentOf(passage.id));
    if (!document) continue;
    const numbers = numbersIn(passage.text, { skipNoteMarks: true });
    for (const [index, literal] of literals.entries()) {
      if (found[index]) continue;
      const wanted = wantedOf(literal);
      const match = bestMatch(wanted, numbers);
      if (!match) continue;
      const { power } = literal;
      const isMeant =
        isWorth(wanted.worth, match) ||
        power === 0 ||
        (await pageStates(
          { power, percent: power < 0 },
          { passage, found: match },
          { reader, signal },
        ));
      if (isMeant) found[index] = citationOf(passage, match.span, document);
    }
  }
  return found;
}

/** The number of a passage that was meant: one written the same way, else one of equal value. */
function bestMatch(
  { keys, worth, written }: Wanted,
  numbers: readonly NumberInText[],
): NumberInText | null {
  const same = numbers.filter((number) => [...keysOf(number)].some((key) => keys.has(key)));
  const rank = (number: NumberInText) =>
    (number.kind === "quantity" || number.kind === "year" ? 4 : 0) +
    (isWorth(worth, number) ? 2 : 0) +
    (number.text === written.trim() ? 1 : 0);
  return same.reduce<NumberInText | null>(
    (best, number) => (best === null || rank(number) > rank(best) ? number : best),
    null,
  );
}

/** A number to look for in a passage. */
interface Wanted {
  /** Digits as written, and their value. */
  readonly keys: ReadonlySet<string>;
  readonly worth: ReadonlySet<string>;
  readonly written: string;
}

function isWorth(worth: ReadonlySet<string>, number: NumberInText): boolean {
  return magnitudes(number).some((each) => worth.has(each));
}

/** The keys that a number is compared by, ignoring sign: its digits as written, and its values. */
function keysOf(number: NumberInText): Set<string> {
  const digits = number.readings.map(({ value }) =>
    key(decimal(value).times(`1e${-number.power}`)),
  );
  return new Set([...magnitudes(number), ...digits]);
}

/** The value of each reading, a percentage divided by 100. */
function magnitudes({ readings, percent }: NumberInText): string[] {
  return readings.map(({ value }) => key(decimal(value).times(percent ? "0.01" : "1")));
}

function wantedOf({ digits, power, text }: Literal): Wanted {
  const number = decimal(digits);
  const worth = key(number.times(`1e${power}`));
  return { keys: new Set([key(number), worth]), worth: new Set([worth]), written: text };
}

function key(number: BigNumber): string {
  return number.abs().toString();
}

function isNegative({ readings }: NumberInText): boolean {
  return readings[0]?.value.startsWith("-") ?? false;
}

/** The error for a number that is not in the passage, listing those that are, nearest first. */
function notFoundText(
  request: NumberInText,
  id: string,
  numbers: readonly NumberInText[],
): PagehoundError {
  const wanted = [...keysOf(request)].map(Number);
  const distance = new Map(numbers.map((number) => [number, distanceBetween(wanted, number)]));
  const nearest = numbers.toSorted((a, b) => (distance.get(a) ?? 0) - (distance.get(b) ?? 0));
  const named = [...new Set(nearest.map(({ text }) => onOneLine(text, 30)))].slice(0, maxNamed);
  return notFound(
    named.length === 0
      ? `${onOneLine(request.text, 40)} is not in ${id}, which has no numbers.`
      : `${onOneLine(request.text, 40)} is not in ${id}, which has: ${named.join("; ")}.`,
  );
}

/** The relative distance of a number to the wanted ones; 0 if the value is the same. */
function distanceBetween(wanted: readonly number[], number: NumberInText): number {
  const values = [...keysOf(number)].map(Number);
  const parts = values.flatMap((a) => wanted.map((b) => Math.abs(a - b) / Math.max(a, b, 1)));
  return Math.min(...parts);
}

/**
 * The power of ten that an operand omits from the number it was read from: 6 for 11588 from
 * "$11,588 million", 0 for 11588000000; null if that number has no scale word, or another value.
 */
export function droppedScale({
  value,
  quote,
}: {
  readonly value: string;
  readonly quote: string;
}): number | null {
  const [number] = numbersIn(quote);
  if (!number || number.power === 0) return null;
  const size = value.replace(/^-/, "");
  for (const reading of number.readings) {
    const whole = reading.value.replace(/^-/, "");
    if (whole === size) return 0;
    if (shiftDecimal(whole, -number.power) === size) return number.power;
  }
  return null;
}

/** True if operands leave out the same scale: "1.5" for a billion and "340" for millions do not. */
export function agreeInScale(operands: readonly Operand[]): boolean {
  const dropped = operands.flatMap(({ value, citation }) => {
    const power = citation && droppedScale({ value, quote: citation.quote });
    return power === null ? [] : [power];
  });
  return new Set(dropped).size < 2;
}
