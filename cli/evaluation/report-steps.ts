import { messages } from "../printer.js";
import type { EvaluationProgress } from "./evaluate-in-browser.js";

/** Where progress is written. */
export interface StepOutput {
  /** Whether a line can be rewritten. */
  readonly isTerminal: boolean;
  line(text: string): void;
  /** Rewrites the last line. */
  progress(text: string): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

const standardError: StepOutput = {
  isTerminal: messages.isTerminal,
  line: (text) => messages.line(text),
  progress: (text) => messages.progress(text),
  now: () => performance.now(),
};

/**
 * Writes the progress of a data set to standard error, and how long the step will still take at the
 * current pace. On a terminal one line is rewritten; elsewhere a line is written every few seconds,
 * and at the end of each strategy.
 */
export function reportSteps(
  dataSet: string,
  output: StepOutput = standardError,
): (event: EvaluationProgress) => void {
  const interval = output.isTerminal ? 100 : 10_000;
  let last = output.now();
  const pace = new Pace();
  return (event) => {
    switch (event.type) {
      case "document-refused":
        return output.line(`${dataSet}: ${event.message}`);
      case "strategy-skipped":
        return output.line(`${dataSet}: ${event.strategy} was left out. ${event.reason}`);
      case "record":
        return;
    }
    const { done, total } = event;
    const ended = event.type === "question" && done === total;
    const time = output.now();
    const words = stepWords(event);
    const left = pace.left(words, event, time);
    if (!ended && time - last < interval) return;
    last = time;
    const rest = left === null ? "." : `; about ${durationWords(left)} left.`;
    const text = `${dataSet}: ${words} ${done} of ${total}${rest}`;
    if (ended || !output.isTerminal) output.line(text);
    else output.progress(text);
  };
}

/** The pace of a step. Earlier results take no time and are not counted. */
class Pace {
  #step = "";
  #began = 0;
  #counted = 0;
  #done = 0;

  /** Milliseconds that the step still takes; null before its first progress, and at its end. */
  left(step: string, event: StepEvent, time: number): number | null {
    const { done, total } = event;
    if (step !== this.#step) {
      this.#step = step;
      this.#counted = 0;
      // The event reports that the first one is done; nothing reported when it started.
      this.#began = time;
    } else if (event.type === "question" && event.kept) {
      if (this.#counted === 0) this.#began = time;
    } else this.#counted += done - this.#done;
    this.#done = done;
    if (this.#counted <= 0 || done >= total) return null;
    return ((time - this.#began) / this.#counted) * (total - done);
  }
}

type StepEvent = Extract<EvaluationProgress, { type: "documents" | "prepare" | "question" }>;

/** A time in words: "40 s", "6 min", "2 h 5 min". */
function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

function stepWords(event: StepEvent): string {
  switch (event.type) {
    case "documents":
      return "documents";
    case "prepare":
      return `${event.strategy}, preparing`;
    case "question":
      return `${event.strategy}, questions`;
  }
}
