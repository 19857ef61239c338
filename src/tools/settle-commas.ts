import { acceptsCount } from "./arithmetic.js";
import { numberAt, signToken, type Token } from "./expression-tokens.js";
import { invalid } from "./refusal.js";

/** A call of a function whose arguments are being read; null for plain brackets. */
interface Call {
  readonly name: string;
  /** Indexes of numbers with commas in them. */
  readonly grouped: number[];
  commas: number;
  spaced: boolean;
}

/**
 * Settles whether the comma of "100,200" parts arguments or thousands. Outside a function it parts
 * thousands; inside too where another comma has a space behind it, or where only that gives the
 * function as many arguments as it takes. Throws `invalid-argument` where both ways make sense.
 */
export function groupsSettled(tokens: readonly Token[]): Token[] {
  const apart = new Set<number>();
  const open: (Call | null)[] = [];
  tokens.forEach((token, index) => {
    const call = open.at(-1);
    if (token.kind === "number") {
      if (token.literal.text.includes(",")) call?.grouped.push(index);
    } else if (token.text === "(") {
      const before = tokens[index - 1];
      const name = before?.kind === "name" ? before.text : null;
      open.push(name === null ? null : { name, grouped: [], commas: 0, spaced: false });
    } else if (token.text === ",") {
      if (!call)
        throw invalid("A comma parts only the arguments of a function, such as sum(1, 2).");
      call.commas++;
      call.spaced ||= tokens[index + 1]?.space === " ";
    } else if (token.text === ")") {
      open.pop();
      if (call && isPartedByCommas(call, tokens)) for (const each of call.grouped) apart.add(each);
    }
  });
  return tokens.flatMap((token, index) =>
    apart.has(index) && token.kind === "number" ? splitAtCommas(token) : [token],
  );
}

function isPartedByCommas(
  { name, grouped, commas, spaced }: Call,
  tokens: readonly Token[],
): boolean {
  if (grouped.length === 0 || spaced) return false;
  const inNumbers = grouped.reduce((sum, index) => {
    const token = tokens[index];
    return sum + (token?.kind === "number" ? token.literal.text.split(",").length - 1 : 0);
  }, 0);
  const asThousands = acceptsCount(name, commas + 1);
  const asArguments = acceptsCount(name, commas + 1 + inNumbers);
  if (asThousands && asArguments) {
    throw invalid(
      `The commas in ${name}(…) may part arguments or thousands. Put a space behind each comma that parts arguments, and write thousands without commas.`,
    );
  }
  return asArguments;
}

function splitAtCommas({ literal, space }: Extract<Token, { kind: "number" }>): Token[] {
  const parts = literal.text.split(",");
  return parts.flatMap((text, index): Token[] => {
    const last = index === parts.length - 1;
    const found = numberAt(text, 0);
    const part = found ?? { text, digits: text, power: 0, currency: false };
    const number: Token = {
      kind: "number",
      literal: last ? { ...part, text } : part,
      space: index === 0 ? space : " ",
    };
    return last ? [number] : [number, signToken(",", "")];
  });
}
