import {
  firstIndex,
  type Language,
  type QueryWord,
  queryWordsOf,
  type Span,
} from "../core/index.js";
import { monthName, monthOf } from "./months.js";
import type { Statement } from "./names.js";
import { figureNamesIn } from "./names-in-text.js";
import { asksAmount, asksPercent, saysChange } from "./question.js";
import { statementIn } from "./statements.js";

/** Words in order, each with the index terms that may stand for it. */
export type TermSequence = readonly (readonly string[])[];

export interface NamedThing extends Span {
  /** The thing as written in the question. */
  readonly text: string;
  /** Its possible names in a document, starting with the one in the question. */
  readonly names: readonly TermSequence[];
  /** The names after the first, as written. */
  readonly otherNames: readonly string[];
  /** The thing's weight in the question, relative to the other things. */
  readonly weight: number;
  /** Whether it may be a name: all of it is capitalised, or nothing in the question is. */
  readonly isCapitalised: boolean;
}

export interface FigureQuestion {
  /** The question, with instructions for the answer and names of its source replaced by spaces. */
  readonly text: string;
  /** The things that the figure is about, in order, without the times that the question names. */
  readonly things: readonly NamedThing[];
  /** Whether a figure can answer the question, judging by its words. */
  readonly asksFigure: boolean;
  /** Whether the question asks for reasons, names or a yes. */
  readonly asksOther: boolean;
  readonly asksPercent: boolean;
  /** Whether the question asks how many there are of something. */
  readonly asksCount: boolean;
  /** Whether the question asks for a balance at a moment: "at the end of", "on June 30". */
  readonly asksMoment: boolean;
  readonly asksChange: boolean;
  /** Whether the question asks for an amount that was paid. */
  readonly asksPayment: boolean;
  /** The statement that the question names as the source of its answer, if any. */
  readonly statement: Statement | null;
  /** The statement that contains the figures named; null if none or several contain them. */
  readonly itemOf: Statement | null;
}

/** Words for times, which table columns give, and "per", which rows per share lack as often. */
const timeWord = new RegExp(
  `^(?:\\p{N}.*|fy\\d*|q[1-4]|fiscal|financial|years?|quarters?|months?|weeks?|half|ended|ending|end|per|first|second|third|fourth|three|six|nine|twelve|thirteen|fifty|date|day|period|as|annual|annually|quarterly|${monthName}|jahr|quartal|geschäftsjahr|exercice|trimestre|année|año)$`,
  "iu",
);
/** "Many" and "high" only ask here, but "high" is part of other names: "high-yield bonds". */
const amountAsked =
  /(?<![a-zß-ɏḀ-ỿ])(?:how (?:many|high|low|large|big|great)|wie (?:viele|hoch|groß))(?![a-zß-ɏḀ-ỿ])/giu;
/** Words that ask for an amount but rarely name one. */
const askingWord =
  /^(?:much|many|spend|spent|spending|cost|costs|pay|paid|have|has|had|hold|held|own|owned|go|went|make|made|earn|earned|generate|generated|report|reported|record|recorded|amount|amounts|number|value|figure|level|company|please|tell|give|show|what|was|were|did|does|total|overall|whole|altogether|people|expenses?|charges?|viele?|betrug|insgesamt|combien|total)$/iu;
/** The weight of all of them together. */
const askingWeight = 0.25;
/** Maximum weight of a thing, however many words it has. */
const heaviest = 2;

const countWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:how many|number of|headcount|wie ?viele|anzahl|combien de|cuánt[oa]s)(?![a-zß-ɏḀ-ỿ])/iu;
const momentWords = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:at (?:the )?(?:end|close|year[- ]end)|year[- ]end|end of|as (?:of|at)|(?:at|on) (?:\\d|${monthName})|am ende|zum \\d|fin de)(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
const paymentWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:spen[dt]|paid|pay|bought|buy|repurchas|purchas|repa[iy]|issu|borrowed|ausgegeben|gezahlt|dépens|payé)/iu;
/** Beginnings and words of questions that ask for reasons, names or a yes rather than a figure. */
const otherQuestion =
  /^\W*(?:why|which|who|whom|whose|where|does|do|did|is|are|was|were|has|have|had|can|could|should|will|would|list|name|describe|explain|summari[sz]e|compare|how (?!much|many|large|high|big|long|old)|warum|welche|wer|wo|ist|sind|hat|pourquoi|qui|où|est)(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:drove|drive|driven|driver|reasons?|why|explain|describe|risks?)(?![a-zß-ɏḀ-ỿ])/iu;
/** Beginnings and words of questions that ask for reasons, manners, moments or meanings. */
const sentenceQuestion =
  /^\W*(?:when|who|whose|where|what (?:do|does|did))(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:why|how (?:does|do|did|has|have|had|is|are|was|were|can|could|might|would|will)|explain|describe|discuss|drove|driven?|drivers?|reasons?|led to|due to)(?![a-zß-ɏḀ-ỿ])/iu;
const year = /(?<!\d)(?:19|20)\d\d(?!\d)|(?<![a-zß-ɏḀ-ỿ])FY ?['’]?\d\d(?!\d)/iu;

/** Names that a question may use for the source of its answer. */
const source =
  "(?:statements?(?:\\s+of\\s+(?:consolidated\\s+)?(?:financial\\s+)?(?:income|operations|earnings|position|condition|cash\\s+flows?|profit(?:\\s+and\\s+loss)?))?|(?:balance|income)\\s+sheets?|P&L(?:\\s+statement)?|10-[KQ]s?|annual\\s+reports?|quarterly\\s+reports?|filings?|reports?|data|information)";
/** Words that may precede the source. */
const ofSource =
  "(?:(?:(?:FY)?(?:19|20)\\d\\d|only|primarily|mainly|solely|just|the|this|that|its|their|our|his|latest|most|recent|company['’]s|consolidated|condensed|financial|income|cash|flows?|line|items|details|data|information|shown|stated|given|provided|outlined|presented|reported|clearly|within|in|from|of|on|and)\\s{1,9}){0,12}";

/**
 * Instructions in a question for its answer: sentences, clauses before and after the question
 * itself, units and rounding. None of it occurs in documents.
 */
const instructions: readonly RegExp[] = [
  // "Using the cash flow statement, …"
  new RegExp(
    `^\\s*(?:please\\s+)?(?:by\\s+|in\\s+|when\\s+)?(?:using|utili[sz]ing|based|basing|considering|relying|drawing|looking|referring|according|agreement|going|from|per)(?![a-zß-ɏḀ-ỿ])[^,.;:?!]{0,80}(?<![a-zß-ɏḀ-ỿ])${source}(?![a-zß-ɏḀ-ỿ])[^,.;:?!]{0,40}(?:,|:)`,
    "giu",
  ),
  // "In the 2019 annual report, …"
  new RegExp(`^\\s*(?:in|from|per)\\s+${ofSource}${source}\\s*,`, "giu"),
  // "…, as stated in the income statement"
  new RegExp(
    `,?\\s{0,9}(?<![a-zß-ɏḀ-ỿ])(?:(?:by|as|primarily|only|please)\\s{1,9}){0,5}(?:using|utili[sz]ing|based\\s+on|relying\\s+on|according\\s+to|(?:shown|stated|reported|disclosed|presented|given|outlined|listed|found)\\s{1,9}(?:in|on)|per|from|in|on)\\s{1,9}${ofSource}${source}\\s{0,9}(?=[?.!,;]|$)`,
    "giu",
  ),
  // "(in USD millions)", "in thousands of dollars"
  /[,(]?\s{0,9}(?<![a-zß-ɏḀ-ỿ])(?:(?:please\s{1,9})?(?:answer|stated?|expressed|report(?:ed)?|given?|shown?|rounded)\s{1,9})?in\s{1,9}(?:(?:units?\s{1,9}of\s{1,9})?(?:(?:US|U\.S\.|USD|EUR|GBP|CHF|dollars?|euros?|pounds?|percents?|percentages?|thousands?|millions?|billions?|of)(?![a-zß-ɏḀ-ỿ\p{N}])|[$€£%])\s{0,9}){1,12}\)?/giu,
  // "rounded to two decimal places"
  /[,(]?\s{0,9}(?<![a-zß-ɏḀ-ỿ])(?:and\s{1,9})?round(?:ed|ing)?(?![a-zß-ɏḀ-ỿ])[^.;?!)]*\)?/giu,
  /(?<![a-zß-ɏḀ-ỿ])answer\s+(?:the|this|my)\s+(?:following\s+)?question[^:.?!]{0,200}:/giu,
  /(?<![a-zß-ɏḀ-ỿ])(?:please|kindly|here['’]s the question:?|(?:can|could) you (?:tell|give|show) (?:me|us)|(?:tell|give|show) (?:me|us)|bitte|s['’]il (?:vous|te) plaît|por favor)(?![a-zß-ɏḀ-ỿ])[,:]?/giu,
];
/** Beginnings of sentences that only say how to answer, if another sentence asks the question. */
const instructing =
  /^\W*(?:(?:please|kindly|also|then|and|to)[,\s]+)*(?:answer|give|provide|state|express|report|respond|reply|return|write|round|base|basing|use|calculate|compute|approach|address|assume|assuming|if|we want|we need|i want|i need|keep|help|make sure|show|runde|antworte|gib|nutze|arrondi|répond|indique)\p{Alpha}*(?![a-zß-ɏḀ-ỿ])/iu;
/** Times are kept wherever they occur. */
const times = new RegExp(
  `(?:FY\\s?['’]?\\d\\d(?:\\d\\d)?|(?<!\\d)(?:19|20)\\d\\d)(?!\\d)|(?<![a-zß-ɏḀ-ỿ])(?:Q[1-4]|(?:first|second|third|fourth)\\s+(?:fiscal\\s+)?quarter|(?:${monthName})(?:\\s+\\d{1,2})?)(?![a-zß-ɏḀ-ỿ\\p{N}])`,
  "giu",
);

/** A question with instructions for its answer replaced by spaces, so that positions stay. */
export function withoutInstructions(question: string): string {
  const sentences = question.match(/(?:[^.?!]|[.](?=\S))+(?:[.?!]+|$)/gu) ?? [];
  const asking = sentences.filter((sentence) => !instructing.test(sentence));
  const kept =
    asking.length === 0
      ? question
      : sentences.map((each) => (asking.includes(each) ? each : blanked(each))).join("");
  const rest = instructions.reduce((text, form) => text.replace(form, blanked), kept);
  // A question that consists only of instructions is searched unchanged.
  return /\p{Alpha}{2}/u.test(rest) ? rest : question;
}

function blanked(text: string): string {
  const spans = [...text.matchAll(times)];
  let rest = "";
  for (const { 0: time, index } of spans) rest = rest.padEnd(index, " ") + time;
  return rest.padEnd(text.length, " ");
}

/** True if sentences answer a question, so that matching words do not favour a row. */
export function asksForSentences(question: string): boolean {
  return sentenceQuestion.test(question);
}

/**
 * Reads a question as asking for a figure, for documents in these languages.
 *
 * @param expand returns long forms of abbreviations in a text, and abbreviations of long forms
 */
export function readFigureQuestion(
  question: string,
  languages: ReadonlySet<Language>,
  expand: (text: string, words: readonly string[]) => readonly string[],
): FigureQuestion {
  const text = withoutInstructions(question);
  const words = queryWordsOf(text, languages);
  const named = figureNamesIn(text);
  const things = [
    ...figuresNamed(text, words, named, languages),
    ...otherThings(text, withoutNames(words, named), writesCapitals(question)),
  ].sort((a, b) => a.start - b.start);
  const written = words.map((word) => word.text);
  const names = new Set([...expand(text, written), ...initialsOfNames(text)]);
  for (const name of [...names].slice(0, mostNames)) rename(things, name, languages);
  const asksOther = otherQuestion.test(text);
  return {
    text,
    things,
    asksOther,
    asksFigure: !asksOther && (asksAmount(text) || year.test(text)),
    asksPercent: asksPercent(question),
    asksCount: countWords.test(text),
    asksMoment: momentWords.test(text),
    asksChange: saysChange(text),
    asksPayment: paymentWords.test(text),
    statement: statementIn(question),
    itemOf: statementOf(named.map(({ statement }) => statement)),
  };
}

type NamedFigures = ReturnType<typeof figureNamesIn>;

/** The figures that a question names, which have other names, too. */
function figuresNamed(
  text: string,
  words: readonly QueryWord[],
  named: NamedFigures,
  languages: ReadonlySet<Language>,
): readonly NamedThing[] {
  return named.flatMap(({ start, end, others }) => {
    const telling = wordsWithin(words, start, end).filter(({ isFunctionWord }) => !isFunctionWord);
    // A statement says where to look rather than what to look for.
    if (telling.length === 0 || statementIn(text.slice(start, end)) !== null) return [];
    const names = [
      telling.map(({ terms }) => terms),
      ...others.map((name) => termsOfName(name, languages)),
    ];
    return [
      {
        ...{ start, end, names, otherNames: others, isCapitalised: false },
        text: text.slice(start, end),
        weight: Math.min(heaviest, telling.length),
      },
    ];
  });
}

/** The words of a question that belong to no name of a figure. */
function withoutNames(words: readonly QueryWord[], named: NamedFigures): readonly QueryWord[] {
  const inNames = new Set(named.flatMap(({ start, end }) => wordsWithin(words, start, end)));
  return words.filter((word) => !inNames.has(word));
}

/** The other things that a question names, one for each of these words. */
function otherThings(
  text: string,
  words: readonly QueryWord[],
  hasCapitals: boolean,
): readonly NamedThing[] {
  const asking = [...text.matchAll(amountAsked)].map(({ index, 0: found }) => {
    return { start: index, end: index + found.length };
  });
  const others = words.filter(
    (word) =>
      !(word.isFunctionWord || timeWord.test(word.text)) &&
      !asking.some(({ start, end }) => start <= word.start && word.end <= end),
  );
  const asked = others.filter(({ text: word }) => askingWord.test(word)).length;
  return others.map((word) => ({
    ...{ start: word.start, end: word.end, text: word.text },
    ...{ names: [[...[word.terms]]], otherNames: [] },
    weight: askingWord.test(word.text) ? askingWeight / asked : 1,
    isCapitalised: !hasCapitals || /^\p{Uppercase}/u.test(word.text),
  }));
}

const writtenWord = /[\p{Alpha}\p{M}\p{N}]+/gu;
/** A capitalised word, but neither "I" nor an acronym, which have capitals in any text. */
const capitalisedWord = /^\p{Uppercase}.*\p{Lowercase}/u;
const acronym = /^\p{Uppercase}+s$/u;

/**
 * Whether a question writes names with capitals. That of its first word says nothing, as phones
 * write it by themselves, and neither do those of months. If not, any word may be a name.
 */
export function writesCapitals(question: string): boolean {
  const [, ...words] = question.match(writtenWord) ?? [];
  return words.some(
    (word) => capitalisedWord.test(word) && !acronym.test(word) && monthOf(word) === null,
  );
}

/** Maximum number of other names to look for in a question, and of things that a name covers. */
const mostNames = 24;
const mostNamed = 12;

/** The words inside a range of their text. `words` must be in text order. */
function wordsWithin(words: readonly QueryWord[], start: number, end: number): QueryWord[] {
  const from = firstIndex(words.length, (index) => (words[index]?.start ?? 0) >= start);
  const found: QueryWord[] = [];
  for (let index = from; index < words.length; index++) {
    const word = words[index];
    if (!word || word.start >= end) break;
    if (word.end <= end) found.push(word);
  }
  return found;
}

function statementOf(items: readonly (Statement | null)[]): Statement | null {
  const known = new Set(items.filter((item) => item !== null));
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

function termsOfName(name: string, languages: ReadonlySet<Language>): TermSequence {
  return queryWordsOf(name, languages)
    .filter(({ isFunctionWord }) => !isFunctionWord)
    .map(({ terms }) => terms);
}

/**
 * Adds the other name of a thing that an abbreviation stands for, or that is an abbreviation. They
 * match if the letters of one are the initials of the other's words.
 */
function rename(things: NamedThing[], name: string, languages: ReadonlySet<Language>): void {
  for (let from = 0; from < things.length; from++) {
    for (let to = from + 1; to <= Math.min(things.length, from + mostNamed); to++) {
      const some = things.slice(from, to);
      const [first, last] = [some[0], some.at(-1)];
      if (!first || !last) continue;
      const text = some.map((thing) => thing.text).join(" ");
      const isShort = some.length === 1 && lettersOf(text) === initialsOf(name);
      const isLong = some.length > 1 && initialsOf(text) === lettersOf(name);
      if (!isShort && !isLong) continue;
      const nameTerms = isShort ? first.names : [some.flatMap(({ names }) => names[0] ?? [])];
      things.splice(from, some.length, {
        ...{ start: first.start, end: last.end, text },
        names: [...nameTerms, termsOfName(name, languages)],
        otherNames: [...(isShort ? first.otherNames : []), name],
        weight: Math.min(heaviest, some.length),
        isCapitalised: some.every(({ isCapitalised }) => isCapitalised),
      });
      return;
    }
  }
}

/** Abbreviations that long names may have: "EMEA" for "Europe, the Middle East and Africa". */
function initialsOfNames(text: string): string[] {
  const runs =
    text.match(
      /\p{Uppercase}[\p{Alpha}.]{1,40}(?:,? (?:(?:and|the|und|et|of) ){0,3}\p{Uppercase}[\p{Alpha}.]{1,40}){2,12}/gu,
    ) ?? [];
  return runs.map((run) => initialsOf(run).toUpperCase());
}

function lettersOf(text: string): string {
  return (text.toLowerCase().match(/\p{Alpha}/gu) ?? []).join("");
}

function initialsOf(text: string): string {
  const words = text.toLowerCase().match(/\p{Alpha}+/gu) ?? [];
  return words
    .filter((word) => !/^(?:and|of|the|for|in|und|der|die|das|et|de|la|le)$/u.test(word))
    .map((word) => word.charAt(0))
    .join("");
}
