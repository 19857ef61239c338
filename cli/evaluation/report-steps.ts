import type { EvaluationProgress } from "./evaluate-in-browser.js";

/**
 * Tells on standard error how far a data set is. On a terminal one line is rewritten; elsewhere a
 * line is written every few seconds, and at the end of each strategy.
 */
export function reportSteps(dataSet: string): (event: EvaluationProgress) => void {
  const terminal = process.stderr.isTTY;
  const interval = terminal ? 100 : 10_000;
  let last = Date.now();
  const say = (text: string) => process.stderr.write(`${terminal ? "\r\x1b[K" : ""}${text}\n`);
  return (event) => {
    switch (event.type) {
      case "document-refused":
        return void say(`${dataSet}: ${event.message}`);
      case "strategy-skipped":
        return void say(`${dataSet}: ${event.strategy} was left out. ${event.reason}`);
      case "record":
        return;
    }
    const { done, total } = event;
    const ended = event.type === "question" && done === total;
    const now = Date.now();
    if (!ended && now - last < interval) return;
    last = now;
    const text = `${dataSet}: ${stepWords(event)} ${done} of ${total}.`;
    if (ended || !terminal) say(text);
    else process.stderr.write(`\r\x1b[K${text}`);
  };
}

function stepWords(
  event: Extract<EvaluationProgress, { type: "documents" | "prepare" | "question" }>,
): string {
  switch (event.type) {
    case "documents":
      return "documents";
    case "prepare":
      return `${event.strategy}, preparing`;
    case "question":
      return `${event.strategy}, questions`;
  }
}
