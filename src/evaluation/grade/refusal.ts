import { splitSentences } from "./split-sentences.js";

/** In so few sentences the second one counts as the first does. */
const shortAnswer = 3;

/** Verbs for giving an answer. */
const giving =
  "(?:definitively |conclusively |accurately |directly |reliably )?(?:be )?(?:answer(?:ed)?|determined?|provided?|calculated?|conclude[d]?|computed?|found|find|give[n]?|say|said|tell|told|confirm(?:ed)?|ascertain(?:ed)?|assess(?:ed)?|identif(?:y|ied)|known?|derived?|establish(?:ed)?|verif(?:y|ied)|completed?|evaluated?|compared?|access(?:ed)?|made|make|specif(?:y|ied)|state[d]?|locate[d]?|offer|help|assist|drawn|retrieved?|disclosed?|fulfil+)";

/** "I cannot determine": whoever says that gives no answer. */
const inability = [
  `\\b(?:can ?not|can't|could not|couldn't|unable to|not able to|(?:im|not )possible to|not in a position to)\\s+${giving}`,
  `\\bno (?:conclusion|answer) can be\\b`,
  "\\b(?:i|we) (?:do not|don't|did not|didn't|would not|wouldn't) (?:currently |actually |yet )?(?:have|know|possess|see|find)\\b(?! (?:any )?(?:doubt|reason))",
  "\\bi(?:'m| am) (?:sorry|afraid|unable|not (?:sure|certain|aware|able))\\b",
  "\\bas an? (?:ai|(?:large )?language model)\\b",
  "\\b(?:insufficient|not enough|inadequate) (?:information|data|evidence|detail|context)",
  "\\b(?:do|does|did) not (?:have|include|contain) (?:enough|sufficient|access)",
  "^(?:unfortunately|sorry)\\b.*\\b(?:not|no|n't)\\b",
  "\\b(?:not|never) (?:answerable|determinable)\\b",
  "\\bnot found\\b",
];

/** What documents are called in answers. */
const source =
  "(?:text|context|information|documents?|filings?|reports?|excerpts?|passages?|evidence|exhibits?|statements?|data|sources?|table|article|paper|it|they)";
const facts =
  "(?:information|data|details?|figures?|evidence|breakdown|context|references?|values?|amounts?|numbers?|answer)";

/** "The text does not provide information". */
const absence = [
  `\\b(?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:contain|provide|include|have|give|offer|list|detail|specify|disclose|state|reveal|say|cover|address)\\b[^.]{0,40}\\b${facts}\\b`,
  `\\b${source}(?: \\w+){0,3} (?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:contain|provide|include|give|offer|list|detail|specify|disclose|state|reveal|say|cover|address)\\b`,
  "\\b(?:is|are|was|were|been)(?: not|n't)(?: \\w+ly)? (?:provided|stated|available|disclosed|given|specified|contained|listed|detailed|known|shown)\\b",
  `\\b(?:no|without|lacks?|lacking)(?: \\w+){0,3} ${facts}\\b`,
  "\\b(?:haven't|have not) provided\\b",
];

/** "There is no mention": a "no" where the question is whether something is so. */
const silence = [
  "\\b(?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:mention|indicate|suggest|discuss|show)\\b",
  "\\b(?:is|are|was|were|been)(?: not|n't)(?: \\w+ly)? (?:mentioned|included|reported|found|present|clear|indicated)\\b",
  "\\bno(?: \\w+){0,2} (?:mention|indication|sign)\\b",
];

/** Sends the reader elsewhere. */
const deflection = [
  "\\bplease (?:provide|refer|check|consult|see|note that|let me know|share|visit|clarify)\\b",
  "\\bif you (?:can |could |have |provide|would |need)",
  "\\byou (?:would|will|can|could|should|may|might) (?:typically |also |need |have to |want |find |refer |use |look |check |visit |then )",
  "\\b(?:i|we) (?:recommend|suggest|advise)\\b",
  "\\bone would (?:typically |need )",
  "\\b(?:would|is|are) (?:be )?(?:needed|required|necessary)\\b",
  "\\b(?:i|we) (?:would|will|can|could) (?:be happy|be able|be glad|help|need)\\b",
];

const inabilityPattern = new RegExp(inability.join("|"), "i");
const absencePattern = new RegExp(absence.join("|"), "i");
const silencePattern = new RegExp(silence.join("|"), "i");
const deflectionPattern = new RegExp(deflection.join("|"), "i");

/** How an answer declines to answer. */
export interface Refusal {
  /** The sentence that declines; empty for an empty answer. */
  readonly sentence: string;
  /** What it says besides: text that neither declines nor sends elsewhere, perhaps an answer after all. */
  readonly rest: string;
  /** Of that, the sentences before `sentence`, without those that say that something is not mentioned. */
  readonly before: readonly string[];
}

/** What could be so is no answer. */
const guess = /\b(?:might|could|would|may) (?:be|include|have)\b/i;
const pleasantry =
  /^(?:i hope (?:this|that) helps|let me know|please let me know|is there anything|feel free)\b/i;

/**
 * Finds how an answer declines to answer, by its wording (English); null when it does not. An empty
 * answer declines. That a document says nothing of a thing is an answer when the question asks
 * whether something is so.
 */
export function findRefusal(answer: string, asksWhether: boolean): Refusal | null {
  const sentences = splitSentences(answer).filter((sentence) => !pleasantry.test(sentence));
  const missing = (sentence: string): boolean =>
    absencePattern.test(sentence) || (!asksWhether && silencePattern.test(sentence));
  const sentence = decliningSentence(sentences, missing);
  if (sentence === null) return null;
  const says = (one: string): boolean =>
    !missing(one) && ![inabilityPattern, deflectionPattern, guess].some((is) => is.test(one));
  return {
    sentence,
    rest: sentences.filter(says).join("\n"),
    before: sentences
      .slice(0, Math.max(0, sentences.indexOf(sentence)))
      .filter((one) => says(one) && !silencePattern.test(one)),
  };
}

function decliningSentence(
  sentences: readonly string[],
  missing: (sentence: string) => boolean,
): string | null {
  const first = sentences[0] ?? "";
  const last = sentences.at(-1) ?? "";
  if (first === "") return "";
  const ends = [...new Set([...sentences.slice(0, 2), ...sentences.slice(-2)])];
  const unable = ends.find((sentence) => inabilityPattern.test(sentence));
  if (unable !== undefined) return unable;
  const early = sentences.length > shortAnswer ? [first] : sentences.slice(0, 2);
  const absent = early.find(missing);
  if (absent !== undefined) return absent;
  const elsewhere = sentences.filter((sentence) => deflectionPattern.test(sentence));
  if (missing(last) && elsewhere.length > 0) return last;
  // A recipe for finding the answer is none.
  if (elsewhere.length > 1 || deflectionPattern.test(last)) return elsewhere[0] ?? last;
  return null;
}
