import { fold, withoutItemMark } from "../core/index.js";
import { wordKey } from "./question.js";
import { type Asked, english, type Grammar, grammars, wordSet } from "./yes-or-no-grammar.js";

/** The answer that a sentence gives to a yes-or-no question. */
export type YesOrNo = "yes" | "no";

/**
 * The answer that a text gives to a yes-or-no question; null if it is not certain. It is certain if
 * a sentence has all words of the question, in the same order, about nothing narrower, in the same
 * tense and mood, and without a condition, an exception, a plan or hearsay. For "yes" the sentence
 * has no negation; for "no" its only negation belongs to what is asked, or it states the opposite.
 *
 * @param about words that the sentence need not repeat: those of its document's name
 */
export function yesOrNoIn(question: string, text: string, about = ""): YesOrNo | null {
  const whether = readWhether(question);
  if (!whether || whether.content.length === 0 || text.includes("\t")) return null;
  const context = stemsOf(about, whether.grammar);
  const sentences = sentencesOf(text);
  if (sentences.some((one, at) => at > 0 && restrictsBefore(one))) return null;
  const verdict = new Set(
    sentences.flatMap((one, at) => {
      // "Charge the battery … Never charge it unattended."
      const before = ordersOfIt.test(one) ? stemsOf(sentences[at - 1] ?? "", whether.grammar) : [];
      return (
        verdictOfSentence(one, { ...whether, context: new Set([...context, ...before]) }) ?? []
      );
    }),
  );
  const [only, other] = verdict;
  return only !== undefined && other === undefined ? only : null;
}

/** True for a question whether something is so now, or was. */
export function asksWhether(question: string): boolean {
  const asked = readWhether(question)?.asked;
  return asked === "now" || asked === "past";
}

/** An order about the subject of the previous sentence. */
const ordersOfIt =
  /^(?:do not|don['’]t|never|always) .*(?<![a-zß-ɏḀ-ỿ])(?:it|them)(?![a-zß-ɏḀ-ỿ])/iu;

function stemsOf(text: string, grammar: Grammar): ReadonlySet<string> {
  return new Set(wordsOf(text, grammar).map(({ stem }) => stem));
}

interface Word {
  /** The word in lower case and without accents. */
  readonly text: string;
  readonly stem: string;
  /** In a question, the preceding word that relates this one to the others; empty if none. */
  readonly relation?: string;
}

interface WhetherQuestion {
  readonly grammar: Grammar;
  readonly asked: Asked;
  /** The question's first word: "does". */
  readonly verb: string;
  /** Words that a sentence must have in the same order. */
  readonly content: readonly Word[];
  /** Words that a sentence may contain anywhere. */
  readonly lead: readonly Word[];
  /** Whether the question is about anyone in general: "May I keep a dog". */
  readonly isOfAnyone: boolean;
}

/** A question, with the words that sentences need not repeat. */
interface Asking extends WhetherQuestion {
  readonly context: ReadonlySet<string>;
}

/** Where a question may begin: at the start of the text or after a comma. */
const beginning = /^|[,;:]\s+(?:(?:and|so|but|und|et|y)\s+)?/giu;
/** Words that ask for more than yes or no. */
const openQuestion =
  /(?<![a-zß-ɏḀ-ỿ])(?:what|which|who|whom|whose|why|how|wer|wie|warum|welche[mnrs]?|qui|quel(?:le)?s?|pourquoi|comment|qué|quién|cuál(?:es)?|cómo)(?![a-zß-ɏḀ-ỿ])/iu;
const unnamed = /^(?:he|she|they|this|that|these|those|er|sie|il|elle|ils|elles|él|ella)$/u;
/** "Is it this or that?" asks to choose. */
const alternative = /(?<![a-zß-ɏḀ-ỿ])(?:or|oder|ou|o)(?![a-zß-ɏḀ-ỿ])/iu;

/** Reads a yes-or-no question; returns null for all others. */
function readWhether(question: string): WhetherQuestion | null {
  const text = question.replace(/^[\s¿]+|(?<![\s?.!])[\s?.!]+$/gu, "");
  for (const { index, 0: gap } of text.matchAll(beginning)) {
    const lead = text.slice(0, index);
    const rest = text.slice(index + gap.length);
    for (const grammar of grammars) {
      const found = grammar.asking.find(([begins]) => begins.test(rest));
      if (!found || openQuestion.test(lead)) continue;
      const [begins, first] = found;
      const behind = rest.replace(begins, "").trim();
      const turning = grammar.turning.find(([turns]) => turns.test(behind));
      const body = wordsOf(turning ? behind.replace(turning[0], " ") : behind, grammar);
      if (alternative.test(behind) || body.some(({ text: word }) => grammar.negation.test(word)))
        return null;
      const subject = body[0]?.text ?? "";
      // It is unclear whom "he" means, or what "it" means without a title before it.
      if (unnamed.test(subject) || (subject === "it" && lead === "")) return null;
      const isOfAnyone = grammar.anyone.has(subject);
      const isTelling = ({ text: word, stem }: Word, at: number): boolean =>
        !(at === 0 && (isOfAnyone || subject === "it")) &&
        (!grammar.small.has(word) || stem === having || isState(word, body[at + 1]));
      return {
        ...{ grammar, isOfAnyone, asked: turning?.[1] ?? first },
        verb: fold(rest.split(/\s/u, 1)[0] ?? ""),
        content: body.flatMap((word, at) =>
          isTelling(word, at) ? [{ ...word, relation: relationOf(body, at, grammar) }] : [],
        ),
        lead: wordsOf(lead, grammar).filter(({ text: word }) => !grammar.small.has(word)),
      };
    }
  }
  return null;
}

const having = "have";

/** The preceding word, ignoring articles, that relates this one to others; empty if none. */
function relationOf(words: readonly Word[], at: number, { relating, small }: Grammar): string {
  for (let before = at - 1; before >= 0; before--) {
    const text = words[before]?.text ?? "";
    if (relating.has(text)) return text;
    if (!small.has(text) || text === ",") return "";
  }
  return "";
}

/** "On" in "is it on by default" is a state, not a preposition. */
function isState(word: string, next: Word | undefined): boolean {
  return word === "on" && (next === undefined || /^(?:by|at|in|and|or)$/u.test(next.text));
}

/** Stems of words for a rise or a fall. */
const directions: readonly (readonly [string, string])[] = [
  ["grow ris increas climb", "rise"],
  ["fal declin decreas drop shrink", "fall"],
];
const opposites: Readonly<Record<string, string>> = {
  rise: "fall",
  fall: "rise",
  on: "off",
  off: "on",
};

/** The words of a text, including its commas. */
function wordsOf(text: string, grammar: Grammar): readonly Word[] {
  const plain = text
    .replaceAll("’", "'")
    .replace(/(?<![a-zß-ɏḀ-ỿ])can(?:not|'t)(?![a-zß-ɏḀ-ỿ])/giu, "can not")
    .replace(/(?<![a-zß-ɏḀ-ỿ])won't/giu, "will not")
    .replace(/n't(?![a-zß-ɏḀ-ỿ])/giu, " not")
    .replace(/'s(?![a-zß-ɏḀ-ỿ])/giu, "")
    .replace(/(?<![a-zß-ɏḀ-ỿ])any number of(?![a-zß-ɏḀ-ỿ])/giu, "any")
    .replace(
      /(?<![a-zß-ɏḀ-ỿ])(?:under no circumstances?|in no event|at no time)(?![a-zß-ɏḀ-ỿ])/giu,
      "never",
    );
  return (plain.match(/[\p{Alpha}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*|,/gu) ?? []).map((word) => {
    const folded = fold(word);
    return { text: folded, stem: stemOf(folded, grammar) };
  });
}

function stemOf(word: string, grammar: Grammar): string {
  if (grammar !== english) return wordKey(word.replace(/^ge(?=\p{Alpha}{4,}(?:t|en)$)/u, ""));
  if (/^ha[sd]$|^having$/u.test(word)) return having;
  const base = irregular.get(word) ?? word;
  const stem = base
    .replace(/(?<=\p{Alpha}{2})ies$/u, "y")
    .replace(/(?<=\p{Alpha}{2})ied$/u, "y")
    .replace(/(?<=\p{Alpha}{2}[^su])s$/u, "")
    .replace(/(?<=[aeiouy]\p{Alpha}{0,9}[^e])(?:ed|ing)$/u, "")
    .replace(/(?<=\p{Alpha}{2})e$/u, "")
    .replace(/(?<=\p{Alpha}{2})(\p{Alpha})\1$/u, "$1");
  return directions.find(([stems]) => stems.split(" ").includes(stem))?.[1] ?? stem;
}

/**
 * Irregular past forms of common verbs. The search's full list would be as large as this room's
 * part of a worker.
 */
const irregular: ReadonlyMap<string, string> = new Map(
  `kept keep paid pay held hold made make gave give given give took take taken take went go gone go began begin
  built build bought buy brought bring sold sell sent send found find lost lose met meet ran run wrote write
  written write grew grow grown grow rose rise risen rise fell fall fallen fall led lead won win came come
  became become chose choose left leave spent spend sat sit stood stand told tell threw throw withheld withhold`
    .split(/\s+/u)
    .reduce<[string, string][]>((pairs, word, at, all) => {
      if (at % 2 === 0) pairs.push([word, all[at + 1] ?? word]);
      return pairs;
    }, []),
);

/** Phrases that only confirm the rest of the sentence. */
const stated =
  /^(?:it (?:is|was) (?:hereby )?(?:agreed|understood|decided|acknowledged) that|i (?:understand|agree) that) /iu;

/** The sentences of a text, without their numbers and titles, and without questions. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+(?=\p{Uppercase})/u)
    .map((one) =>
      withoutItemMark(one.trim())
        .replace(/^\p{N}{1,3}\s+/u, "")
        .replace(stated, ""),
    )
    .filter((one) => one !== "" && !one.endsWith("?"));
}

/** Beginnings of sentences that take back part of the previous sentence. */
const takesBack =
  /^(?:however|but|except|unless|provided|only|this (?:does|shall|will) not|nevertheless|jedoch|aber|toutefois|cependant|sin embargo|no obstante)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a sentence restricts the previous one: "However, …". */
export function restrictsBefore(sentence: string): boolean {
  return takesBack.test(sentence.trim());
}

function verdictOfSentence(sentence: string, asking: Asking): YesOrNo | null {
  const { grammar, content } = asking;
  const stems = new Set(content.map(({ stem }) => stem));
  const isMeant = (words: string): boolean =>
    wordsOf(words, grammar).every(({ stem }) => stems.has(stem));
  const forbidding = (sentence.match(grammar.forbidding) ?? []).filter((one) => !isMeant(one));
  const unsure = (sentence.match(grammar.unsure) ?? []).filter(
    (one) => !isMeant(one) && !forbidding.includes(one),
  );
  if (unsure.length > 0) return null;
  const all = wordsOf(sentence, grammar);
  const negations = all.filter(({ text }) => grammar.negation.test(text)).length;
  const turns = negations + forbidding.length;
  if (turns > 1) return null;
  for (const clause of clausesOf(sentence)) {
    const words = wordsOf(clause, grammar);
    const found = matchOf(words, all, asking);
    if (!found) continue;
    if (found.isOpposite && turns > 0) return null;
    const verdict: YesOrNo = found.isOpposite || turns === 1 ? "no" : "yes";
    if (isStated(verdict, { words, clause, found, asking, forbidding })) return verdict;
  }
  return null;
}

/** The clauses of a sentence, without text in brackets. */
function clausesOf(sentence: string): readonly string[] {
  return sentence
    .replace(/\([^)]{0,200}\)/gu, " ")
    .split(
      /[;:—–]|,\s+(?=(?:but|however|although|though|while|whereas|yet|where|aber|jedoch|mais|pero)\s)|\s(?=(?:but|aber|mais|pero)\s)/iu,
    );
}

interface Match {
  /** Positions of the words that the clause contains, in order. */
  readonly places: readonly number[];
  readonly held: ReadonlySet<number>;
  /** Whether the clause has the opposite of one word: "off" for "on". */
  readonly isOpposite: boolean;
  /** Whether the question's first word is only in the context, so that "we" may stand for it. */
  readonly isElsewhere: boolean;
}

function matchOf(words: readonly Word[], all: readonly Word[], asking: Asking): Match | null {
  const { content, lead, context, isOfAnyone } = asking;
  const isKnown = ({ stem, text }: Word): boolean => context.has(stem) || documentWords.has(text);
  if (lead.some((word) => !isKnown(word) && !all.some(({ stem }) => stem === word.stem)))
    return null;
  const placed =
    placesOf(content, words, isKnown) ?? (isOfAnyone ? verbLast(content, words, isKnown) : null);
  if (!placed) return null;
  const places = placed.places.filter((place) => place >= 0);
  // "Acquired by" is not "acquired".
  const isOther = placed.places.some((place, at) => {
    const questionWords = placed.order[at]?.relation ?? "";
    const has = place < 0 ? questionWords : relationOf(words, place, asking.grammar);
    const isOneSided = questionWords === "" || has === "";
    return questionWords !== has && (!isOneSided || `${questionWords}${has}` === "by");
  });
  if (isOther) return null;
  // The clause itself, and not only a title, must contain at least half of the question.
  if (places.length === 0 || places.length * 2 < content.length) return null;
  const held = new Set(places);
  words.forEach(({ stem, text }, at) => {
    if (!asking.grammar.small.has(text) && lead.some((word) => word.stem === stem)) held.add(at);
  });
  const isElsewhere = (placed.places[0] ?? 0) < 0;
  places.sort((a, b) => a - b);
  return { places, held, isOpposite: placed.isOpposite, isElsewhere };
}

interface Placed {
  /** The position of each word, or -1 if it occurs only in the context. */
  readonly places: readonly number[];
  /** The words in the order of `places`. */
  readonly order: readonly Word[];
  readonly isOpposite: boolean;
}

/** The positions of words in a clause, in order except for numbers. Null if one is missing. */
function placesOf(
  content: readonly Word[],
  words: readonly Word[],
  isKnown: (word: Word) => boolean,
): Placed | null {
  let from = 0;
  let turned = 0;
  const places: number[] = [];
  for (const word of content) {
    const isNumber = /^\p{N}/u.test(word.text);
    const start = isNumber ? 0 : from;
    let place = words.findIndex(({ stem }, at) => at >= start && stem === word.stem);
    const opposite = opposites[word.stem];
    if (place < 0 && opposite !== undefined) {
      place = words.findIndex(({ stem }, at) => at >= start && stem === opposite);
      if (place >= 0) turned++;
    }
    if (place < 0 && !isKnown(word)) return null;
    places.push(place);
    if (place >= 0 && !isNumber) from = place + 1;
  }
  return turned > 1 ? null : { places, order: content, isOpposite: turned === 1 };
}

/** Like `placesOf`, but the first word, a verb, may be anywhere: "dogs may be kept". */
function verbLast(
  [verb, ...others]: readonly Word[],
  words: readonly Word[],
  isKnown: (word: Word) => boolean,
): Placed | null {
  const place = words.findIndex(({ stem }) => stem === verb?.stem);
  const rest = placesOf(others, words, isKnown);
  if (place < 0 || !rest || rest.places.includes(place)) return null;
  return {
    ...rest,
    places: [...rest.places, place],
    order: [...rest.order, ...(verb ? [verb] : [])],
  };
}

/** Words for the document that a question is about, which its sentences need not repeat. */
const documentWords = wordSet(
  "agreement contract lease policy document report undertaking nda byelaw filing vertrag dokument bericht contrat rapport contrato documento informe",
);
/** Words by which a document refers to its own author or company. */
const ourselves = wordSet("we our us company group wir unternehmen nous société nosotros compañía");

interface Clause {
  readonly words: readonly Word[];
  readonly clause: string;
  readonly found: Match;
  readonly asking: Asking;
  /** The forbidding words of the sentence. */
  readonly forbidding: readonly string[];
}

/** Whether a clause with the words of a question really answers it with this verdict. */
function isStated(verdict: YesOrNo, parts: Clause): boolean {
  const { asked } = parts.asking;
  if (asked === "exists") return exists(verdict, parts);
  return (
    isInMood(verdict, parts) &&
    (verdict === "yes" || parts.found.isOpposite || isNegated(parts)) &&
    isAboutSame(verdict, parts)
  );
}

/** "There is no such thing": the thing must follow directly. */
function exists(verdict: YesOrNo, { words, found, asking }: Clause): boolean {
  const [first = 0] = found.places;
  const last = found.places.at(-1) ?? 0;
  const before = words.slice(0, first).map(({ text }) => text);
  if (found.isElsewhere || !asking.grammar.existing.test(before.join(" "))) return false;
  const end = verdict === "yes" ? last + 2 : undefined;
  return extras(words.slice(last + 1, end), [], { found, asking }, last + 1) === 0;
}

/** Whether the verb has the tense and the certainty that the question asks for. */
function isInMood(verdict: YesOrNo, { words, clause, asking, forbidding, found }: Clause): boolean {
  const { asked, grammar, verb } = asking;
  if (asked === "exists") return false;
  if (verdict === "no" && forbidding.length > 0) return asked === "allowed";
  const has = (pattern: RegExp): boolean => new RegExp(pattern, "iu").test(clause);
  if (asked === "now" || asked === "past") {
    if (has(grammar.modal)) return false;
    return grammar !== english || isInTense(asked, verb, { words, found, asking });
  }
  if (verdict === "no" && orders(words, asking)) return asked === "allowed" || asked === "required";
  if (
    verdict === "no" &&
    asked === "allowed" &&
    /(?<![a-zß-ɏḀ-ỿ])(?:shall|must)(?![a-zß-ɏḀ-ỿ])/iu.test(clause)
  )
    return true;
  return has(grammar.moods[asked]);
}

/** "Do not take a double dose", "never charge it": a prohibition in the imperative. */
function orders(words: readonly Word[], { grammar }: Asking): boolean {
  if (grammar !== english) return false;
  const [first, second] = words;
  return first?.text === "never" || (first?.text === "do" && second?.text === "not");
}

/** Whether an English sentence is about the present or the past, like the question. */
function isInTense(
  time: "now" | "past",
  verb: string,
  { words, found, asking }: Pick<Clause, "words" | "found" | "asking">,
): boolean {
  const texts = new Set(words.map(({ text }) => text));
  const hasAny = (list: string): boolean => list.split(" ").some((one) => texts.has(one));
  // "Is paid" is not "pays".
  const isPassive = found.places.some((place) => {
    let before = place - 1;
    while (/^(?:not|never|also)$|\p{Alpha}{3}ly$/u.test(words[before]?.text ?? "")) before--;
    return /^(?:is|are|was|were|be|been|being)$/u.test(words[before]?.text ?? "");
  });
  if (isPassive && /^d/u.test(verb)) return false;
  const past = hasAny("was were did had");
  const forms = found.places.map((place) => words[place]?.text ?? "");
  // "Announced" for "announce": the question has the verb in its base form.
  const questionWords = new Set(asking.content.map(({ text }) => text));
  const isPastForm = forms.some(
    (form) => !questionWords.has(form) && (/(?:[^e]ed)$/u.test(form) || irregular.has(form)),
  );
  if (time === "past") {
    if (/^w/u.test(verb)) return hasAny("was were");
    return past || isPastForm || hasAny("has have");
  }
  if (past) return false;
  if (/^(?:is|are|am)$/u.test(verb)) return hasAny("is are am shall must");
  if (/^ha/u.test(verb)) return hasAny("has have");
  return !isPastForm && !hasAny("been");
}

/**
 * Whether the negation of a clause applies to what is asked: it follows a verb, or directly
 * precedes a word of the question.
 */
function isNegated({ words, found, asking, forbidding }: Clause): boolean {
  if (forbidding.length > 0) return true;
  const { asked, grammar, isOfAnyone } = asking;
  const at = words.findIndex(({ text }) => grammar.negation.test(text));
  if (at < 0) return false;
  // In "are not allowed", "allowed" is the verb with which the question asks.
  const isAsked = (word: Word | undefined): boolean =>
    word !== undefined &&
    !grammar.verbs.has(word.text) &&
    (asked === "allowed" || asked === "required") &&
    new RegExp(grammar.moods[asked], "iu").test(word.text);
  let next = at + 1;
  while (!found.held.has(next) && !isAsked(words[next]) && isSmall(words[next], grammar)) next++;
  const isNext = found.held.has(next) || isAsked(words[next]);
  const word = words[at]?.text ?? "";
  // "No person shall ride".
  if (grammar === english && word === "no") {
    const behind = words[at + 1]?.text ?? "";
    return found.held.has(at + 1) || (isOfAnyone && grammar.anyone.has(behind));
  }
  const before = words[at - 1]?.text ?? "";
  const isBehindVerb = grammar.verbs.has(before) || at === 0 || word === "never";
  return isNext && (grammar !== english || isBehindVerb);
}

function isSmall(word: Word | undefined, { small }: Grammar): boolean {
  return (
    word !== undefined &&
    (small.has(word.text) || /\p{Alpha}{3}ly$/u.test(word.text) || word.text === "also")
  );
}

/** The number of words in a part of a clause that add something to the question. */
function extras(
  stretch: readonly Word[],
  allowed: readonly string[],
  { found, asking }: Pick<Clause, "found" | "asking">,
  from: number,
): number {
  const { grammar, context } = asking;
  return stretch.filter(
    (word, at) =>
      !found.held.has(from + at) &&
      !isSmall(word, grammar) &&
      !grammar.negation.test(word.text) &&
      !allowed.includes(word.text) &&
      !documentWords.has(word.text) &&
      !context.has(word.stem),
  ).length;
}

/** Words that begin a time expression: "pays a dividend every quarter". */
const timeBehind = /^(?:every|each|last|this|next|once|twice|again|today|since|after|before)$/u;
/** Words that relate what follows to something else. */
const linking =
  /^(?:than|near|under|over|before|after|between|against|above|below|beyond|outside|inside|beside|behind|like|unlike|during|within)$/u;
/** Words that add another thing. */
const joining = /^(?:and|und|et|y)$/u;

/** Maximum new words after the verb, which narrow nothing: "a broad-spectrum antibiotic". */
const fewWords = 2;

/**
 * True if a clause is about the same thing and nothing narrower: "guide dogs" and "dogs on a lead"
 * are not all dogs, and what is not paid in cash may be paid in another way.
 */
function isAboutSame(verdict: YesOrNo, { words, found, asking, forbidding }: Clause): boolean {
  const { asked, grammar, isOfAnyone } = asking;
  const within = { found, asking };
  const forbids = forbidding.flatMap((one) => wordsOf(one, grammar).map(({ text }) => text));
  const ordered = found.places.toSorted((a, b) => a - b);
  const [first = 0] = ordered;
  const last = ordered.at(-1) ?? 0;
  // The words before the first matched one; an introduction such as "In October," does not count.
  const opening = words.slice(0, first).map(({ text }) => text);
  const comma = opening.lastIndexOf(",") + 1;
  const persons = isOfAnyone ? [...grammar.anyone] : found.isElsewhere ? [...ourselves] : [];
  const isJoined = joining.test(opening.at(-1) ?? "");
  const subjects = isJoined ? opening.slice(0, -1) : [];
  if (extras(words.slice(comma, first), [...persons, ...subjects], within, comma) > 0) return false;
  const isFact = verdict === "yes" && (asked === "now" || asked === "past" || asked === "future");
  const verbAt = predicateAt(words, ordered, asking);
  for (const [index, place] of ordered.slice(0, -1).entries()) {
    const next = ordered[index + 1] ?? place;
    const gap = words.slice(place + 1, next);
    const isBehindVerb = verbAt >= 0 && place >= verbAt;
    const others = extras(gap, forbids, within, place + 1);
    if (others === 0) continue;
    // "Members of the police and the armed forces are": the second thing is part of the subject.
    if (joining.test(gap[0]?.text ?? "") && verbAt > place) continue;
    const isNew = (at: number): boolean =>
      extras(gap.slice(at, at + 1), [], within, place + 1 + at) > 0;
    const from = gap.findIndex((_, at) => isNew(at));
    const isAdjective = gap.every(
      ({ text }, at) => (at < from || isNew(at)) && !linking.test(text),
    );
    if (!isFact || !isBehindVerb || others > fewWords || !isAdjective) return false;
  }
  const rest = words.slice(last + 1);
  // "A pool table" is not a pool.
  if (isFact || found.isOpposite) {
    const behind = rest[0]?.text ?? "";
    // "Theft of bicycles" is not all theft, but "a dividend of $0.30" is a dividend.
    const isNarrower =
      grammar.relating.has(behind) && /^(?:of|by|von|de|del|du|des)$/u.test(behind);
    const named = rest.slice(1).find((word) => !isSmall(word, grammar));
    if (isNarrower && named !== undefined && !/^\p{N}/u.test(named.text)) {
      if (extras([named], [], within, last + 1 + rest.indexOf(named)) > 0) return false;
    }
    return (
      !/^\p{Alpha}/u.test(behind) ||
      timeBehind.test(behind) ||
      extras(rest.slice(0, 1), [], within, last + 1) === 0
    );
  }
  const end = rest.findIndex(({ text }) => /^(?:,|or|and|oder|und|ou|et|o|y)$/u.test(text));
  const trailing = end < 0 ? rest : rest.slice(0, end);
  return extras(trailing, forbids, within, last + 1) === 0;
}

/**
 * Where the verb of a clause begins: an auxiliary, or a word that the question has in another form;
 * -1 if there is none.
 */
function predicateAt(
  words: readonly Word[],
  ordered: readonly number[],
  { grammar, content }: Asking,
): number {
  const questionWords = new Set(content.map(({ text }) => text));
  const verb = words.findIndex(({ text }) => grammar.verbs.has(text));
  const inflected = ordered.find((place) => {
    const text = words[place]?.text ?? "";
    return !questionWords.has(text) && (/(?:s|ed)$/u.test(text) || irregular.has(text));
  });
  if (verb < 0) return inflected ?? -1;
  return inflected === undefined ? verb : Math.min(verb, inflected);
}
