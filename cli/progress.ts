import type { IngestEvent } from "../src/index.js";
import type { AskProgress } from "./ask-documents.js";
import { messages } from "./printer.js";

/**
 * Writes reading progress to standard error. On a terminal one line is rewritten; elsewhere a line
 * is written every few seconds, so that a short run stays quiet. A model's steps are written in
 * full.
 */
export function reportProgress(files: number): (event: AskProgress) => void {
  const terminal = messages.isTerminal;
  const interval = terminal ? 100 : 5_000;
  let settled = 0;
  let pages = 0;
  let last = Date.now();
  return (event) => {
    if (!isReading(event)) return reportStep(event);
    if (event.type === "document-progress" && event.recognised === undefined) pages++;
    if (endsFile(event)) settled++;
    const now = Date.now();
    const finished = terminal && settled === files;
    if (!finished && now - last < interval) return;
    last = now;
    const text = `Read ${settled} of ${files} files; ${pages} pages or parts so far.`;
    if (terminal) messages.progress(finished ? "" : text);
    else messages.line(text);
  };
}

/** Whether an event is the last one of its file. */
export function endsFile({ type }: IngestEvent): boolean {
  return ["document-ready", "document-unchanged", "document-refused"].includes(type);
}

function isReading(event: AskProgress): event is IngestEvent {
  return event.type.startsWith("document-");
}

/** Prints a step of a run. */
function reportStep(event: Exclude<AskProgress, IngestEvent>): void {
  switch (event.type) {
    case "run-start":
      if (event.model) messages.line(`Asking ${event.model.name}.`);
      break;
    case "question-rewrite":
      messages.line(`Understood as: ${event.question}`);
      break;
    case "tool-call":
      messages.line(event.description);
      break;
    case "self-check":
    case "endpoint-notice":
      messages.line(event.message);
      break;
    case "repair":
    case "fallback":
      messages.line(event.reason);
      break;
  }
}
