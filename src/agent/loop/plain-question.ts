import { inLowerCase } from "../../core/index.js";

/**
 * Greetings, polite beginnings and ends of questions, in English, German, French and Spanish: "Hi,
 * could you please tell me …", "Ich möchte wissen, …", "… pls", "…? Thanks!" They match text in
 * lower case.
 */
const greeting =
  /^\W{0,3}(?:hi|hello|hey|hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (?:días|tardes|noches))(?: (?:there|all|everyone|zusammen))?[\s,.!:–-]{1,5}/u;
const polite =
  /^\W{0,3}(?:please|bitte|por favor)?,?\s{0,3}(?:(?:can|could|would|will) (?:you|someone|anyone) (?:please |kindly )?(?:tell|show|explain to|remind) (?:me|us)|(?:can|could|would|will) (?:you|someone|anyone) (?:please |kindly )?(?:find out|check|look up)|(?:tell|show|remind|give|get|find) (?:me|us)|(?:find|look up|search for)(?= \p{Alpha})|(?:i|we) (?:need|want)(?! to)|(?:i['’]m|i am|we['’]re|we are) (?:looking|searching) for|(?:ich|wir) (?:brauche|suche)n?|(?:je cherche|j['’]ai besoin d[e'’])|(?:necesito|busco)|(?:i|we)(?:['’]d| would) (?:like|love) to know|(?:i|we) (?:want|need) to know|i(?: was|['’]m| am)(?: just)? wondering(?: if you (?:can|could) tell me)?|do (?:you|we) know|does (?:anyone|anybody) know|(?:do|does) (?:the|this|that|these|those|my|our|your|any)(?: of)?(?: (?:the|these|my|our|your))? ?(?:documents?|texts?|files?|pdfs?|papers?|articles?|reports?|manuals?|it)? (?:say|tell(?: (?:me|us|you))?|mention|state|explain|describe|specify)(?= (?:who|whose|when|where|which|what|why|how)(?!\p{Alpha}))|any idea|i(?:['’]ve| have)? forg(?:o|e)t(?:ten)?|i (?:do not|don['’]?t|can(?:no|['’])?t) (?:know|remember|recall|find|see|tell)|(?:kannst du|können sie|könntest du|könnten sie) (?:mir|uns) (?:bitte )?sagen|ich (?:weiß nicht(?: mehr)?|habe vergessen)|(?:ich|wir) (?:möchte|würde|möchten|würden) (?:gerne? )?wissen|weißt du|wissen sie|sag(?:en sie)? mir(?: bitte)?|(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous) (?:me|nous) dire|(?:je voudrais|j['’]aimerais|nous aimerions|je veux) savoir|sais-tu|savez-vous|(?:dis|dites)-(?:moi|nous)|(?:puedes|puede|podrías|podría) decir(?:me|nos)|(?:me gustaría|quiero|quisiera) saber|dime|sabes|sabe usted)(?:,? (?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor))?(?!\p{Alpha})[\s,:–-]{0,5}/u;

/** "Quick question:", "Eine kurze Frage:". */
const announced =
  /^\W{0,3}(?:(?:just |only )?(?:an?(?:other)? )?(?:quick|short|simple|small|brief|one more|another) question|(?:nur )?(?:(?:noch )?eine )?(?:kurze )?frage|(?:une )?(?:petite |autre )?question|(?:una )?(?:pregunta)(?: rápida)?)\s?[:,–-]\s{0,3}/u;
/** "According to the document, …", "… as stated in the text": any document may be meant. */
const anywhere =
  "(?:according to|(?:as |that (?:is|are|was|were) )?(?:mentioned|stated|described|given|written|listed) in|based on) (?:the|this|these|my|your) (?:provided |attached |uploaded )?(?:documents?|texts?|files?|pdfs?|passages?|context)|laut (?:dem |der |den |diesem )?(?:dokument(?:en)?|text|datei(?:en)?)|selon (?:le|les|ce|ces) (?:documents?|textes?|fichiers?)|según (?:el|los|este|estos) (?:documentos?|textos?|archivos?)";
const anywhereFirst = new RegExp(`^\\W{0,3}(?:${anywhere}),\\s{0,3}`, "u");
const anywhereLast = new RegExp(`,?\\s{1,3}(?:${anywhere})(?=\\s?[?.!]?$)`, "u");

const politeEnd =
  /(?:[\s,.!?–-]{1,5}(?:please|pls|plz|thx|tks|bitte|s['’]il (?:te|vous) pla[iî]t|svp|stp|por favor)|[,.!?–-]\s{0,3}(?:(?:many )?thanks?(?: you)?(?: (?:in advance|so much|a lot|very much))?|ty|cheers|(?:vielen )?danke?(?: (?:im voraus|schön|sehr))?|merci(?: (?:d['’]avance|beaucoup))?|(?:muchas )?gracias))[\s.!?]{0,5}$/u;

/** English contractions without their apostrophe: "doesnt", "why cant", "whats". */
const bareContractions: readonly RegExp[] = [
  /(?<![a-zß-ɏḀ-ỿ])((?:is|are|was|were|does|did|has|have|had|should|could|would|must|need)n)(t)(?![a-zß-ɏḀ-ỿ])/giu,
  // "Dont" is a French word, too.
  /(?<=^|(?<![a-zß-ɏḀ-ỿ])(?:why|how|who|which|what|that|if|i|you|we|they|he|she|it|people) )((?:ca|do|wo)n)(t)(?![a-zß-ɏḀ-ỿ])/giu,
  /^(what|where|who|when|how)(s)(?= )/iu,
];

/** Spanish question words without their accent: "cuanto cuesta", "en que año". */
const bareSpanish =
  /^\W{0,3}(?:(?:y|a|en|de|desde|hasta|con|para|por) )?(?:(cuant[oa]s?|quien(?:es)?|donde|cuando|cual(?:es)?)(?![a-zß-ɏḀ-ỿ])|(que|como)(?= (?:se|es|son|hay|hace|hora|dia|día|año|tiene|pasa|significa|fue|era|puedo|puede|debo|hago|cuesta)(?![a-zß-ɏḀ-ỿ])))/u;
const accented: ReadonlyMap<string, string> = new Map([
  ["cuanto", "cuánto"],
  ["cuanta", "cuánta"],
  ["cuantos", "cuántos"],
  ["cuantas", "cuántas"],
  ["quien", "quién"],
  ["quienes", "quiénes"],
  ["donde", "dónde"],
  ["cuando", "cuándo"],
  ["cual", "cuál"],
  ["cuales", "cuáles"],
  ["que", "qué"],
  ["como", "cómo"],
]);

/** A question with the accent of its Spanish question word, which people often do not type. */
function withAccent(question: string): string {
  const { 0: found = "", 1: plain, 2: other } = bareSpanish.exec(inLowerCase(question)) ?? [];
  const word = plain ?? other ?? "";
  const right = accented.get(word);
  if (right === undefined) return question;
  const start = found.length - word.length;
  return `${question.slice(0, start)}${right}${question.slice(found.length)}`;
}

/** Minimum number of words that are left of a question. */
const leastWords = 2;

/**
 * A question without greeting and polite words around it, unchanged if hardly anything is left, and
 * with the apostrophes of contractions and the accents of Spanish question words. One that is all in capitals is lowered, because its words
 * are neither names nor acronyms.
 */
export function plainQuestion(question: string): string {
  const around = [greeting, announced, polite, politeEnd, anywhereFirst, anywhereLast];
  const rest = around.reduce(without, question).trim();
  const kept = rest.split(/\s+/u).length < leastWords ? question : rest;
  const plain = bareContractions.reduce((text, bare) => text.replace(bare, "$1'$2"), kept);
  return withAccent(isShouted(plain) ? plain.toLowerCase() : plain);
}

/** A text without what matches in lower case, but with its question mark. */
function without(text: string, pattern: RegExp): string {
  const found = pattern.exec(inLowerCase(text));
  if (!found) return text;
  const rest = text.slice(found.index + found[0].length);
  return text.slice(0, found.index) + (found[0].includes("?") ? "?" : "") + rest;
}

/** True if a text has three words or more, and all letters are capitals. */
function isShouted(text: string): boolean {
  return !/\p{Lowercase}/u.test(text) && (text.match(/\p{Uppercase}{2,}/gu)?.length ?? 0) >= 3;
}
