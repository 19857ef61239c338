import { capitalised, fold } from "../core/index.js";
import { contactPattern, contactWordsIn } from "./contacts.js";
import { codesIn } from "./definitions.js";
import { type NumberInText, type NumberKind, numbersIn } from "./find-numbers.js";
import { type Measure, measuresAsked } from "./measures.js";
import { type NumberedThing, orderedThings } from "./ordered-things.js";
import { unitOf } from "./units.js";
import { weekdaysIn } from "./weekdays.js";

/** The kind of thing that answers a question, judging by its words. */
export type AnswerKind =
  | "percent"
  | "date"
  | "number"
  | "person"
  | "place"
  | "reason"
  | "rule"
  | "definition"
  | "naming"
  | "steps"
  | "any";

/** A question, prepared for finding its answer in passages. */
export interface ReadQuestion {
  readonly kind: AnswerKind;
  /** The measures that the question may ask for: a time, a length, an amount of money. */
  readonly measures: ReadonlySet<Measure>;
  readonly keys: readonly string[];
  /** Pairs of keys of adjacent words, joined by a space. */
  readonly pairs: ReadonlySet<string>;
  /** Keys of possible names: words with digits, or capitalised but not at a sentence's start. */
  readonly names: ReadonlySet<string>;
  /** Keys of the kind of thing that "which …" asks for: "vacuum" in "Which vacuum is cheapest?" */
  readonly sort: ReadonlySet<string>;
  /** Whether the question asks for those in favour or against; null if neither or both. */
  readonly stance: "for" | "against" | null;
  /** The question's codes, which have capitals and digits: "E05". */
  readonly codes: readonly string[];
  /** Whether the question asks for the name of somebody: "What was the name of the driver?" */
  readonly asksName: boolean;
  /** Keys of the role that a question about a person names: "auditor" in "Who is the auditor?" */
  readonly role: ReadonlySet<string>;
  /** Keys of the quality whose degree is asked for: "loud" in "How loud is the dishwasher?" */
  readonly quality: ReadonlySet<string>;
  /** False if `role` may be another word: "most" in "Who was the most frequent visitor to …" */
  readonly isRoleNoun: boolean;
  /** Key of the verb that says what a person did: "invented" in "Who invented it?" */
  readonly deed: ReadonlySet<string>;
  /** Whether it asks what somebody did: "painted" in "Who painted the flat?" */
  readonly asksPast: boolean;
  /** Key of the thing that "what is the …" asks for: "deductible" in "What is the deductible of …?" */
  readonly thing: ReadonlySet<string>;
  /** What the question numbers by an ordinal: "third year". */
  readonly ordered: readonly NumberedThing[];
  /** Key of the thing that every answer names: "key" in "Where do we find the key to the shed?" */
  readonly sought: ReadonlySet<string>;
  /** Matches a text that says who has that role: "Ida Melling (the “Tenant”)", or null. */
  readonly roleHolder: RegExp | null;
  /** Matches a name next to that role: "Ida Melling, tenant"; null if there is none. */
  readonly besideRole: RegExp | null;
  /** Names of several words, each as the keys of its words. */
  readonly nameRuns: readonly (readonly string[])[];
  /** Keys of what is to be counted: "people" in "how many people". */
  readonly counted: ReadonlySet<string>;
  /** The beginning that says where to look: "In the agreement with Acme"; empty if none. */
  readonly lead: string;
  /** Keys of words that only ask ("many" in "how many") or have no subject ("find", "now"). */
  readonly asking: ReadonlySet<string>;
  /** Keys of its words for a thing, a person or a deed, without those that only ask or join. */
  readonly telling: readonly string[];
  readonly years: readonly string[];
  /** The paths of files that the question names: "/usr/bin". */
  readonly paths: readonly string[];
  /** Whether the question names the unit: "in percent". */
  readonly asksPercent: boolean;
  /** Values of the amounts that the question names: "18" in "at 18 °C". */
  readonly amounts: readonly string[];
  /** What these are amounts of; see `scaleOf`. */
  readonly scales: readonly string[];
  /** Phrases in quotation marks, in lower case without accents and with single spaces. */
  readonly quoted: readonly string[];
  /** Whether the question asks for what is not the case: "What does the policy not cover?" */
  readonly isNegated: boolean;
  /** Whether the question asks what something does or is for: "What is /srv for?" */
  readonly asksPurpose: boolean;
  /** Whether the question asks what applies unless something else is chosen: "by default". */
  readonly asksDefault: boolean;
  /** Patterns of the phrasal verb asked about and of its opposite; null if there is none. */
  readonly turns: { readonly asked: RegExp; readonly other: RegExp } | null;
  readonly asksColour: boolean;
  /** Whether the question asks how long something takes or lasts. */
  readonly asksDuration: boolean;
  /** Whether the question asks how often something happens. */
  readonly asksFrequency: boolean;
  /** Whether the question asks for a limit: "at most", "at the latest". */
  readonly asksLimit: boolean;
  /** Whether a time of day is asked for: "At what time". */
  readonly asksClock: boolean;
  /** The days of the week that the question names; see `weekdaysIn`. */
  readonly weekdays: ReadonlySet<number>;
  /** Whether it has an English auxiliary, such as "does" or "may". */
  readonly isEnglish: boolean;
  /** Whether the answer may be a list of several things, or of the steps to do something. */
  readonly asksList: boolean;
  /** Whether the question asks for the most or the least of something; null if neither or both. */
  readonly extreme: "most" | "least" | null;
  /** Keys of words such as "must", which tell passages apart only by chance. */
  readonly joining: ReadonlySet<string>;
  /** Whether it asks which of several has the most or the least of a quality: "the cheapest". */
  readonly asksExtreme: boolean;
  /** Whose words are asked for, in lower case: "What did Ada suggest?" */
  readonly speaker: string | null;
  /** Whether it asks what was decided, and not why or by whom. */
  readonly asksDecision: boolean;
  /** Matches the phone number, address or signature that the question asks for; null if none. */
  readonly contact: RegExp | null;
}

/** Words for amounts, in English, German, French and Spanish, as a regular expression source. */
const amount =
  "how (?:much|many|large|high|big)|amount|total|wie ?viele?|wie hoch|combien|cuánt[oa]s?|montant|importe|betrag|anzahl";
const amountWords = new RegExp(`(?<![a-zß-ɏḀ-ỿ])(?:${amount}|number of)(?![a-zß-ɏḀ-ỿ])`, "iu");
const percentWords =
  /%|(?<![a-zß-ɏḀ-ỿ])(?:percent|percentage|per cent|prozent(?:satz)?|pour ?cent(?:age)?|por ciento|porcentaje|rate|ratio|margin|(?<!per )share of|quote|taux|tasa)(?![a-zß-ɏḀ-ỿ])/iu;

/** Words that ask for a part of something, as a regular expression source. */
const partAsked =
  "(?<![a-zß-ɏḀ-ỿ])(?:how much of (?:the|this|my|our|your|its|his|her|their|all)|(?:what|which) (?:part|portion|proportion|fraction) of)(?![a-zß-ɏḀ-ỿ])";

/** "How many percent", as a regular expression source. */
const percentCounted =
  "(?<![a-zß-ɏḀ-ỿ])(?:how (?:many|much)|wie ?viele?)(?= (?:per ?cent|%|prozent))";

const percentNamed =
  /%|(?<![a-zß-ɏḀ-ỿ])(?:per ?cent(?:age)?|prozent(?:satz)?|pour ?cent(?:age)?|por ciento|porcentaje)(?![a-zß-ɏḀ-ỿ])/iu;
const path = /(?<![^\s"“„(])\/[\p{Alpha}\p{N}_.-]+(?:\/[\p{Alpha}\p{N}_.-]+)*(?<!\.)/gu;

/** Whether a question asks for an amount or a number, judging by its words. */
export function asksAmount(question: string): boolean {
  return amountWords.test(question);
}

/** Whether a question asks for a share, a rate or a ratio. */
export function asksPercent(question: string): boolean {
  return percentWords.test(question);
}

const reasonAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:why|drove|drive[ns]?|driving|drivers?|reasons?|caus\p{Alpha}+|explain\p{Alpha}*|attribut(?:ed|es?) to|due to|led to|behind)(?![a-zß-ɏḀ-ỿ])/iu;
const reasonWords =
  /(?:^|[,;–—(] ?)(?:as|so)(?= (?:(?:I|we|you|he|she|it|they|this|that|these|those|there|the|an?|no|my|our|your|his|her|its|their|most|many|some|all|nobody)(?![a-zß-ɏḀ-ỿ])))|(?<![a-zß-ɏḀ-ỿ])(?:because|since|due to|so that|in order to|therefore|as a result|caused?|reasons?|led (?:to|by)|driven by|resulted from|reflect\p{Alpha}*|attribut\p{Alpha}+|primarily|mainly|owing to|offset|weil|da|denn|deshalb|wegen|parce que|car|afin|à cause|porque|debido|ya que)(?![a-zß-ɏḀ-ỿ])/iu;

export function asksReason(question: string): boolean {
  return reasonAsked.test(question);
}

export function givesReason(sentence: string): boolean {
  return reasonWords.test(sentence);
}

/** Words that ask for several things, in English, German, French and Spanish. */
const listAsked =
  /^(?:list|name|nenne|liste[rz]?|énumér\p{Alpha}+|citez?|enumer\p{Alpha}+)(?![a-zß-ɏḀ-ỿ])|\b(?:what|which) (?:are|were)\b|\b(?:two|three|four|five|several|all|major|main|key)\s{1,9}(?:main |major |key )?\p{Alpha}+s\b|\bwhich\s{1,9}\p{Alpha}+(?:\s{1,9}\p{Alpha}*(?<=s)|(?<=s))\s{1,9}(?:are|were|have|did)\b|(?<![a-zß-ɏḀ-ỿ])(?:was sind|welche\s{1,9}\p{Alpha}+(?:n|e|er|s)\s{1,9}(?:sind|gibt|gelten|haben|werden|müssen)|quel(?:le)?s\s{1,9}(?:sont|étaient)|cuáles\s{1,9}(?:son|eran|fueron))(?![a-zß-ɏḀ-ỿ])/iu;
/** Words that ask how something is done, in the same languages. */
const asksSteps =
  /(?<![a-zß-ɏḀ-ỿ])(?:how (?:do|can|should|to)|steps|wie (?:kann|muss|soll|geht|mache)|comment (?:faire|puis-je|peut-on|doit-on)|cómo (?:se|puedo|debo|hacer)|pasos|étapes|schritte)(?![a-zß-ɏḀ-ỿ])/iu;

/** "What may members do?", "What should be done first?": may be several things. */
const asksDeeds =
  /^what (?:can|may|must|should|shall)(?![a-zß-ɏḀ-ỿ]).{0,60}?(?<![a-zß-ɏḀ-ỿ])(?:do|be done)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a question asks for several things, judging by its words. */
export function asksList(question: string): boolean {
  return listAsked.test(question);
}

/** Stems of words for growth and decline, as a regular expression source. */
export const changeWords =
  "increas|decreas|grew|grow|declin|rose|ris(?:e|ing)|fell|chang|improv|higher|lower|raise|gestiegen|gesunken|stieg|sank|augment|diminu";
const change = new RegExp(`(?<![a-zß-ɏḀ-ỿ])(?:${changeWords})`, "iu");

/** Whether a text mentions growth or decline. */
export function saysChange(text: string): boolean {
  return change.test(text);
}

/** The continuation of a "when" or "where" that asks: "where was it", but not "when discussing". */
const asksOn =
  "['’]s(?![a-zß-ɏḀ-ỿ])|\\W{0,3}$|\\s+(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|must|may|might|to)(?![a-zß-ɏḀ-ỿ])";

/** Words that ask for a kind of thing, in English, German, French and Spanish. */
const asksFor: readonly (readonly [RegExp, AnswerKind])[] = [
  [new RegExp(`${percentWords.source}|${partAsked}|${percentCounted}`, "iu"), "percent"],
  [
    new RegExp(
      `(?<![a-zß-ɏḀ-ỿ])(?:when(?=${asksOn})|wann|quand|cuándo|(?:what|which) (?:year|date|day|month|century|decade|time)|welche[mns]? (?:jahr|datum|tag)|quelle (?:année|date)|quel jour|qué (?:año|fecha|día))(?![a-zß-ɏḀ-ỿ])|^(?:the )?(?:\\p{Alpha}{2,20} )?dates? (?:of|for)(?![a-zß-ɏḀ-ỿ])|(?<=^(?:(?!who|what|which|how|why)[\\p{Alpha}-]{2,30} ){1,4}(?:due|start|end|closing|opening|delivery|expiry|departure|arrival|new) )date(?=\\W*$)`,
      "iu",
    ),
    "date",
  ],
  [
    new RegExp(
      `(?<![a-zß-ɏḀ-ỿ])(?:(?=population(?![a-zß-ɏḀ-ỿ]))|(?:combien de (?:temps|fois)|cuánto tiempo|${amount}|how (?:long|old|far|deep|tall|wide|heavy|small|often|frequently|fast|soon|hot|warm|cold|quickly)|what (?:do|does|did|would|will)(?= .{2,60} (?<!(?<![a-zß-ɏḀ-ỿ])(?:the|a|of|its|their) )(?:cost|earn|spend)(?: (?:at|in|for|per|on|an?|each|from|with)(?![a-zß-ɏḀ-ỿ])|\\W*$))|was koste[nt]|what(?: is| are| was| were|['’]s) (?:the|my|our|your|its)(?= (?:\\p{Alpha}{2,20} ){0,2}(?:prices?|costs?|fees?|charges?|fines?|penalt(?:y|ies)|rent|deposits?|premiums?|fares?|salar(?:y|ies))(?: (?:of|for|to|at|per|in|on|if)(?![a-zß-ɏḀ-ỿ])|\\W*$))|number|what(?: is|['’]s) the (?:most|least|maximum|minimum) (?:i|we|you|one|they|anyone) (?:can|may|could)|what (?:age|height|length|distance|size|price|cost|temperature|speed|capacity)|what(?: is| was|['’]s) the (?:\\p{Alpha}{2,20} )?(?:area|size|height|width|depth|weight|diameter|capacity)(?= of(?![a-zß-ɏḀ-ỿ]))|wie (?:lange|groß|alt|oft|häufig))(?![a-zß-ɏḀ-ỿ]))|^(?:the )?(?:prices?|costs?|fees?|fares?|charges?) (?:of|for|per)(?![a-zß-ɏḀ-ỿ])`,
      "iu",
    ),
    "number",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:what(?: is|['’]s| was| are| were) the names? of (?:the|my|our|your|his|her|their|\p{Alpha}{2,30}['’]s) (?:\p{Alpha}+ )?(?:\p{Alpha}+(?:[eo]rs?|[ae]nts?|ists?)|\p{Alpha}{0,20}(?:lord|lady|m[ae]n|chair|friends?)|person|wife|husband|spouse|thief|judge|clerk|chef|nurse|coach|girl|boy|son|child|witness|victim|boss|aunt|king|queen|cat|dog|horse|pet|ship|boat)|(?:which|what) (?:compan(?:y|ies)|firms?|organi[sz]ations?|manufacturers?|suppliers?|banks?|insurers?|agenc(?:y|ies))|who|whom|whose|wer|wen|wem|wessen|qui|quién(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu,
    "person",
  ],
  [
    new RegExp(
      `(?<![a-zß-ɏḀ-ỿ])(?:where(?=${asksOn})|wo|wohin|woher|où|dónde|(?:what|which) (?:country|city|town|state|place|region))(?![a-zß-ɏḀ-ỿ])`,
      "iu",
    ),
    "place",
  ],
  [
    /^\W{0,9}(?:what (?:is|are) (?:(?:an?|the) )?[\p{Alpha}-]{1,40}(?: [\p{Alpha}-]{1,40})?[\s?.!]{0,9}$|what (?:do|does) .{1,80} (?:mean|stand for)(?![a-zß-ɏḀ-ỿ])|what (?:is|are) .{1,80} short for\W*$|define (?!\W)|was (?:ist|sind|bedeutet|heißt)(?![a-zß-ɏḀ-ỿ])|qu['’]est-ce que|que (?:signifie|veut dire)|qu[eé] (?:es|son|significa)(?![a-zß-ɏḀ-ỿ]))/iu,
    "definition",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:(?:another|other|alternative|different|common|short|full) (?:name|term|word)s? (?:for|of)|(?:synonym|nickname)s? (?:for|of)|wie (?:heißt|heißen|nennt man)|comment (?:s['’]appelle|appelle-t-on)|cómo se llaman?)(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:called|known as|referred to as|nicknamed|termed|genannt|appelée?s?|llamad[oa]s?)(?: what)?[\s?.!]{0,9}$/iu,
    "naming",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:how (?:to|(?:do|can|should|must|may|would) (?:i|you|we|one))|what (?:should|must|do|can) (?:i|you|we|one)|(?:what|which) (?:(?:are|were) (?:the )?)?steps|wie (?:kann|muss|soll) (?:ich|man|wir)|comment (?:puis-je|dois-je|faire|peut-on)|cómo (?:puedo|debo|se puede|hago))(?![a-zß-ɏḀ-ỿ])/iu,
    "steps",
  ],
  [
    /(?:^|[,:;]\s)(?:may|must|shall|should|can|could|does|do|is|are|will|darf|muss|kann|dürfen|müssen|können|peut|doit|puede|debe)\s|^what (?:do|does) .{2,60} (?:have|need) to(?![a-zß-ɏḀ-ỿ])|^what (?:must|should) /iu,
    "rule",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:why|how come|what(?: is|['’]s| was| are| were) the (?:reasons?|causes?)|what (?:made|(?:(?:has|have|had) )?(?:caused|led to|triggered)|causes|leads to|triggers)|warum|weshalb|wieso|pourquoi|por qué)(?![a-zß-ɏḀ-ỿ])/iu,
    "reason",
  ],
];

/** "In the agreement with Acme, Inc.," before the question itself. */
const leadPhrase =
  /^(?:in|under|according to|per|laut|nach|selon|dans|según|en) .{3,150}?,(?= (?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|may|must|can|could|shall|should|will|has|have|had)(?![a-zß-ɏḀ-ỿ]))/iu;

/** The beginning of a question that says where to look, before the question itself; else empty. */
export function leadOf(question: string): string {
  return leadPhrase.exec(question)?.[0] ?? "";
}

/** "Who is the auditor of Acme?", "Who was our landlord?", "What's the name of the bus driver?" */
const roleAsked =
  /^(?:who(?: is|['’]s| was| are| were)|what(?: is|['’]s| was| are| were) the names? of) (?:the|my|our|your|his|her|its|their) (?:(?:(?!wh|that )\p{Lowercase}[\p{Alpha}-]{1,30} ){0,2}?(\p{Alpha}[\p{Alpha}-]{2,30})(?= (?:of|in|at|for|on|from)(?![a-zß-ɏḀ-ỿ])|\W*$)|(\p{Alpha}[\p{Alpha}-]{2,30})(?=\s))/iu;

/** "How loud is the dishwasher?", "Wie laut ist der Geschirrspüler?" */
const qualityAsked =
  /^(?:how (?!many|much|come)(\p{Alpha}{3,20}) (?:is|are|was|were)|wie (?!viele?|oft)(\p{Alpha}{3,20}) (?:ist|sind|war|waren))(?![a-zß-ɏḀ-ỿ])/iu;

/** "Who is …" in German, French and Spanish: "Wer ist die Vermieterin?", "Qui est le bailleur ?" */
const roleAskedElsewhere =
  /^\W{0,3}(?:wer (?:ist|war)|qui (?:est|était)|quién (?:es|era|fue)) (?:(?:der|die|mein|meine|unser|unsere|le|la|mon|ma|notre|votre|el|mi|nuestro|nuestra|su) |l['’]|(?=\p{Alpha}{4,30} (?:im|beim|vom|des|de|du|del)(?![a-zß-ɏḀ-ỿ])))(?:\p{Lowercase}[\p{Alpha}-]{1,30} )?(\p{Alpha}[\p{Alpha}-]{2,30})(?= (?:von|vom|des|der|in|im|bei|für|de|du|del|dans|à|en)(?![a-zß-ɏḀ-ỿ])| d['’]|\W*$)/iu;

/** Keys of offices that a text states with the name of the holder. */
const office =
  /^(?:presid|chair|chairm|chairw|execut|direct|manage|secret|treasu|audito|landlo|tenant|truste|mayor|minist|princi|headma|headmi|editor|captai|coordi|office|guaran|broker|insure|lawyer|solici|attorn|bishop|govern|ambass|vermie|mieter|prasid|vorsit|kassie|verwal|anwalt|notar|locata|propri|baille|tresor|gerant|inquil|arrend|propie|tesore|abogad)$/u;

/** Whether a word with this key names an office: "captain", "treasurer". */
export function isOffice(key: string): boolean {
  return office.test(key);
}

/** "Captain of the Sula Star", without a word that asks. */
const keywords =
  /^(?:(?:the|our|my|your) )?([\p{Alpha}-]{4,30})(?= (?:of|for|at|in)(?![a-zß-ɏḀ-ỿ]))/iu;
/** Endings of words for people. */
const ofPerson = /(?:er|or|(?<!m)ent|ant|m[ae]n|lord|lady|chair|captain|secretary|bishop)$/iu;

function roleOfKeywords(question: string): RegExpExecArray | null {
  const found = keywords.exec(question);
  const role = found?.[1] ?? "";
  return ofPerson.test(role) && isOffice(wordKey(role)) ? found : null;
}

/** "Who was the report written for?" */
const isParticiple = /(?:ed|en)$/iu;

const nameAsked = /^what(?: is|['’]s| was| are| were) the names? of(?![a-zß-ɏḀ-ỿ])/iu;

/** A noun of up to three words, as a regular expression source: the last one is the thing. */
const noun = "(?<before>(?:[\\p{Alpha}-]{1,30} ){0,2}?)(?<thing>\\p{Alpha}{3,30})";
/** The same, but none of the words for what texts state without them: "9 years old" is an age. */
const attribute = noun.replace(
  "(?<thing>",
  "(?<thing>(?!(?:ages?|sizes?|heights?|weights?|lengths?|widths?|depths?|distances?|pressures?|temperatures?|speeds?|power|voltages?|capacity|volumes?|times?|prices?|costs?|colou?rs?|address(?:es)?|phone|dates?|birthday|deadlines?|authors?|owners?|results?|outcomes?|origins?|amounts?|totals?|sums?|jobs?|topics?|kinds?|types?|sorts?|ideas?)(?![a-zß-ɏḀ-ỿ]))",
);
/** "What is the deductible of the insurance?" */
const thingAsked = new RegExp(
  `^what(?: is| was| are| were|['’]s) (?:the|my|our|your|his|her|its|their) ${noun} (?:of|for|in|on|at|to|from|with|between)(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
/** What may follow the thing: its description, or the end of the question. */
const behindThing =
  "(?= (?:of|for|in|on|at|to|from|with|near|by|inside|during)(?![a-zß-ɏḀ-ỿ])|\\W*$)";
/**
 * "Where do we find the key to the shed?", "Is there a toilet at the pier?", "How much will the floor
 * cost?", "What did Ann say about the noticeboard?"
 */
const soughtThings: readonly RegExp[] = [
  new RegExp(
    `^where (?:(?:do|can|should|did|must) (?:i|we|you|one) \\p{Alpha}{3,12}|is|are|was|were) (?:the|my|our|your|an?) ${noun}${behindThing}`,
    "iu",
  ),
  new RegExp(`^(?:is|are|was|were) there (?:an?|any) ${noun}${behindThing}`, "iu"),
  new RegExp(
    `^how much (?:is|are|was|were|will|would|does|do|did) (?:the|my|our|your|an?) ${noun}(?= (?:of|for|in|on|at|to|from|with|be|cost)(?![a-zß-ɏḀ-ỿ])|\\W*$)`,
    "iu",
  ),
  new RegExp(
    `^what(?: is| was| are|['’]s) (?:on|in) (?:the|my|our|your) ${noun}${behindThing}`,
    "iu",
  ),
  new RegExp(
    `^how (?!many|much)\\p{Alpha}{3,20} (?:is|are|was|were) (?:the|my|our|your|an?) ${noun}${behindThing}`,
    "iu",
  ),
  new RegExp(
    `^(?:what|how) (?:do|does|did) .{2,40} (?:say|think|feel|decide|agree|report|write) about (?:(?:the|his|her|their|our|my|an?) )?${noun}${behindThing}`,
    "iu",
  ),
  // "What is the name of Ada's mother?", "What is the engine number of the car?"
  /^what(?: is| was|['’]s) the (?:(?:first|last|full|maiden|middle) )?(?:name|surname|age|birthday|job|profession) of .{2,40}['’]s? (?<thing>\p{Alpha}{3,30})(?=\W*$)/iu,
  /^what(?: is| was|['’]s) the (?<thing>(?!(?:phone|telephone|mobile|fax|house|total|average|maximum|minimum|reference|registration)(?![a-zß-ɏḀ-ỿ]))\p{Alpha}{3,30}) (?:number|code)(?= (?:of|for|in|on|at|to)(?![a-zß-ɏḀ-ỿ])|\W*$)/iu,
  // "Who is Ada's dentist?", "What was the council's fee for the licence?"
  new RegExp(
    `^wh(?:o|at)(?: is| was| are| were|['’]s) (?:the |our |my )?\\p{Alpha}(?:(?! of )[\\p{Alpha}. -]){1,40}['’]s? ${attribute}${behindThing}`,
    "iu",
  ),
  // "Which tax code does Ada have?", "What blood group is Ada?"
  new RegExp(
    `^wh(?:at|ich) ${attribute} (?:(?:do|does|did) .{2,40} (?:have|need|use|wear|drive|live in|belong to)|(?:is|was) \\p{Alpha}{2,20})\\W*$`,
    "iu",
  ),
  // "Which room number do we have?"
  /^wh(?:at|ich) (?!(?:is|was|are|were)(?![a-zß-ɏḀ-ỿ]))(?:\p{Alpha}{2,20} )?(?<thing>(?!(?:phone|telephone|mobile|fax|total|serial|reference)(?![a-zß-ɏḀ-ỿ]))\p{Alpha}{3,30}) number (?=\p{Alpha})/iu,
  // Without a question word: "wifi password of the hostel"
  new RegExp(
    `^(?![^?]{0,200}\\?|.{0,200}(?<![a-zß-ɏḀ-ỿ])(?:wh(?:at|om?|ose|en|ere|y|ich)|how)(?![a-zß-ɏḀ-ỿ]))(?:the |our |my )?${attribute} (?:of|for) (?:the|our|my|this|that)(?![a-zß-ɏḀ-ỿ])`,
    "iu",
  ),
  // The same in German, French and Spanish: "Wo ist der Schlüssel?", "Combien coûte le plancher ?"
  /^\W{0,3}(?:(?:wo (?:ist|sind|steht|liegt|finde(?:n wir)?(?: ich)?)|was koste[nt]|wie viel koste[nt]|gibt es) (?:die|der|das|den|ein(?:en?)?|unser[en]?|meine?n?)|(?:où (?:est|sont|se trouve(?:nt)?)|combien coûte(?:nt)?|(?:est-ce qu['’]il )?y a-t-il|il y a) (?:les?|la|une?|des)|(?:dónde (?:está|están|se encuentra)|cuánto cuestan?|hay) (?:el|la|los|las|una?)) (?<thing>\p{Alpha}{4,30})(?= (?:von|für|im?|am?|auf|des|der|pro|zu[mr]?|del?|du|à|dans|en|pour|par|sur|con|por|para)(?![a-zß-ɏḀ-ỿ])|\W*$)/iu,
];

/** "Which vacuum is the quietest?" */
const sortAsked =
  /^(?:which|welche[rsn]?|quel(?:le)?|qué) (?!(?:name|word|term|company|person|year|day)(?![a-zß-ɏḀ-ỿ]))(\p{Lowercase}{4,30})(?: \p{Lowercase}{4,30})?(?= (?:is|are|was|were|has|have|had|does|can|ist|hat|est|a|es|tiene)(?![a-zß-ɏḀ-ỿ]))/iu;

/** Words that only ask, participles and superlatives: the thing is not the last word then. */
const noThing =
  /(?<!\p{Alpha})(?:names?|numbers?|terms?|words?|expressions?|steps?|reasons?|purposes?|differences?|examples?|locations?|places?|sites?|periods?|durations?|main|only|best|worst|least|most|first|last|\p{Alpha}{2,}(?:ed|ing|est))(?!\p{Alpha})/iu;

/** Keys of the thing that one of these patterns finds in a question. */
function thingIn(question: string, patterns: readonly RegExp[]): string[] {
  const found = patterns.map((pattern) => pattern.exec(question)).find((one) => one !== null);
  const { before = "", thing = "" } = found?.groups ?? {};
  // "The waiting list" is a list, "the number plate" a plate.
  const described = `${before.replace(/^(?:\p{Alpha}{3,30}ing|number) /u, "")}${thing}`;
  return noThing.test(described) ? [] : keysOf(thing);
}

/** Asks who did something, and captures the verb: "Who invented the wheel?". */
const deedAsked =
  /^who (?!(?:is|are|am|was|were|be|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|else|all|gets?|got|to)(?![a-zß-ɏḀ-ỿ]))(?:\p{Alpha}+ly )?(\p{Alpha}{3,30})(?![a-zß-ɏḀ-ỿ])/iu;

/** The same in German, French and Spanish: "Wer hat es erfunden?", "Qui a écrit le livre ?" */
const deedAskedElsewhere =
  /^\W{0,3}(?:wer (?:hat|haben) .{0,80}?(?<![a-zß-ɏḀ-ỿ])(\p{Alpha}{0,6}ge\p{Alpha}{2,20}(?:t|en)|(?:ver|be|er|ent)\p{Alpha}{2,20}(?:t|en)|\p{Alpha}{3,20}iert)(?=\W*$)|qui (?:a|ont) (\p{Alpha}{3,30})|quién(?:es)? (\p{Alpha}{2,30}(?:ó|aron|ieron)))(?![a-zß-ɏḀ-ỿ])/iu;

/** The pattern of a text that says who has a role. */
function roleHolderOf(role: string): RegExp {
  return new RegExp(
    `(?<=\\p{Alpha}[”"]? )\\((?:(?:[^()]{0,40}[\\s,])?["“”„]${role}["“”]|(?:the |der |die |le |la |el )?${role})\\)|(?:^|\\n)${role}(?:\\s?: ?|\\n+[•*-] )\\p{Uppercase}`,
    "iu",
  );
}

const fullName =
  "\\p{Uppercase}[\\p{Alpha}.’'-]{0,30}(?: (?:de |van |von |da )?\\p{Uppercase}[\\p{Alpha}’'-]{1,30}){1,3}";

/** The pattern of a name next to a role: "Ida Melling, tenant", "the tenant, Mrs Melling". */
function besideRoleOf(asked: string): RegExp {
  const lower = asked.toLowerCase();
  const role = `(?:${lower}|${capitalised(lower)})`;
  return new RegExp(
    `${fullName}, (?:the |our |my |their )?${role}(?![\\p{Alpha}'’])|(?<!\\p{Alpha})${role}(?:, |: ?)${fullName}`,
    "u",
  );
}

const quotation = /["“„«]([^"“”„«»]{2,60})["”“»]/gu;

/** A question for what is not the case, in English and German. */
const negatedQuestion =
  /^(?:what|which|who|whom|where|was|welche\p{Alpha}*|wer|wen|wo)(?![a-zß-ɏḀ-ỿ])(?:(?!(?<![a-zß-ɏḀ-ỿ])(?:that|which|who|die|der|das) )[^,;]){0,60}?(?:n['’]t|(?<![a-zß-ɏḀ-ỿ])(?:not|never|cannot|nicht|nie|kein\p{Alpha}{0,3}))(?![a-zß-ɏḀ-ỿ])/iu;
/** Words with which a sentence says that something is not the case, or only under a condition. */
const negation =
  /n['’]t(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:not|no|nor|never|none|nobody|nothing|neither|cannot|without|except\p{Alpha}*|lack\p{Alpha}*|absen\p{Alpha}+|fail\p{Alpha}*|exclu\p{Alpha}+|unless|only|refus\p{Alpha}+|reject\p{Alpha}*|prohibit\p{Alpha}*|forbid\p{Alpha}*|nicht|nie|kein\p{Alpha}{0,3}|ohne|ausgeschlossen|ausgenommen|nur)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a text says that something is not the case. */
export function saysNot(text: string): boolean {
  return negation.test(text);
}

/** Words that ask what something is for, in English, German, French and Spanish. */
const purposeAsked =
  /^\W{0,3}(?:what (?:do|does) (?=.{2,60} do\W*$)|what (?:is|are) (?=.{2,60} for\W*$)|(?:wozu (?:dien(?:t|en)|ist|sind)|wofür (?:ist|sind)|à quoi (?:sert|servent)|para qu[eé] (?:sirven?|es|son))(?![a-zß-ɏḀ-ỿ]))/iu;
const byDefault =
  /(?<![a-zß-ɏḀ-ỿ])(?:by default|standardmäßig|par défaut|por (?:defecto|omisión))(?![a-zß-ɏḀ-ỿ])/iu;
const defaultWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:defaults?|usually|standard\p{Alpha}*|vor(?:ein)?gabe\p{Alpha}*|voreinge\p{Alpha}+|normalerweise|défaut|habituellement|defecto|omisión|predeterminad\p{Alpha}+)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a text says what applies unless something else is chosen. */
export function saysDefault(text: string): boolean {
  return defaultWords.test(text);
}

const opposites: ReadonlyMap<string, string> = new Map([
  ["on", "off"],
  ["off", "on"],
  ["in", "out"],
  ["out", "in"],
  ["up", "down"],
  ["down", "up"],
]);
const phrasal =
  /(?<![a-zß-ɏḀ-ỿ])(turn|switch|power|sign|log|check|opt|zoom|scale|roll|clock|plug|lock|move|go|put|take|get|pick|drop)(?:s|ed|ged|ned|ked|ped|ing)?[ -](on|off|in|out|up|down)(?![a-zß-ɏḀ-ỿ])/iu;

/** Patterns of a phrasal verb with a direction, and of the same verb with the opposite one. */
function turnsIn(question: string): ReadQuestion["turns"] {
  const [, verb = "", direction = ""] = phrasal.exec(question) ?? [];
  const opposite = opposites.get(direction.toLowerCase());
  if (opposite === undefined) return null;
  const pattern = (way: string): RegExp =>
    new RegExp(
      `(?<![a-zß-ɏḀ-ỿ])${verb}(?:\\p{Alpha}{0,4} (?:\\p{Alpha}{1,20} ){0,3}?|-)${way}(?![a-zß-ɏḀ-ỿ])`,
      "iu",
    );
  return { asked: pattern(direction), other: pattern(opposite) };
}

const colourAsked =
  /^\W{0,3}(?:(?:in )?(?:what|which) colou?rs?|(?:in )?welcher? farben?|(?:de )?quelles? couleurs?|(?:de )?qué color(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu;

const durationAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:how long|wie lange|combien de temps|cuánto tiempo)(?![a-zß-ɏḀ-ỿ])/iu;
const frequencyAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:how (?:often|frequently|many times)|wie (?:oft|häufig)|combien de fois|cuántas veces)(?![a-zß-ɏḀ-ỿ])/iu;
const limitAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:at (?:the )?(?:most|least|latest|earliest)|höchstens|mindestens|spätestens|frühestens|au (?:plus|moins)|como (?:máximo|mínimo))(?![a-zß-ɏḀ-ỿ])/iu;
const limitWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:at (?:the )?(?:most|least|latest|earliest)|up to|no (?:more|less|later|earlier|fewer) than|not (?:more|less|later|exceed)|more than|less than|exceed\p{Alpha}*|limit\p{Alpha}*|cap(?:ped)?|max(?:im\p{Alpha}+)?|min(?:im\p{Alpha}+)?|within|until|höchstens|mindestens|spätestens|frühestens|bis|maxim\p{Alpha}+|minim\p{Alpha}+|jusqu|au (?:plus|moins)|hasta|como (?:máximo|mínimo)|máxim\p{Alpha}+|mínim\p{Alpha}+)(?![a-zß-ɏḀ-ỿ])/iu;

export function saysLimit(text: string): boolean {
  return limitWords.test(text);
}

const most =
  /(?<![a-zß-ɏḀ-ỿ])(?:most|highest|largest|biggest|greatest|longest|tallest|oldest|maximum|höchste[nrs]?|größte[nrs]?|längste[nrs]?|meisten)(?![a-zß-ɏḀ-ỿ])/iu;
const least =
  /(?<![a-zß-ɏḀ-ỿ])(?:least|lowest|smallest|fewest|shortest|youngest|newest|minimum|niedrigste[nrs]?|kleinste[nrs]?|kürzeste[nrs]?|wenigsten)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a text says which has the most or the least; null if it says neither, or both. */
export function extremeIn(text: string): "most" | "least" | null {
  const isMost = most.test(text);
  return isMost === least.test(text) ? null : isMost ? "most" : "least";
}

/** Words for the one that differs most from the others, by any measure. */
const extremes =
  "cheapest|dearest|costliest|priciest|newest|latest|oldest|earliest|youngest|fastest|quickest|slowest|heaviest|lightest|strongest|weakest|safest|easiest|hardest|hottest|coldest|warmest|cleanest|quietest|loudest|highest|lowest|longest|shortest|tallest|deepest|widest|largest|biggest|smallest|greatest|(?:most|least) (?:expensive|recent|costly)|(?:billig|günstig|teuer|neu|ält|alt|jüng|schnell|langsam|schwer|leicht|hoch|höch|niedrig|läng|kürz|groß|größ|klein)(?:e?s)?te[nrs]?";
const extremeAsked = new RegExp(
  `^\\W{0,3}(?:which|what|who|welche[mnrs]?|was|wer)(?![a-zß-ɏḀ-ỿ])(?:['’]s|(?: \\p{Alpha}{1,20}){0,3}? (?:is|are|was|were|ist|sind|war|waren))(?: (?:the|my|our|der|die|das|am))? (?:${extremes})(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
const speakerAsked =
  /(?<!\p{Alpha})(?:did|does|has|had|would|was|were) (?:the )?(\p{Uppercase}\p{Alpha}{1,30}) (?:say|said|suggest(?:ed|ing)?|propos(?:e|ed|ing)|think|want(?:ed)?|recommend(?:ed)?|mention(?:ed)?|report(?:ed)?|promised?|offer(?:ed)?|complain(?:ed)?|argued?|object(?:ed)?|answer(?:ed)?|explain(?:ed)?|feel|against|in favou?r)(?!\p{Alpha})/u;
const decisionAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:decided?|agree[d]? (?:on|about)|resolved?|beschlossen|entschieden|décidé|decidi(?:ó|eron)|acord(?:ó|aron))(?![a-zß-ɏḀ-ỿ])/iu;
const extremeSaid =
  /(?<![a-zß-ɏḀ-ỿ])(?:\p{Alpha}{2,20}(?:est|ste[mnrs]?)|most(?:ly)?|common(?:ly)?|usual(?:ly)?|least|best|worst|top|main(?:ly)?|chief|prime|primary|leading|major|record|maxim\p{Alpha}+|minim\p{Alpha}+|number one|more than any|than (?:any|all)|le (?:plus|moins)|la (?:plus|moins)|les (?:plus|moins)|más|menos)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a text says of something that it has the most or the least of a quality. */
export function saysExtreme(text: string): boolean {
  return extremeSaid.test(text);
}

const inFavour = /(?<![a-zß-ɏḀ-ỿ])(?:support|in favou?r|unterstütz|soutien|a favor)/iu;
const opposed = /(?<![a-zß-ɏḀ-ỿ])(?:against|oppos|object(?:s|ed)|gegen|contre|en contra)/iu;

/** Whether a text says who is for or against something; null if it says neither, or both. */
export function stanceIn(text: string): "for" | "against" | null {
  const isFor = inFavour.test(text);
  return isFor === opposed.test(text) ? null : isFor ? "for" : "against";
}

/** The words after "how many", at most two; "the number of the car" is a name. */
const countAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:how many|number of(?! (?:the|my|our|your|his|her|this|an?) )|wie ?viele|combien d[e']|cuánt[oa]s) ?(?!per ?cent|prozent)(\p{Alpha}+(?:[ -]\p{Alpha}+)?)/iu;

/** Nouns in the plural, after which a second word is a verb: "how many people work". */
const isPlural =
  /(?:[^su]s|(?<!b)us|people|children|men|women|feet|teeth|gens|personas?|leute|personen)$/iu;

function countedIn(question: string): readonly string[] {
  const [first = "", ...others] = (countAsked.exec(question)?.[1] ?? "").split(/[ -]/u);
  return keysOf([first, ...(isPlural.test(first) ? [] : others)].join(" "));
}

/** "The notice period" after "how long is": only says that a time is asked for. */
const timeNoun =
  /(?<=how long (?:is|are|was|were) .{1,60})(?<![a-zß-ɏḀ-ỿ])(?:periods?|durations?)(?![a-zß-ɏḀ-ỿ])/iu;

/** "What does … mean": the verb asks, and does not occur in answers. */
const meaningVerb =
  /(?<=what (?:do|does) .{1,80} )(?:mean|stand for)(?![a-zß-ɏḀ-ỿ])|(?<=what (?:is|are) .{1,80} )short for(?=\W*$)/iu;

/** Words of everyday language: their absence from all documents says nothing about a question. */
const saysNothing =
  /(?<![a-zß-ɏḀ-ỿ])(?:look(?:s|ed|ing)?|f(?:ind(?:s|ing)?|ound)|g(?:ets?|etting|ot|otten|ive[sn]?|iving|ave|o(?:es|ing|ne)?)|went|takes?|taking|taken|took|mak(?:es?|ing)|made|com(?:es?|ing)|came|puts?|putting|keeps?|keeping|kept|lets?|know[ns]?|knew|thinks?|thought|tells?|told|sa(?:ys?|id|w)|see[ns]?|seeing|show[ns]?|want(?:s|ed)?|needs?|needed|tr(?:y|ies|ied|ying)|happen(?:s|ed|ing)?|mean(?:s|t)?|things?|stuff|ways?|kinds?|sorts?|lots?|bit|ok(?:ay)?|now|today|currently|still|already|ever|please|exactly|roughly|actually|again|else|really|maybe|vs|versus|fy|fiscal|(?:any|some|every)(?:thing|body|one|where)|(?:my|your|him|her|it|our|them)sel(?:f|ves)|according|previous(?:ly)?|probably|believ(?:es?|ed)|documents?|big(?:ger|gest)?|small(?:er|est)?|cheap(?:er|est)?|better|best|worse|worst|degrees?|percent(?:age)?s?|prozent|bitte|jetzt|heute|finden?|findet|gibt|bekomm(?:en?|t)|brauch(?:en?|t)|leute|wo(?:rauf|ran|mit|rin|für|von|gegen|rüber|durch|raus|zu)|drin|num|si|maintenant|trouver?|ahora|encontrar|(?<=what )(?:drove|drives|caused|causes|led to)|(?<=what (?:does|do|is in) the .{0,40})(?:section|chapter|paragraph))(?![a-zß-ɏḀ-ỿ])/giu;

/** Maximum number of letters of words whose absence says little. */
const shortKey = 3;
/** Longer words that only join others, in English, German, French and Spanish. */
const joiningWord =
  /(?<![a-zß-ɏḀ-ỿ])(?:does|were|been|have|having|being|will|would|could|should|shall|might|must|with(?:in|out)?|from|into|onto|over|under|about|after|before|between|during|until|since|while|than|then|once|just|ones?|th(?:at|is|ese|ose|eir|ere|em|ey)|yours?|what|whom|whose|wh?ich|whe(?:n|re)|also|very|more|most|many|much|such|some|each|every|both|only|other|another|long|wird|w[ue]rden?|wurden|h[aä]tten?|haben|sind|waren?|(?:ein|kein|mein|unser|dies|welch)e[mnrs]?|k[aö]nn(?:en)?|m[uü]ss(?:en)?|d[aü]rf(?:en)?|soll(?:en)?|wenn|wann|beim|nach|über|unter|sich|auch|noch|nicht|dans|avec|pour|leurs?|cette|sont|était|peut|doit|elles?|nous|vous|[nv]otre|quel(?:le)?s?|para|como|est[aeo]s?|tienen?|pueden?|deben?|entre|sobre|desde|hasta|d[oó]nde|qui[eé]n(?:es)?|cu[aá]ndo)(?![a-zß-ɏḀ-ỿ])/giu;

/** Words for a price, which the answer may leave out. */
const priceWord =
  /(?<![a-zß-ɏḀ-ỿ])(?:prices?|costs?|fees?|charges?|preise?|kosten|kostet|prix|coûte(?:nt|ra|ront)?|cuestan?|precios?)(?![a-zß-ɏḀ-ỿ])/iu;

/** Kinds whose words only ask and do not occur in answers: "many" of "how many". */
const onlyAsk: ReadonlySet<AnswerKind> = new Set(["number", "date"]);

/** Relatives whose things are asked about: their documents call them by name. */
const relative =
  /(?<![a-zß-ɏḀ-ỿ])(?:dad|daddy|father|mum|mummy|mom|mother|son|daughter|husband|wife|gran|granny|grandma|grandmother|grandpa|grandad|grandfather)['’]s(?= \p{Alpha})/iu;

/** Keys of the words that only ask: "many" of "how many". */
function askingKeys(question: string, kind: AnswerKind): ReadonlySet<string> {
  return new Set([
    ...asksFor.flatMap(([words, sort]) =>
      onlyAsk.has(sort) ? keysOf(words.exec(question)?.[0] ?? "") : [],
    ),
    ...[...question.matchAll(saysNothing)].flatMap(([text]) => keysOf(text)),
    ...contactWordsIn(question).flatMap(keysOf),
    ...keysOf(relative.exec(question)?.[0] ?? ""),
    ...(nameAsked.test(question) ? keysOf("name names") : []),
    ...(kind === "number" ? keysOf(priceWord.exec(question)?.[0] ?? "") : []),
  ]);
}

/** The keys of a question's words, of words next to each other, and of names and numbers. */
function wordsAsked(rest: string): Pick<ReadQuestion, "keys" | "pairs" | "names"> {
  const words = [...rest.matchAll(word)];
  const keys = words.map(([text]) => wordKey(text));
  const pairs = new Set<string>();
  const names = new Set<string>();
  words.forEach(({ 0: text, index }, place) => {
    const key = keys[place] ?? "";
    const before = rest.slice(Math.max(0, index - nearBefore), index);
    const begins = index === 0 || /(?:[.?!:]\s+|["“„«]\s*)$/u.test(before);
    const isCapital = /^\p{Uppercase}/u.test(text) && text !== "I" && !begins;
    if (isCapital || /\p{Uppercase}\p{Alpha}*\p{Uppercase}/u.test(text) || /\p{N}/u.test(text))
      names.add(key);
    const next = words[place + 1];
    const between = next && rest.slice(index + text.length, next.index);
    if (between !== undefined && isGap(between)) pairs.add(`${key} ${keys[place + 1]}`);
  });
  return { keys, pairs, names };
}

export function readQuestion(question: string): ReadQuestion {
  const kind = kindAsked(question);
  const shorter = question.replace(kind === "number" ? timeNoun : meaningVerb, blank);
  const remaining = onlyAsk.has(kind)
    ? asksFor.reduce((text, [words]) => text.replace(words, blank), shorter)
    : shorter;
  const rest = remaining.replace(byDefault, blank).replace(purposeAsked, blank);
  const { keys, pairs, names: capitals } = wordsAsked(rest);
  const asking = askingKeys(question, kind);
  const names = new Set([...capitals].filter((key) => !asking.has(key)));
  const nameRuns = [...rest.matchAll(nameRun)].map(([run]) => keysOf(run));
  const numbers = numbersIn(question);
  const years = valuesOf(numbers, "year");
  const amounts = valuesOf(numbers, "quantity");
  const measures =
    kind === "number" || kind === "any" || kind === "definition"
      ? measuresAsked(question)
      : new Set<Measure>();
  const counted = new Set(countedIn(question).filter((key) => keys.includes(key)));
  const [, roleNoun, roleWord] =
    roleAsked.exec(question) ?? roleAskedElsewhere.exec(question) ?? roleOfKeywords(question) ?? [];
  const role = roleNoun ?? roleWord ?? "";
  const [, quality = "", qualityElsewhere = ""] = qualityAsked.exec(question) ?? [];
  const [, deed = ""] = deedAsked.exec(question) ?? [];
  const [, ...deeds] = deedAskedElsewhere.exec(question) ?? [];
  const telling = keysOf(rest.replace(joiningWord, blank)).filter(
    (key) => key.length > shortKey && !asking.has(key),
  );
  const joining = keys.filter(
    (key) => key.length > shortKey && !telling.includes(key) && !asking.has(key),
  );
  return {
    kind,
    measures,
    keys,
    pairs,
    names,
    sort: new Set(keysOf(sortAsked.exec(question)?.[1] ?? "")),
    stance: stanceIn(question),
    codes: codesIn(question),
    asksName: kind === "person" && nameAsked.test(question),
    role: new Set(keysOf(role)),
    quality: new Set(measures.size === 0 ? keysOf(`${quality} ${qualityElsewhere}`) : []),
    isRoleNoun: roleNoun !== undefined && !isParticiple.test(roleNoun),
    deed: new Set(keysOf([deed, ...deeds].join(" "))),
    asksPast: /(?:ed|made|built|wrote)$/iu.test(deed),
    thing: new Set(thingIn(question, [thingAsked])),
    sought: new Set(thingIn(question, soughtThings)),
    ordered: orderedThings(question),
    roleHolder: role === "" ? null : roleHolderOf(role),
    besideRole: role === "" ? null : besideRoleOf(role),
    nameRuns,
    counted,
    lead: leadOf(question),
    asking,
    telling,
    joining: new Set(joining),
    years,
    paths: question.match(path) ?? [],
    asksPercent: percentNamed.test(question),
    amounts,
    scales: numbers.flatMap((one) => (one.kind === "quantity" ? [scaleOf(one, question)] : [])),
    quoted: [...question.matchAll(quotation)].map(([, phrase = ""]) => fold(phrase).trim()),
    isNegated: negatedQuestion.test(question),
    asksPurpose: purposeAsked.test(question),
    asksDefault: byDefault.test(question),
    turns: turnsIn(question),
    asksColour: colourAsked.test(question),
    asksDuration: durationAsked.test(question) && measures.has("time") && measures.size === 1,
    asksFrequency: frequencyAsked.test(question),
    asksClock: clockAsked.test(question),
    weekdays: weekdaysIn(question),
    isEnglish: isEnglish.test(question),
    asksLimit: limitAsked.test(question),
    asksList:
      asksList(question) ||
      asksSteps.test(question) ||
      kind === "steps" ||
      asksDeeds.test(question),
    extreme: extremeIn(question),
    asksExtreme: extremeAsked.test(question),
    speaker: speakerAsked.exec(question)?.[1]?.toLowerCase() ?? null,
    asksDecision: kind === "any" && decisionAsked.test(question),
    contact: contactPattern(question),
  };
}

const clockAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:what time|(?:um )?wie ?viel uhr|à quelle heure|a qué hora)(?![a-zß-ɏḀ-ỿ])/iu;
const isEnglish =
  /(?<![a-zß-ɏḀ-ỿ])(?:can|may|must|does|do|did|is|are|were|would|should|could|shall|has|have|had|(?:was|will) (?:the|an?|my|our|i|we|it|he|she|they|you))(?![a-zß-ɏḀ-ỿ])/iu;

/** What a number measures or numbers: its unit, or else the word before it: "°C", "plot". */
export function scaleOf(number: NumberInText, text: string): string {
  const { start } = number.span;
  const [before = ""] =
    wordRightBefore.exec(text.slice(Math.max(0, start - longestScale), start)) ?? [];
  return unitOf(number, text) ?? before.toLowerCase();
}

/** Number of characters before a number that may name what it numbers. */
const longestScale = 32;
const wordRightBefore = /[\p{Alpha}\p{M}]{1,30}(?=[^\S\n]$)/u;

export function valuesOf(numbers: readonly NumberInText[], kind: NumberKind): string[] {
  return numbers.flatMap((one) => (one.kind === kind ? [one.readings[0]?.value ?? ""] : []));
}

/**
 * Words that ask for a thing of any kind; a "who" or "where" after them joins clauses: "which team
 * that won where".
 */
const asksAny =
  /(?<![a-zß-ɏḀ-ỿ])(?:what|which|how|welche[mnrs]?|quels?|quelles?|qué|cuál(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu;
const joining: ReadonlySet<AnswerKind> = new Set(["date", "person", "place"]);

/** The kind of thing that the first asking words of a question stand for. */
function kindAsked(question: string): AnswerKind {
  const open = asksAny.exec(question)?.index ?? question.length;
  const found = asksFor.flatMap(([words, kind]) => {
    const index = words.exec(question)?.index ?? -1;
    return index < 0 || (joining.has(kind) && open < index) ? [] : [{ kind, index }];
  });
  // "What is the margin" asks for a figure, not a definition.
  const [first] = found
    .filter(({ kind }) => kind !== "definition" || found.length === 1)
    .sort((a, b) => a.index - b.index);
  return first?.kind ?? "any";
}

/** Number of characters before a word that may end a sentence or open a quote. */
const nearBefore = 12;

/** Consecutive capitalised words, with small words and signs between: "Bank of America, N.A.". */
const nameRun =
  /\p{Uppercase}[\p{Alpha}\p{M}\p{N}.'’-]{0,60}(?:,?\s(?:(?:of|the|and|&|e|y|et|und|de|du|der|für)\s){0,2}\p{Uppercase}[\p{Alpha}\p{M}\p{N}.'’-]{0,60}){1,12}/gu;

function blank(asking: string): string {
  return ".".repeat(asking.length);
}

const word =
  /(?<![\p{Alpha}\p{M}])\p{Alpha}(?:\.\p{Alpha}){1,5}(?![\p{Alpha}\p{M}])|[\p{Alpha}\p{M}]+|\p{N}+(?:\.\p{N}+)*/gu;

export function keysOf(text: string): string[] {
  return [...text.matchAll(word)].map(([found]) => wordKey(found));
}

/** True if only white space or a hyphen separates two words. */
export function isGap(between: string): boolean {
  return /^(?:\s+|[-‐‑–])$/.test(between);
}

/** The common part of a word's forms: its first letters, without accents and case. */
export function wordKey(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+|(?<=\p{Alpha})\./gu, "")
    .toLowerCase();
  return plain.replace(/(?<=\p{Alpha}{3})(?:e?s|ed|ing)$/u, "").slice(0, 6);
}

/** Minimum number of letters that two forms of a word share. */
const shortestStem = 4;

/**
 * True if two words differ only in an ending of at most `longestEnding` letters: "search" and
 * "searching" differ in three.
 */
export function isFormOf(one: string, other: string, longestEnding: number): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long) return true;
  const rest = long.length - short.length;
  return short.length >= shortestStem && rest <= longestEnding && long.startsWith(short);
}
