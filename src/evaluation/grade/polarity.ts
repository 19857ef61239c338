import { withoutItemMark } from "../../core/index.js";
import { quantitiesIn, withoutQuantities } from "./quantities.js";

/** Whether a text affirms the question (1), denies it (-1), or does neither (0). */
export type Polarity = 1 | 0 | -1;

const negation =
  /\b(?:not|no|never|neither|nor|without|none|cannot|hardly|unlikely|lacks?|fail(?:s|ed)? to|rather than)\b|n't\b/gi;
const yes = /^(?:yes|yeah|yep|correct|true|indeed|absolutely)\b/i;
const no =
  /^(?:no|nope|false|incorrect|not really|not exactly)\b(?!\s+\p{Alpha}+\s+(?:is|are|was|were|has|have|can|does|did)\b)/iu;
const askedWhether =
  /(?:^|[,:;]\s*(?:and\s+|so\s+)?)(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b/i;

const clauseEnd = /[,;:—–]\s|\b(?:but|however|instead|although|though|while|whereas)\b/i;

/** The minimum share of the question's words, by weight, in a sentence about it. */
const onTopic = 0.34;
/** The minimum share in a sentence that answers the question by itself. */
const answering = 0.6;

/** Explains a term, a method, or where to look, rather than answering. */
const preamble =
  /\b(?:typically|usually|generally|calculated|defined?|formula|measures?|we (?:have|need)|need(?:s|ed)? to|refers? to|in order to|the question|my knowledge)\b|:$/i;
const source =
  /^(?:based on|according to|from|in|given|per)\b[^,]{0,80}\b(?:context|text|documents?|filings?|reports?|information|evidence|data|excerpts?)\b[^,]{0,60},\s*/i;
const sourceOnly = /\b(?:context|text|documents?|filings?|information|evidence|excerpts?)\b/i;

/** Whether a sentence answers a question, rightly or not: with yes or no, which, or how much. */
export function answersQuestion(question: string, sentence: string): boolean {
  const claim = sentence.replace(source, "");
  if (preamble.test(claim) || sourceOnly.test(claim)) return false;
  const main = mainQuestion(question);
  const words = contentWords(main);
  if (shareFound(words, claim) < answering) return false;
  if (asksWhether(question)) return sentencePolarity(main, claim, answering) !== 0;
  const known = quantitiesIn(question);
  const quantities = quantitiesIn(claim);
  if (quantities.some(({ value }) => known.every((one) => one.value !== value))) return true;
  if (asksAmount.test(main)) return false;
  return contentWords(withoutQuantities(claim)).some(
    ({ stem }) => !words.some((word) => sameStem(word.stem, stem)),
  );
}

const asksAmount =
  /\bhow (?:much|many|large|high|long|old)\b|\b(?:ratio|margin|percent(?:age)?|amount|number|total|average|rate|growth|turnover|value|price|cost|ebitda|capex)\b|%/i;

/** Whether a question can be answered with yes or no, or with "increased" or "decreased". */
export function asksWhether(question: string): boolean {
  return askedWhether.test(mainQuestion(question));
}

/** The sentence that asks, without instructions for the answer. */
function mainQuestion(question: string): string {
  const sentences = splitSentences(question);
  return sentences.find((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? "";
}

export function leadingPolarity(text: string): Polarity {
  const start = text.trim().replace(/^["'([]+/, "");
  return yes.test(start) ? 1 : no.test(start) ? -1 : 0;
}

/** The gold answer's yes or no to a yes-or-no question. Any gold answer may begin with "no". */
export function goldPolarity(question: string, gold: string): Polarity {
  const leading = leadingPolarity(gold);
  if (!asksWhether(question)) return 0;
  if (leading !== 0) return leading;
  return sentencePolarity(mainQuestion(question), splitSentences(gold)[0] ?? "", 0);
}

/**
 * An answer's yes or no to a yes-or-no question: the literal one, else what its claims say about
 * the question's words, inverted by negations and by the opposite direction ("decreased" if the
 * question has "increased").
 */
export function answerPolarity(question: string, { opening, concluding }: Claims): Polarity {
  const leading = leadingPolarity(opening);
  if (leading !== 0) return leading;
  const main = mainQuestion(question);
  const signs = [opening, ...concluding].map((sentence) =>
    sentencePolarity(main, sentence, onTopic),
  );
  const sum = signs.reduce<number>((total, one) => total + one, 0);
  return sum > 0 ? 1 : sum < 0 ? -1 : (signs.findLast((sign) => sign !== 0) ?? 0);
}

/**
 * The polarity of a sentence towards a question, by the clause that is most about the question.
 *
 * @param overlap the minimum share of the question's content words in the sentence
 */
function sentencePolarity(question: string, sentence: string, overlap: number): Polarity {
  const leading = leadingPolarity(sentence);
  if (leading !== 0) return leading;
  const words = contentWords(question);
  if (shareFound(words, sentence) < overlap) return 0;
  const wanted = changeDirectionOf(question);
  const clauses = sentence.split(clauseEnd).map((clause) => {
    const direction = changeDirectionOf(clause);
    const stated = wanted === 0 ? 0 : direction === 0 ? 0 : 1;
    return { clause, direction: direction ?? 0, about: shareFound(words, clause) + stated };
  });
  const best = clauses.reduce((one, other) => (other.about > one.about ? other : one));
  const negated = (best.clause.match(negation)?.length ?? 0) % 2 === 1;
  const { direction } = best;
  // "Increase or decrease?": the direction counts.
  if (wanted === null) return direction === 0 ? 0 : negated === direction > 0 ? -1 : 1;
  if (wanted !== 0 && direction === 0) return negated ? -1 : 0;
  return negated !== (direction === -wanted && direction !== 0) ? -1 : 1;
}

/** Words that carry grammar, or introduce an answer without being part of it. */
const functionWords = new Set(
  `a about above according after all also although am an and any are as at be because been before
  being below between both but by can cannot could did do does doing done due during each either
  else etc even ever few for from further had has have having he hence her here hers him his how
  however i if in indeed into is it its itself just may me might more most much must my near neither
  no nor not of off on once one only or other our out over own per rather s same she should since so
  some such than that the their them then there therefore these they this those though through thus
  to too toward under until up upon us very via was we were what when where whether which while who
  whom whose why will with within without would yes yet you your
  based provided information answer question context document documents filing filings following
  given approximately around roughly please fy vs versus`.split(/\s+/),
);

/** Words that occur in answers of all kinds; chosen by hand, as stems. */
const commonStems = new Set(
  `also another amount area around base became become begin began big bring call case change come
  common company compar consider consist current day describ develop differ end exampl experienc
  fact factor fall form found general get give global go good grew group grow growth happen help
  high higher includ increas decreas improv reduc impact import involv item keep kind know large
  larger largest last late lead leader level like list locat long low lower made main major make
  mani mean measur mention million month name need new number old oper part particular perform
  period person place point posit possibl present primar produc purpos quarter range rate reason
  refer relat releas report requir result say segment seen set show signific similar size slight
  small specif start state take thing think time total trend type unit usag use valu variou want
  way well word work world year`.split(/\s+/),
);

/** A word that carries meaning. */
export interface ContentWord {
  /** The form in which words are compared: without accents, in lower case, without its ending. */
  readonly stem: string;
  /**
   * How significant it is: 2 for a name, an abbreviation or a number, which few answers have by
   * chance, 0.5 for a word that all kinds of answers have, else 1.
   */
  readonly weight: number;
}

const token = /[\p{Alpha}\p{N}]+(?:['.&-][\p{Alpha}\p{N}]+)*/gu;

/** The distinct content words of a text, in order. Endings and function words are English. */
export function contentWords(text: string): readonly ContentWord[] {
  const found = new Map<string, ContentWord>();
  for (const { index, 0: written } of text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .matchAll(token)) {
    for (const part of written.split("-")) {
      const lower = part
        .toLowerCase()
        .replace(/'s$/, "")
        .replaceAll(".", "")
        .replace(/^(?:fy|cy)'?(?=\d)/, "");
      if (lower === "" || functionWords.has(lower)) continue;
      const stem = stemOf(directionWord(lower) ?? lower);
      const name = /^\p{Uppercase}/u.test(part) && index > 0;
      const weight = name || /\p{N}/u.test(part) ? 2 : commonStems.has(stem) ? 0.5 : 1;
      found.set(stem, { stem, weight: Math.max(weight, found.get(stem)?.weight ?? 0) });
    }
  }
  return [...found.values()];
}

const endings = /(?:ations?|ments?|ings?|ities|ity|ies|ness|ions?|ed|es|ly|s|e|y)$/;

/** A word without its ending; at least four letters remain. */
function stemOf(word: string): string {
  if (/\p{N}/u.test(word)) return word.replace(/(?<=\d)(?:st|nd|rd|th)$/, "");
  const stem = word.replace(endings, "");
  return stem.length >= 4 ? stem : word.replace(/(?<=\p{Alpha}{3})s$/u, "");
}

/** Whether two stems are of the same word: equal, or different only in an ending or a letter. */
export function sameStem(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const longer = Math.max(one.length, other.length);
  if (shorter < 5 || /\p{N}/u.test(one + other)) return false;
  let shared = 0;
  while (shared < shorter && one.charAt(shared) === other.charAt(shared)) shared++;
  return shared >= 5 && shared >= 0.7 * longer;
}

/** The total weight of words, and of those that a text contains. */
export function weighFound(
  words: readonly ContentWord[],
  text: string,
): { readonly total: number; readonly found: number } {
  const textWords = contentWords(text);
  let total = 0;
  let found = 0;
  for (const { stem, weight } of words) {
    total += weight;
    if (textWords.some((word) => sameStem(stem, word.stem))) found += weight;
  }
  return { total, found };
}

/** The share of words, by weight, that a text contains; 0 if there are no words. */
export function shareFound(words: readonly ContentWord[], text: string): number {
  const { total, found } = weighFound(words, text);
  return total === 0 ? 0 : found / total;
}

const up =
  "increas\\w*|r[io]s(?:e|es|en|ing)|grew|grow\\w*|growth|improv\\w*|gain\\w*|higher|expan[ds]\\w*|greater|climb\\w*|surg(?:e|es|ed|ing)|accelerat\\w*|strengthen\\w*|more|larger|better|upward";
const down =
  "decreas\\w*|declin(?:e|es|ed|ing)|drop\\w*|fall(?:s|en|ing)?|fell|reduc\\w*|lower\\w*|shr[aiu]nk\\w*|deteriorat\\w*|worsen\\w*|worse|contract(?:ed|ion|ing)|slump\\w*|weaken\\w*|fewer|less|smaller|diminish\\w*|downward|compress\\w*|slow(?:ed|er|ing)|decelerat\\w*";

const upIn = new RegExp(`\\b(?:${up}|up(?=\\s+(?:from|by|\\d)))\\b`, "i");
const downIn = new RegExp(`\\b(?:${down}|down(?=\\s+(?:from|by|\\d)))\\b`, "i");

/** Whether something goes up (1) or down (-1) in a text; null for both, 0 for neither. English. */
export function changeDirectionOf(text: string): 1 | 0 | -1 | null {
  const rises = upIn.test(text);
  const falls = downIn.test(text);
  if (rises && falls) return null;
  return rises ? 1 : falls ? -1 : 0;
}

const upWord = new RegExp(`^(?:${up})$`);
const downWord = new RegExp(`^(?:${down})$`);

/** One word for all words of a direction, in lower case; null for other words. */
function directionWord(word: string): string | null {
  if (upWord.test(word)) return "increase";
  return downWord.test(word) ? "decrease" : null;
}

/** Words and abbreviations whose full stop ends no sentence. */
const abbreviation =
  /(?:^|[\s(])(?:inc|corp|co|ltd|llc|plc|no|nos|vs|approx|adj|est|e\.g|i\.e|etc|cf|mr|mrs|ms|dr|prof|st|jr|sr|fig|vol|dept|u\.s|u\.k|\p{Uppercase})\.$/iu;

/** The sentences of a text without Markdown; every line and every list item ends one. */
export function splitSentences(text: string): readonly string[] {
  return plain(text).split("\n").flatMap(sentencesOfLine);
}

/** A text with uniform quotes and numbers in digits, without Markdown inside its lines. */
export function plain(text: string): string {
  return withDigits(text)
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\r\n?/g, "\n")
    .replace(/\*\*|__|`/g, "")
    .replace(/^#+\s+/gm, "");
}

function sentencesOfLine(line: string): string[] {
  const text = withoutItemMark(line).trim();
  if (!/[\p{Alpha}\p{N}]/u.test(text)) return [];
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(
    /(?<=[.!?]["')\]]{0,2})\s+(?=["'([]?[\p{Uppercase}\p{N}])/gu,
  )) {
    const sentence = text.slice(start, index);
    if (abbreviation.test(sentence)) continue;
    sentences.push(sentence);
    start = index + gap.length;
  }
  sentences.push(text.slice(start));
  return sentences;
}

/** An answer's sentences, by purpose. */
export interface Claims {
  /** The first sentence with content; empty for an answer without any. */
  readonly opening: string;
  /** The last sentence, and those that are marked as a conclusion, in order. */
  readonly concluding: readonly string[];
  /** Opening and concluding sentences; all of a short answer. In order, without repetitions. */
  readonly claims: readonly string[];
  readonly all: readonly string[];
}

/** An answer of at most this many sentences consists only of claims. */
const shortAnswer = 3;

const introduction =
  /^(?:sure|certainly|of course|okay|great)[!.,]*$|:$|^to (?:calculate|determine|answer|find|compute|assess|evaluate)\b|^here (?:is|are|'s)\b/i;
const conclusion =
  /^(?:(?:and )?so|therefore|thus|hence|consequently|accordingly|in (?:summary|conclusion|short|total|sum|fact)|to (?:summari[sz]e|conclude|sum up)|overall|as a result|(?:when )?round(?:ed|ing)|finally|based on (?:this|these|the above)|the (?:final )?answer is|this (?:means|gives|indicates|shows|suggests|implies|represents|results|is))\b/i;

/** Finds the sentences of an answer that state its claims, as opposed to its reasoning. */
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

const small = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen`.split(/\s+/);
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const numberWord = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\p{N}])(?:(${tens.join("|")})(?:[- ](${small.slice(1, 10).join("|")}))?|(${small.slice(2).join("|")}))(?![a-zß-ɏḀ-ỿ\\p{N}])`,
  "giu",
);

/** A text with English numbers from two to ninety-nine in digits; "one" is mostly just a word. */
function withDigits(text: string): string {
  return text.replace(numberWord, (_, ten?: string, one?: string, unit?: string) => {
    if (unit !== undefined) return String(small.indexOf(unit.toLowerCase()));
    const whole = 10 * (tens.indexOf((ten ?? "").toLowerCase()) + 2);
    return String(whole + (one === undefined ? 0 : small.indexOf(one.toLowerCase())));
  });
}
