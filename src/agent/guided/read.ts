import { answerUnits, type BestPassage, type EvidenceId, type Span } from "../../core/index.js";
import { givesReason, numbersIn, otherNamesIn, yearsIn } from "../../figures/index.js";
import { type ModelInfo, readableTokens } from "../../models/index.js";
import type { SearchHit } from "../../search/index.js";
import { stemsOf } from "./word.js";

/** A sentence or a row that may hold the answer. */
export interface Candidate {
  readonly id: EvidenceId;
  /** The text as the page has it. */
  readonly quote: string;
  /** The text on one line, with bars between cells. */
  readonly text: string;
  readonly kind: "sentence" | "row";
  /** The heading above it, and the speaker; null if there is none. */
  readonly heading: string | null;
  /** Set if it is marked as the likely answer without a model. */
  readonly isLikely?: true;
  /** Set if it is part of a long sentence, the rest of which may say the opposite. */
  readonly isPart?: true;
}

/** Maximum number of tokens of sentences to show for a question. */
const usualTokens = 560;
/** Minimum number for each side of a question, however slowly the model reads. */
const leastTokens = 120;
/** Maximum number of lines to show at once, and of characters in each. */
const maxShown = 10;
const fewLines = 3;
const longestSentence = 700;
/** The length in characters of the parts of a longer sentence; the last one may be shorter. */
const longestPart = 450;
const shortestPart = 150;

/** Tokens of a request, apart from the sentences, that the model has not read before. */
const otherTokens = 60;

/** Tokens that separate one sentence from the next. */
const breakTokens = 4;

/** How much to show at once. */
interface ShownRoom {
  readonly tokens: number;
  readonly lines: number;
}

/** How much to show the model for one of several sides of a question, given its reading speed. */
export function roomFor(info: ModelInfo, sides: number, isWhole: boolean): ShownRoom {
  const readable = Math.min(usualTokens, readableTokens(info) - otherTokens);
  const tokens = Math.max(leastTokens, Math.floor(readable / sides));
  return { tokens, lines: isWhole ? maxShown : fewLines };
}

const fewHolders = 3;

export interface SoughtText {
  /** The requested thing, without the name of the company or person. */
  readonly label: string;
  readonly years: readonly number[];
  readonly asksReason: boolean;
  /** Whether rows of tables answer it as well as sentences. */
  readonly takesRows: boolean;
  /** Whether the question is about the document itself, answered by prose near the beginning. */
  readonly asksDocument: boolean;
}

/** Beginnings of sentences that only make sense after the previous one. */
const goesOn =
  /^(?:the|this|these|such) (?:increase|decrease|change|decline|improvement|reduction|growth)s?\b|^(?:it|they|this|these|both|among)\b/iu;

/** A sentence or a row of a passage that may become a candidate. */
interface Line extends Candidate {
  /** The index of its passage, in the order of the hits. */
  readonly passage: number;
}

/**
 * The sentences and rows of passages that are likeliest to answer. The passage with the best one
 * comes first; lines of a passage stay in text order, because one often only makes sense after the
 * previous one.
 */
export function candidatesIn(
  hits: readonly Pick<SearchHit, "id" | "text" | "heading">[],
  sought: SoughtText,
  count: (text: string) => number,
  room: ShownRoom,
): Candidate[] {
  const all = hits.flatMap(({ id, text, heading }, passage) =>
    answerUnits(text).flatMap(({ kind, ...span }): Line[] => {
      const parts = kind === "sentence" ? partsOf(text, span) : [span];
      return parts.flatMap(({ start, end }): Line[] => {
        const quote = text.slice(start, end);
        const line = onOneLine(quote);
        if (line.length > longestSentence || saysNothing(line, kind)) return [];
        if (sought.asksDocument && !isProse(line, kind)) return [];
        const candidate = { id, quote, text: line, kind, heading, passage };
        return [parts.length > 1 ? { ...candidate, isPart: true } : candidate];
      });
    }),
  );
  const scores = scoresOf(all, sought);
  const scoreOf = (index: number): number => scores[index] ?? 0;
  const order = [...all.keys()].sort((one, other) => scoreOf(other) - scoreOf(one));
  const shown = new Set<number>();
  let left = room.tokens;
  const show = (index: number): void => {
    const line = all[index];
    const isTold = [...shown].some((one) => all[one]?.text === line?.text);
    const needed = line ? count(line.text) + breakTokens : 0;
    if (!line || isTold || needed > left || shown.size === room.lines) return;
    left -= needed;
    shown.add(index);
  };
  for (const index of order) {
    const [line, before] = [all[index], all[index - 1]];
    if (line && before?.id === line.id && goesOn.test(line.text)) show(index - 1);
    show(index);
  }
  const best = new Map<number, number>();
  for (const index of shown) {
    const { passage = 0 } = all[index] ?? {};
    best.set(passage, Math.max(best.get(passage) ?? 0, scoreOf(index)));
  }
  const worth = (index: number): number => best.get(all[index]?.passage ?? 0) ?? 0;
  return [...shown]
    .sort((one, other) => worth(other) - worth(one) || one - other)
    .flatMap((index) => {
      const { passage: _, ...candidate } = all[index] ?? { passage: 0 };
      return "id" in candidate ? [candidate] : [];
    });
}

/** Places to cut a long sentence at, best ones first. */
const cuts = [/[;:](?=\s)/gu, /,(?=\s)/gu, /\s/gu];

/** A sentence, or the parts of one that is too long to be shown whole. */
function partsOf(text: string, { start, end }: Span): Span[] {
  if (end - start <= longestSentence) return [{ start, end }];
  const parts: Span[] = [];
  let from = start;
  while (end - from > longestPart) {
    const room = text.slice(from, from + longestPart);
    const places = cuts.map((cut) => [...room.matchAll(cut)].at(-1)?.index ?? 0);
    const cut = places.find((place) => place >= shortestPart);
    if (cut === undefined) break;
    parts.push({ start: from, end: from + cut + 1 });
    from += cut + 1;
  }
  return [...parts, { start: from, end }];
}

/** The lines marked as likely answers without a model, likeliest first. */
export function markedLines(passages: readonly BestPassage[]): Candidate[] {
  const likely = passages.filter(({ certainty }) => certainty === "likely");
  return likely.flatMap(({ evidence: id, text, heading, marked, figure }) =>
    marked.map(({ start, end }): Candidate => {
      const quote = text.slice(start, end);
      const kind = figure || quote.includes("\t") ? "row" : "sentence";
      return { id, quote, text: onOneLine(quote), kind, heading, isLikely: true };
    }),
  );
}

/** Marked lines first, then the others that do not overlap with them, as far as they fit. */
export function withMarked(
  marked: readonly Candidate[],
  others: readonly Candidate[],
  count: (text: string) => number,
  room: ShownRoom,
): Candidate[] {
  const rest = others.filter(
    ({ id, quote }) =>
      !marked.some(
        (one) => one.id === id && (one.quote.includes(quote) || quote.includes(one.quote)),
      ),
  );
  let left = room.tokens;
  return [...marked, ...rest].slice(0, room.lines).filter(({ text }, index) => {
    left -= count(text) + breakTokens;
    return index === 0 || left >= 0;
  });
}

/** How much of the question each line contains. Rare words count more, its heading less. */
function scoresOf(
  all: readonly Line[],
  { label, years, asksReason, takesRows }: SoughtText,
): number[] {
  const asked = wordsAsked(label);
  const stemSets = all.map(({ text }) => new Set(stemsOf(text)));
  const above = all.map(({ heading }) => new Set(stemsOf(heading ?? "")));
  const weights = asked.map(({ stems }) => {
    const holders = stemSets.filter((each) => stems.some((stem) => each.has(stem))).length;
    // Words in only one or two sentences may be rare by chance.
    return Math.log(1 + all.length / Math.max(fewHolders, holders));
  });
  const scores = all.map(({ text, kind, passage }, index) => {
    const matched = asked.reduce((sum, { stems }, at) => {
      const isIn = (words: ReadonlySet<string> | undefined): boolean =>
        stems.some((stem) => words?.has(stem));
      const share = isIn(stemSets[index]) ? 1 : isIn(above[index]) ? 0.5 : 0;
      return sum + share * (weights[at] ?? 0);
    }, 0);
    const named = yearsIn(text);
    const isOther =
      years.length > 0 &&
      named.length > 0 &&
      !named.some((year) => years.includes(year) || years.includes(year + 1));
    return (
      matched *
      (1 + firstBonus / (1 + passage)) *
      (isOther ? 0.6 : 1) *
      (kind === "row" && !takesRows ? 0.4 : 1) *
      (asksReason && givesReason(text) ? 1.5 : 1)
    );
  });
  // A sentence that refers back is about the same thing as the one before it.
  return scores.map((score, index) => {
    const before = all[index - 1];
    const isNext = before?.id === all[index]?.id && goesOn.test(all[index]?.text ?? "");
    const isReason = asksReason && givesReason(all[index]?.text ?? "");
    return isNext ? Math.max(score, (scores[index - 1] ?? 0) * (isReason ? 1.2 : 0.8)) : score;
  });
}

/** The bonus of a line whose passage ranked first in the search. */
const firstBonus = 0.3;

/** The key words of what is asked for, each with alternative words for it. */
function wordsAsked(label: string): { readonly stems: readonly string[] }[] {
  const others = otherNamesIn(label).map((name) => stemsOf(name));
  return [...new Set(stemsOf(label))].map((stem) => {
    // An abbreviation may also match any word of the full name.
    const isShort = /&/u.test(stem) || stem.length < 5;
    return { stems: [stem, ...(isShort ? others.flat() : [])] };
  });
}

/** Boilerplate of official report forms. */
const formWords =
  /\b(?:check mark|appropriate box|area code|pursuant to Rule \d|Exchange Act \(17 CFR|for (?:further|additional) information|incorporated herein|the following tables? (?:presents?|sets? forth|shows?|summari[sz]es?|provides?)|as follows:|registrant as specified|Commission File|Exchange Act of 1934|Securities Act of 1933|incorporated (?:herein )?by reference|duly authorized|undersigned|forward-looking)\b/iu;

/** Whether a line is a heading, a row without numbers, or boilerplate. */
function saysNothing(line: string, kind: "sentence" | "row"): boolean {
  if (formWords.test(line)) return true;
  const numbers = numbersIn(line);
  if (kind === "row")
    return !(/\p{Alpha}{3}/u.test(line) && numbers.some(({ kind }) => kind === "quantity"));
  const words = line.match(/\p{Alpha}{2,}/gu)?.length ?? 0;
  return words < 4 || (words < 9 && numbers.length === 0 && !/[.!?;:,]/u.test(line));
}

/** Sentences with fewer words do not count as prose. */
const fewWords = 9;

function isProse(line: string, kind: "sentence" | "row"): boolean {
  return kind === "sentence" && (line.match(/\p{Alpha}{2,}/gu)?.length ?? 0) >= fewWords;
}

function onOneLine(text: string): string {
  return text
    .replace(/(?<!\s)\s*\t\s*/gu, " | ")
    .replace(/\s+/gu, " ")
    .trim();
}
