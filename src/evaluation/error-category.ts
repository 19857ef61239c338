import { asRead } from "../core/index.js";
import { tableScales } from "../figures/index.js";
import type {
  EvaluationAnswer,
  EvaluationQuestion,
  GoldEvidence,
  RetrievedText,
  StrategyOutcome,
} from "./api.js";
import { comparedTexts, satisfies } from "./metrics/evidence.js";
import {
  goldNumber,
  isNear,
  lastNumber,
  type StatedNumber,
  sameNumber,
  statedNumbers,
  statedResult,
} from "./metrics/numeric-match.js";

/** Why an answer is wrong; the categories of Uniyal et al., appendix D, table 10. */
export type ErrorCategory =
  | "missing-context"
  | "calculation"
  | "wrong-row"
  | "format"
  | "hallucination";

/** All categories, in display order. */
export const errorCategories: readonly ErrorCategory[] = [
  "missing-context",
  "calculation",
  "wrong-row",
  "format",
  "hallucination",
];

const units = ["cell", "passage", "page", "document"] as const;

/**
 * Why a wrong answer to an answerable question is wrong, as far as rules can tell; null if none
 * applies. The caller decides whether it is wrong, and whether its own words `abstain`. The first
 * rule that applies counts:
 *
 * 1. `format`: there is no answer, or it is empty without saying that the documents contain none.
 * 2. `format`: gold is a number, and the answer's (see `statedResult`) differs from it only in
 *   sign, a scale of a thousand, million or billion, or a factor of a hundred.
 * 3. `missing-context`: a piece of evidence was not retrieved, in the smallest unit that the data
 *   names. If all of it was, an answer that abstains stays undecided.
 * 4. `format`: gold is a number and the answer has none.
 * 5. `wrong-row`: gold is a number, and the answer's is a different one from the retrieved texts.
 * 6. `calculation`: gold is a number that the retrieved texts do not contain, so that it has to be
 *   calculated, or the answer used the calculator.
 * 7. `hallucination`: gold is a number in the retrieved texts, and the answer's is nowhere.
 * 8. `hallucination`: gold is not a number, and a checked sentence has a number that was found
 *   nowhere, or no sentence has a verified citation.
 *
 * Rules 5 to 7 apply only if the data names evidence or something was retrieved.
 */
export function errorCategory(
  question: EvaluationQuestion,
  outcome: Pick<StrategyOutcome, "answer" | "retrieved">,
  abstains: boolean = outcome.answer?.kind === "not-found",
): ErrorCategory | null {
  const { answer, retrieved } = outcome;
  if (!answer || question.unanswerable) return null;
  if (answer.kind === "failed" || (!abstains && answer.text.trim() === "")) return "format";
  const golds = question.answers.map(goldNumber).filter((gold) => gold !== null);
  const stated = lastNumber(statedResult(answer));
  if (!abstains && stated && golds.some((gold) => isOtherwiseWritten(stated, gold)))
    return "format";
  if (lacksEvidence(question.evidence, retrieved)) return "missing-context";
  if (abstains) return null;
  if (golds.length > 0) return wrongNumber(question, golds, stated, answer, retrieved);
  return answer.checked ? unsupportedWords(answer) : null;
}

function wrongNumber(
  question: EvaluationQuestion,
  golds: readonly StatedNumber[],
  stated: StatedNumber | null,
  answer: EvaluationAnswer,
  retrieved: readonly RetrievedText[],
): ErrorCategory | null {
  if (!stated) return "format";
  const scales = tableScales(question.text);
  // The number is right: the grader found another fault.
  if (golds.some((gold) => sameNumber(stated, gold, scales))) return null;
  if (retrieved.length === 0) return null;
  if (isStated(stated, retrieved)) return "wrong-row";
  const calculated = answer.sentences.some(({ calculations }) => calculations.length > 0);
  const isRetrieved = golds.some((gold) => isStated(gold, retrieved));
  return calculated || !isRetrieved ? "calculation" : "hallucination";
}

function unsupportedWords({ sentences }: EvaluationAnswer): ErrorCategory | null {
  const isUnsupported =
    sentences.some(({ unsupportedNumbers }) => unsupportedNumbers.length > 0) ||
    sentences.every(({ citations }) => citations.length === 0);
  return isUnsupported ? "hallucination" : null;
}

function lacksEvidence(
  evidence: readonly GoldEvidence[],
  retrieved: readonly RetrievedText[],
): boolean {
  const smallest = units.find((unit) => evidence.some((gold) => gold.unit === unit));
  const wanted = evidence.filter(
    (gold) => gold.unit === smallest && (gold.unit !== "document" || gold.grade > 0),
  );
  const texts = comparedTexts(retrieved);
  return wanted.some((gold) => !texts.some((text) => satisfies(text, gold)));
}

/** Whether two numbers differ only in their sign and a factor that suggests a scale or unit. */
function isOtherwiseWritten(stated: StatedNumber, gold: StatedNumber): boolean {
  if (stated.value === 0 || gold.value === 0 || gold.number.kind === "year") return false;
  const one = Math.abs(stated.value);
  const other = Math.abs(gold.value);
  const isSame = stated.value === gold.value;
  return (
    !isSame &&
    [1, 1e-2, 1e2, 1e-3, 1e3, 1e-6, 1e6, 1e-9, 1e9].some(
      (factor) => (factor !== 1 || stated.value * gold.value < 0) && isNear(one * factor, other),
    )
  );
}

/** True if a text contains a number with the same digits, regardless of its sign and scale word. */
function isStated(wanted: StatedNumber, texts: readonly RetrievedText[]): boolean {
  const digits = digitsOf(wanted);
  // Reading numbers is slow, and most lines cannot contain this one.
  const shown = digits.replace(/^0\.0*|\.0*$|\./g, "").replace(/(?<!0)0+$/, "");
  return texts.some(({ text }) =>
    text
      .split("\n")
      .filter((line) => asRead(line).text.replace(/\D/g, "").includes(shown))
      .some((line) => statedNumbers(line).some((number) => digitsOf(number) === digits)),
  );
}

function digitsOf({ value, number }: StatedNumber): string {
  return String(Number((Math.abs(value) / 10 ** number.power).toPrecision(12)));
}
