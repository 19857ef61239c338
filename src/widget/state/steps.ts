import type { AgentEvent, ModelInfo, StrategyName, Trace, TracedNote } from "../../index.js";
import type { StringKey } from "../strings/english.js";
import type { Words } from "../strings/words.js";
import { callWords, resultWords } from "./call-words.js";
import { enumeration } from "./enumeration.js";
import type { IconName } from "./icons.js";

/** One thing that was done for an answer, in words for people. */
export interface Step {
  readonly icon: IconName;
  /** What was done. */
  readonly title: string;
  /** What came back; null while it is not here, or when there is nothing to say. */
  readonly outcome: string | null;
  readonly state: "running" | "done" | "failed" | "note";
  /** What a model was shown or wrote, word for word; null where there was nothing. */
  readonly raw: string | null;
  /** Whether it is shown only together with the raw text. */
  readonly detail: boolean;
}

const toolIcons: Readonly<Record<string, IconName>> = {
  list_documents: "list",
  outline: "list",
  search: "search",
  grep: "pattern",
  preview: "page",
  read: "page",
  get_passages: "page",
  calculate: "calculator",
  answer: "answer",
};

const openings = {
  "full-document": "step.begin.text",
  retrieve: "step.begin.retrieved",
  "retrieve-tools": "step.begin.retrieved",
  "full-tools": "step.begin.text",
  "outline-tools": "step.begin.headings",
  tools: "step.begin.list",
} as const satisfies Readonly<Record<StrategyName, StringKey>>;

type Mutable = { -readonly [Key in keyof Step]: Step[Key] };

/** The steps of a run that goes on, or has just ended. */
export function stepsOfEvents(words: Words, events: readonly AgentEvent[]): Step[] {
  const steps: Mutable[] = [];
  const calls = new Map<number, Mutable>();
  for (const event of events) {
    switch (event.type) {
      case "run-start":
        steps.push(opening(words, event.strategy, event.model, event.documents));
        break;
      case "question-rewrite":
        steps.push(note("answer", rewriteWords(words, event.question, event.queries)));
        break;
      case "thought":
        if (event.text === "") break;
        steps.push({ ...note("note", words.t("step.thought")), raw: event.text, detail: true });
        break;
      case "tool-call": {
        const step: Mutable = {
          icon: toolIcon(event.tool),
          title: callWords(words, event),
          outcome: null,
          state: "running",
          raw: null,
          detail: false,
        };
        calls.set(event.call, step);
        steps.push(step);
        break;
      }
      case "tool-result": {
        const step = calls.get(event.call);
        if (!step) break;
        step.state = "done";
        step.outcome = resultWords(words, event);
        step.raw = event.text;
        break;
      }
      case "tool-error": {
        const step = calls.get(event.call);
        if (!step) break;
        step.state = "failed";
        step.outcome = words.t("step.failed");
        step.raw = event.message;
        break;
      }
      case "fold": {
        const { tokensBefore: before, tokensAfter: after } = event;
        const raw = words.t("step.fold.tokens", { before, after });
        steps.push({ ...note("note", words.t("step.fold")), raw });
        break;
      }
      case "self-check":
        steps.push(note("check", checkedWords(words, event.message, event.enough)));
        break;
      case "repair":
        steps.push(note("note", repairWords(words, event.reason)));
        break;
      case "fallback":
        steps.push(note("note", fallbackWords(words, event.reason, event.to === "passages")));
        break;
    }
  }
  return steps;
}

/** The steps of a run that is kept as a trace. */
export function stepsOfTrace(words: Words, trace: Trace): Step[] {
  const steps = [opening(words, trace.strategy, trace.model, trace.documents.length)];
  for (const step of trace.steps) {
    if (step.type === "call") {
      steps.push({
        icon: toolIcon(step.tool),
        title: callWords(words, step),
        outcome: step.failed ? words.t("step.failed") : resultWords(words, step),
        state: step.failed ? "failed" : "done",
        raw: step.text,
        detail: false,
      });
    } else if (step.type === "note") {
      steps.push(noteOfTrace(words, step, trace));
    }
  }
  return steps;
}

function noteOfTrace(words: Words, { kind, text }: TracedNote, { answer }: Trace): Step {
  switch (kind) {
    case "fold":
      return { ...note("note", words.t("step.fold")), raw: text };
    case "repair":
      return note("note", repairWords(words, text));
    case "self-check":
      return note("check", checkedWords(words, text, text === mends));
    case "rewrite":
      return { ...note("answer", words.t("step.rewrite")), raw: text };
    case "fallback":
      return note("note", fallbackWords(words, text, text === answer.reason));
    default:
      return note("note", text);
  }
}

function note(icon: IconName, title: string): Step {
  return { icon, title, outcome: null, state: "note", raw: null, detail: false };
}

/** What a run began with. */
function opening(
  words: Words,
  strategy: StrategyName,
  model: ModelInfo | null,
  documents: number,
): Step {
  const title = words.t(model === null ? "step.begin.passages" : openings[strategy]);
  const outcome = words.t("step.in", { count: documents });
  return { icon: "document", title, outcome, state: "done", raw: null, detail: false };
}

function toolIcon(tool: string): IconName {
  return toolIcons[tool] ?? "tool";
}

function rewriteWords(words: Words, question: string, queries: readonly string[]): string {
  if (queries.length === 0) return words.t("step.understood", { question });
  const quoted = queries.map((text) => words.t("remark.quoted", { text }));
  return words.t("step.willLook", { queries: enumeration(quoted, words) });
}

const mends = "Not all of the answer stands in the documents; the model mends it.";

/** What a model says is missing is its own, in the language it answers in. */
function checkedWords(words: Words, message: string, isMended: boolean): string {
  const told = isMended ? words.t("step.checked.mends") : message;
  return `${words.t("step.checked")} ${told}`;
}

function repairWords(words: Words, reason: string): string {
  return inEnglish(words) ? `${words.t("step.repair")} ${reason}` : words.t("step.repair");
}

function fallbackWords(words: Words, reason: string, isLast: boolean): string {
  if (inEnglish(words)) return reason;
  return words.t(isLast ? "step.fallback.passages" : "step.fallback.simpler");
}

/** Whether the library's own words can be shown. */
function inEnglish({ locale }: Words): boolean {
  return locale.startsWith("en");
}
