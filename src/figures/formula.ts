import { type AskedPeriod, askedPeriods, periodOf, yearBefore } from "./period-columns.js";

/** A computation: figures to look up by name and time, and the operations on them. */
export type Expression =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "figure"; readonly label: string; readonly period: AskedPeriod | null }
  | {
      readonly kind: "operation";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "call";
      readonly name: "mean" | "sum" | "percent_change";
      readonly arguments: readonly Expression[];
    };

/** A figure to look up by name. */
type Figure = Extract<Expression, { kind: "figure" }>;

/**
 * Ratios of financial statements as textbooks define them (for instance Penman, "Financial
 * Statement Analysis and Security Valuation"), by the names that questions use. A definition that
 * the question states itself takes precedence.
 */
const knownFormulas: readonly (readonly [RegExp, string])[] = [
  [/fixed asset turnover/i, "revenue / average property, plant and equipment"],
  [/asset turnover/i, "revenue / average total assets"],
  [/inventory turnover/i, "cost of sales / average inventories"],
  [/days payables? outstanding|\bDPO\b/i, "365 * average accounts payable / cost of sales"],
  [
    /days (?:of )?inventor(?:y|ies)(?: outstanding)?|\bDIO\b/i,
    "365 * average inventories / cost of sales",
  ],
  [/days sales outstanding|\bDSO\b/i, "365 * average accounts receivable / revenue"],
  [/quick ratio|acid[- ]test/i, "(total current assets - inventories) / total current liabilities"],
  [/working capital ratio|current ratio/i, "total current assets / total current liabilities"],
  [/(?:net )?working capital/i, "total current assets - total current liabilities"],
  [/gross (?:profit )?margins?/i, "gross profit / revenue"],
  [
    /EBITDA margin|EBITDA % margin/i,
    "(operating income + depreciation and amortization) / revenue",
  ],
  [/\bEBITDA\b/i, "operating income + depreciation and amortization"],
  [/operating (?:profit |income )?margins?/i, "operating income / revenue"],
  [/net (?:profit |income )?margins?|profit margins?/i, "net income / revenue"],
  [/return on (?:total )?assets|\bROA\b/i, "net income / average total assets"],
  [
    /return on (?:shareholders'? |stockholders'? )?equity|\bROE\b/i,
    "net income / average total equity",
  ],
  [/(?:dividend )?payout ratio/i, "dividends paid / net income"],
  [/retention ratio/i, "1 - dividends paid / net income"],
  [/free cash flow|\bFCF\b/i, "cash provided by operating activities - capital expenditures"],
  [/interest coverage(?: ratio)?/i, "operating income / interest expense"],
  [/debt[- ]to[- ]equity(?: ratio)?/i, "total debt / total equity"],
];

/** A formula that a question asks for by the name of a ratio. */
export interface NamedFormula {
  readonly name: string;
  readonly expression: Expression;
}

/** The textbook formula of the ratio that a text names, for a time; null if it names none. */
export function namedFormula(text: string, period: AskedPeriod | null): NamedFormula | null {
  for (const [names, formula] of knownFormulas) {
    const [name] = names.exec(text) ?? [];
    const expression = name === undefined ? null : parseFormula(formula, period);
    if (name !== undefined && expression) return { name, expression };
  }
  return null;
}

/** True if a measure is given in percent unless the question asks for something else. */
export function isInPercent(name: string): boolean {
  return /\b(?:margins?|return on (?:\p{Alpha}+ )?(?:assets|equity)|(?:payout|retention) ratio)\b/iu.test(
    name,
  );
}

/** Words that announce a definition, with the name of the defined ratio before or inside them. */
const definitions = [
  /(?:is|are|as)?\s{0,9}(?:defined|calculated|computed|measured|expressed)\s{1,9}as\s{0,9}:?\s{0,9}/iu,
  /\b(?:define|calculate|compute)\s{1,9}(?:the\s{1,9})?[^.?:]{2,60}?\s{1,9}(?:as|using)\s{0,9}:?\s{0,9}/iu,
  /\bformula\b[^.?:]{0,40}(?::|\bis\b)\s*/iu,
  /\s=\s+/u,
];

/** The definition that a question states, for `period` unless it names times; null if none. */
export function statedFormula(question: string, period: AskedPeriod | null): Expression | null {
  for (const form of definitions) {
    const match = form.exec(question);
    if (!match) continue;
    const expression = parseFormula(
      statementIn(question.slice(match.index + match[0].length)),
      period,
    );
    if (expression && expression.kind !== "figure") return expression;
  }
  return null;
}

/** A definition up to the end of its sentence. */
function statementIn(text: string): string {
  const end = text.search(/[.?!;](?:\s|$)|,\s*(?:where|with|using|rounded|and round)\b/u);
  return end < 0 ? text : text.slice(0, end);
}

interface Token {
  readonly kind: "number" | "operator" | "open" | "close" | "comma" | "words";
  readonly text: string;
}

const spoken: readonly (readonly [RegExp, string])[] = [
  // Brackets after a figure say where to look, or repeat its name in short form.
  [/\((?:from|in|on|per|as|see|i\.e\.|e\.g\.|a\.k\.a\.)\b[^()]*\)/giu, " "],
  [/\([A-Z][A-Z&]{1,7}\)/gu, " "],
  [/\s{1,9}divided by\s{1,9}|\s{1,9}over\s{1,9}(?=\p{Alpha}|\()|÷/giu, " / "],
  [/\s{1,9}as an? (?:%|percent(?:age)?|share|fraction) of\s{1,9}/giu, " / "],
  [
    /\s{1,9}(?:multiplied by|times)\s{1,9}|(?<=\d|\))\s{0,9}[x×]\s{0,9}(?=\p{Alpha}|\(|\d)|×/giu,
    " * ",
  ],
  [/\s{1,9}(?:minus|less)\s{1,9}|\s{1,9}[–—-]\s{1,9}/giu, " - "],
  [/\s{1,9}plus\s{1,9}/giu, " + "],
];

/** Maximum characters of a formula, because nested brackets are read recursively. */
const longestFormula = 2_000;

/**
 * Reads a formula as questions write it: figures by name, "average X between A and B", "change in
 * X", "ratio of X to Y", operators as signs or words. A figure without a time gets `period`. Null
 * if the text is not a formula, or is longer than any that people ask for.
 */
export function parseFormula(formula: string, period: AskedPeriod | null): Expression | null {
  if (formula.length > longestFormula) return null;
  const text = spoken.reduce(
    (replaced, [form, sign]) => replaced.replace(form, sign),
    ` ${formula} `,
  );
  const parser = new Parser(tokensOf(text), period);
  return parser.whole();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /(?<number>(?<![\p{Alpha}\d.])\d+(?:\.\d+)?%?(?!\s*[-–]?\p{Alpha}|\d|\.\d))|(?<open>\()|(?<close>\))|(?<operator>[*/+]|(?<=\s)-(?=\s))|(?<word>[^\s()*/+]+)/gu;
  for (const { groups = {} } of text.matchAll(pattern)) {
    const { number, open, close, operator, word } = groups;
    const isYear = number !== undefined && /^(?:19|20)\d\d$/.test(number);
    if (number !== undefined && !isYear) tokens.push({ kind: "number", text: number });
    else if (open !== undefined) tokens.push({ kind: "open", text: open });
    else if (close !== undefined) tokens.push({ kind: "close", text: close });
    else if (operator !== undefined) tokens.push({ kind: "operator", text: operator });
    else addWord(tokens, word ?? number ?? "");
  }
  return tokens;
}

function addWord(tokens: Token[], word: string): void {
  const last = tokens.at(-1);
  if (last?.kind !== "words") tokens.push({ kind: "words", text: word });
  else tokens.splice(-1, 1, { kind: "words", text: `${last.text} ${word}` });
}

const averageOf =
  /^(?:the\s+)?(?:(?:two|2)[- ]year\s+)?(?:average|avg\.?|mean)(?:\s+of)?(?=\s|$)/iu;
const changeIn = /^(?:the\s+)?(?:(?:change|increase|decrease)s?\s+in)(?=\s|$)/iu;
const ratioOf = /^(?:the\s{1,9})?(?:ratio|quotient) of\s{1,9}(.+?)\s{1,9}to\s{1,9}(.+)$/isu;
const sumOf = /^(?:the\s{1,9})?(?:sum of|total of)\s{1,9}(.+?)\s{1,9}and\s{1,9}(.+)$/isu;
const differenceOf = /^(?:the\s{1,9})?difference between\s{1,9}(.+?)\s{1,9}and\s{1,9}(.+)$/isu;

/** Parses operators by precedence, from left to right; the words between them are figures. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #period: AskedPeriod | null;
  #at = 0;

  constructor(tokens: readonly Token[], period: AskedPeriod | null) {
    this.#tokens = tokens;
    this.#period = period;
  }

  whole(): Expression | null {
    const expression = this.#sum();
    return this.#at >= this.#tokens.length ? expression : null;
  }

  #sum(): Expression | null {
    let left = this.#product();
    for (let sign = this.#sign("+", "-"); left && sign; sign = this.#sign("+", "-")) {
      const right = this.#product();
      left = right && operation(sign, left, right);
    }
    return left;
  }

  #product(): Expression | null {
    let left = this.#factor();
    for (let sign = this.#sign("*", "/"); left && sign; sign = this.#sign("*", "/")) {
      const right = this.#factor();
      left = right && operation(sign, left, right);
    }
    return left;
  }

  #sign<S extends string>(...signs: readonly S[]): S | null {
    const token = this.#tokens[this.#at];
    const sign = token?.kind === "operator" ? signs.find((one) => one === token.text) : undefined;
    if (sign === undefined) return null;
    this.#at++;
    return sign;
  }

  #factor(): Expression | null {
    const token = this.#tokens[this.#at];
    if (!token) return null;
    this.#at++;
    if (token.kind === "number") return { kind: "number", text: token.text };
    if (token.kind === "open") return this.#group();
    if (token.kind !== "words") return null;
    const next = this.#tokens[this.#at];
    // "average (A)" and "change in (A)": the words before the bracket apply to what is inside it.
    if (next?.kind === "open" && (averageOf.test(token.text) || changeIn.test(token.text))) {
      this.#at++;
      const inside = this.#group();
      return inside && applied(token.text, inside);
    }
    return figureIn(token.text, this.#period);
  }

  #group(): Expression | null {
    const inside = this.#sum();
    if (this.#tokens[this.#at]?.kind !== "close") return null;
    this.#at++;
    return inside;
  }
}

function operation(
  operator: "+" | "-" | "*" | "/",
  left: Expression,
  right: Expression,
): Expression {
  return { kind: "operation", operator, left, right };
}

/** Applies "average" or "change in" to the figure in the brackets that follow. */
function applied(words: string, inside: Expression): Expression | null {
  if (inside.kind !== "figure" || !inside.period) return null;
  const earlier: Figure = { ...inside, period: yearBefore(inside.period) };
  return averageOf.test(words)
    ? { kind: "call", name: "mean", arguments: [earlier, inside] }
    : operation("-", inside, earlier);
}

/** A figure from its words: its name, its time, and whether its average or its change is meant. */
function figureIn(words: string, period: AskedPeriod | null): Expression | null {
  const parts = ratioOf.exec(words) ?? sumOf.exec(words) ?? differenceOf.exec(words);
  if (parts) {
    const left = figureIn(parts[1] ?? "", period);
    const right = figureIn(parts[2] ?? "", period);
    const sign = ratioOf.test(words) ? "/" : sumOf.test(words) ? "+" : "-";
    return left && right && operation(sign, left, right);
  }
  const periods = askedPeriods(words);
  const isAverage = averageOf.test(words);
  const isChange = changeIn.test(words);
  const label = labelIn(words.replace(averageOf, " ").replace(changeIn, " "));
  if (label === "") return null;
  const [first = period, second] = periods;
  const figure = (at: AskedPeriod | null): Figure => ({ kind: "figure", label, period: at });
  const last = second ?? first;
  const before = second ? first : first && yearBefore(first);
  if (isAverage && last) {
    return { kind: "call", name: "mean", arguments: [figure(before), figure(last)] };
  }
  if (isChange && last) return operation("-", figure(last), figure(before));
  // "Operating income and D&A" is the sum of the two only if the text says so.
  return figure(first);
}

/** The name of a figure, without its times and the words that join them. */
export function labelIn(words: string): string {
  const periods = askedPeriods(words);
  let rest = "";
  let from = 0;
  for (const { start, end } of periods) {
    rest += `${words.slice(from, start)} `;
    from = end;
  }
  rest += words.slice(from);
  return rest
    .replace(
      /\b(?:between|from|for|in|of|at|during|as of|the end of|year[- ]end)\s{0,9}(?:the\s{1,9})?(?:and|to|through|period|-|–)?\s{0,9}(?=$|[,.]|(?:and|to|period)\b)/giu,
      " ",
    )
    .replace(/^\s*(?:the|total of|of|and|,)\s+/iu, "")
    .replace(
      /\s{1,9}(?:and|to|the|of|in|for|between|from|period|year|years|-|–)(?=\s{0,9}$)/giu,
      " ",
    )
    .replace(/\s+/gu, " ")
    .replace(/^[\s,:;.-]+|(?<![\s,:;.-])[\s,:;.-]+$/gu, "");
}

/** The distinct figures of an expression, in order. */
export function figuresIn(expression: Expression): readonly Figure[] {
  const all = figuresOf(expression);
  return all.filter((one, index) => all.findIndex((other) => isSameFigure(one, other)) === index);
}

function isSameFigure(one: Figure, other: Figure): boolean {
  return one.label === other.label && one.period?.text === other.period?.text;
}

function figuresOf(expression: Expression): Figure[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "figure":
      return [expression];
    case "operation":
      return [...figuresOf(expression.left), ...figuresOf(expression.right)];
    case "call":
      return expression.arguments.flatMap(figuresOf);
  }
}

/** The same expression for another time: figures of `from` become those of `to`. */
export function atPeriod(expression: Expression, from: AskedPeriod, to: AskedPeriod): Expression {
  const years = to.year - from.year;
  switch (expression.kind) {
    case "number":
      return expression;
    case "figure": {
      const { period } = expression;
      return period
        ? { ...expression, period: periodOf(period.year + years, to.quarter) }
        : expression;
    }
    case "operation":
      return operation(
        expression.operator,
        atPeriod(expression.left, from, to),
        atPeriod(expression.right, from, to),
      );
    case "call":
      return {
        ...expression,
        arguments: expression.arguments.map((one) => atPeriod(one, from, to)),
      };
  }
}

/** Whether an expression contains a division, so that its result is a share of something. */
export function isQuotient(expression: Expression): boolean {
  switch (expression.kind) {
    case "operation":
      return (
        expression.operator === "/" || isQuotient(expression.left) || isQuotient(expression.right)
      );
    case "call":
      return expression.arguments.some(isQuotient);
    default:
      return false;
  }
}

const asking =
  /^(?:roughly\s+)?(?:(?:what|which|how (?:much|many|large|high|big)|who)\b(?:\s+(?:is|was|were|are|did|does|do|has|have|had))?|how (?:did|has|have)\b|(?:is|are|was|were|do|does|did|has|have|had|can)(?:\s+there)?(?:\s+(?:any|a))?)\s+/iu;
/** "Passengers did the North Channel carry": possession expressed as an action. */
const has =
  /^\s{0,9}(\p{Alpha}[\p{Alpha} -]{0,200}?)\s{1,9}(?:did|does|do)\s{1,9}(?:the\s{1,9})?(\p{Alpha}[^,;]{0,300}?)\s{1,9}(?:carry|transport|have|sell|make|produce|ship|employ|serve|handle|own|operate)\b/iu;
/** Remarks on an amount in addition to its name. */
const around =
  /\((?:in |as )[^()]*\)|\((?:formerly|previously|also|a\.k\.a)[^()]*\)|\b(?:in|of) (?:units of )?(?:USD|US dollars?|dollars|percents?|%)(?:\s{1,9}(?:thousands?|millions?|billions?))?|\bin (?:thousands?|millions?|billions?)\b|\b(?:USD|US\$)\s{1,9}(?:thousands?|millions?|billions?)|\b(?:and )?round(?:ed)? to [^,.?]*|(?<!\b(?:fair|carrying|market|book|par|face|present|nominal|notional|principal|contract|gross|net)\s)\b(?:the )?(?:total |respective )?(?:amounts?|values?) (?:of|for)\b|(?<!\b(?:carrying|notional|principal|gross|net)\s)\bamounts?$|\b(?:for|during|in|at|as at|as of|on) (?:the )?(?:fiscal |financial )?(?:years?|periods?)(?: (?:ended|ending))?\b|\b(?:(?:at|on|as at|as of|ended|ending)\s{1,9})?(?:\d{1,2}\s{1,9})?(?:January|February|March|April|June|July|August|September|October|November|December)(?:\s{1,9}\d{1,2}\b)?,?|\bby$|,?\s{0,9}\brespective(?:ly)?\b|\byear[- ]end\b|\b(?:at|as of) the end of\b|\bperiod\b|\b(?:generate[ds]?|report(?:ed)?|record(?:ed)?|have|has|had|spen[dt]|paid|pay)\b|\bon (?:the |its )?balance sheet\b|\bin (?:the |its )?(?:income statement|cash flow statement)\b|\b(?:profile|roughly)\b/giu;

/** The name of a thing: a clause without question words, times and remarks on units. */
export function subjectOf(clause: string): string {
  const [main = clause] = clause.split(
    /[,;]\s+(?=(?:if|when|where|as|excluding|including|which|assuming)\b)/iu,
  );
  const named = main
    .replace(asking, " ")
    .replace(has, (_said, thing: string, whose: string) => `${whose} ${thing}`)
    .replace(around, " ");
  return labelIn(named.replace(/\s+/gu, " ").trim())
    .replace(
      /\b(?:from|between|to|and|for|in|of|vs\.?|versus|as of)\s+(?=(?:and|for|in|to|of)\b|$)/giu,
      " ",
    )
    .replace(/\s+/gu, " ")
    .replace(/^(?:the|its|their|a|an|of|in|for)\s+/iu, "")
    .replace(/\s{1,9}(?:and|to|the|of|in|for|between|from|with)$/iu, "")
    .trim();
}
