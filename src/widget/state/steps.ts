import type { AgentEvent, ModelInfo, StrategyName, Trace, TracedNote } from "../../index.js";
import type { IconName } from "./icons.js";
import { count, counted } from "./words.js";

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

const openings: Readonly<Record<StrategyName, string>> = {
  "full-document": "the text of the documents",
  retrieve: "the passages that fit the question best",
  "retrieve-tools": "the passages that fit the question best",
  "full-tools": "the text of the documents",
  "outline-tools": "the headings of the documents",
  tools: "the list of documents",
};

type Mutable = { -readonly [Key in keyof Step]: Step[Key] };

/** The steps of a run that goes on, or has just ended. */
export function stepsOfEvents(events: readonly AgentEvent[]): Step[] {
  const steps: Mutable[] = [];
  const calls = new Map<number, Mutable>();
  for (const event of events) {
    switch (event.type) {
      case "run-start":
        steps.push(opening(event.strategy, event.model, event.documents));
        break;
      case "question-rewrite":
        steps.push(note("answer", rewriteWords(event.question, event.queries)));
        break;
      case "thought":
        if (event.text === "") break;
        steps.push({ ...note("note", "Thought, unchecked"), raw: event.text, detail: true });
        break;
      case "tool-call": {
        const step: Mutable = {
          icon: toolIcon(event.tool),
          title: event.description,
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
        step.outcome = resultWords(event.summary, event.repeated);
        step.raw = event.text;
        break;
      }
      case "tool-error": {
        const step = calls.get(event.call);
        if (!step) break;
        step.state = "failed";
        step.outcome = "This did not work; the model was told what it can do instead.";
        step.raw = event.message;
        break;
      }
      case "fold":
        steps.push({
          ...note("note", foldWords),
          raw: `${count(event.tokensBefore)} → ${count(event.tokensAfter)} tokens`,
        });
        break;
      case "self-check":
        steps.push(note("check", selfCheckWords(event.message)));
        break;
      case "repair":
        steps.push(note("note", repairWords(event.reason)));
        break;
      case "fallback":
        steps.push(note("note", event.reason));
        break;
    }
  }
  return steps;
}

/** The steps of a run that is kept as a trace. */
export function stepsOfTrace(trace: Trace): Step[] {
  const steps = [opening(trace.strategy, trace.model, trace.documents.length)];
  for (const step of trace.steps) {
    if (step.type === "call") {
      steps.push({
        icon: toolIcon(step.tool),
        title: step.description,
        outcome: step.failed
          ? "This did not work; the model was told what it can do instead."
          : resultWords(step.summary, step.repeated),
        state: step.failed ? "failed" : "done",
        raw: step.text,
        detail: false,
      });
    } else if (step.type === "note") {
      steps.push(noteOfTrace(step));
    }
  }
  return steps;
}

function noteOfTrace({ kind, text }: TracedNote): Step {
  switch (kind) {
    case "fold":
      return { ...note("note", foldWords), raw: text };
    case "repair":
      return note("note", repairWords(text));
    case "self-check":
      return note("check", selfCheckWords(text));
    case "rewrite":
      return { ...note("answer", "Put the question into words to look for"), raw: text };
    default:
      return note("note", text);
  }
}

const foldWords = "Earlier findings were shortened to notes, to make room.";

function note(icon: IconName, title: string): Step {
  return { icon, title, outcome: null, state: "note", raw: null, detail: false };
}

/** What a run began with. */
function opening(strategy: StrategyName, model: ModelInfo | null, documents: number): Step {
  const title =
    model === null
      ? "Looked for the passages that fit the question best"
      : `Gave the model ${openings[strategy]}`;
  const outcome = `in ${counted(documents, "document")}`;
  return { icon: "document", title, outcome, state: "done", raw: null, detail: false };
}

function toolIcon(tool: string): IconName {
  return toolIcons[tool] ?? "tool";
}

function resultWords(summary: string, repeated: boolean): string {
  return repeated ? `${summary} (the same as before)` : summary;
}

function rewriteWords(question: string, queries: readonly string[]): string {
  if (queries.length === 0) return `Understood as: ${question}`;
  return `Will look for ${queries.map((query) => `“${query}”`).join(", ")}`;
}

function selfCheckWords(message: string): string {
  return `Checked what there is. ${message}`;
}

function repairWords(reason: string): string {
  return `Asked the model once more. ${reason}`;
}
