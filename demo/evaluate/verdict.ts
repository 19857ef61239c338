import {
  comparedTexts,
  type EvaluationQuestion,
  type ScoredRecord,
  satisfies,
} from "pagehound/evaluation";

const ordinal = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
/** Passages are long; each is compared only once. */
const known = new WeakMap<ScoredRecord, string>();

/** The result of a question, in a few words; empty if nothing can be compared. */
export function verdictOf(question: EvaluationQuestion, scored: ScoredRecord): string {
  const verdict = known.get(scored) ?? makeVerdict(question, scored);
  known.set(scored, verdict);
  return verdict;
}

function makeVerdict(question: EvaluationQuestion, { record, scores }: ScoredRecord): string {
  const { outcome } = record;
  if (!outcome || scores.failed === 1) return "failed";
  const answered = outcome.answer ? answerVerdict(scores.correct, question.unanswerable) : "";
  const found = placeVerdict(question, outcome.retrieved);
  return [answered, found].filter((part) => part !== "").join(", ");
}

function answerVerdict(correct: number | undefined, unanswerable: boolean): string {
  if (correct === undefined) return "";
  if (unanswerable) return correct === 1 ? "rightly not answered" : "answered without grounds";
  return correct === 1 ? "right" : "wrong";
}

/** The rank of the passage with the known place, or how many places were found. */
function placeVerdict(
  { evidence }: EvaluationQuestion,
  retrieved: Parameters<typeof comparedTexts>[0],
): string {
  if (evidence.length === 0) return "";
  const texts = comparedTexts(retrieved);
  const ranks = evidence
    .map((one) => texts.findIndex((text) => satisfies(text, one)) + 1)
    .filter((rank) => rank > 0);
  if (ranks.length === 0) return "not found";
  if (ranks.length < evidence.length) return `${ranks.length} of ${evidence.length} places found`;
  const last = Math.max(...ranks);
  return `found ${last}${endings[ordinal.select(last)] ?? "th"}`;
}
