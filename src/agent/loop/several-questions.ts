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
const joint = new RegExp(
  `(?:\\s*[,;])?\\s+(?:and|und|et|y)\\s+(?:also\\s+|auch\\s+|aussi\\s+|también\\s+)?(?=(?:(?:${prepositions})\\s+)?(?:${questionWords})\\s+\\p{L}|(?:${verbs})\\s+(?:${subjects})\\s)`,
  "iu",
);
const begins = new RegExp(
  `^(?:[^,;?]{1,60},\\s+)?(?:(?:${prepositions})\\s+)?(?:${questionWords}|${verbs})(?!\\p{L})`,
  "iu",
);
const listNumber = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/u;

/**
 * The questions of a message: "Who is the landlord, and how much is the deposit?" has two. One that
 * is not a question itself stays with the others, as do questions that share their end ("When and
 * where was she born?"). Only the message itself if it has one question, or more than five.
 */
export function questionsIn(message: string): readonly string[] {
  const sentences = message
    .split(/(?<=[?？])\s+|\n+/u)
    .map((sentence) => sentence.replace(listNumber, "").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  if (sentences.length > 1 && !sentences.every((sentence) => /[?？]$/u.test(sentence)))
    return [message];
  const questions = sentences.flatMap(partsOf);
  return questions.length > 1 && questions.length <= mostQuestions
    ? questions.map((question) => question.charAt(0).toUpperCase() + question.slice(1))
    : [message];
}

function partsOf(sentence: string): readonly string[] {
  const found = joint.exec(sentence);
  if (!found) return [sentence];
  const first = sentence.slice(0, found.index);
  const rest = sentence.slice(found.index + found[0].length);
  const isQuestion = begins.test(first) && first.split(/\s+/u).length >= shortestFirst;
  return isQuestion ? [`${first}?`, ...partsOf(rest)] : [sentence];
}
