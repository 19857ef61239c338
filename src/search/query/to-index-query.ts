import {
  fold,
  groupedWordsOf,
  type Language,
  type LikeWords,
  mergeRanges,
  oncePer,
  type QueryWord,
  queryWordsOf,
  type Span,
  stemsOf,
  termsOf,
} from "../../core/index.js";
import { asksForSentences, figureNamesIn } from "../../figures/index.js";
import { labelTerm, longestLabel } from "../index/document-postings.js";
import type { Vocabulary } from "../index/vocabulary.js";
import { compoundsWith, katakanaCompounds, partsOfCompound } from "./compounds.js";
import type {
  AllOf,
  AnyOf,
  Concept,
  IndexQuery,
  ParsedQuery,
  QueryItem,
  QueryOperand,
  RankingOptions,
} from "./index-query.js";

/** The context for interpreting the words of a query in a collection. */
export interface QueryContext {
  /** The languages of the searched documents. */
  readonly languages: ReadonlySet<Language>;
  /** The full forms of abbreviations in a text, and the other way round; see `AbbreviationBook`. */
  expand(text: string, words: readonly string[]): readonly string[];
  readonly vocabulary: Vocabulary;
  readonly ranking: RankingOptions;
  /** Terms to search for instead of a word, by the word as typed. */
  readonly corrections?: ReadonlyMap<string, AnyOf>;
  /** Words that the documents also write as two, by the word as typed. */
  readonly openForms?: ReadonlyMap<string, OpenForm>;
  /** Words with a similar meaning to a stem; missing if words are meant literally. */
  readonly likeWords?: ((stem: string) => LikeWords) | undefined;
}

/** A word written as two: "on line" for "online". */
export interface OpenForm {
  readonly first: AnyOf;
  readonly second: AnyOf;
}

/** Maximum number of words that one prefix stands for when ranking. */
const prefixTerms = 100;
/** In requirements and exclusions, a prefix stands for all words. */
const allTerms = Number.MAX_SAFE_INTEGER;

/** A query in the terms of an index, and its words. */
export interface TranslatedQuery {
  readonly query: IndexQuery;
  /** The words to rank by, without function words unless there are no others. */
  readonly words: readonly QueryWord[];
  /** Numbers and names of several groups, whether the documents contain them or not. */
  readonly identifiers: readonly QueryWord[];
  /** Other spellings and other words for words of the query; they count less. */
  readonly variants: readonly WordVariant[];
  /** Words of the documents with a similar meaning to words of the query. */
  readonly alike: readonly LikeTerms[];
}

/** A word of a query, and the terms of words with a similar meaning. */
export interface LikeTerms {
  readonly word: string;
  readonly terms: AnyOf;
}

/** An alternative for one or more words, which then count as found. */
export interface WordVariant extends Span {
  /** A passage must contain all of these. */
  readonly words: AllOf;
}

/**
 * Translates a query into the terms of an index. Conditions that need the text, such as phrases,
 * are left to `textConditions`.
 */
export function toIndexQuery(
  text: string,
  parsed: ParsedQuery,
  context: QueryContext,
): TranslatedQuery {
  const { ranking } = context;
  const read = readWords(text, parsed, context);
  const { ranked, words, names, grouped, like } = read;
  const figures = figureNamesIn(ranked);
  const hasNumber = number.test(ranked);
  const variants = [
    ...variantsOf(ranked, read.all, words, context),
    ...like.flatMap(({ word: { start, end }, related }) =>
      related.length > 0 ? [{ start, end, words: [related] }] : [],
    ),
  ];
  const weightOf = weighing(ranking, {
    asksFigure: hasNumber || figureWords.test(ranked),
    asksForSpeech: asksForSpeech.test(ranked),
  });
  const concepts = conceptsOf(
    [
      ...words.map((word) => ({ terms: word.terms, weight: weightOf(word) })),
      ...names.map(({ terms }) => ({ terms, weight: 1 })),
      ...read.prefixes.map(({ text: prefix }) => {
        return { terms: expandPrefix(prefix, context, prefixTerms), weight: 1 };
      }),
    ],
    ranking,
  );
  return {
    words,
    identifiers: read.asOne.filter(({ text: name }) => isIdentifier(name)),
    variants: [
      ...variants,
      ...grouped.map(({ start, end, terms }) => ({ start, end, words: [terms] })),
      ...namedOtherwise(figures, context),
    ],
    alike: like.map(({ word, related, alike }) => ({
      word: word.text,
      terms: [...related, ...alike],
    })),
    query: {
      concepts: withOtherWords(concepts, read, variants, figures, context),
      joined: conceptsOf(joinedWords(words, context), ranking),
      naming: namingConcepts(words, concepts, ranking),
      labels: ranking.labelShare > 0 && !asksForSentences(ranked) ? labelConcepts(words) : [],
      required: [
        ...parsed.items.flatMap((item) => requirement(item, context)),
        ...openRequirement(words, context),
      ],
      excluded: parsed.items.flatMap((item) => exclusion(item, context)),
      pages: pagesOf(parsed),
      hasNumber,
    },
  };
}

/** The words of a query, before they become concepts. */
interface WordsToRank {
  /** The text of the query with only the operands that rank. */
  readonly ranked: string;
  readonly prefixes: readonly QueryOperand[];
  /** Including function words. */
  readonly all: readonly QueryWord[];
  /** Numbers and names of several groups, whether the documents contain them or not. */
  readonly asOne: readonly QueryWord[];
  /** Those of `asOne` that the documents contain. */
  readonly grouped: readonly QueryWord[];
  /** Those of `grouped` that are identifiers. */
  readonly names: readonly QueryWord[];
  readonly words: readonly QueryWord[];
  readonly like: ReturnType<typeof likeWordsOf>;
}

function readWords(text: string, parsed: ParsedQuery, context: QueryContext): WordsToRank {
  const operands = parsed.items.flatMap(rankedOperands);
  const ranked = onlyAt(
    text,
    operands.filter(({ kind }) => kind !== "prefix"),
  );
  const all = queryWordsOf(ranked, context.languages).map((word) => corrected(word, context));
  const asOne = groupedWordsOf(withSigns(ranked, text), context.languages);
  const grouped = asOne.filter(({ terms }) => terms.some((term) => context.vocabulary.has(term)));
  const names = grouped.filter(({ text: name }) => isIdentifier(name));
  // The groups of an identifier add nothing to the whole.
  const words = telling(all, context.ranking).filter(
    (word) => !names.some(({ start, end }) => start <= word.start && word.end <= end),
  );
  const prefixes = operands.filter(({ kind }) => kind === "prefix");
  const like = likeWordsOf(words, context);
  return { ranked, prefixes, all, asOne, grouped, names, words, like };
}

/** Adds other words for the same things, which weigh less than the words of the query. */
function withOtherWords(
  concepts: readonly Concept[],
  { ranked, all, grouped, names, like }: WordsToRank,
  variants: readonly WordVariant[],
  figures: ReturnType<typeof figureNamesIn>,
  context: QueryContext,
): readonly Concept[] {
  const { ranking, languages } = context;
  const written = all.map((word) => word.text);
  const expanded = context
    .expand(ranked, written)
    .flatMap((form) => telling(queryWordsOf(form, languages), ranking));
  const otherNames = figures
    .flatMap(({ others }) => others)
    .flatMap((name) => wordsOfName(name, context));
  const other = [
    ...grouped.filter((word) => !names.includes(word)),
    ...variants.flatMap((variant) => variant.words).map((terms) => ({ terms })),
  ];
  const alike = like.map(({ related, alike }) => ({ terms: [...related, ...alike] }));
  const abbreviated = withWeaker(concepts, expanded, ranking.abbreviationWeight);
  const named = withNames(abbreviated, otherNames, ranking.everydayWeight);
  const varied = withWeaker(named, other, ranking.variantWeight);
  return withWeaker(varied, alike, ranking.likeWeight);
}

/** A number or a year ("FY2023", "Q22023"), but not in a name: "COVID-19", "10-K", "MP3". */
const number =
  /(?<![\p{Alpha}\p{N}])(?<!\p{Alpha}[-‐‑])(?:[FC]Y ?|Q[1-4](?=(?:\d\d){1,2}(?!\d)))?\p{N}[\p{N}.,]{0,60}(?![-‐‑]?\p{Alpha}|\p{N})/iu;

/** In shorter queries, words are meant literally. */
const fewestWithLike = 2;

/** For each word of a longer query, the words of the documents with a similar meaning. */
function likeWordsOf(
  words: readonly QueryWord[],
  { likeWords, vocabulary }: QueryContext,
): readonly ({ readonly word: QueryWord } & LikeWords)[] {
  if (!likeWords || words.length < fewestWithLike) return [];
  const queryTerms = new Set(words.flatMap(({ terms }) => terms));
  return words.flatMap((word) => {
    // Stems in other languages may be those of other English words.
    const english = new Set(stemsOf(word.text, "en", "query"));
    const found = word.terms.filter((term) => english.has(term)).map(likeWords);
    const held = (kind: keyof LikeWords): string[] =>
      [...new Set(found.flatMap((like) => like[kind]))].filter(
        (stem) => !queryTerms.has(stem) && vocabulary.has(stem),
      );
    const [related, alike] = [held("related"), held("alike")];
    return related.length + alike.length > 0 ? [{ word, related, alike }] : [];
  });
}

/** By languages and the treatment of function words, the words of everyday names. */
const namesRead = new Map<string, Map<string, readonly QueryWord[]>>();

/**
 * The words of an everyday name that distinguish documents. Cached, because there are only some
 * hundred names, and a question about a figure looks up dozens of them.
 */
function wordsOfName(
  name: string,
  { languages, ranking }: Pick<QueryContext, "languages" | "ranking">,
): readonly QueryWord[] {
  const key = `${ranking.functionWords} ${listed(languages)}`;
  let names = namesRead.get(key);
  if (!names) {
    names = new Map();
    namesRead.set(key, names);
  }
  let words = names.get(name);
  if (!words) {
    words = telling(queryWordsOf(name, languages), ranking);
    names.set(name, words);
  }
  return words;
}

const listed = oncePer((languages: ReadonlySet<Language>): string =>
  [...languages].sort().join(" "),
);

/** English words that only say how to answer. */
const instruction = /^(?:answers?|please|give|tell|respon[ds]e?|show[ns]?)$/i;
/** English words that say how to give a figure; else part of the topic ("knowledge based"). */
const figureInstruction =
  /^(?:questions?|provide|details?|rely(?:ing)?|based|using|assum(?:e|ing)|round(?:ed)?|decimals?|places?|amounts?|figures?|values?|usd|millions?|thousands?|billions?|units?|averages?|percent(?:age)?s?|chang(?:e|es|ed)|differences?|proportions?|calculat(?:e|ed|ion)|comput(?:e|ed)|respective(?:ly)?|between|compar(?:e|ed|ing|ison)|sum|differ)$/i;
/** Words that ask for a figure. A number in the query does so as well, but is mostly a year. */
const figureWords =
  /\b(?:average|percentage|proportion|how (?:much|many)|round(?:ed)? to|in (?:USD|thousands|millions|billions))\b/i;

/** Beginnings of English words for speech and thought, with their endings. */
const speech: Readonly<Record<string, string>> = {
  ...{ discuss: "ed|es|ing|ions?", talk: "s|ed|ing", mention: "s|ed", say: "s", said: "" },
  ...{ recommend: "s|ed", suggest: "s|ed", think: "s", thought: "", opinion: "s" },
  ...{ decid: "es?|ed", conclu: "des?|ded|sions?", agree: "s|d", disagree: "s|d" },
};
/** Questions for what was said or thought: "What did the group discuss about the cover?" */
const asksForSpeech = new RegExp(
  `^\\W*(?:what|why|how|did|does|do|was|were)\\b.{1,200}\\b(?:${Object.keys(speech).join("|")})`,
  "i",
);
/** Speech and groups of people, in such a question: what they spoke about is the topic. */
const ofSpeech = new RegExp(
  `^(?:${Object.entries(speech)
    .map(([beginning, endings]) => `${beginning}(?:${endings})?`)
    .join("|")}|group|team|members?)$`,
  "i",
);

function weighing(
  { instructionWeight }: RankingOptions,
  kind: { readonly asksFigure: boolean; readonly asksForSpeech: boolean },
): (word: QueryWord) => number {
  return ({ text }) =>
    instruction.test(text) ||
    (kind.asksFigure && figureInstruction.test(text)) ||
    (kind.asksForSpeech && ofSpeech.test(text))
      ? instructionWeight
      : 1;
}

/**
 * The words that distinguish documents by their first pages. If a query names something, names
 * count most, because other words ("sales", "quarter") are on first pages of any kind. The capital
 * of the first word means nothing.
 */
function namingConcepts(
  words: readonly QueryWord[],
  concepts: readonly Concept[],
  ranking: RankingOptions,
): readonly Concept[] {
  const isName = ({ text, start }: QueryWord) =>
    /\p{N}|\p{Uppercase}\P{Uppercase}*\p{Uppercase}/u.test(text) ||
    (start > 0 && /^\p{Uppercase}/u.test(text));
  const names = words.filter(isName);
  if (names.length === 0 || names.length === words.length) return concepts;
  const { unnamedWeight } = ranking;
  return conceptsOf(
    words.map((word) => ({ terms: word.terms, weight: isName(word) ? 1 : unnamedWeight })),
    ranking,
  );
}

/** The weight of a label of one word. */
const wordWeight = 0.4;
/** The factor for each further word from the third on. */
const lengthFactor = 1.3;

/** All sequences of words, ignoring function words in between, that may be the label of a row. */
function labelConcepts(words: readonly QueryWord[]): Concept[] {
  const whole = words.filter(
    (word) =>
      !words.some(
        ({ start, end }) =>
          start <= word.start && word.end <= end && end - start > word.end - word.start,
      ),
  );
  const concepts = new Map<string, Concept>();
  for (let from = 0; from < whole.length; from++) {
    let labels: readonly string[] = [];
    for (let count = 1; count <= longestLabel; count++) {
      const word = whole[from + count - 1];
      if (!word) break;
      labels = extended(labels, word);
      const occurrences = count === 1 ? wordWeight : lengthFactor ** (count - 2);
      concepts.set(labels.join("|"), { terms: labels, occurrences });
    }
  }
  return [...concepts.values()];
}

/**
 * Labels with one more word. A label is in one language; words with fewer terms have the same term
 * in several.
 */
function extended(labels: readonly string[], { terms }: QueryWord): readonly string[] {
  const longer: string[] = [];
  for (let language = 0; language < Math.max(labels.length, terms.length); language++) {
    const before = labels[Math.min(language, labels.length - 1)];
    longer.push(labelTerm(terms[Math.min(language, terms.length - 1)] ?? "", before));
  }
  return longer;
}

/** An amount and its unit without a space: "40mg". */
const numberWithUnit = /^(\p{N}{1,9})(\p{Lowercase}{1,4})$/u;

/** Other spellings of a query's words in the documents. */
function variantsOf(
  text: string,
  all: readonly QueryWord[],
  words: readonly QueryWord[],
  { vocabulary, languages, openForms }: QueryContext,
): readonly WordVariant[] {
  const variants: WordVariant[] = [];
  for (const { start, end, text: word, terms } of words) {
    const compounds = [
      ...compoundsWith(word, vocabulary, languages),
      ...terms.flatMap((term) => katakanaCompounds(term, vocabulary)),
    ].filter((term) => !terms.includes(term));
    if (compounds.length > 0) variants.push({ start, end, words: [compounds] });
    const open = openForms?.get(word);
    if (open) variants.push({ start, end, words: [open.first, open.second] });
    if (terms.some((term) => vocabulary.has(term))) continue;
    const measured = numberWithUnit.exec(word)?.slice(1);
    if (measured?.every((part) => vocabulary.has(part)))
      variants.push({ start, end, words: measured.map((part) => [part]) });
    const parts = partsOfCompound(word, vocabulary, languages);
    if (parts.length > 0) variants.push({ start, end, words: parts });
  }
  const isLong = words.length > fewWords;
  all.forEach((word, index) => {
    const next = all[index + 1];
    if (!next || (word.isFunctionWord && next.isFunctionWord)) return;
    // In a question, a function word next to another word is mostly a separate word.
    if (isLong && (word.isFunctionWord || next.isFunctionWord)) return;
    const { start } = word;
    const { end } = next;
    if (!neighbours.test(text.slice(start, end))) return;
    const joined = `${word.text}${next.text}`;
    if (joined.length < shortestJoined || Math.min(word.text.length, next.text.length) < 2) return;
    const terms = [...languages].flatMap((language) => stemsOf(joined, language, "query"));
    const held = [...new Set(terms)].filter((term) => vocabulary.has(term));
    if (held.length > 0) variants.push({ start, end, words: [held] });
  });
  return variants;
}

/** In longer queries, words are taken as written, apart or together. */
export const fewWords = 4;
/** Two words with one space between them. */
const neighbours = /^[\p{Alpha}\p{M}]+[ \u00a0][\p{Alpha}\p{M}]+$/u;
/** Shorter pairs form a word only by chance: "a part". */
const shortestJoined = 5;

/** The other names of what a query names, each with all of its words. */
function namedOtherwise(
  figures: ReturnType<typeof figureNamesIn>,
  context: QueryContext,
): readonly WordVariant[] {
  return figures.flatMap(({ start, end, others }) =>
    others.map((name) => ({
      ...{ start, end },
      words: wordsOfName(name, context).map(({ terms }) => terms),
    })),
  );
}

/** If the query is a single word that may be written as two, both halves are required. */
function openRequirement(
  words: readonly QueryWord[],
  { openForms }: QueryContext,
): (readonly AllOf[])[] {
  const [word] = words;
  const open = words.length === 1 && word ? openForms?.get(word.text) : undefined;
  return word && open ? [[[word.terms], [open.first, open.second]]] : [];
}

/** Neighbouring words joined into one, as in file names. */
function joinedWords(words: readonly QueryWord[], { languages }: QueryContext): WeightedTerms[] {
  return words.flatMap((word, index) => {
    const next = words.slice(index + 1).find(({ start }) => start >= word.end);
    if (!next || words.some(({ start, end }) => start < word.start && end >= word.end)) return [];
    const joined = `${word.text}${next.text}`.toLowerCase();
    const stems = [...languages].flatMap((language) => termsOf(joined, language, "query")[0] ?? []);
    return [{ terms: [...new Set(stems)], weight: 1 }];
  });
}

function rankedOperands(item: QueryItem): readonly QueryOperand[] {
  if (item.kind === "without") return [];
  return item.kind === "any" ? item.alternatives : [item];
}

const joiningSign = /[+()×✕/.·•\-\u2010-\u2015\u2212]/;

/** The text of the operands, with the punctuation between them that identifiers contain. */
function withSigns(operands: string, text: string): string {
  return operands.replace(/\s/g, (space, index: number) => {
    const sign = text.charAt(index);
    return joiningSign.test(sign) ? sign : space;
  });
}

function isIdentifier(name: string): boolean {
  return /\p{Nd}/u.test(name);
}

/** The text with spaces outside the operands, so that positions stay the same. */
function onlyAt(text: string, operands: readonly { readonly span: Span }[]): string {
  let kept = "";
  for (const { span } of operands) {
    kept = kept.padEnd(span.start, " ") + text.slice(span.start, span.end);
  }
  return kept.padEnd(text.length, " ");
}

function corrected(word: QueryWord, { corrections }: QueryContext): QueryWord {
  const terms = corrections?.get(word.text);
  return terms ? { ...word, terms } : word;
}

function telling(words: readonly QueryWord[], { functionWords }: RankingOptions) {
  const found = words.filter(({ isFunctionWord }) => functionWords === "kept" || !isFunctionWord);
  return found.length > 0 ? found : words;
}

/** A word's terms, and the weight of each occurrence. */
interface WeightedTerms {
  readonly terms: AnyOf;
  readonly weight: number;
}

function conceptsOf(words: readonly WeightedTerms[], { repetition }: RankingOptions): Concept[] {
  const concepts = new Map<string, { terms: AnyOf; occurrences: number }>();
  for (const { terms, weight } of words) {
    const key = terms.join(" ");
    const concept = concepts.get(key);
    if (!concept) concepts.set(key, { terms, occurrences: weight });
    else if (repetition) concept.occurrences += weight;
  }
  return [...concepts.values()].filter(({ occurrences }) => occurrences > 0);
}

/** The concepts, plus those of further words with a lower weight. */
function withWeaker(
  concepts: readonly Concept[],
  words: readonly Pick<QueryWord, "terms">[],
  weight: number,
): readonly Concept[] {
  const known = new Set(concepts.map(({ terms }) => terms.join(" ")));
  const added = new Map<string, Concept>();
  for (const { terms } of weight > 0 ? words : []) {
    const key = terms.join(" ");
    if (!known.has(key)) added.set(key, { terms, occurrences: weight });
  }
  return [...concepts, ...added.values()];
}

/**
 * The concepts, plus the words of other names of what is asked for, each once. Words that these
 * names share with the query gain weight, because they say what the thing is.
 */
function withNames(
  concepts: readonly Concept[],
  words: readonly QueryWord[],
  weight: number,
): readonly Concept[] {
  if (weight === 0 || words.length === 0) return concepts;
  const names = new Map(words.map(({ terms }) => [terms.join(" "), terms]));
  const shared = concepts.map((concept) =>
    names.delete(concept.terms.join(" "))
      ? { ...concept, occurrences: concept.occurrences + weight }
      : concept,
  );
  const others = [...names.values()].map((terms) => ({ terms, occurrences: weight }));
  return [...shared, ...others];
}

/** The words that a passage must contain to match a phrase or an alternative. */
function requirement(item: QueryItem, context: QueryContext): (readonly AllOf[])[] {
  if (item.kind === "phrase") {
    const words = allOf(item, context);
    return words.length > 0 ? [[words]] : [];
  }
  if (item.kind !== "any") return [];
  const alternatives = item.alternatives.map((operand) => allOf(operand, context));
  // Words that the index does not know cannot be required.
  return alternatives.every((words) => words.length > 0) ? [alternatives] : [];
}

/** The exclusions that the index can decide: single words and prefixes. */
function exclusion(item: QueryItem, context: QueryContext): AllOf[] {
  if (item.kind !== "without" || item.operand.kind === "phrase") return [];
  const { kind, text } = item.operand;
  // Without stems, because those of a prefix also stand for words that do not begin with it.
  if (kind === "prefix") return [[context.vocabulary.startingWith(fold(text), allTerms)]];
  const words = allOf(item.operand, context);
  return words.length > 0 ? [words] : [];
}

function allOf({ kind, text }: QueryOperand, context: QueryContext): AllOf {
  if (kind === "prefix") return [expandPrefix(text, context, allTerms)];
  const [whole] = groupedWordsOf(text, context.languages).filter(
    (word) =>
      word.end - word.start === text.length &&
      word.terms.some((term) => context.vocabulary.has(term)),
  );
  if (whole && kind === "word") return [whole.terms];
  const found = queryWordsOf(text, context.languages).map((word) => corrected(word, context));
  // A word composed of others is only one way to read them.
  const single = found.filter(
    (word) =>
      !found.some((other) => other !== word && word.start <= other.start && other.end <= word.end),
  );
  return telling(single, context.ranking).map(({ terms }) => terms);
}

function pagesOf({ filters }: ParsedQuery): IndexQuery["pages"] {
  const pages = filters.flatMap((filter) => (filter.field === "page" ? [filter.range] : []));
  return pages.length > 0 ? mergeRanges(pages) : null;
}

/** Common endings of each language; a prefix may include the beginning of one. */
const endings: Partial<Record<Language, string>> = {
  en: "s es ed ing ings ations ingly ally ments nesses ables ability ies ers ors ances ences ively izing",
  de: "es en ern em ungen heiten keiten lichen ischen schaften ierungen",
  fr: "es ées ements ations ateurs iques ités ables ances issements eurs euses iers",
  es: "es os as aciones amientos adores idades ables antes mente ando iendo",
  it: "i e azioni amenti atori ità abili anti mente ando endo",
  pt: "s es os as ações amentos adores idades áveis antes mente ando endo",
  nl: "s en heden ingen elijke ische baar",
  sv: "ar arna er erna or orna ningar heter ligen iska",
  no: "er ene en et ninger heter lige iske",
  da: "er erne en et ninger heder lige iske",
  fi: "t n ssa sta lla lta lle iden issa ista ksi nen set isuus",
  hu: "ok ek ak nak nek ban ben ból ből hoz hez ság ség ások ések",
  ro: "i e ul ului ilor ații ării ători ități abile",
  ru: "ы и а я у ю ов ев ами ями ах ях ого его ому ему ание ения ость ости",
  tr: "lar ler ları leri da de dan den ın in lık lik",
  el: "οι ες ων ους ας εις ματα",
};

/** Shorter stems have too many other meanings, unless they begin with the prefix. */
const shortestStem = 4;

const tails = new Map<Language, readonly string[]>();

/** Every remainder of every ending, because a prefix may stop within one. */
function tailsOf(language: Language): readonly string[] {
  const known = tails.get(language);
  if (known) return known;
  const all = new Set([""]);
  for (const ending of (endings[language] ?? "").split(" ")) {
    for (let index = 0; index < ending.length; index++) all.add(ending.slice(index));
  }
  const list = [...all];
  tails.set(language, list);
  return list;
}

/**
 * The terms that a prefix expands to: those that begin with it, and the stems of words that begin
 * with it. Terms are stems, and a stem can be shorter than the prefix ("depreciat*" stands for
 * "depreciation", which is indexed as "depreci") or differ from it at the end ("company*":
 * "compani"); so the prefix is completed with the endings of the languages, and the results are
 * stemmed. A stem represents all its words, so "depreciat*" finds "depreciable" as well.
 *
 * @param limit the most terms; stems come first, the others in alphabetical order
 */
export function expandPrefix(
  prefix: string,
  { vocabulary, languages }: Pick<QueryContext, "vocabulary" | "languages">,
  limit: number,
): string[] {
  const found = new Set<string>();
  const folded = fold(prefix);
  for (const language of languages) {
    for (const tail of tailsOf(language)) {
      for (const stem of stemsOf(prefix + tail, language)) {
        // "res" is also a word, whose stem is "re".
        const isTelling = stem.startsWith(folded) || stem.length >= shortestStem;
        if (isTelling && vocabulary.has(stem)) found.add(stem);
      }
    }
  }
  for (const term of vocabulary.startingWith(folded, limit)) found.add(term);
  return [...found].slice(0, limit);
}
