import {
  capitalised,
  isQuestion,
  type Span,
  sentencesIn,
  withoutItemMark,
} from "../../core/index.js";

/** A message with more questions is answered as a whole: it is more likely a pasted text. */
const mostQuestions = 5;
/** Minimum number of words before "and when …", so that "when and where" is one question. */
const shortestFirst = 3;

const questionWords =
  "who|whom|whose|when|where|why|how|what|which|wer|wen|wem|wessen|wann|wo|woher|wohin|warum|wieso|weshalb|wie|was|welche[rsnm]?|qui|quand|où|pourquoi|comment|combien|quel(?:le)?s?|quién(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|qué|cuál(?:es)?|por qué";
const verbs =
  "is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had|ist|sind|war|waren|kann|können|darf|dürfen|muss|müssen|soll|hat|haben|wird|werden|gibt|est|sont|puis|peut|a-t|doit|es|son|está|puede|debe|hay";
const subjects =
  "i|you|we|they|he|she|it|there|the|a|an|my|our|your|his|her|their|this|that|these|those|any|ich|man|wir|es|er|sie|der|die|das|den|ein|eine|mein|meine|ce|il|elle|on|je|le|la|les|un|une|el|los|las|una";
const prepositions =
  "in|on|at|for|by|with|from|to|of|since|until|under|an|auf|bei|bis|für|mit|seit|von|zu|à|dans|de|depuis|en|par|pour|sur|a|con|desde|hasta|por";

/** The word that joins two questions, before one that begins with a question word or a verb. */
const joint: RegExp = new RegExp(
  `[,;]? (?:and|und|et|y) (?:also |auch |aussi |también )?(?=(?:(?:${prepositions}) )?(?:${questionWords}) \\p{Alpha}|(?:${verbs}) (?:${subjects}) )`,
  "iu",
);
const begins = new RegExp(
  `^(?:[^,;?]{1,60}, )?(?:(?:${prepositions}) )?(?:${questionWords}|${verbs})(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);

export interface Message {
  /** Only the message itself if none of its sentences ends like a question, or more than five do. */
  readonly questions: readonly string[];
  /** The sentences that are not questions: "I am moving out." Empty if there are none. */
  readonly context: string;
}

/**
 * The questions of a message, and its other sentences: "Who is the landlord, and how much is the
 * deposit?" has two. Questions that share their end ("When and where was she born?") are one.
 */
export function readMessage(message: string): Message {
  const sentences = message
    .split(/\n+/u)
    .flatMap((line) => sentencesIn(line, { start: 0, end: line.length }).map(textIn(line)))
    .flatMap(afterColon)
    .map((sentence) => withoutItemMark(sentence).replace(/\s+/gu, " ").trim())
    .filter((sentence) => /\p{Alpha}/u.test(sentence) && !thanks.test(sentence));
  // One sentence is a question even without a question mark.
  const asked = sentences.length === 1 ? sentences : sentences.filter(isQuestion);
  const questions = asked.flatMap(partsOf);
  if (questions.length === 0 || questions.length > mostQuestions)
    return { questions: [message], context: "" };
  return {
    questions: questions.length > 1 ? questions.map(capitalised) : questions,
    context: sentences.filter((sentence) => !asked.includes(sentence)).join(" "),
  };
}

function textIn(line: string): (span: Span) => string {
  return ({ start, end }) => line.slice(start, end);
}

/** Thanks and the like, which say nothing about the question. */
const thanks =
  /^(?:many thanks|thanks?(?: you)?|thx|tks|ty|cheers|(?:vielen )?danke?|merci|(?:muchas )?gracias)(?![a-zß-ɏḀ-ỿ])[^?]{0,40}$/iu;

/** A sentence in two, if a question begins after its colon: "One more thing: who pays?" */
function afterColon(sentence: string): readonly string[] {
  const colon = /: /u.exec(sentence);
  if (!colon || !isQuestion(sentence)) return [sentence];
  const rest = sentence.slice(colon.index + colon[0].length);
  return begins.test(rest) ? [`${sentence.slice(0, colon.index)}.`, rest] : [sentence];
}

function partsOf(sentence: string): readonly string[] {
  const found = joint.exec(sentence);
  if (!found) return [sentence];
  const first = sentence.slice(0, found.index);
  const rest = sentence.slice(found.index + found[0].length);
  const isWhole = begins.test(first) && first.split(" ").length >= shortestFirst;
  return isWhole ? [`${first}?`, ...partsOf(rest)] : [sentence];
}
