import {
  type AnswerUnit,
  answerUnits,
  fold,
  intersect,
  isListItem,
  isQuestion,
  itemMark,
  lazy,
  type Span,
  withoutItemMark,
} from "../../core/index.js";
import {
  amountsIn,
  boundsIn,
  type DefinesTerm,
  definitionOf,
  givesReason,
  isContentWord,
  isFormOf,
  isGap,
  wordKey as keyOfWord,
  keysOf,
  type NumberInText,
  numbersIn,
  type ReadQuestion,
  spelledAsNumbers,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { isBibliography, isBibliographyTitle, mayAskForSource } from "./bibliography.js";
import {
  groupOf,
  holdsKind,
  mayBeFigure,
  measureIn,
  namesAgent,
  namesPlace,
  saysTime,
} from "./kinds-of-answers.js";
import {
  hasRole,
  isHeading,
  isInHeading,
  isRuledOut,
  isSkipped,
  lacksNumber,
  type PlacedUnit,
  type Sought,
  states,
} from "./left-out.js";
import { sentenceNaming } from "./pronouns.js";

/** The features of a sentence or row that may answer a question. */
export interface AnswerFeatures {
  /** Share of the weight of the question's words that the unit contains. */
  readonly cover: number;
  /** Share of the weight that the heading adds, or a question or title right before the unit. */
  readonly heading: number;
  /** Share of the weight that the previous sentence adds. */
  readonly before: number;
  /** Share of the weight that the next sentence adds. */
  readonly after: number;
  /** Share of the weight that the rest of the passage adds. */
  readonly around: number;
  /** The part of `cover`, `heading` and `before` that only comes from similar words. */
  readonly alike: number;
  /** Weighted share of the question's adjacent word pairs that are also adjacent in the unit. */
  readonly pairs: number;
  /** Share of the question's names that no passage of the unit's document contains. */
  readonly namesLacking: number;
  /** 1 if the question asks for a percentage, a date or a number, and the unit has one, else 0. */
  readonly hasFigure: number;
  /** 1 if the unit counts what the question asks to count: "46 beds" for "how many beds". */
  readonly hasCount: number;
  /** 1 if a place is asked for, and the unit has a new name after a preposition of place. */
  readonly hasPlace: number;
  /** 1 if a number has a unit of the measure asked for: "4.5 hours" for "how long". */
  readonly hasMeasure: number;
  readonly hasMoney: number;
  /** 1 if a person or place is asked for, and the unit has a name. */
  readonly hasName: number;
  /**
   * 1 if a reason, a definition, a rule or steps are asked for, and words such as "because" show
   * that the unit states one, or if it has a name next to a role asked for.
   */
  readonly hasWording: number;
  /** How much the unit says that the question does not, from 0 to 1. */
  readonly news: number;
  /** 1 if the unit contains a year of the question, else 0. */
  readonly hasYear: number;
  readonly otherYear: number;
  /** The passage's score relative to the best one. */
  readonly score: number;
  readonly rank: number;
  readonly row: number;
  readonly label: number;
  readonly sureFigure: number;
  readonly figure: number;
}

/** A sentence or a row that may be the answer. */
export interface Candidate {
  /** Index of its passage among the hits. */
  readonly hit: number;
  readonly unit: AnswerUnit;
  /** Whether neither it nor its heading nor the sentence before names the thing asked for. */
  readonly lacksThing: boolean;
  /** Whether it cannot be the answer, but affects how likely the other units are. */
  readonly isOut: boolean;
  readonly features: AnswerFeatures;
  /** Weighted share of the question's words that no document contains. */
  readonly missing: number;
  /** 1 if a number, a date, a person or a place is asked for and the unit has none. */
  readonly lacking: number;
  /** 1 if a measure or a count is asked for and the unit has none. */
  readonly lackingMeasure: number;
}

/**
 * Minimum share of the weight that a unit and what precedes it must contain, or the whole passage
 * if the unit has the requested measure.
 */
const leastCover = 0.12;
/** The same minimum for a unit that is only possibly the answer. */
const leastCoverOfMaybe = 0.25;
/** Minimum share of the weight that a heading must have to count as the same question. */
const leastOfLead = 0.75;
/** Minimum share for questions about what a thing is, whose answers name the thing. */
const leastOfTerm = 0.6;
/** Maximum weight of a word, because a rare word may be rare by chance. */
const heaviest = 2.5;

/** Share of its weight that a word of the question keeps if only a similar word is found. */
const alikeShare = 0.5;

/** A word of the question, in a passage's text. */
interface FoundWord extends Span {
  readonly key: string;
}

/** The words of a question with their weights. */
interface Weighing {
  readonly weights: ReadonlyMap<string, number>;
  /** Keys of the words that were found anywhere. */
  readonly asked: readonly string[];
  readonly whole: number;
  /** Keys of the words that were found as they are, or as a similar one. */
  readonly found: ReadonlySet<string>;
  readonly missing: number;
  /** `missing` including everyday words, such as "keep" in "How long does jerky keep?" */
  readonly missingAll: number;
}

/**
 * The sentences and rows of a search's passages that may answer a question, with their features.
 * Headings, questions, captions and tables of contents are excluded.
 */
export function candidatesOf(
  response: SearchResponse,
  question: ReadQuestion,
): readonly Candidate[] {
  const keyOf = keysWith(response, question);
  const words = response.hits.map((hit) => wordsOf(hit, keyOf));
  const weighing = weigh(response, question, words);
  const held = namesHeld(response.hits, words);
  const best = Math.max(0, ...response.hits.map(({ score }) => score));
  const quoted = question.quoted.filter((phrase) =>
    response.hits.some(({ text }) => fold(text).includes(phrase)),
  );
  const { roleHolder } = question;
  const saysRole = roleHolder && response.hits.some(({ text }) => roleHolder.test(text));
  const entries = question.codes.map((text) =>
    definitionOf({ text, isDefinite: false, isExplicit: false }),
  );
  const unmatched = new Set(response.unmatched.flatMap(keysOf));
  const hasSort = ![...question.sort].some((key) => unmatched.has(key));
  const asksSource = mayAskForSource(question);
  const bounds = boundsIn(numbersIn(response.query), response.query);
  const stated = amountsIn(response.query);
  const sought = { question, quoted, bounds, stated, roleHolder: saysRole ? roleHolder : null };
  const inQuestion = new Set(keysOf(response.query));
  return response.hits.flatMap((hit, index) =>
    candidatesIn(hit, index, {
      ...sought,
      ...{ entries, keyOf, weighing, best },
      words: words[index] ?? [],
      about: response.about,
      held: held.get(hit.document),
      hasSort,
      inQuestion,
      asksSource,
    }),
  );
}

/** Returns the key of a word. Words similar to one of the question get a key made from that one. */
type KeyOf = (word: string) => string;

function keysWith({ alike = [], hits }: SearchResponse, { keys, names }: ReadQuestion): KeyOf {
  // Words of another language, and irregular endings, are found only in other forms.
  const found = new Set(
    hits.flatMap(({ text, span, marks }) =>
      marks.map(({ start, end }) => keyOfWord(text.slice(start - span.start, end - span.start))),
    ),
  );
  const unfound = keys.filter((key) => !found.has(key) && !names.has(key));
  const wordKey = (word: string): string => askedForm(keyOfWord(word), unfound);
  const meant = new Map<string, string>();
  for (const { word, forms } of alike) {
    const key = wordKey(word);
    if (keys.includes(key)) for (const form of forms) if (!meant.has(form)) meant.set(form, key);
  }
  if (meant.size === 0) return wordKey;
  return (word) => {
    const key = wordKey(word);
    const other = keys.includes(key) ? undefined : meant.get(word.toLowerCase());
    return other === undefined ? key : alikeTo(other);
  };
}

/** Maximum number of letters by which the endings of keys of one word may differ. */
const longestEnding = 1;

/** The question's word of which a key is a form ("adult" for "adulte"), else the key itself. */
function askedForm(key: string, keys: readonly string[]): string {
  return keys.find((other) => isFormOf(key, other, longestEnding)) ?? key;
}

/** The key of words with a meaning similar to that of the question's word with this key. */
function alikeTo(key: string): string {
  return `~${key}`;
}

/** Whether the question's word with this key, or a similar one, is among some keys. */
function holds(keys: ReadonlySet<string>, key: string): boolean {
  return keys.has(key) || keys.has(alikeTo(key));
}

/** The key of the question's word that a key stands for. */
function plain(key: string): string {
  return key.startsWith("~") ? key.slice(1) : key;
}

/** The question's words, and similar ones, in the order of a hit's text. */
function wordsOf({ text, span, marks }: SearchHit, keyOf: KeyOf): readonly FoundWord[] {
  return marks.flatMap((mark) => {
    const [start, end] = [mark.start - span.start, mark.end - span.start];
    // Questions are read word by word: "Ada's", "BM-300".
    const parts = [...text.slice(start, end).matchAll(wordInMark)];
    return parts.map(({ 0: part, index }) => ({
      start: start + index,
      end: start + index + part.length,
      key: keyOf(part),
    }));
  });
}

/** The parts that questions are read by: "Ada" of "Ada's", "eau" of "l'eau", "BM" and "300" of "BM-300". */
const wordInMark =
  /(?<=^\p{Alpha}{1,4}['’])[\p{Alpha}\p{M}-]{2,}|^[^'’]+(?=['’]s?$)|^\p{Uppercase}{1,6}(?=-\p{N}{1,6}$)|(?<=^\p{Uppercase}{1,6}-)\p{N}{1,6}$|^(?!\p{Alpha}{1,4}['’]\p{Alpha}{2}).+$/gu;

/** Weighs words: the fewer hits contain a word, the more it counts. */
function weigh(
  { hits, unmatched }: SearchResponse,
  question: ReadQuestion,
  words: readonly (readonly FoundWord[])[],
): Weighing {
  const holders = new Map<string, number>();
  for (const found of words) {
    for (const key of new Set(found.map((word) => word.key))) {
      holders.set(key, (holders.get(key) ?? 0) + 1);
    }
  }
  const keys = new Set(question.keys);
  const weights = new Map<string, number>();
  const weightOf = (count: number): number => Math.min(heaviest, Math.log(1 + hits.length / count));
  for (const [key, count] of holders) {
    // These may be other spellings of a word in the question, such as an abbreviation.
    if (!key.startsWith("~"))
      weights.set(key, keys.has(key) ? weightOf(count) : weightOf(count) / 2);
  }
  for (const key of keys) {
    const count = holders.get(alikeTo(key));
    if (count === undefined) continue;
    const weight = weights.get(key) ?? weightOf(count);
    weights.set(key, weight);
    weights.set(alikeTo(key), weight * alikeShare);
  }
  const asked = [...keys].filter((key) => weights.has(key));
  const whole = asked.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);
  const unsaid = new Set(
    unmatched
      .flatMap(keysOf)
      .filter(
        (key) => !question.asking.has(key) && !question.joining.has(key) && !weights.has(key),
      ),
  );
  if (asksParticular(question)) {
    // Parts of words such as "e-mail" have no marks of their own.
    const inTexts = lazy(() => new Set(hits.flatMap(({ text }) => keysOf(text))));
    for (const key of question.telling) {
      if (!weights.has(key) && !inTexts().has(key)) unsaid.add(key);
    }
  }
  const shareOf = (lost: number): number => (lost === 0 ? 0 : lost / (lost + whole));
  const unfound = new Set(unmatched.flatMap(keysOf).filter((key) => !weights.has(key)));
  return {
    ...{ weights, asked, whole, found: new Set(holders.keys()) },
    missing: shareOf(unsaid.size * heaviest),
    missingAll: shareOf(unfound.size * heaviest),
  };
}

/**
 * Whether a question asks for a count, a share, a date, a person or a place. A word of it that only
 * other texts than the passages found have is missing then: "birds" in "How many birds were seen?"
 */
function asksParticular({ kind, counted }: ReadQuestion): boolean {
  const group = groupOf[kind];
  return group === "name" || (group === "figure" && (kind !== "number" || counted.size > 0));
}

/** For each document, the keys of the words that its passages, headings and path contain. */
function namesHeld(
  hits: readonly SearchHit[],
  words: readonly (readonly FoundWord[])[],
): ReadonlyMap<SearchHit["document"], ReadonlySet<string>> {
  const held = new Map<SearchHit["document"], Set<string>>();
  hits.forEach(({ document, path, heading }, index) => {
    const keys = held.get(document) ?? new Set(keysOf(path));
    held.set(document, keys);
    for (const { key } of words[index] ?? []) keys.add(plain(key));
    for (const key of keysOf(heading ?? "")) keys.add(key);
  });
  return held;
}

/** The scope of the question that the units of one passage are compared with. */
interface Scope extends Sought {
  readonly words: readonly FoundWord[];
  /** Recognise what the question's codes mean. */
  readonly entries: readonly DefinesTerm[];
  readonly keyOf: KeyOf;
  readonly weighing: Weighing;
  readonly best: number;
  readonly about: SearchResponse["about"];
  readonly held: ReadonlySet<string> | undefined;
  /** Whether an entry of a list of sources may be asked for. */
  readonly asksSource: boolean;
  /** Whether a document has the kind of thing that is asked for. */
  readonly hasSort: boolean;
  /** Keys of all words of the question, including those that only ask: "total". */
  readonly inQuestion: ReadonlySet<string>;
}

function candidatesIn(hit: SearchHit, index: number, scope: Scope): readonly Candidate[] {
  // A question about one of several named subjects is not answered by documents of the others.
  if (scope.about && !isAbout(hit, scope.about)) return [];
  const passage = new UnitsOfPassage(hit, index, scope);
  return passage.units.flatMap((unit, place) => passage.candidateAt(unit, place) ?? []);
}

/** A unit of a passage, and what it has to do with the question. */
interface ReadUnit extends PlacedUnit {
  /** Keys of the question's words in it. */
  readonly terms: ReadonlySet<string>;
  /** Keys of the question's words in the titles, or the sentence, that it continues. */
  readonly lead: ReadonlySet<string>;
  readonly measured: ReturnType<typeof measureIn>;
  readonly years: readonly string[];
  /** Whether it is the entry for a code of the question in a list. */
  readonly isEntry: boolean;
}

/** Shares of the question's weight that a unit and the text around it have; see `AnswerFeatures`. */
interface Coverage
  extends Pick<AnswerFeatures, "cover" | "heading" | "before" | "after" | "around" | "alike"> {
  /** The sum of `cover`, `heading` and `before`. */
  readonly covered: number;
  /** Keys of all words in the unit, what it continues, its headings and the unit before. */
  readonly withBefore: ReadonlySet<string>;
  /** Whether it follows a heading or question that asks the same thing. */
  readonly isReply: boolean;
}

const noKeys: ReadonlySet<string> = new Set();

/** The sentences and rows of one passage, which are read in order. */
class UnitsOfPassage {
  readonly units: readonly AnswerUnit[];
  readonly #hit: SearchHit;
  readonly #index: number;
  readonly #scope: Scope;
  readonly #held: ReadonlySet<string>;
  /** Keys of words that name the document. */
  readonly #named: ReadonlySet<string>;
  readonly #weightOf: (key: string) => number;
  readonly #whole: number;
  /** The question's keys, except those that name the document. */
  readonly #others: readonly string[];
  /** Keys of the question's words anywhere in the passage. */
  readonly #all: ReadonlySet<string>;
  /** Keys of the action or quality of the question that no passage has. */
  readonly #deeds: readonly string[];
  /** Whether neither the passage nor what names the document has a name of the question. */
  readonly #lacksName: boolean;
  readonly #lacksRole: boolean;
  /** Whether only other documents have the kind of thing that is asked for. */
  readonly #lacksSort: boolean;
  readonly #isBesideAmount: boolean;
  /** Whether the units are entries of a list of sources. */
  #isAmongSources: boolean;
  /** The years of the latest row of years. */
  #header: readonly string[] = [];
  /** Keys of the titles right before the unit. */
  #titles: ReadonlySet<string>;
  /** Keys of the sentence that introduces a list of steps. */
  #listLead = noKeys;

  constructor(hit: SearchHit, index: number, scope: Scope) {
    const { question, keyOf, weighing, words, held = noKeys } = scope;
    const { named, weightOf } = weightsIn(hit, scope);
    this.units = answerUnits(hit.text);
    this.#hit = hit;
    this.#index = index;
    this.#scope = scope;
    this.#held = held;
    this.#named = named;
    this.#weightOf = weightOf;
    this.#whole = weighing.asked.reduce((sum, key) => sum + weightOf(key), 0);
    // Headings need not repeat what the whole document is about.
    this.#others = weighing.asked.filter((key) => !named.has(plain(key)));
    this.#all = new Set(words.map(({ key }) => key));
    this.#deeds = [...question.deed, ...question.quality]
      .filter((key) => !weighing.found.has(key))
      .map(alikeTo);
    // Texts may spell out short names, such as "EU", and name people of several names by one.
    const runs = question.nameRuns.flat();
    const names = [...question.names].filter(
      (key) =>
        /\p{Alpha}{3}/u.test(key) &&
        (weighing.weights.has(key) || !runs.includes(key)) &&
        !named.has(key),
    );
    const isNear = (key: string): boolean =>
      this.#all.has(key) || keysOf(hit.heading ?? "").includes(key);
    this.#lacksName = names.length > 0 && !names.some(isNear);
    const { sort } = question;
    this.#lacksSort = scope.hasSort && sort.size > 0 && ![...sort].some((key) => held.has(key));
    this.#lacksRole = question.isRoleNoun && !hasRole(held, question.role);
    const { amounts } = question;
    this.#isBesideAmount = amounts.length > 0 && states(numbersIn(hit.text), amounts);
    this.#isAmongSources = isBibliography(hit.text, hit.heading);
    const heading = hit.heading ?? "";
    this.#titles = new Set(isQuestion(heading) ? keysIn(heading, keyOf) : []);
  }

  /** The unit as a candidate; null if it is none. */
  candidateAt(unit: AnswerUnit, place: number): Candidate | null {
    const { question } = this.#scope;
    const hit = this.#hit;
    const content = hit.text.slice(unit.start, unit.end);
    // An introduction to steps applies to each of them.
    if (question.kind === "steps" && !isListItem(content))
      this.#listLead = content.endsWith(":") ? this.#within(unit) : noKeys;
    const mark = itemMark(content);
    const numbers = numbersIn(content).filter(
      (one) => one.span.start >= mark.length && !isName(one, content, question),
    );
    const years = numbers.flatMap(yearOf);
    const isHead =
      years.length > 0 &&
      !numbers.some(({ kind }) => kind === "quantity") &&
      !isDated(content, numbers);
    if (unit.kind === "row" && isHead) {
      this.#header = years;
      return null;
    }
    const measured = measureIn(content, numbers, question);
    const placed: PlacedUnit = {
      ...{ unit, place, units: this.units, hit, content, numbers },
      newWords: countNewWords(content, question),
      isMoney: measured === "money",
      isBesideAmount: this.#isBesideAmount,
    };
    if (isSkipped(placed, this.#scope)) return null;
    const terms = this.#within(unit);
    if (isHeading(placed, question)) {
      this.#titles = isInHeading(unit, hit) ? new Set([...this.#titles, ...terms]) : terms;
      if (isBibliographyTitle(content)) this.#isAmongSources = true;
      return null;
    }
    if (this.#isAmongSources && !this.#scope.asksSource) return null;
    const lead = this.#leadOf(placed);
    this.#titles = noKeys;
    if (isRuledOut(placed, this.#scope)) return null;
    // Another document's coach is nobody's coach here, but "by …" names who made something.
    if (this.#lacksRole && !namesAgent(content)) return null;
    // "A worn pump was the cause" only refers to the sentence before.
    const isReason = question.kind === "reason" && givesReason(content);
    const isEntry = this.#isEntry(placed);
    const isFound = terms.size > 0 || lead.size > 0 || isEntry;
    if (!isFound && measured === null && !isReason) return null;
    const read = { ...placed, terms, lead, measured, years, isEntry };
    const coverage = this.#coverageOf(read);
    return this.#isCovered(read, coverage) ? this.#candidate(read, coverage) : null;
  }

  /** Keys of the question's words within a part of the passage. */
  #within({ start, end }: Span): ReadonlySet<string> {
    const inside = this.#scope.words.filter((word) => word.start >= start && word.end <= end);
    return new Set(inside.map(({ key }) => key));
  }

  #withinUnit(place: number): ReadonlySet<string> {
    const unit = this.units[place];
    return unit ? this.#within(unit) : noKeys;
  }

  /** Keys of what a unit continues: "To do this" says how to do what the sentence before names. */
  #leadOf({ place, content }: PlacedUnit): ReadonlySet<string> {
    const refers = this.#scope.question.kind === "steps" && place > 0 && refersToDeed(content);
    return refers ? new Set([...this.#titles, ...this.#withinUnit(place - 1)]) : this.#titles;
  }

  /** Whether a unit and what precedes it only name the document, and nothing that is asked about it. */
  #namesOnly(withBefore: ReadonlySet<string>): boolean {
    if (this.#others.length === 0) return false;
    return !this.#others.some((key) => holds(withBefore, key));
  }

  /** Whether a unit and what precedes it have names of the question, and none of its other words. */
  #hasOnlyNames(withBefore: ReadonlySet<string>): boolean {
    const { keys, names, telling, isEnglish } = this.#scope.question;
    const others = keys.filter((key) => !names.has(key));
    // In German, every noun may be a name.
    if (!isEnglish || !others.some((key) => telling.includes(key))) return false;
    return !others.some((key) => holds(withBefore, key));
  }

  /** Share of the question's weight that these keys have. */
  #share(keys: ReadonlySet<string>): number {
    let sum = 0;
    for (const key of keys)
      if (!key.startsWith("~") || !keys.has(key.slice(1))) sum += this.#weightOf(key);
    return this.#whole === 0 ? 0 : Math.min(1, sum / this.#whole);
  }

  /** The same for the words that do not name the document. */
  #shareOfOthers(keys: ReadonlySet<string>): number {
    const { weights } = this.#scope.weighing;
    const others = this.#others;
    const sum = (some: readonly string[]): number =>
      some.reduce((all, key) => all + (weights.get(key) ?? 0), 0);
    return others.length === 0 ? 0 : sum(others.filter((key) => keys.has(key))) / sum(others);
  }

  /** Whether a unit is the entry for a code of the question in a list, and about nothing else. */
  #isEntry({ unit, content }: PlacedUnit): boolean {
    const surroundings = { heading: this.#hit.heading, isRow: unit.kind === "row" };
    return this.#scope.entries.some((defines) => defines(content, surroundings) === "stated");
  }

  #coverageOf({ place, content, terms, lead, isEntry }: ReadUnit): Coverage {
    const { keyOf, weighing } = this.#scope;
    const { heading: title } = this.#hit;
    // A text right after a heading or question that asks the same thing answers it in other words.
    const isReply =
      Math.max(this.#share(lead), this.#shareOfOthers(lead)) >= leastOfLead &&
      (terms.size > 0 || !content.endsWith(":"));
    const cover = isEntry ? 1 : this.#share(isReply ? new Set([...terms, ...lead]) : terms);
    const headed = new Set(
      [...terms, ...lead, ...this.#listLead, ...keysIn(title ?? "", keyOf)].filter(
        (key) => this.#all.has(key) || weighing.weights.has(key),
      ),
    );
    // An entry may be covered by its code alone.
    const heading = Math.max(0, this.#share(headed) - cover);
    const withBefore = new Set([...headed, ...this.#withinUnit(place - 1)]);
    const withAfter = new Set([...withBefore, ...this.#withinUnit(place + 1)]);
    const before = Math.max(0, this.#share(withBefore) - heading - cover);
    const literal = new Set([...withBefore].filter((key) => !key.startsWith("~")));
    const covered = cover + heading + before;
    return {
      ...{ cover, heading, before, covered, withBefore, isReply },
      alike: covered - this.#share(literal),
      after: this.#share(withAfter) - this.#share(withBefore),
      around: this.#share(new Set([...withAfter, ...this.#all])) - this.#share(withAfter),
    };
  }

  /** Whether enough of the question is in a unit and its surroundings. */
  #isCovered(
    { unit, content, numbers, measured }: ReadUnit,
    { covered, withBefore }: Coverage,
  ): boolean {
    const { question } = this.#scope;
    // If no passage has the deed or quality in question, a similar word or an agent ("by …") must
    // state it.
    if (this.#deeds.some((key) => !withBefore.has(key)) && !namesAgent(content)) return false;
    // A row says who did something only if it has the deed.
    if (unit.kind === "row" && ![...question.deed].every((key) => holds(withBefore, key)))
      return false;
    // A similar deed of nobody: "Pictures may be hung" for "Who painted it?"
    if ([...question.deed].some((key) => !withBefore.has(key) && withBefore.has(alikeTo(key))))
      if (!holdsKind("person", content, numbers, question)) return false;
    const isNear = measured !== null && this.#share(this.#all) >= leastCover;
    if (covered < leastCover && !isNear) return false;
    // "Range" alone does not say what a tilde range is.
    return question.kind !== "definition" || covered >= leastOfTerm;
  }

  /** A sufficiently covered unit as a candidate; null if it lacks what every answer has. */
  #candidate(read: ReadUnit, coverage: Coverage): Candidate | null {
    const { unit, content, numbers, terms, measured, years } = read;
    const { question, words, weighing } = this.#scope;
    const hit = this.#hit;
    const { cover, covered, withBefore, isReply } = coverage;
    const times = unit.kind === "row" ? timesOfRow(content, years, this.#header) : years;
    const hasYear = question.years.some((year) => times.includes(year));
    const isOtherYear = question.years.length > 0 && times.length > 0 && !hasYear;
    // A row is only about its own columns.
    if (isOtherYear && unit.kind === "row") return null;
    const { kind } = question;
    const has =
      kind !== "any" &&
      (holdsKind(kind, content, numbers, question) ||
        (kind === "person" && sentenceNaming(hit.text, unit, question.keys) !== undefined));
    // A sentence must name a time, but a row may have its time in the headings.
    const isUndated = kind === "date" && !has && !saysTime(content);
    if (isUndated && unit.kind === "sentence") return null;
    // Being below a heading with the question's words does not make a sentence a rule.
    if (kind === "rule" && !has && terms.size === 0 && !isReply) return null;
    const group = groupOf[kind];
    const isMeasured = question.measures.size > 0 || question.counted.size > 0;
    const isCounted = counts(hit.text, words, unit, numbers, question);
    // "The replacement costs 12 €" does not say what something else costs.
    const isOtherPrice = measured === "money" && onlyPrices(withBefore, this.#others);
    // Only words that name the document are found, and nothing that is asked about it.
    const onlyNames = this.#others.length === 0;
    const lacks = (key: string): boolean => !holds(withBefore, key);
    return {
      hit: this.#index,
      unit,
      isOut:
        isOtherPrice ||
        (isOtherYear &&
          group === "figure" &&
          !question.years.some((year) => hit.text.includes(year))) ||
        this.#lacksSort ||
        [...question.sought].some(
          (key) =>
            !withBefore.has(key) &&
            // A heading has the word itself.
            !terms.has(alikeTo(key)) &&
            // The head of a table says what its rows are about.
            !(unit.kind === "row" && holds(this.#all, key)),
        ) ||
        (group === "wording" && !has && cover < 1 && this.#namesOnly(withBefore)) ||
        (kind === "rule" && this.#hasOnlyNames(withBefore)) ||
        lacksNumber(read, this.#scope),
      lacksThing: covered < leastCoverOfMaybe || this.#lacksName || [...question.thing].some(lacks),
      missing: onlyNames ? weighing.missingAll : weighing.missing,
      lackingMeasure: isMeasured && measured === null && !isCounted ? 1 : 0,
      lacking: !has && (group === "figure" || group === "name") ? 1 : 0,
      features: {
        ...this.#surroundings(read, coverage),
        hasFigure: has && group === "figure" ? 1 : 0,
        hasCount: isCounted ? 1 : 0,
        hasPlace: kind === "place" && namesPlace(content, question) ? 1 : 0,
        hasMeasure: measured !== null && measured !== "money" ? 1 : 0,
        hasMoney: read.isMoney ? 1 : 0,
        hasName: has && group === "name" ? 1 : 0,
        hasWording: (has && group === "wording") || question.besideRole?.test(content) ? 1 : 0,
        hasYear: hasYear ? 1 : 0,
        otherYear: isOtherYear ? 1 : 0,
      },
    };
  }

  /** The features that do not depend on the kind of the question. */
  #surroundings(
    { unit, place, newWords }: ReadUnit,
    { cover, heading, before, after, around, alike, isReply }: Coverage,
  ) {
    const hit = this.#hit;
    const { question, words, weighing, best } = this.#scope;
    const { pairs } = question;
    const withLead = { start: this.units[place - 1]?.start ?? unit.start, end: unit.end };
    const paired = (): number =>
      pairWeight(hit.text, words, isReply ? withLead : unit, pairs, this.#weightOf);
    const names = [...question.names].filter((key) => weighing.weights.has(key));
    const lacking = names.filter((key) => !this.#held.has(key) && !this.#named.has(key));
    const all = mayBeFigure(question.kind) ? (hit.figures ?? []) : [];
    const figures = all.filter(({ span }) => isOver(span, unit, hit));
    return {
      ...{ cover, heading, before, after, around, alike },
      pairs: pairs.size === 0 ? 0 : paired() / Math.max(1, this.#whole),
      namesLacking: names.length === 0 ? 0 : lacking.length / names.length,
      news: Math.min(1, newWords / muchNews),
      score: best === 0 ? 0 : hit.score / best,
      rank: 1 / (1 + this.#index),
      row: unit.kind === "row" ? 1 : 0,
      label: unit.kind === "row" ? labelShare(hit.text, unit, words, this.#scope.inQuestion) : 0,
      sureFigure: figures.some(({ sure }) => sure) ? 1 : 0,
      figure: Math.max(0, ...figures.map(({ score }) => score)),
    };
  }
}

/** True if a row gives the date of what its label names: "Deadline | 4 May 2026". */
function isDated(row: string, numbers: readonly NumberInText[]): boolean {
  const [label = "", ...cells] = row.split("\t");
  const [first] = numbers;
  const isLabel =
    /\p{Alpha}{3}/u.test(label) && first !== undefined && first.span.start > label.length;
  return isLabel && cells.length === 1 && numbers.some(({ kind }) => kind === "date");
}

/** True if a sentence says how to do what the one before names. */
function refersToDeed(content: string): boolean {
  return /^(?:to do (?:this|so|that)|for this|dazu|hierzu|dafür|pour (?:cela|ce faire|le faire)|para (?:ello|eso|hacerlo))(?![a-zß-ɏḀ-ỿ])/iu.test(
    content,
  );
}

/** Keys of verbs for prices, in English, German, French and Spanish. */
const priceVerbs: ReadonlySet<string> = new Set(
  keysOf("cost costs kostet kosten coûte coûtent cuesta cuestan pay pays paid"),
);

/** True if only verbs for prices connect a text with a question that has other words as well. */
function onlyPrices(found: ReadonlySet<string>, asked: readonly string[]): boolean {
  const isPrice = (key: string): boolean => priceVerbs.has(plain(key));
  return [...found].every(isPrice) && asked.some((key) => !isPrice(key));
}

/** True if a passage is in a document that the question is about. */
export function isAbout(
  { document }: SearchHit,
  about: NonNullable<SearchResponse["about"]>,
): boolean {
  return about.documents.some((one) => one.document === document);
}

/** The weights of the question's words inside a document, except those that name it. */
function weightsIn(
  { path }: SearchHit,
  { question, weighing: { weights }, about }: Pick<Scope, "question" | "weighing" | "about">,
): { readonly named: ReadonlySet<string>; readonly weightOf: (key: string) => number } {
  const whom = new Set(keysOf(about ? `${path} ${about.name}` : path));
  // Words that only name the document do not help either: "In the agreement with Acme".
  if (about && question.lead.includes(about.name)) {
    const lead = keysOf(question.lead);
    const asked = new Set(question.keys.slice(lead.length));
    for (const key of lead) if (!asked.has(key)) whom.add(key);
  }
  const runs = question.nameRuns.filter((run) => run.some((key) => whom.has(key)));
  const named = new Set([...whom, ...runs.flat()]);
  // "Days" of "how many days" says what kind of number is asked for, not of what.
  const isUnit = (key: string): boolean => question.measures.size > 0 && question.counted.has(key);
  const weightOf = (key: string): number =>
    question.years.includes(key)
      ? 0
      : (weights.get(key) ?? 0) *
        (named.has(plain(key)) || isUnit(plain(key)) || question.joining.has(plain(key))
          ? inPath
          : 1);
  return { named, weightOf };
}

/** Words whose number is a name, not a figure: "version 4", "Room 12", "Year 6". */
const numberedThing =
  /(?<![a-zß-ɏḀ-ỿ])(versi(?:ons?|ón|onen)|room|gate|platform|plot|lot|unit|route|line|bus|tram|train|step|stage|phase|level|lesson|grade|year|class|category|type|form|volume|exhibit|clause|paragraph|annex|appendix|schedule|rule|question|zimmer|raum|gleis|linie|stufe|klasse|salle|quai|ligne|étape|sala|andén|línea|paso)\s$/iu;

/** Number of characters that contain the longest of them, with what is around it. */
const longestThing = 16;

/** Whether a number only names a thing, unless the question asks about things of this kind. */
function isName({ kind, span }: NumberInText, text: string, { keys }: ReadQuestion): boolean {
  if (kind !== "quantity") return false;
  const [, thing] =
    numberedThing.exec(text.slice(Math.max(0, span.start - longestThing), span.start)) ?? [];
  return thing !== undefined && !keysOf(thing).some((key) => keys.includes(key));
}

/** How many words of a text are not in the question, ignoring a number at its start. */
function countNewWords(content: string, { keys }: ReadQuestion): number {
  const words = keysOf(withoutItemMark(content));
  return new Set(words.filter((key) => key.length > 2 && !keys.includes(key))).size;
}

function keysIn(text: string, keyOf: KeyOf): string[] {
  return [...text.matchAll(/[\p{Alpha}\p{M}]+|\p{N}+/gu)].map(([found]) => keyOf(found));
}

/** Minimum number of new words of an informative sentence. */
const muchNews = 12;
/** Factor for a word that is also in the path, or the unit asked for. */
const inPath = 0.25;

/** Whether a span of a page's text and a unit of a passage overlap. */
export function isOver(span: Span, unit: Span, { span: { start } }: SearchHit): boolean {
  return intersect(span, { start: unit.start + start, end: unit.end + start }) !== null;
}

/** The weight of pairs that are adjacent as in the question: "net income", not "income, net". */
function pairWeight(
  text: string,
  words: readonly FoundWord[],
  unit: Span,
  pairs: ReadonlySet<string>,
  weightOf: (key: string) => number,
): number {
  const met = new Map<string, number>();
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (!next || word.start < unit.start || next.end > unit.end) return;
    if (!isGap(text.slice(word.end, next.start))) return;
    const pair = `${plain(word.key)} ${plain(next.key)}`;
    if (pairs.has(pair)) met.set(pair, (weightOf(word.key) + weightOf(next.key)) / 2);
  });
  return [...met.values()].reduce((sum, weight) => sum + weight, 0);
}

function yearOf({ kind, readings }: NumberInText): readonly string[] {
  return kind === "year" ? [readings[0]?.value ?? ""] : [];
}

/**
 * The years that a row is about: those of its label or the head's. A note in the row ("from March
 * 2024") names no other one.
 */
function timesOfRow(
  content: string,
  years: readonly string[],
  header: readonly string[],
): readonly string[] {
  const [label = ""] = content.split("\t", 1);
  return years.some((year) => label.includes(year)) ? years : [...header, ...years];
}

/** The share of a row's label that the question contains. */
function labelShare(
  text: string,
  { start, end }: Span,
  words: readonly FoundWord[],
  inQuestion: ReadonlySet<string>,
): number {
  const [label = ""] = text.slice(start, end).split("\t");
  const all = [...label.matchAll(/[\p{Alpha}\p{M}]+/gu)];
  const asked = all.filter(
    ({ 0: word, index }) =>
      (isContentWord(word) && inQuestion.has(keyOfWord(word))) ||
      words.some((one) => one.start < start + index + word.length && one.end > start + index),
  );
  return all.length === 0 ? 0 : asked.length / all.length;
}

/** True if a number precedes what is to be counted by one to three words. */
function counts(
  text: string,
  words: readonly FoundWord[],
  unit: Span,
  numbers: readonly NumberInText[],
  { counted }: ReadQuestion,
): boolean {
  if (counted.size === 0) return false;
  const content = text.slice(unit.start, unit.end);
  const ends = [...numbers, ...spelledAsNumbers(content)].map(({ span }) => unit.start + span.end);
  return words.some(
    ({ start, end, key }) =>
      start >= unit.start &&
      end <= unit.end &&
      counted.has(plain(key)) &&
      ends.some(
        (at) => at <= start && /^[ -](?:\p{Alpha}+[ -]){0,2}$/u.test(text.slice(at, start)),
      ),
  );
}
