import { isListItem, withoutItemMark } from "../../core/index.js";
import {
  type AnswerKind,
  durationsIn,
  givesReason,
  wordKey as keyOfWord,
  keysOf,
  type Measure,
  measureOf,
  monthName,
  type NumberInText,
  ordinals,
  type ReadQuestion,
  saysOneUnit,
  spelledAsNumbers,
  unitOf,
} from "../../figures/index.js";

/** The feature that identifies each kind of answer: digits and dates, capitals, or words. */
export const groupOf: Readonly<Record<AnswerKind, "figure" | "name" | "wording" | null>> = {
  percent: "figure",
  date: "figure",
  number: "figure",
  person: "name",
  place: "name",
  reason: "wording",
  definition: "wording",
  naming: "wording",
  rule: "wording",
  steps: "wording",
  any: null,
};

/** Whether the amount in a sentence may answer a question of this kind. */
export function mayBeFigure(kind: AnswerKind): boolean {
  return kind === "number" || kind === "percent";
}

/** A capitalised word after another word. */
const nameInside =
  /(?<=[\p{Alpha}\p{N},;:)”"’']\s{1,3}(?:["“„(]\s?)?)\p{Uppercase}[\p{Alpha}\p{M}.’'-]{0,40}/gu;

/** Whether a text has the requested kind of thing, excluding what the question itself states. */
export function holdsKind(
  kind: Exclude<AnswerKind, "any">,
  content: string,
  numbers: readonly NumberInText[],
  question: ReadQuestion,
): boolean {
  const { keys } = question;
  // A number in the question itself is not an answer to it.
  const others = numbers.filter(
    ({ span }) => !keysOf(content.slice(span.start, span.end)).every((key) => keys.includes(key)),
  );
  switch (kind) {
    case "percent":
      return others.some(({ percent }) => percent) || parts.test(content);
    case "date":
      return (
        others.some(({ kind: sort }) => sort === "date" || sort === "year") ||
        timesIn(content, numbers).some((time) => !keysOf(time).every((key) => keys.includes(key)))
      );
    case "number":
      return (
        others.some(({ kind: sort, percent }) => sort === "quantity" && !percent) ||
        spelledAsNumbers(content).length > 0 ||
        (question.measures.has("time") && saysOneUnit(content)) ||
        saysHowOften(content, question)
      );
    case "definition":
      return defines(content, keys);
    case "naming":
      return saysName.test(content);
    case "rule":
      return saysRule.test(content) || yesOrNo.test(content);
    case "steps":
      return isInstruction(content);
    case "reason":
      return givesReason(content);
    case "place":
      return hasName(content, keys) || namesPlace(content, question);
    case "person":
      return hasName(content, keys);
  }
}

/** True if a text has a name with other words than those with these keys. */
export function hasName(content: string, keys: readonly string[]): boolean {
  if (namesOther(content, keys)) return true;
  const [, first = "", second = ""] =
    /^(\p{Uppercase}\p{Alpha}+) (\p{Uppercase}[\p{Alpha}\p{M}.’'-]{0,40})/u.exec(content) ?? [];
  return second !== "" && !(beginning.test(first) && keys.includes(keyOfWord(second)));
}

/** Words at the beginning of a sentence that are not part of a name. */
const beginning =
  /^(?:so|and|but|or|then|now|when|while|if|as|since|because|after|before|until|in|on|at|by|for|from|of|to|with|the|this|that|und|aber|dann|wenn|als|im|am|et|mais|quand|si|dans|y|pero|cuando|en)$/iu;

/** Months and days of the week, which are not names. */
const calendar = new RegExp(
  `^(?:${monthName}|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)[.,]?$`,
  "iu",
);

/** Whoever says "I", "I'm" or "I’ve". */
const speaker = /^I(?:['’]\p{Lowercase}{1,2})?[.,]?$/u;

/** True if a text has a name, after another word, that is none of these. */
export function namesOther(content: string, keys: readonly string[]): boolean {
  return [...content.matchAll(nameInside)].some(
    ([name]) => !keys.includes(keyOfWord(name)) && !calendar.test(name) && !speaker.test(name),
  );
}

/** A name after a preposition such as "in" or "at", or the name of a street. */
const placeName =
  /(?<!\p{Alpha})(?:in|at|near|from|to|into|through|of|outside) (?:the )?(?:\p{Lowercase}{2,20} (?:of )?)?\p{Uppercase}[\p{Alpha}’'-]{1,40}|(?<!\p{Alpha})\p{Uppercase}\p{Alpha}{1,40} (?:Street|Road|Avenue|Drive|Court|Lane|Square)/gu;

/** Everyday places after a preposition, in English: "in the lane", "to the village hall". */
const commonPlace =
  /(?<![a-zß-ɏḀ-ỿ])(?:in|inside|into|at|on|onto|under|below|beneath|behind|beside|near|by|opposite|outside|to|from|above) (?:(?:the|an?|my|our|your|his|her|their|its) )?(?:\p{Lowercase}[\p{Alpha}-]{1,15} ){0,2}?(attic|back|balcony|bank|barn|basement|bathroom|beach|bedroom|bin|box|building|cabinet|canteen|car park|cellar|centre|center|church|clinic|corner|corridor|counter|courtyard|cupboard|desk|door|drawer|driveway|entrance|farm|field|floor|folder|forecourt|foyer|front|garage|garden|gate|ground|hall|harbour|hospital|hotel|house|kiosk|kitchen|lab|laboratory|lane|library|lobby|lounge|market|meadow|museum|office|park|path|pavilion|pharmacy|pier|platform|playground|pub|quay|reception|restaurant|roof|room|school|shed|shelf|shelter|shop|square|station|store|street|theatre|town|university|village|wall|wardrobe|warehouse|workshop|yard)s?(?![a-zß-ɏḀ-ỿ])/giu;

/** True if a text names a place with no word of the question in it. */
export function namesPlace(content: string, { keys }: ReadQuestion): boolean {
  const isAsked = (text: string): boolean =>
    keysOf(text).some((key) => key.length > 3 && keys.includes(key));
  return (
    [...content.matchAll(placeName)].some(([name]) => !isAsked(name)) ||
    [...content.matchAll(commonPlace)].some(([, noun = ""]) => !isAsked(noun))
  );
}

/** True if a text says by whom something is: "a paper by Ada Lovelace". */
export function namesAgent(content: string): boolean {
  return /(?<!\p{Alpha})(?:by|von|durch|par|por) (?:the )?\p{Uppercase}/u.test(content);
}

/** The space before a table cell that may only have the unit of the number before it: "112 | g". */
const beforeUnitCell = /(?<=\p{N})\t(?=[^\t\p{N}]{1,8}(?:\t|$))/gu;

/** The requested measure that a text has a new number for, not in the question; null if none. */
export function measureIn(
  content: string,
  numbers: readonly NumberInText[],
  question: ReadQuestion,
): Measure | null {
  const { measures, keys } = question;
  if (measures.size === 0) return null;
  if (saysHowOften(content, question)) return "time";
  const text = content.replace(beforeUnitCell, " ");
  for (const number of [...numbers, ...spelledAsNumbers(content)]) {
    const measure = measureOf(unitOf(number, text));
    if (measure === null || !measures.has(measure)) continue;
    const { start, end } = number.span;
    if (!keysOf(content.slice(start, end)).every((key) => keys.includes(key))) return measure;
  }
  return measures.has("time") && saysOneUnit(content) ? "time" : null;
}

const parts =
  /(?<![a-zß-ɏḀ-ỿ])(?:half|(?:one|two|three|four)[- ](?:third|quarter|fifth)s?|(?:a|one) (?:third|quarter|fifth|tenth) of|halves|hälfte|drittel|viertel|moitié|tiers|mitad|tercio)(?![a-zß-ɏḀ-ỿ])/iu;

/** Words for spans of time in English, German, French and Spanish, as a regular expression source. */
const spans =
  "years?|months?|weeks?|days?|hours?|minutes?|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|ans|mois|semaines?|jours?|heures?|años?|mes(?:es)?|semanas?|días?|horas?|decades?|années?|since|until|seit|bis|depuis|desde|hasta";
/** Words for times that are not dates. */
const times = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:${spans}|today|tomorrow|yesterday|tonight|morning|afternoon|evening|night|spring|summer|autumn|winter|after|before|during|when|once|while|end|beginning|start|time|era|period|age|heute|morgen|gestern|nach|vor|während|après|avant|pendant|después|antes|durante)(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
const lasting = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:${spans}|centur(?:y|ies)|forever|overnight|jusqu)(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);

/** True if a text names a time in words: "last week", "shortly before the war". */
export function saysTime(content: string): boolean {
  return times.test(content);
}

/** True if a text says how long something takes, in words: "the whole day", "until spring". */
export function saysHowLong(content: string): boolean {
  return lasting.test(content);
}

/** Words for how often, in English, German, French and Spanish. */
const everyFrequency = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:(?:once|twice|times|(?:ein|zwei|drei)mal|fois|vez|veces) (?:an?|per|each|every|in|am|pro|im|par|al|por) (?:${spans})|(?:every|each|jede[nmrs]?|alle|(?:tous|toutes) les|chaque|cada|tod[oa]s l[oa]s) (?:\\p{Alpha}{2,10} )?(?:${spans}|night|morning|evening|\\p{Alpha}{2,6}day|abend|morgen|soirs?|matins?|noches?)|(?:dai|week|month|year|annual|hour|night|quarter)ly|(?:täg|wöchent|monat|jähr)lich)(?![a-zß-ɏḀ-ỿ])`,
  "giu",
);

/** Words for a number of times without a numeral; "once" alone is mostly a conjunction. */
const numberOfTimes =
  /(?<![a-zß-ɏḀ-ỿ])(?:(?:only|just|nur) (?:once|einmal)|twice|thrice|(?:zwei|drei|vier)mal|(?:deux|trois|quatre) fois|(?:dos|tres|cuatro) veces)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a question asks how often something happens, and a text says so: "twice a week", "daily". */
export function saysHowOften(content: string, { asksFrequency }: ReadQuestion): boolean {
  if (!asksFrequency) return false;
  if (numberOfTimes.test(content)) return true;
  return [...content.matchAll(everyFrequency)].some(
    ({ 0: found, index }) => !startsName(found, content.slice(index + found.length)),
  );
}

/** True if two capitals follow each other, as in "The Daily Mail". */
function startsName(word: string, rest: string): boolean {
  return /^\p{Uppercase}/u.test(word) && /^ \p{Uppercase}/u.test(rest);
}

/** Words for a purpose, a means or a consequence, in English, German, French and Spanish. */
const purposes =
  /(?<![a-zß-ɏḀ-ỿ])(?:to|for|so|as|by|thus|hence|if|otherwise|without|allow\p{Alpha}*|prevent\p{Alpha}*|avoid\p{Alpha}*|concern\p{Alpha}*|fear\p{Alpha}*|zu[mr]?|für|um|damit|dadurch|als|pour|afin|ainsi|par|para|por|así|como)(?![a-zß-ɏḀ-ỿ])/iu;

export function mayGiveReason(content: string): boolean {
  return givesReason(content) || purposes.test(content);
}

/** Words for how many there are, other than numbers, in English, German, French and Spanish. */
const quantifiers =
  /(?<![a-zß-ɏḀ-ỿ])(?:no(?! (?:more|less|later|fewer)(?![a-zß-ɏḀ-ỿ]))|none|neither|nobody|one|once|twice|both|pairs?|couple|dozens?|hundreds|thousands|millions|several|many|few|most|half|thirds?|quarters?|fifths?|majority|single|all|every|unlimited|kein\p{Alpha}{0,2}|ein(?:e[nmrs]?|mal)?|beide\p{Alpha}?|mehrere|viele|wenige|aucun\p{Alpha}?|une?|deux|plusieurs|ning[uú]n\p{Alpha}?|un[oa]?|ambos|varios)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a text says how many there are without a number: "none of the doors". */
export function saysHowMany(content: string): boolean {
  return quantifiers.test(content);
}

/** Years from 1000 on, times of the day, the week and the century, and "22,000 years ago". */
const timeWords =
  /(?<![a-zß-ɏḀ-ỿ\p{N}.,$€£])(?:1\d{3}|20\d\d)s?(?![a-zß-ɏḀ-ỿ\p{N}%]|[.,]\p{N})|(?<![a-zß-ɏḀ-ỿ])(?:centur(?:y|ies)|jahrhunderts?|siècles?|siglos?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)(?![a-zß-ɏḀ-ỿ])|(?<!\p{N})\p{N}{1,2}(?::\p{N}\p{N}|\s?[ap]\.?m)(?![a-zß-ɏḀ-ỿ])|\p{N}\s?(?:BCE?|AD|CE)(?![a-zß-ɏḀ-ỿ])|\p{N}(?: (?:thousand|million|billion))? years ago(?![a-zß-ɏḀ-ỿ])/giu;

/** Years, times of day, and other times in a text that are not dates. */
function timesIn(content: string, numbers: readonly NumberInText[]): readonly string[] {
  const named = [...content.matchAll(timeWords), ...content.matchAll(otherTimes)];
  return [...named.map(([time]) => time), ...relativeTimes(content, numbers)];
}

/** Words that make the duration behind them relative: "within the next 14 days". */
const relativeBefore =
  /(?<![a-zß-ɏḀ-ỿ])(?:within|innerhalb(?: von)?|binnen|dans(?: les| un délai de)|en un plazo de|dentro de) (?:the (?:first|next|last) )?$/iu;
/** Words that make the duration in front of them relative: "60 days before departure". */
const relativeBehind =
  /^['’]? (?:before|after|prior|from|ahead|in advance|later|earlier|vor|nach|avant|après|antes|después)(?![a-zß-ɏḀ-ỿ])/iu;
/** Number of characters that contain the words before a duration. */
const longestLead = 40;

/** The durations in a text that are times relative to others. */
function relativeTimes(content: string, numbers: readonly NumberInText[]): readonly string[] {
  return durationsIn(content, numbers).flatMap(({ start, end }) => {
    const isRelative =
      relativeBefore.test(content.slice(Math.max(0, start - longestLead), start)) ||
      relativeBehind.test(content.slice(end));
    return isRelative ? [content.slice(start, end)] : [];
  });
}

/**
 * Days by their number and times that recur: "the eighth day", "weekdays"; also times of day with a
 * dot, as in "between 13.00 and 15.30".
 */
const otherTimes = new RegExp(
  [
    `(?<![a-zß-ɏḀ-ỿ])(?:${ordinals.join("|")}|last|\\p{N}{1,2}(?:st|nd|rd|th)) (?:working |business |calendar )?(?:day|week|month|quarter)(?![a-zß-ɏḀ-ỿ])`,
    "(?<![a-zß-ɏḀ-ỿ])(?:week(?:day|end)s?|daily|täglich|werktags|wochenend\\p{Alpha}{0,2})(?![a-zß-ɏḀ-ỿ])",
    "(?<=(?:from|to|until|till|at|between|and|by|before|after|[–-]|um|ab|bis|von|und) ?)(?:[01]?\\p{N}|2[0-3])[.][0-5]\\p{N}(?![.,]?\\p{N}| ?[%£$€]| \\p{Lowercase}{1,2}(?!\\p{Alpha}))",
  ].join("|"),
  "giu",
);

/** Words that say what is allowed or required. */
const saysRule =
  /(?<![a-zß-ɏḀ-ỿ])(?:shall|must|may|can(?:not)?|will|agrees?|required?|needs?|ha(?:s|ve) to|entitled|permit(?:s|ted)?|prohibit(?:s|ed)?|allow(?:s|ed)?|obliged?|obligat(?:ed|ions?)|forbidden|not|never|only|except|unless|includ(?:es?|ing)|means|darf|dürfen|muss|müssen|kann|können|nicht|nur|bedarf|bedürfen|erlaubt|gestattet|zulässig|unzulässig|untersagt|verboten|verpflichtet|doit|doivent|peut|peuvent|sauf|interdite?s?|autorisée?s?|obligatoires?|debe[n]?|puede[n]?|salvo|prohibid[oa]s?|permitid[oa]s?|obligatori[oa]s?)(?![a-zß-ɏḀ-ỿ])/iu;

const reply = "^(?:yes|no|ja|nein|oui|non|sí)(?![a-zß-ɏḀ-ỿ])";
const yesOrNo = new RegExp(`${reply}[.,!]`, "iu");
const shortReply = new RegExp(`${reply}[^.!]{0,24}[.!]$`, "iu");

/** True if a sentence only says yes or no. */
export function isShortReply(content: string): boolean {
  return shortReply.test(content);
}

/** An order at the start of a sentence or step, or after a condition: "If red, hold the pin". */
const order =
  /^(?:(?:to|if|when|before|after|once)\s[^,.;]{3,100},\s)?(?:then |first |please |do not |don['’]t |never |always )?(\p{Alpha}{2,12})\s(?:the|an?|your|it|its|them|all|any|each|this|these|only|in|on|off|up|out|to|with|as|at|for|of|from|[`"“„]|\p{N})/iu;
/** First words of sentences that are not orders. */
const noOrder =
  /^(?:the|an?|this|that|these|those|it|he|she|they|we|you|i|in|on|at|by|for|from|of|with|without|under|over|below|above|between|during|until|within|as|if|when|while|since|because|and|or|but|so|not|no|all|some|many|most|each|both|either|one|there|here|more|up|to|is|are|was|were|has|had|\p{Alpha}+(?:ed|ing|ly|[^s]s))$/iu;

/** True if a sentence or a numbered step says what to do. */
function isInstruction(content: string): boolean {
  const isStep = isListItem(content) && /^\(?\p{N}/u.test(content);
  const [, verb] = order.exec(isStep ? withoutItemMark(content) : content) ?? [];
  return verb !== undefined && !noOrder.test(verb);
}

/** Words for a means, or for the one who does something, in the same languages. */
const means =
  /(?<![a-zß-ɏḀ-ỿ])(?:you|your|by \p{Alpha}+ing|via|using|through|online|please|du|sie|ihr|ihre[nmrs]?|indem|mit|über|bitte|vous|votre|vos|avec|par|usted|tu|con|por)(?![a-zß-ɏḀ-ỿ])/iu;

/** The effect of an option or a button, as a sentence: "Clears the records." */
const effect = /(?:^|\n) *\p{Uppercase}\p{Lowercase}+s\s/u;

/** An order with the name of a button or menu: "Hold Delay for four seconds". */
const orderByName = /^\p{Uppercase}\p{Lowercase}{1,11} \p{Uppercase}/u;

/** True if a sentence may say how something is done. */
export function maySayHow(content: string): boolean {
  return (
    [saysRule, means, effect].some((words) => words.test(content)) ||
    orderByName.test(withoutItemMark(content)) ||
    isInstruction(content)
  );
}

/** Words before the name of a thing, in English, German, French and Spanish. */
const saysName =
  /(?<![a-zß-ɏḀ-ỿ])(?:call(?:s|ed)?|named|known as|termed|nicknam\p{Alpha}+|dubbed|(?:refer(?:s|red)? to|denoted|described|labell?ed) (?:as|by)|a\.?k\.?a|synonym\p{Alpha}*|genannt|nennt|nennen|heißt|heißen|bezeichnet|appel\p{Alpha}+|surnomm\p{Alpha}+|dite?s?|llam\p{Alpha}+|denomin\p{Alpha}+|conocid[oa]s?)(?![a-zß-ɏḀ-ỿ])/iu;

const defining =
  /^(?:["“„(]?[\p{Alpha}\p{M}\p{N}.()"“”„’'-]{1,40}\s+){1,8}?(?:is|are|was|were|means?|refers?|stands? for|belongs? to|ist|sind|bedeutet|heißt|bezeichnet|gehört zu[mr]?|est|sont|signifie|désigne|appartient|es|son|significa|pertenece)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a sentence starts with the subject of the question and defines it. */
function defines(content: string, asked: readonly string[]): boolean {
  const beginning = defining.exec(content)?.[0];
  return (
    beginning !== undefined &&
    keysOf(beginning).some((key) => key.length > 2 && asked.includes(key))
  );
}
