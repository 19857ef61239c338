import { type Literal, type Token, tokensOf } from "./expression-tokens.js";
import { invalid } from "./refusal.js";
import { groupsSettled } from "./settle-commas.js";

/** An expression as models write it, made ready for the parser. */
export interface ExpressionText {
  /** The same in the parser's own notation. */
  readonly source: string;
  /** Its numbers, in order. */
  readonly literals: readonly Literal[];
  /** Names of values, results, functions and units, in order. */
  readonly names: readonly string[];
  /** The expression as it is shown; each name in `values` is replaced by what stands for it. */
  readonly shown: (values: ReadonlyMap<string, string>) => string;
}

/** Characters of an expression at most. */
export const longestExpression = 300;

/**
 * Reads an expression: numbers as documents write them ("1,577", "$1.5 billion", "12.5%"), names,
 * signs. Throws `invalid-argument`, saying what to write instead.
 */
export function readExpression(given: string): ExpressionText {
  if (given.length > longestExpression) {
    throw invalid(
      `The expression has ${given.length} characters; at most ${longestExpression} are computed. Compute parts of it first and use their results, c1 and so on.`,
    );
  }
  const tokens = groupsSettled(tokensOf(plainSigns(given)));
  if (tokens.length === 0)
    throw invalid("The expression is empty. Write one, such as 13,958 / 11,588.");
  checkNeighbours(tokens);
  return {
    source: tokens.map((token, index) => sourceOf(token, tokens[index + 1])).join(" "),
    literals: tokens.flatMap((token) => (token.kind === "number" ? [token.literal] : [])),
    names: tokens.flatMap((token) => (token.kind === "name" ? [token.text] : [])),
    shown: (values) =>
      tokens
        .map((token) => {
          const text = token.kind === "number" ? token.literal.text : token.text;
          return token.space + (token.kind === "name" ? (values.get(text) ?? text) : text);
        })
        .join("")
        .trim(),
  };
}

/** Signs that are written in several ways, in one. */
function plainSigns(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^=\s*/, "")
    .replace(/\*\*/g, "^")
    .replace(/[×·∙⋅]/g, "*")
    .replace(/÷/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/\(\s*\[([^[\]]*)\]\s*\)/g, "($1)");
}

/** Numbers side by side are a slip: "5 % 3", "11 588". */
function checkNeighbours(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const closes = before && (before.kind !== "sign" || /[)!]/.test(before.text));
    if (token.kind !== "number" || !closes) return;
    const name = before.kind === "number" ? before.literal.text : before.text;
    throw invalid(
      `A sign such as + or / is missing between ${name} and ${token.literal.text}. Write thousands with commas or without: 11,588 or 11588.`,
    );
  });
}

function sourceOf(token: Token, next: Token | undefined): string {
  if (token.kind !== "number") return token.text;
  const { digits: plain, power } = token.literal;
  const number = power === 0 ? plain : `${plain}e${power}`;
  return next?.kind === "sign" && next.text === "(" ? `${number} *` : number;
}
