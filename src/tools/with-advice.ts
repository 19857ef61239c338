import type { Reading } from "../reading/reading.js";
import { checkedBudget, type TokenBudget } from "../reading/reading.js";

/** The reading's text with the first of the pieces of advice behind it that has room; without when none has. */
export function withAdvice(
  { text }: Pick<Reading, "text">,
  advice: readonly string[],
  budget: TokenBudget,
): string {
  const { limit, countTokens } = checkedBudget(budget);
  const fits = (longer: string) => countTokens(longer) <= limit;
  return advice.map((line) => `${text}\n${line}`).find(fits) ?? text;
}
