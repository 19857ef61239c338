import { inLowerCase } from "../../core/index.js";

/**
 * Greetings and polite beginnings of questions, in English, German, French and Spanish: "Hi, could
 * you please tell me …", "Ich möchte wissen, …". They match text in lower case.
 */
const greeting =
  /^\W{0,3}(?:hi|hello|hey|hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (?:días|tardes|noches))(?: (?:there|all|everyone|zusammen))?[\s,.!:–-]{1,5}/u;
const polite =
  /^\W{0,3}(?:please|bitte|por favor)?,?\s{0,3}(?:(?:can|could|would|will) (?:you|someone|anyone) (?:please |kindly )?(?:tell|show|explain to|remind) (?:me|us)|(?:can|could|would|will) (?:you|someone|anyone) (?:please |kindly )?(?:find out|check|look up)|(?:tell|show|remind|give|get|find) (?:me|us)|(?:find|look up|search for)(?= \p{L})|(?:i|we) (?:need|want)(?! to)|(?:i['’]m|i am|we['’]re|we are) (?:looking|searching) for|(?:ich|wir) (?:brauche|suche)n?|(?:je cherche|j['’]ai besoin d[e'’])|(?:necesito|busco)|(?:i|we)(?:['’]d| would) (?:like|love) to know|(?:i|we) (?:want|need) to know|i(?: was|['’]m| am)(?: just)? wondering(?: if you (?:can|could) tell me)?|do (?:you|we) know|does (?:anyone|anybody) know|any idea|(?:kannst du|können sie|könntest du|könnten sie) (?:mir|uns) (?:bitte )?sagen|(?:ich|wir) (?:möchte|würde|möchten|würden) (?:gerne? )?wissen|weißt du|wissen sie|sag(?:en sie)? mir(?: bitte)?|(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous) (?:me|nous) dire|(?:je voudrais|j['’]aimerais|nous aimerions|je veux) savoir|sais-tu|savez-vous|(?:dis|dites)-(?:moi|nous)|(?:puedes|puede|podrías|podría) decir(?:me|nos)|(?:me gustaría|quiero|quisiera) saber|dime|sabes|sabe usted)(?:,? (?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor))?(?!\p{L})[\s,:–-]{0,5}/u;

/** Minimum number of words that are left of a question. */
const leastWords = 2;

/** A question without its greeting and polite beginning; unchanged if hardly anything is left. */
export function plainQuestion(question: string): string {
  const rest = withoutBeginning(withoutBeginning(question, greeting), polite).trim();
  return rest.split(/\s+/u).length < leastWords ? question : rest;
}

function withoutBeginning(text: string, beginning: RegExp): string {
  return text.slice(beginning.exec(inLowerCase(text))?.[0].length ?? 0);
}
