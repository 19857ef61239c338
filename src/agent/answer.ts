import {
  type Answer,
  type AnswerSentence,
  type Citation,
  markedTexts,
  type RunUsage,
} from "../core/index.js";

/** A sentence that code has counted, looked up or copied, so nothing is left to verify. */
export function sentenceByCode(text: string, citations: readonly Citation[]): AnswerSentence {
  return {
    text,
    citations,
    supported: true,
    calculations: [],
    unsupportedNumbers: [],
    dropped: [],
  };
}

/** The usage before anything is done. */
export const noUsage: RunUsage = {
  calls: 0,
  turns: 0,
  promptTokens: 0,
  reusedTokens: 0,
  generatedTokens: 0,
  folds: 0,
  firstToken: null,
  total: 0,
};

/** Makes `Answer.text` from the rest of an answer. */
export function answerText({
  sentences,
  passages,
  direct,
  parts,
}: Pick<Answer, "sentences" | "passages" | "direct" | "parts">): string {
  if (sentences.length > 0) {
    return sentences
      .map(({ text, ownLine }, index) => (index === 0 ? "" : ownLine ? "\n" : " ") + text)
      .join("");
  }
  if (parts) {
    const texts = parts.map((part) => answerText({ sentences, ...part }));
    return texts.filter((text) => text !== "").join("\n");
  }
  const [best] = passages;
  if (direct && "calculation" in direct) {
    const { says, label, value, kind, isAsked } = direct;
    if (kind === "matching") return isAsked ? `${value}: ${label}` : label;
    return `${says ? `${yesOrNo[says]}: ` : ""}${label}: ${value}`;
  }
  const marked = best ? markedTexts(best).join(" ") : "";
  if (direct?.kind === "unsaid") {
    const fact = direct.fact === "author" ? "names no author" : "gives no date";
    return marked === "" ? `${direct.path} ${fact} in its properties.` : marked;
  }
  if (direct?.kind === "count") return direct.isAsked ? `${direct.count}: ${marked}` : marked;
  return direct ? `${yesOrNo[direct.kind]}: ${marked}` : marked;
}

const yesOrNo = { yes: "Yes", no: "No" } as const;

/** A stored answer, which may come from a version that stored it without its text. */
export function storedAnswer(answer: Omit<Answer, "text"> & Partial<Answer>): Answer {
  return { ...answer, text: answer.text ?? answerText(answer) };
}
