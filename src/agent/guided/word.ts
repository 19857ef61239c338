import {
  type Calculation,
  capitalised,
  type DraftSentence,
  groupDigits,
  type TableCell,
} from "../../core/index.js";
import { isPartOf, isSpending, numbersIn, shiftDecimal } from "../../figures/index.js";
import type { FoundRow } from "../../search/index.js";
import { citationsOf, type direction, type Operand } from "./compute.js";
import { labelOf } from "./find.js";
import type { AnswerForm, AskedQuestion } from "./understand.js";

/** Sentences that may answer a question, and why that is doubtful; null if it is certain. */
export interface Found {
  readonly sentences: readonly DraftSentence[];
  /** The same sentences with simpler times, which need no column headings as evidence. */
  readonly plainer?: readonly DraftSentence[];
  readonly doubt: string | null;
  /** The rows that the answer was read from. */
  readonly rows?: readonly FoundRow[];
  /** Set if the answer is a single figure or result. */
  readonly amount?: Amount | undefined;
}

/** A figure or a result, in a form that can be compared with others. */
export interface Amount {
  /** The name of the figure. */
  readonly label: string;
  /** A decimal number as text, with its scale multiplied out. */
  readonly value: string;
  /** The unit: only amounts of the same kind are compared. */
  readonly kind: string;
  readonly text: string;
  /** The time as its document writes it; empty if there is none. */
  readonly time: string;
  readonly citations: DraftSentence["citations"];
}

const scaleWords: Readonly<Record<number, string>> = { 3: "thousand", 6: "million", 9: "billion" };

/**
 * A figure as written in a sentence, such as "$5,409 million". If the cell's scale is known, the
 * requested one is used: "$5.409 billion", with every digit of the cell.
 */
export function amountText(
  { value, text, unit }: TableCell,
  { scale }: Pick<AnswerForm, "scale">,
  row: Pick<FoundRow, "table" | "row"> | null = null,
): string {
  const [number] = numbersIn(text);
  if (value === null || !number) return text;
  if (unit?.percent || number.percent) return `${value}%`;
  const label = row ? labelOf(row) : "";
  const plain = row ? plainValue(value, row) : value;
  const unitScale = unit?.scale ?? null;
  const wanted = unitScale !== null && scale !== null ? scale : unitScale;
  const shifted =
    unitScale !== null && wanted !== null && wanted !== unitScale
      ? shiftDecimal(plain, unitScale - wanted)
      : plain;
  // Trailing zeros are kept as printed.
  const [, printed = ""] = shifted === plain ? (/\.(\d+)\D*$/u.exec(text) ?? []) : [];
  const [whole = "", fraction = ""] = shifted.split(".");
  const exact = printed === "" ? shifted : `${whole}.${fraction.padEnd(printed.length, "0")}`;
  const sign = shifted.startsWith("-") ? "-" : "";
  const currency =
    number.currency ??
    (isTime(label) ? "" : (unit?.currency ?? (row && isMoney(label) ? currencyOf(row) : "")));
  const isSign = /^\p{Sc}|^US\$$/u.test(currency);
  const amount = `${sign}${isSign ? currency : ""}${grouped(exact.replace("-", ""))}`;
  const words = [amount, wanted === null ? "" : (scaleWords[wanted] ?? ""), isSign ? "" : currency];
  return words.filter((word) => word !== "").join(" ");
}

/** Amounts paid may be printed as negative numbers, but are meant without the sign. */
function plainValue(value: string, row: Pick<FoundRow, "table" | "row">): string {
  return isSpent(row) ? value.replace(/^-/u, "") : value;
}

/** Whether a row is an amount paid: by its name, or if most costs in its group are negative. */
function isSpent({ table, row }: Pick<FoundRow, "table" | "row">): boolean {
  if (isSpending(labelOf({ table, row }))) return true;
  if (!isPartOf("costs", { table, row })) return false;
  const groupAt = (at: number): string =>
    table.rows.find((one) => one.row === at)?.group.join("\n") ?? "";
  const rowGroup = groupAt(row);
  const values = table.cells.flatMap((one) =>
    one.value !== null && !one.head && groupAt(one.row) === rowGroup ? [Number(one.value)] : [],
  );
  return values.filter((value) => value < 0).length > values.length / 2;
}

/** Whether a row may be an amount of money: statements print the currency in only some rows. */
function isMoney(label: string): boolean {
  return !/shares|number|employees|stores|units|headcount|members|customers|rate|ratio|margin|percent|%|days|years|months|\bterm\b|age\b/iu.test(
    label,
  );
}

/** Whether a row states that it is a period of time, even in a table of amounts. */
function isTime(label: string): boolean {
  return /\(\s*(?:in )?(?:years|months|weeks|days|hours)\s*\)/iu.test(label);
}

/** The currency that the other cells of a table agree on; empty if there is none. */
function currencyOf({ table }: Pick<FoundRow, "table">): string {
  const signs = new Set(table.cells.flatMap(({ unit }) => unit?.currency ?? []));
  const [only = ""] = signs;
  return signs.size === 1 ? only : "";
}

function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const parted = groupDigits(whole);
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}

/** The time according to the column's head, or else the time asked for. */
export function timeText(
  { table }: Pick<FoundRow, "table">,
  cell: TableCell,
  asked: string | null,
): string {
  const column = table.columns.find((one) => one.column === cell.column);
  const text = column?.period?.text
    .replace(/\s+/gu, " ")
    .replace(/(?<!\s)\s*\((?:un)?audited\)\s*/iu, " ")
    // In run-on headings, the words after the year are not part of the time.
    .replace(/((?<!\d)(?:19|20)\d\d)\s+\p{Alpha}.*$/su, "$1")
    .trim();
  return text !== undefined && text.length <= 60 ? text : (asked ?? "");
}

export const changeText: Readonly<Record<ReturnType<typeof direction>, string>> = {
  up: "rose",
  down: "fell",
  same: "did not change",
};

/** The yes or no before a sentence that says how something changed. */
export function whetherText(
  { asksWhether, direction: wanted }: AskedQuestion,
  way: "up" | "down" | "same",
): string {
  if (!asksWhether) return "";
  const yes = wanted === null ? way !== "same" : wanted === way;
  return yes ? "Yes. " : "No. ";
}

export function amountOf({ row, cell, period, place }: Operand, form: AnswerForm): Amount {
  const { percent = false, currency = null, scale = null } = cell.unit ?? {};
  return {
    label: nameText(row),
    value: shiftDecimal(plainValue(cell.value ?? "0", row), scale ?? 0),
    kind: [percent ? "%" : (currency ?? ""), scale === null ? "as printed" : ""].join(" "),
    text: amountText(cell, form, row),
    time: timeText(row, cell, period?.text ?? null),
    citations: citationsOf(place),
  };
}

export function resultAmount(
  name: string,
  { display, value, scale = 0 }: Calculation,
  operands: readonly Operand[],
  form: AnswerForm,
): Amount {
  return {
    label: capitalised(name),
    value: shiftDecimal(value, scale),
    kind: `result ${form.percent}`,
    text: shownResult(display, form),
    time: "",
    citations: operands.flatMap(({ place }) => citationsOf(place)),
  };
}

function shownResult(display: string, { percent }: Pick<AnswerForm, "percent">): string {
  const plain = display.replace(/(?<!\s)\s*%$/u, "");
  return percent || plain !== display ? `${plain}%` : plain;
}

/** A row's label, as the beginning of a sentence. */
export function nameText(row: Pick<FoundRow, "table" | "row">): string {
  const label = labelOf(row)
    .replace(/\s+/gu, " ")
    .replace(/(?<![:.\s])[:.\s]+$/u, "")
    .trim();
  // Names like "iPhone" keep their first letter small.
  return /^\p{Lowercase}\p{Uppercase}/u.test(label) ? label : capitalised(label);
}

/** The name of the requested figure, as the beginning of a sentence. */
export function nameOf(question: AskedQuestion, named: (label: string) => string): string {
  return capitalised(named(question.label));
}

/** "Merchandise inventories, February 2, 2019: $5,409 million." */
export function figureSentence(
  { row, cell, period, place }: Operand,
  form: AnswerForm,
  isPlain = false,
): DraftSentence {
  const time = isPlain ? (period?.text ?? "") : timeText(row, cell, period?.text ?? null);
  const text = `${[nameText(row), time].filter((part) => part !== "").join(", ")}: ${amountText(cell, form, row)}.`;
  return { text, citations: citationsOf(place) };
}

/** A sentence that lists the operands of a result, each figure with its time. */
export function operandsSentence(operands: readonly Operand[], form: AnswerForm): DraftSentence {
  const unscaled: AnswerForm = { ...form, scale: null };
  const labels = [...new Set(operands.map(({ row }) => nameText(row)))];
  const parts = labels.map((label) => {
    const cells = operands.filter(({ row }) => nameText(row) === label);
    const amounts = cells.map(({ row, cell, period }) => {
      return `${amountText(cell, unscaled, row)} (${period?.text ?? timeText(row, cell, null)})`;
    });
    return `${label}: ${amounts.join(", ")}`;
  });
  return {
    text: `Computed from ${parts.join("; ")}.`,
    citations: operands.flatMap(({ place }) => citationsOf(place)),
  };
}

/** "Days payable outstanding, 2017: 93.86." */
export function resultSentence(
  name: string,
  time: string,
  { display }: Calculation,
  operands: readonly Operand[],
  form: AnswerForm,
): DraftSentence {
  const shown = shownResult(display, form);
  const text = `${[capitalised(name), time].filter((part) => part !== "").join(", ")}: ${shown}.`;
  return { text, citations: operands.flatMap(({ place }) => citationsOf(place)) };
}

/** A sentence or a row of a document, word for word. */
export function copiedSentence({
  text,
  id,
  quote,
}: {
  text: string;
  id: string;
  quote: string;
}): DraftSentence {
  return { text, citations: [{ id, quote }] };
}

const empty =
  /^(?:what|how|why|when|where|much|many|did|does|do|drove|drive[sn]?|driver|main|major|key|done|made|mentioned|name|names|list|following|report|company|companies|primarily|the|an?|of|and|or|in|on|at|to|for|from|by|with|as|is|are|was|were|be|been|has|have|had|it|its|their|that|this|these|which|who|not|no|yes|also|than|then|there|due|because|since|during|while|into|will|would|can|could|may|such|other|all|any|some|both|more|most|including|include|includes|other)$/iu;

/** True if nearly all key words of a sentence, and any negation, are in facts or question. */
export function saysOnly(sentence: string, facts: readonly string[], question: string): boolean {
  const known = new Set(stemsOf([...facts, question].join(" ")));
  const words = stemsOf(sentence);
  if (words.length === 0) return false;
  const strange = words.filter((word) => !known.has(word)).length;
  const denies = /\b(?:not|no|never|none|without|neither|nor)\b|n['’]t\b/iu;
  const isDenied = denies.test(sentence) && !denies.test(facts.join(" "));
  return strange <= words.length * 0.12 && !isDenied;
}

/** Whether a sentence has key words that the question does not. */
export function addsTo(sentence: string, question: string): boolean {
  const asked = new Set(stemsOf(question));
  return stemsOf(sentence).some((stem) => !asked.has(stem));
}

/** Whether a reply and a line share a key word that is not in the question. */
export function saysMoreThan(question: string, reply: string, line: string): boolean {
  // "Takes" is reduced to "tak", so "take" must lose its final e.
  const tellingIn = (text: string): string[] =>
    stemsOf(text).map((stem) => stem.replace(/(?<=\p{Alpha}{2})e$/u, ""));
  const asked = new Set(tellingIn(question));
  const replied = new Set(tellingIn(reply));
  return tellingIn(line).some((stem) => replied.has(stem) && !asked.has(stem));
}

export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{Alpha}\p{N}][\p{Alpha}\p{N}.,%$&-]*/gu) ?? [];
  return words
    .map((word) => word.replace(/(?<![.,-])[.,-]+$/u, ""))
    .filter((word) => word.length > 1 && !empty.test(word))
    .map((word) =>
      word
        // "Acquisition" gets the same stem as "acquired", "reduction" the same as "reduced".
        .replace(/uisitions?$/u, "uir")
        .replace(/(?<=\p{Alpha}{3})(?:ctions?|c(?:ing|ed?|es))$/u, "c")
        .replace(/(?<=\p{Alpha}{3})(?:ing|ed|es|s|ly)$/u, "")
        .slice(0, 6),
    );
}

/** The lines that support a model's answer, each adding the most; else the likeliest line. */
export function supportsOf<One extends { readonly text: string }>(
  reply: string,
  question: string,
  candidates: readonly One[],
  most: number,
): One[] {
  const asked = new Set(stemsOf(question));
  const left = new Map(stemsOf(reply).map((stem) => [stem, asked.has(stem) ? 0.3 : 1]));
  const lines: One[] = [];
  while (lines.length < most) {
    const gains = candidates.map((candidate) => {
      const stems = new Set(stemsOf(candidate.text));
      return [...left].reduce((sum, [stem, worth]) => sum + (stems.has(stem) ? worth : 0), 0);
    });
    const best = Math.max(...gains);
    const line = candidates[gains.indexOf(best)];
    if (!line || best < 1) break;
    lines.push(line);
    for (const stem of stemsOf(line.text)) left.delete(stem);
  }
  return lines.length > 0 ? lines : candidates.slice(0, 1);
}

/** The share of the wanted words that some sentences contain together, from 0 to 1. */
export function coverageOf(
  label: string,
  candidates: readonly { readonly text: string; readonly heading?: string | null }[],
): number {
  const asked = [...new Set(stemsOf(label))];
  const candidateStems = new Set(
    candidates.flatMap(({ text, heading }) => stemsOf(`${text} ${heading ?? ""}`)),
  );
  return asked.length === 0
    ? 0
    : asked.filter((stem) => candidateStems.has(stem)).length / asked.length;
}
