import type { Trace } from "../../agent/index.js";
import {
  fileName,
  list,
  matches,
  number,
  object,
  optional,
  type Shape,
  text,
} from "../../core/index.js";
import {
  readableTokens,
  readingSpeedOf,
  recommendedCpuModels,
  recommendedModels,
} from "../../models/index.js";
import { keepText, keptJson } from "../shell/setup.js";

/** How long a question takes, by what was measured on this device. */
export interface QuestionTime {
  readonly milliseconds: number;
  /** Name of the model that was measured. */
  readonly by: string;
  /** Whether it is the same model. */
  readonly own: boolean;
  /** Words that it reads before it answers at most, so that nobody waits long; null where nothing bounds it. */
  readonly words: number | null;
}

/** The time of questions that a model has answered on this device, as it is kept from visit to visit. */
interface MeasuredModel {
  readonly id: string;
  readonly name: string;
  readonly parameters: number;
  /** Milliseconds of each of the last questions, in which the model read and wrote. */
  readonly times: readonly number[];
  /** Tokens that it read in a second, where that was measured. */
  readonly readingSpeed?: number | undefined;
}

const measuredShape: Shape<MeasuredModel> = object({
  id: text,
  name: text,
  parameters: number,
  times: list(number),
  readingSpeed: optional(number),
});
const keptQuestions = 10;

/** The processor and the graphics chip are measured each by themselves. */
function measureName(id: string): string {
  return `pagehound:question-time:${id.split(":", 1)[0]}`;
}

/**
 * Keeps how long a model of this device took for a question. False, and nothing is kept, where it
 * gave no answer, or nobody knows how large it is.
 */
export function keepQuestionTime({ answer, model, steps }: Trace): boolean {
  const { id = "", name = "" } = model ?? {};
  const parameters = parametersOf(id);
  if (parameters === null || answer.kind === "passages") return false;
  const time = steps.reduce(
    (sum, step) => sum + (step.type === "turn" ? (step.reply?.timing.total ?? 0) : 0),
    0,
  );
  const before = measured(id);
  const times = [...(before?.id === id ? before.times : []), time].slice(-keptQuestions);
  const readingSpeed = speedIn(steps) ?? (before?.id === id ? before.readingSpeed : undefined);
  const kept: MeasuredModel = { id, name, parameters, times, readingSpeed };
  keepText(measureName(id), JSON.stringify(kept));
  return true;
}

/**
 * How long a question takes a model of so many parameters, where one was measured that runs on the
 * same chip: the median of its last questions, times the quotient of both models' parameters, since
 * every token that is read or written takes a calculation with each of them.
 */
export function questionTime(id: string, parameters: number | null): QuestionTime | null {
  const model = measured(id);
  if (!model || parameters === null) return null;
  const sorted = [...model.times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const milliseconds = (median * parameters) / model.parameters;
  const own = fileName(model.id) === fileName(id);
  const words = own ? readableWords(id, model.readingSpeed) : null;
  return { milliseconds, by: model.name, own, words };
}

/** A token has about so many words. */
const wordsPerToken = 0.75;
/** More than the lead for small models ever shows at once. */
const manyTokens = 620;

/** About how many words a model of this speed is given to read before it answers; null where all that is found. */
function readableWords(id: string, readingSpeed: number | undefined): number | null {
  if (readingSpeed === undefined) return null;
  const provider = id.startsWith("web-llm:") ? "web-llm" : "wllama";
  const tokens = readableTokens({ provider, readingSpeed });
  return tokens < manyTokens ? Math.max(50, Math.round((tokens * wordsPerToken) / 50) * 50) : null;
}

/** Tokens that a model read in a second in the last request of a question that tells. */
function speedIn(steps: Trace["steps"]): number | undefined {
  return steps
    .flatMap((step) =>
      step.type === "turn" && step.reply ? (readingSpeedOf(step.reply) ?? []) : [],
    )
    .at(-1);
}

function measured(id: string): MeasuredModel | null {
  const kept = keptJson(measureName(id));
  if (!matches(measuredShape, kept)) return null;
  return kept.times.length > 0 && kept.parameters > 0 ? kept : null;
}

/** How many parameters a model has that this library knows; null for others. */
function parametersOf(id: string): number | null {
  const graphics = recommendedModels.find(({ variants }) =>
    Object.values(variants).some((variant) => id === `web-llm:${variant.id}`),
  );
  const processor = recommendedCpuModels.find(({ file }) => id.endsWith(`/${file}`));
  return (graphics ?? processor)?.parameters ?? null;
}
