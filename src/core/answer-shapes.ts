import type { MisplacedNumber, RunUsage } from "./answer.js";
import { count, nullable, number, object, oneOf, type Shape } from "./shape.js";

export const runUsage: Shape<RunUsage> = object({
  calls: count,
  turns: count,
  promptTokens: number,
  reusedTokens: number,
  generatedTokens: number,
  folds: count,
  firstToken: nullable(number),
  total: number,
});

/** A misplaced number, with texts of the shape `text`. */
export function misplacedNumber(text: Shape<string>): Shape<MisplacedNumber> {
  return object({
    number: text,
    kind: oneOf("column", "row", "unit", "sign", "scale", "unstated", "company"),
    stands: text,
    said: text,
  });
}
