import type { AgentEvent, Trace } from "pagehound";
import type { IconName } from "./icons.js";
import { count } from "./words.js";

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

type Mutable = { -readonly [Key in keyof Step]: Step[Key] };

/** The steps of a run that goes on, or has just ended. */
export function stepsOfEvents(events: readonly AgentEvent[]): Step[] {
  const steps: Mutable[] = [];
  const calls = new Map<number, Mutable>();
  for (const event of events) {
    switch (event.type) {
      case "question-rewrite":
        steps.push(note("answer", rewriteWords(event.question, event.queries)));
        break;
      case "thought":
        steps.push({ ...note("note", "Thought, unchecked"), raw: event.text });
        break;
      case "tool-call": {
        const step: Mutable = {
          icon: toolIcon(event.tool),
          title: event.description,
          outcome: null,
          state: "running",
          raw: null,
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
          ...note("note", "Earlier findings were shortened to notes, to make room."),
          raw: `${count(event.tokensBefore)} → ${count(event.tokensAfter)} tokens`,
        });
        break;
      case "self-check":
        steps.push(note(event.enough ? "check" : "note", event.message));
        break;
      case "repair":
        steps.push(note("note", repairWords(event.reason)));
        break;
      case "fallback":
        steps.push(note("note", fallbackWords(event.reason)));
        break;
    }
  }
  return steps;
}

/** The steps of a run that is kept as a trace. */
export function stepsOfTrace(trace: Trace): Step[] {
  const steps: Step[] = [];
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
      });
    } else if (step.type === "note") {
      steps.push(note("note", step.text));
    }
  }
  return steps;
}

function note(icon: IconName, title: string): Step {
  return { icon, title, outcome: null, state: "note", raw: null };
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

function repairWords(reason: string): string {
  return `Asked the model once more. ${reason}`;
}

function fallbackWords(reason: string): string {
  return `Went on in a simpler way. ${reason}`;
}
