import type { BigNumber } from "mathjs";
import type { Calculation, Operand } from "../core/answer.js";
import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import { composeFirstOf, type Layout, type TextBlock } from "../reading/compose.js";
import { functionNamed, invalid } from "./arithmetic.js";
import {
  decimal,
  type Evaluation,
  evaluateExpression,
  isFormulaNumber,
  type LiteralPlace,
} from "./evaluate-expression.js";
import {
  type ExpressionText,
  type Literal,
  longestExpression,
  readExpression,
} from "./expression-text.js";
import {
  agreeInScale,
  claimedNumber,
  type FoundNumber,
  seenNumbers,
  type WantedNumber,
} from "./number-sources.js";
import {
  listSchema,
  objectSchema,
  passageIdSchema,
  type Tool,
  type ToolContext,
  textSchema,
} from "./tool.js";

type Call = {
  readonly expression: string;
  readonly values?: readonly WantedNumber[];
};

/** Computes, and knows where each number was read. */
export const calculateTool: Tool<Call> = {
  name: "calculate",
  description:
    "Exact results: + - * / ^ ( ) %, sum, mean, median, min, max, round, percent_change(old, new), cagr(first, last, years), 3 km to mile, earlier results c1, c2. values: names for numbers copied from passages.",
  parameters: objectSchema(
    {
      expression: textSchema(longestExpression, "such as percent_change(a, b) or 13,958 - 11,588"),
      values: listSchema(
        objectSchema({
          name: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_]{0,15}$" },
          id: passageIdSchema,
          number: textSchema(40, "as it stands in the passage"),
        }),
        8,
        "what names in the expression stand for",
      ),
    },
    ["values"],
  ),
  readOnly: true,
  describe: ({ expression, values = [] }) => {
    const numbers = new Map(values.map(({ name, number }) => [name, number]));
    return `Computed ${expression.trim().replace(/[A-Za-z]\w*/g, (name) => numbers.get(name) ?? name)}`;
  },
  async run({ expression: given, values = [] }, context) {
    const expression = readExpression(given);
    const claimed = await claimedNumbers(values, expression, context);
    const results = earlierResults(expression, context);
    const numbers = new Map([...claimed].map(([name, { value }]) => [name, value]));
    for (const { id, value } of results) numbers.set(id, decimal(value));
    const evaluation = evaluateExpression(expression.source, numbers);
    const literals = await literalOperands(expression, evaluation, context);
    const operands: Operand[] = [
      ...[...claimed].map(([, { value, citation }]): Operand => {
        return { text: citation.quote, value: writeNumber(value), citation, origin: "document" };
      }),
      ...results.map(({ id, value }): Operand => {
        return { text: id, value, citation: null, origin: "result" };
      }),
      ...literals,
    ];
    const calculation: Calculation = {
      id: `c${context.calculations.length + 1}`,
      expression: shownExpression(expression, claimed),
      value: writeNumber(evaluation.value),
      display: displayOf(evaluation),
      operands,
      sourced:
        operands.every(({ origin }) => origin !== "unknown") &&
        operands.some(({ origin }) => origin !== "constant") &&
        results.every(({ sourced }) => sourced) &&
        agreeInScale(operands) &&
        dependsOnAll({ source: expression.source, values: numbers, literals }, evaluation),
    };
    const { text, evidence } = describeCalculation(calculation, context);
    const summary = `${calculation.expression} = ${calculation.display}`;
    return { text, evidence, summary, calculation };
  },
};

/** The values that the expression uses, by name, in its order. */
async function claimedNumbers(
  values: readonly WantedNumber[],
  { names }: ExpressionText,
  context: ToolContext,
): Promise<ReadonlyMap<string, FoundNumber>> {
  const claimed = new Map<string, WantedNumber>();
  for (const value of values) {
    const { name } = value;
    if (claimed.has(name))
      throw invalid(`values has ${name} twice. Give each number a name of its own.`);
    if (functionNamed(name) !== null || /^c\d+$/.test(name)) {
      throw invalid(`${name} cannot name a value; it means something already. Use a, b and so on.`);
    }
    claimed.set(name, value);
  }
  const found = new Map<string, FoundNumber>();
  for (const name of new Set(names)) {
    const value = claimed.get(name);
    if (value) found.set(name, await claimedNumber(value, context));
  }
  return found;
}

/** The earlier calculations that the expression refers to. */
function earlierResults({ names }: ExpressionText, { calculations }: ToolContext): Calculation[] {
  const asked = [...new Set(names)].filter((name) => /^c[1-9]\d*$/.test(name));
  return asked.map((name) => {
    const found = calculations.find(({ id }) => id === name);
    if (found) return found;
    const there = calculations.map(({ id }) => id).slice(-8);
    throw new PagehoundError(
      "not-found",
      `There is no result ${name.slice(0, 20)}. ${there.length === 0 ? "Nothing was computed yet." : `There are: ${there.join(", ")}.`}`,
    );
  });
}

function shownExpression(
  expression: ExpressionText,
  claimed: ReadonlyMap<string, FoundNumber>,
): string {
  const texts = [...claimed].map(([name, { value }]): [string, string] => {
    const number = showNumber(value);
    return [name, value.isNegative() ? `(${number})` : number];
  });
  return expression.shown(new Map(texts));
}

function displayOf({ value, unit, percent }: Evaluation): string {
  if (percent) return `${showNumber(value, 2)}%`;
  return unit === null ? showNumber(value) : `${showNumber(value)} ${unit}`;
}

/** How much of a result is told. */
interface ResultForm {
  readonly head: string;
  readonly shown: readonly TextBlock[];
  /** Whether it says what is left out. */
  readonly says: boolean;
}

/** "c1 = 20.45% (percent_change(11,588, 13,958))", then where each number was read. */
function describeCalculation(
  { id, expression, display, operands, sourced }: Calculation,
  { budget }: Pick<ToolContext, "budget">,
): { text: string; evidence: readonly EvidenceId[] } {
  const result = `${id} = ${display}`;
  const sources = sourceLines(operands, sourced);
  const layout = (form: ResultForm): Layout => ({
    head: form.head,
    blocks: form.shown,
    separator: "\n",
    rest: ({ blocks }) => ({
      leftOut:
        form.says && blocks < sources.length ? "Left out: where the other numbers stand." : null,
      next: null,
    }),
    foot: "",
  });
  const head = `${result} (${expression})`;
  // Where there is no room for even one source, the result stands alone.
  return composeFirstOf(
    [
      { head, shown: sources, says: true },
      { head, shown: [], says: true },
      { head: result, shown: [], says: false },
    ],
    layout,
    budget,
  ).reading;
}

/** First why nothing can rest on it, then a line for each number that was read. */
function sourceLines(operands: readonly Operand[], sourced: boolean): readonly TextBlock[] {
  const unknown = operands.filter(({ origin }) => origin === "unknown").map(({ text }) => text);
  const doubt = `Seen in no passage: ${[...new Set(unknown)].join("; ")}. Read where they stand, or give them in values.`;
  const lines = operands.flatMap(({ text, citation }) => {
    if (!citation) return [];
    const { evidence, path, pageUnit, page } = citation;
    const lead = `${text} from ${evidence} (${path}, ${pageUnit} ${page})`;
    return [{ lead, body: "", evidence: [evidence] }];
  });
  const inVain =
    "No answer can rest on it: its numbers are given in different scales, or do not change it.";
  const lead = unknown.length > 0 ? doubt : !sourced && lines.length > 0 ? inVain : null;
  return lead === null ? lines : [{ lead, body: "", evidence: [] }, ...lines];
}

/** An expression that was computed, and its numbers. */
interface Computed {
  readonly source: string;
  /** Named values and earlier results. */
  readonly values: ReadonlyMap<string, BigNumber>;
  /** The numbers that are written in it, in order. */
  readonly literals: readonly Operand[];
}

/** By what a number is multiplied to see whether it matters; more than one, for max, min and round. */
const factors = ["2", "0.5", "1000", "-1000"];

/**
 * Whether a result changes when a named value, an earlier result or a number read in a document does.
 * In `a * 0 + 12` it does not: nothing of 12 was read.
 */
function dependsOnAll(computed: Computed, { value, unit }: Evaluation): boolean {
  const result = `${writeNumber(value)} ${unit}`;
  const changes = (
    values: Computed["values"],
    literals: ReadonlyMap<number, BigNumber>,
  ): boolean => {
    try {
      const other = evaluateExpression(computed.source, values, literals);
      return `${writeNumber(other.value)} ${other.unit}` !== result;
    } catch {
      // Not every number can be computed with; another one may be.
      return false;
    }
  };
  return (
    [...computed.values].every(([name, given]) =>
      others(given).some((other) => changes(new Map(computed.values).set(name, other), new Map())),
    ) &&
    computed.literals.every(
      ({ origin, value: given }, index) =>
        origin !== "document" ||
        others(decimal(given)).some((other) => changes(computed.values, new Map([[index, other]]))),
    )
  );
}

function others(given: BigNumber): readonly BigNumber[] {
  return given.isZero() ? [given.plus(1), given.minus(1)] : factors.map((by) => given.times(by));
}

/**
 * The numbers that are written in an expression, and where each comes from: a formula, or a passage
 * seen so far.
 */
async function literalOperands(
  { literals }: ExpressionText,
  { places }: Evaluation,
  context: Pick<ToolContext, "reader" | "seen" | "signal">,
): Promise<Operand[]> {
  const constant = literals.map((literal, index) => isConstant(literal, places[index] ?? "other"));
  const sought = literals.filter((literal, index) => !constant[index] && tellsEnough(literal));
  const citations = await seenNumbers(sought, context);
  const found = new Map(sought.map((literal, index) => [literal, citations[index] ?? null]));
  return literals.map((literal, index) => {
    const { text, digits, power } = literal;
    const value = writeNumber(decimal(digits).times(`1e${power}`));
    if (constant[index]) return { text, value, citation: null, origin: "constant" };
    const citation = found.get(literal) ?? null;
    return { text, value, citation, origin: citation ? "document" : "unknown" };
  });
}

/** What a formula may have by itself: 1 + a, a - 100; the other numbers of formulas only multiply. */
const anywhere = new Set(["0", "1", "100"]);

function isConstant({ text, digits, power, currency }: Literal, place: LiteralPlace): boolean {
  if (currency || text.includes("%")) return false;
  const value = decimal(digits).times(`1e${power}`);
  if (anywhere.has(value.toFixed()) || (place === "factor" && isFormulaNumber(value))) return true;
  if (place !== "formula" || text.includes(",")) return false;
  return value.isInteger() && value.lessThanOrEqualTo(2100);
}

/** A single digit stands on nearly every page; where it was read must be said. */
function tellsEnough({ digits }: Literal): boolean {
  return digits.replace(/\D|^0+/g, "").length >= 2;
}

const maxDecimals = 40;

/** A number as decimal text, whole numbers with all their digits. */
function writeNumber(number: BigNumber): string {
  // Two thirds of the digits that are computed with: 1 / 3 * 3 is 1.
  const rounded = number.isInteger() ? number : number.toSignificantDigits(maxDecimals);
  const text = rounded.toDecimalPlaces(maxDecimals).toFixed();
  return /^-0(?:\.0+)?$/.test(text) ? "0" : text;
}

/**
 * A number as people read it: thousands set apart, and so many decimals; below 1 four digits that
 * tell something.
 */
function showNumber(number: BigNumber, decimals = 4): string {
  const places = number.abs().lessThan(1) && !number.isZero() ? null : decimals;
  const rounded =
    places === null
      ? number.toSignificantDigits(Math.max(decimals, 2))
      : number.toDecimalPlaces(places);
  const [whole = "", fraction] = writeNumber(rounded).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
