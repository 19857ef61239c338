import { splitSentences } from "./split-sentences.js";

/** An answer by what its sentences are for. */
export interface Claims {
  /** The first sentence that says something; empty for an answer without any. */
  readonly opening: string;
  /** The last sentence, and those that are marked as a conclusion, in order. */
  readonly concluding: readonly string[];
  /** Opening and concluding sentences; all of a short answer. In order, none twice. */
  readonly claims: readonly string[];
  readonly all: readonly string[];
}

/** So many sentences are short enough to be claims altogether. */
const shortAnswer = 3;

const introduction =
  /^(?:sure|certainly|of course|okay|great)[!.,]*$|:$|^to (?:calculate|determine|answer|find|compute|assess|evaluate)\b|^here (?:is|are|'s)\b/i;
const conclusion =
  /^(?:(?:and )?so|therefore|thus|hence|consequently|accordingly|in (?:summary|conclusion|short|total|sum|fact)|to (?:summari[sz]e|conclude|sum up)|overall|as a result|(?:when )?round(?:ed|ing)|finally|based on (?:this|these|the above)|the (?:final )?answer is|this (?:means|gives|indicates|shows|suggests|implies|represents|results|is))\b/i;

/** Finds the sentences of an answer that carry what it claims, apart from how it came to it. */
export function findClaims(answer: string): Claims {
  const all = splitSentences(answer);
  const opening = all.find((sentence) => !introduction.test(sentence)) ?? all[0] ?? "";
  const concluding = all.filter(
    (sentence, index) => index === all.length - 1 || conclusion.test(sentence),
  );
  const claims =
    all.length <= shortAnswer
      ? all
      : all.filter((sentence) => sentence === opening || concluding.includes(sentence));
  return { opening, concluding, claims: [...new Set(claims)], all };
}
