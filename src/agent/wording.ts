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
  notEnough: ({ missing }: DraftAnswer, calls: number, again: boolean): string =>
    again
      ? `Still missing. One more try, or the same answer again. ${wording.callsLeft(calls)}`
      : `You say that something is missing${missing === "" ? "" : ` (${missing.slice(0, 200)})`}. Search on: use other words, a single rare word with grep, another document, or read the pages around what came nearest. If the question itself is unclear, or nothing more can be found, give the same answer again. ${wording.callsLeft(calls)}`,
  answerAlone: "answer comes alone, as the only call of a reply. It was not taken.",
  tooManyCalls: (most: number): string => `Not carried out: at most ${most} calls in a reply.`,
  cutOff: (calls: number): string =>
    `That reply was too long and was cut off. Answer again with at most three short sentences and one short quote each. ${wording.callsLeft(calls)}`,
};
