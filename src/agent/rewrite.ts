import { rewriteFormat } from "./action-schema.js";
import { fenced } from "./fence.js";
import type { PastTurn } from "./past-turn.js";
import { readRewrite } from "./read-reply.js";
import type { RunState } from "./run-state.js";
import type { Talk } from "./talk.js";

const replyTokens = 240;
const mostPast = 4;
const longestPast = 400;

/**
 * Has the model make the question self-contained, and make queries of it, as the first turn of the
 * conversation. A reply that cannot be used changes nothing: the question stands as it was asked.
 */
export async function rewriteQuestion(
  state: RunState,
  talk: Talk,
  history: readonly PastTurn[],
): Promise<void> {
  talk.transcript.tell(requestFor(state.question, history));
  const rewrite = readRewrite((await talk.ask(rewriteFormat, replyTokens, 0)).content);
  if (!rewrite) {
    state.tracer.note("rewrite", "The reply was no question; it stays as it was asked.");
    return;
  }
  // Without earlier questions nothing is missing from it, and a rewritten one may lose its rare word.
  if (history.length > 0) state.standalone = rewrite.question;
  state.queries = [...new Set([state.standalone, state.question, ...rewrite.queries])];
  const { standalone: question, queries } = state;
  state.emit({ type: "question-rewrite", question, queries });
  state.tracer.note("rewrite", `${question} (${queries.join("; ")})`);
}

function requestFor(question: string, history: readonly PastTurn[]): string {
  const past = history
    .slice(-mostPast)
    .map((turn) => `Q: ${cut(turn.question)}\nA: ${cut(turn.answer) || "Not found."}`)
    .join("\n");
  // Earlier answers hold words of documents.
  const before = past === "" ? "" : `${fenced("conversation", "", past)}\n\n`;
  return `${before}Question: ${question}

First, before any tool, reply in this form: {"question":"…","queries":["…"]}
question: the same question, understandable without the conversation. queries: one to three short searches for it, with words that the documents would use.`;
}

function cut(text: string): string {
  return text.length > longestPast ? `${text.slice(0, longestPast)} …` : text;
}
