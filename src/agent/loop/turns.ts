import { labelOf, type Span } from "../../core/index.js";
import { keysOf } from "../../figures/index.js";

/** Minimum number of labelled lines in a transcript; at least two have the same label. */
const fewestTurns = 3;
/** Longer turns are about more than one thing. */
const longestTurn = 400;

/** The lines of a transcript; null for other texts. */
function transcript(text: string): readonly Line[] | null {
  const lines = linesOf(text);
  const labels = lines.flatMap(({ label }) => label ?? []);
  return labels.length < fewestTurns || new Set(labels).size === labels.length ? null : lines;
}

/**
 * Whether another than a certain speaker speaks at a place of a transcript. False for other texts, and
 * if that speaker has no turn in it, since labels may be initials.
 */
export function isOtherSpeaker(text: string, at: number, speaker: string): boolean {
  const lines = transcript(text) ?? [];
  const isIt = ({ label }: Line): boolean =>
    label !== null && keysOf(label).some((key) => keysOf(speaker).includes(key));
  const turn = lines.findLast(({ start, label }) => label !== null && start <= at);
  return turn !== undefined && !isIt(turn) && lines.some(isIt);
}

/**
 * Extends a sentence of a transcript to the whole turn of its speaker, because what somebody says
 * about a thing is in the sentences after the one that names it: "Ed: The films. Could we not offer
 * them as a download?" Other texts, and long turns, stay as they are.
 */
export function withTurn(span: Span, text: string): Span {
  const lines = transcript(text);
  if (!lines) return span;
  const first = lines.findLastIndex(({ start, label }) => label !== null && start <= span.start);
  const turn = lines[first];
  if (!turn) return span;
  const next = lines.findIndex(
    ({ label, isEmpty }, index) => index > first && (label !== null || isEmpty),
  );
  const end = next < 0 ? text.trimEnd().length : (lines[next - 1]?.end ?? span.end);
  if (end < span.end || end - turn.start > longestTurn) return span;
  return { start: turn.start, end };
}

interface Line extends Span {
  readonly label: string | null;
  readonly isEmpty: boolean;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const one = {
      ...{ start, end: start + line.length, label: labelOf(line) },
      isEmpty: line.trim() === "",
    };
    start = one.end + 1;
    return one;
  });
}
