import { minContextForTools, type Trace } from "../../agent/index.js";
import {
  type Answer,
  type CallOptions,
  checkNumber,
  invalidArgument,
  PagehoundError,
} from "../../core/index.js";
import type { LanguageModel } from "../../models/index.js";
import { Pagehound, type PagehoundOptions } from "../pagehound.js";
import {
  failureOf,
  faultOf,
  type ProbeFault,
  type ProbeQuestion,
  probeQuestions,
} from "./questions.js";
import { probeFiles } from "./texts.js";

/** How a probe is run. */
export interface ProbeOptions
  extends CallOptions<ProbeProgress>,
    Pick<PagehoundOptions, "assetsBase" | "workerBase"> {
  /**
   * Seconds of work after which a model that has not finished counts as too slow for the tool loop,
   * at most a day. Opening the collection and searching in it do not count.
   *
   * @defaultValue `60`
   */
  readonly seconds?: number | undefined;
}

/** The progress of a probe. */
export interface ProbeProgress {
  /** Questions that are answered. */
  readonly asked: number;
  /** The number of questions that were answered correctly. */
  readonly right: number;
  /** The maximum number of questions that will be asked. */
  readonly total: number;
}

/** The result of probing a model. */
export interface ProbeResult {
  /** For `AskOptions.strategy`. */
  readonly strategy: "guided" | "auto-tools";
  /** Questions that the model answered, and those of them that it answered correctly. */
  readonly asked: number;
  readonly right: number;
  /**
   * The basis of the result:
   *
   * - `answers`: enough right or wrong answers.
   * - `time`: the model did not finish in time.
   * - `context`: its context is too short for tools; nothing was asked.
   */
  readonly reason: "answers" | "time" | "context";
  /** The faults in the order of the questions; null for a right answer. */
  readonly faults: readonly (ProbeFault | null)[];
}

/** Maximum number of wrong answers of a model that follows tools. */
const mostWrong = 1;
const usualSeconds = 60;
const mostSeconds = 86_400;
/** A model that needs more calls for a question over three short texts searches aimlessly. */
const mostCalls = 6;

/** See `probeModel`. */
export async function probe(
  model: LanguageModel,
  { signal, onProgress, seconds = usualSeconds, assetsBase, workerBase }: ProbeOptions,
): Promise<ProbeResult> {
  checkNumber("The option `seconds`", seconds);
  if (!(seconds > 0 && seconds <= mostSeconds)) {
    const message = `The option \`seconds\` must be a number above 0 and at most ${mostSeconds}, not ${seconds}.`;
    throw invalidArgument(message);
  }
  if (model.info.contextLength < minContextForTools) return resultOf("context", []);
  const name = `model-probe-${performance.timeOrigin + performance.now()}`;
  const hound = await Pagehound.open({
    ...{ name, storage: "memory", parseWorkers: 1, assetsBase, workerBase, signal },
  });
  try {
    for await (const event of hound.add(probeFiles(), { signal })) {
      if (event.type === "document-refused") throw new PagehoundError(event.code, event.message);
    }
    const timed = withTimeLimit(model, seconds);
    const ask: AskProbe = async (question, call) => {
      const tools = { strategy: "tools", calls: mostCalls } as const;
      const options = { model: timed.model, ...tools, ...call };
      for await (const event of hound.ask(question, options)) {
        if (event.type === "answer") return event;
      }
      throw new PagehoundError("internal", "A question of the probe ended without an answer.");
    };
    return await askAll(ask, { signal, onProgress, deadline: timed.deadline });
  } finally {
    hound.close();
  }
}

/** A model, and a signal that aborts once it has worked for some seconds, all replies together. */
function withTimeLimit(
  model: LanguageModel,
  seconds: number,
): { readonly model: LanguageModel; readonly deadline: AbortSignal } {
  const late = new AbortController();
  let left = seconds * 1000;
  const limited: LanguageModel = {
    get info() {
      return model.info;
    },
    complete: async (request, options) => {
      const began = performance.now();
      const timer = setTimeout(() => late.abort(), left);
      try {
        return await model.complete(request, options);
      } finally {
        clearTimeout(timer);
        left -= performance.now() - began;
      }
    },
    unload: () => model.unload(),
  };
  return { model: limited, deadline: late.signal };
}

export type AskProbe = (
  question: string,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly answer: Answer; readonly trace: Trace }>;

/**
 * Asks until the result is certain, or until the deadline aborts. Rejects with the signal's reason,
 * and with the model's failure if it did not answer, which says nothing about its ability.
 */
export async function askAll(
  ask: AskProbe,
  { signal, onProgress, deadline }: CallOptions<ProbeProgress> & { readonly deadline: AbortSignal },
): Promise<ProbeResult> {
  const faults: (ProbeFault | null)[] = [];
  const either = AbortSignal.any(signal ? [signal, deadline] : [deadline]);
  const total = probeQuestions.length;
  for (const question of probeQuestions) {
    const { right } = resultOf("answers", faults);
    onProgress?.({ asked: faults.length, right, total });
    const fault = await judged(question, ask, either).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (deadline.aborted) return "late" as const;
      throw error;
    });
    if (fault === "late") return { ...resultOf("time", faults), strategy: "guided" };
    faults.push(fault);
    const wrong = faults.filter((one) => one !== null).length;
    if (wrong > mostWrong || faults.length - wrong >= total - mostWrong) break;
  }
  return resultOf("answers", faults);
}

async function judged(
  question: ProbeQuestion,
  ask: AskProbe,
  signal: AbortSignal,
): Promise<ProbeFault | null> {
  signal.throwIfAborted();
  const { answer, trace } = await ask(question.text, { signal });
  const failure = failureOf(trace);
  if (failure) throw failure;
  return faultOf(question, answer, trace);
}

function resultOf(
  reason: ProbeResult["reason"],
  faults: readonly (ProbeFault | null)[],
): ProbeResult {
  const right = faults.filter((fault) => fault === null).length;
  const enough = right >= probeQuestions.length - mostWrong;
  const strategy = enough ? "auto-tools" : "guided";
  return { strategy, asked: faults.length, right, reason, faults };
}
