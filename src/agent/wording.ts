import type { DraftAnswer } from "../core/draft-answer.js";

/** What the loop tells the model between its turns. */
export const wording = {
  callsLeft: (calls: number): string =>
    calls === 0
      ? "No calls left. Answer now from what you have seen."
      : `Calls left: ${calls}.${calls <= 2 ? " Answer as soon as you can." : ""}`,
  question: (question: string, calls: number): string =>
    `Question: ${question}\n${wording.callsLeft(calls)}`,
  malformed: (calls: number): string =>
    `That reply could not be read. Reply with one JSON object only, in the form {"thought":"…","calls":[{"tool":"…","arguments":{…}}]}. ${wording.callsLeft(calls)}`,
  notEnough: ({ missing }: DraftAnswer, calls: number): string =>
    `You say that something is missing${missing === "" ? "" : ` (${missing.slice(0, 200)})`}. Search on: use other words, a single rare word with grep, another document, or read the pages around what came nearest. ${wording.callsLeft(calls)}`,
  answerAlone: "answer comes alone, as the only call of a reply. It was not taken.",
  tooManyCalls: (most: number): string => `Not carried out: at most ${most} calls in a reply.`,
  noCallsLeft: "Not carried out: no calls left.",
};
