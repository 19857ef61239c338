import type { Calculation, Operand } from "../core/calculation.js";
import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import { type Block, composeFirstOf, type Layout } from "../reading/compose.js";
import { functionNamed } from "./arithmetic.js";
import { dependsOnAll } from "./depends-on-all.js";
import { type Evaluation, evaluateExpression } from "./evaluate-expression.js";
import { type ExpressionText, longestExpression, readExpression } from "./expression-text.js";
import { literalOperands } from "./literal-operands.js";
import { decimal } from "./mathematics.js";
import { showNumber, writeNumber } from "./number-display.js";
import { type ClaimedNumber, claimedNumber, type FoundNumber } from "./number-sources.js";
import { agreeInScale } from "./operand-scale.js";
import { listSchema, objectSchema, passageIdSchema, textSchema } from "./parameters.js";
import { invalid } from "./refusal.js";
import type { Tool, ToolContext } from "./tool.js";

type Call = {
  readonly expression: string;
  readonly values?: readonly ClaimedNumber[];
};

/** Computes, and knows where each number was read. */
export const calculate: Tool<Call> = {
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
  values: readonly ClaimedNumber[],
  { names }: ExpressionText,
  context: ToolContext,
): Promise<ReadonlyMap<string, FoundNumber>> {
  const claimed = new Map<string, ClaimedNumber>();
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
  readonly shown: readonly Block[];
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
function sourceLines(operands: readonly Operand[], sourced: boolean): readonly Block[] {
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
