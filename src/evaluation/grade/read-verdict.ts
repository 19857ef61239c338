import { isRecord } from "../../core/is-record.js";
import type { Verdict } from "./grade-answer.js";

/** What a judge says of an answer. */
export interface Judgement {
  readonly verdict: Verdict;
  /** In the judge's words; may be empty. */
  readonly reason: string;
}

/** Beyond this a reply is none that was asked for. */
const longestReply = 20_000;
const longestReason = 500;

const verdicts: Readonly<Record<string, Verdict>> = {
  correct: "correct",
  "correct answer": "correct",
  incorrect: "incorrect",
  "incorrect answer": "incorrect",
  wrong: "incorrect",
  refusal: "refusal",
  refused: "refusal",
};

/**
 * Reads a judge's reply. Understood are the form that was asked for, also with a fence or words
 * around it, one that was cut off behind the verdict, and a verdict that stands alone. Null for
 * anything else, more than one verdict included; never throws.
 */
export function readVerdict(reply: string): Judgement | null {
  if (reply.length > longestReply) return null;
  const object = parsed(reply);
  if (object) {
    const verdict = verdictOf(object.verdict);
    const reason = typeof object.reason === "string" ? object.reason.trim() : "";
    return verdict && { verdict, reason: reason.slice(0, longestReason) };
  }
  const named = [...reply.matchAll(/"?verdict"?\s*[:=]\s*"?(correct|incorrect|refusal)\b/gi)];
  const alone = verdictOf(reply.replace(/^\W+|\W+$/g, ""));
  const verdict = named.length === 1 ? verdictOf(named[0]?.[1]) : alone;
  return verdict && { verdict, reason: "" };
}

function verdictOf(value: unknown): Verdict | null {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  return Object.hasOwn(verdicts, word) ? (verdicts[word] ?? null) : null;
}

/** The only object of a reply; null when there is none, or it is cut off. */
function parsed(reply: string): Readonly<Record<string, unknown>> | null {
  const start = reply.indexOf("{");
  const end = reply.lastIndexOf("}");
  if (start < 0 || end < start) return null;
  try {
    const value: unknown = JSON.parse(reply.slice(start, end + 1));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
