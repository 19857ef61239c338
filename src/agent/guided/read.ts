import { answerUnits, type EvidenceId } from "../../core/index.js";
import { givesReason, numbersIn, otherNamesIn, yearsIn } from "../../figures/index.js";
import { type ModelInfo, readableTokens } from "../../models/index.js";
import type { SearchHit } from "../../search/index.js";
import { stemsOf } from "./word.js";

/** A sentence or a row that may hold the answer. */
export interface Candidate {
  readonly id: EvidenceId;
  /** As the page has it. */
  readonly quote: string;
  /** On one line, cells parted by bars. */
  readonly text: string;
  readonly kind: "sentence" | "row";
  /** The heading that it stands under, and who speaks; null where there is none. */
  readonly heading: string | null;
}

/** Tokens of sentences that are shown for a question … */
const usualTokens = 560;
/** … and at least, however slowly the model reads, and for each side of it. */
const leastTokens = 120;
/** How many of them are shown at once, and how long one is. */
const maxShown = 10;
const fewLines = 3;
const longestSentence = 700;

/** Tokens of a request besides the sentences, that the model has not read before. */
const otherTokens = 60;

/** How much may be shown at once. */
interface ShownRoom {
  readonly tokens: number;
  readonly lines: number;
}

/** How much a model is shown for one of so many sides of a question, as fast as it reads. */
export function roomFor(info: ModelInfo, sides: number, isWhole: boolean): ShownRoom {
  const readable = Math.min(usualTokens, readableTokens(info) - otherTokens);
  const tokens = Math.max(leastTokens, Math.floor(readable / sides));
  return { tokens, lines: isWhole ? maxShown : fewLines };
}

const fewHolders = 3;

/** What sentences are held against. */
export interface SoughtText {
  /** What is asked for, without the name of whom it is asked of. */
  readonly label: string;
  readonly years: readonly number[];
  /** Whether reasons are asked for. */
  readonly asksReason: boolean;
  /** Whether rows of tables answer it as well as sentences. */
  readonly takesRows: boolean;
  /** Whether it is the document itself that is asked about, which its prose says, from the first on. */
  readonly asksDocument: boolean;
}

/** What only makes sense with the sentence before. */
const goesOn =
  /^(?:the|this|these|such) (?:increase|decrease|change|decline|improvement|reduction|growth)s?\b|^(?:it|they|this|these|both|among)\b/iu;

/** A sentence or a row of a passage, on its way to be a candidate. */
interface Line extends Candidate {
  /** Which of the passages has it, in the order they were found. */
  readonly passage: number;
}

/**
 * The sentences and rows of passages that are likeliest to answer: the passages with the best of them
 * first, the lines of each in the order of its text, for one line often only makes sense with the one
 * before it.
 */
export function candidatesIn(
  hits: readonly Pick<SearchHit, "id" | "text" | "heading">[],
  sought: SoughtText,
  count: (text: string) => number,
  room: ShownRoom,
): Candidate[] {
  const all = hits.flatMap(({ id, text, heading }, passage) =>
    answerUnits(text).flatMap((unit): Line[] => {
      const quote = text.slice(unit.start, unit.end);
      const line = onOneLine(quote);
      if (line.length > longestSentence || saysNothing(line, unit.kind)) return [];
      if (sought.asksDocument && !isProse(line, unit.kind)) return [];
      return [{ id, quote, text: line, kind: unit.kind, heading, passage }];
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
    const needed = line ? count(line.text) + 4 : 0;
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

/** How much of what is asked for each line says, rare words more, its heading's less. */
function scoresOf(
  all: readonly Line[],
  { label, years, asksReason, takesRows }: SoughtText,
): number[] {
  const asked = wordsAsked(label);
  const stemSets = all.map(({ text }) => new Set(stemsOf(text)));
  const above = all.map(({ heading }) => new Set(stemsOf(heading ?? "")));
  const weights = asked.map(({ stems }) => {
    const holders = stemSets.filter((each) => stems.some((stem) => each.has(stem))).length;
    // A word of one or two sentences may be rare by chance.
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
  // A sentence that goes on speaks of what the one before it says.
  return scores.map((score, index) => {
    const before = all[index - 1];
    const isNext = before?.id === all[index]?.id && goesOn.test(all[index]?.text ?? "");
    const isReason = asksReason && givesReason(all[index]?.text ?? "");
    return isNext ? Math.max(score, (scores[index - 1] ?? 0) * (isReason ? 1.2 : 0.8)) : score;
  });
}

/** What a line gains by standing in the passage that search holds for the nearest. */
const firstBonus = 0.3;

/** The telling words of what is asked for, each with the words that say it otherwise. */
function wordsAsked(label: string): { readonly stems: readonly string[] }[] {
  const others = otherNamesIn(label).map((name) => stemsOf(name));
  return [...new Set(stemsOf(label))].map((stem) => {
    // An abbreviation stands for all words of its name.
    const isShort = /&/u.test(stem) || stem.length < 5;
    return { stems: [stem, ...(isShort ? others.flat() : [])] };
  });
}

/** What the forms of reports say, whoever fills them in. */
const formWords =
  /\b(?:check mark|appropriate box|area code|pursuant to Rule \d|Exchange Act \(17 CFR|for (?:further|additional) information|incorporated herein|the following tables? (?:presents?|sets? forth|shows?|summari[sz]es?|provides?)|as follows:|registrant as specified|Commission File|Exchange Act of 1934|Securities Act of 1933|incorporated (?:herein )?by reference|duly authorized|undersigned|forward-looking)\b/iu;

/** A heading, or a row that only heads others. */
function saysNothing(line: string, kind: "sentence" | "row"): boolean {
  if (formWords.test(line)) return true;
  const numbers = numbersIn(line);
  if (kind === "row")
    return !(/\p{L}{3}/u.test(line) && numbers.some(({ kind }) => kind === "quantity"));
  const words = line.match(/\p{L}{2,}/gu)?.length ?? 0;
  return words < 4 || (words < 9 && numbers.length === 0 && !/[.!?;:,]/u.test(line));
}

/** Sentences of fewer words are no prose. */
const fewWords = 9;

function isProse(line: string, kind: "sentence" | "row"): boolean {
  return kind === "sentence" && (line.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewWords;
}

function onOneLine(text: string): string {
  return text
    .replace(/(?<!\s)\s*\t\s*/gu, " | ")
    .replace(/\s+/gu, " ")
    .trim();
}
