import type { Answer, AnswerSentence } from "./answer.js";
import { recordedTurns } from "./recorded-model.js";
import type { ReplayDifference } from "./replay-result.js";
import type { Trace, TracedCall } from "./trace.js";

/** Where two runs differ in their calls, in what those gave, and in the answer. Times do not count. */
export function compareRuns(recorded: Trace, replayed: Trace): ReplayDifference[] {
  const turns = [recorded, replayed].map(({ steps }) => `${recordedTurns(steps).length} replies`);
  return [
    ...differing("turns", "the model's replies", turns[0], turns[1]),
    ...pairs(calls(recorded), calls(replayed)).flatMap(([before, after], index) =>
      differing(
        "call",
        `call ${index + 1}, ${(before ?? after)?.tool}`,
        shownCall(before),
        shownCall(after),
      ),
    ),
    ...answerDifferences(recorded.answer, replayed.answer),
  ];
}

/** The tool calls, without the model's turns and the notes between them. */
function calls({ steps }: Trace): TracedCall[] {
  return steps.filter((step) => step.type === "call");
}

function answerDifferences(before: Answer, after: Answer): ReplayDifference[] {
  const outcome = ({ kind, reason }: Answer) => (reason === null ? kind : `${kind}: ${reason}`);
  const shown = ({ passages }: Answer) => passages.map(({ evidence }) => evidence).join(", ");
  return [
    ...differing("answer", "what came of it", outcome(before), outcome(after)),
    ...differing("answer", "the question as understood", before.standalone, after.standalone),
    ...pairs(before.sentences, after.sentences).flatMap(([was, is], index) =>
      differing("answer", `sentence ${index + 1}`, shownSentence(was), shownSentence(is)),
    ),
    ...differing("answer", "the passages", shown(before), shown(after)),
  ];
}

function differing(
  kind: ReplayDifference["kind"],
  where: string,
  recorded = "",
  replayed = "",
): ReplayDifference[] {
  return recorded === replayed ? [] : [{ kind, where, recorded, replayed }];
}

function pairs<T>(before: readonly T[], after: readonly T[]): [T | undefined, T | undefined][] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) => [before[index], after[index]]);
}

function shownCall(call: TracedCall | undefined): string | undefined {
  return call && `${call.tool} ${canonical(call.arguments)}\n${call.text}`;
}

function shownSentence(sentence: AnswerSentence | undefined): string | undefined {
  if (!sentence) return undefined;
  const { text, supported, citations, calculations } = sentence;
  return [
    text,
    supported ? "supported" : "not supported",
    ...citations.map(({ evidence, quote }) => `${evidence}: ${quote}`),
    ...calculations.map(({ expression, value }) => `${expression} = ${value}`),
  ].join("\n");
}

/** JSON with the names of objects in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
