import { lazy } from "./lazy.js";
import type { Span } from "./page.js";
import { type ClauseNumber, clauseNumber, hasColumns, isListItem } from "./text/list-item.js";
import { beginsMessage, isLabelled, quoteMark } from "./text/message-line.js";

export interface AnswerUnit extends Span {
  readonly kind: "sentence" | "row";
}

const sentences = lazy(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** Longer blocks without a blank line are not prose, and are skipped. */
const longestBlock = 20_000;

/** Words whose full stop does not end a sentence: abbreviations, initials, list numbers. */
const noEnd =
  /(?:^|[\s(“"])(?:\p{Uppercase}|(?:\p{Alpha}\. ?){1,5}\p{Alpha}|Chr|Zt|ej|[Nn]os|[Nn]o(?=\.\s{2})|[Nn]r|[Aa]rt|[Ss]ec|[Ff]igs?|[Pp]p?|[Vv]ol|[Cc]h|[Ee]qs?|[Aa]pprox|[Ii]nc|[Cc]orp|[Ll]td|[Cc]o|[Jj]r|[Ss]r|[Mm]rs?|[Mm]s|[Mm]mes?|[Mm]lle|[Dd]ra?s?|[Ss]ra|[Ss]rta|[Dd]ña|[Pp]rofa?|Hr|[Rr]ev|Hon|Gen|Gov|Sen|Rep|Capt|Col|Lt|Sgt|Maj|Mt|[Ss]t|vs|[Dd]ep|[Aa]rr|e\.g|i\.e|cf|ca|etc|al|bzw|z\.B|[Aa]bs|[Ss]tr|[Gg]gf|[Ee]vtl|[Ii]nkl|[Ee]xkl|[Ee]inschl|[Vv]gl|[Zz]zgl|[Aa]bzgl|[Bb]zgl|[Ss]og|[Mm]ax|Std|Mio|Mrd|Tsd|usw|[Aa]prox|[Nn]úm|[Pp]ág|[Pp]ej|[Uu]ds?|[Aa]v(?:da)?|EE|UU|[Tt]él|[Rr]éf|[Ee]nv|[Ee]x|\(?\d{1,3})\.\s*$/u;
/** Abbreviations only before a number: "No. 7", "(c. 1455)", "Jan. 5". */
const noEndBeforeNumber =
  /(?:^|[\s(“"])(?:[Nn]o|c|[Tt]el|[Ee]xt|[Mm]in|[Mm]ax|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.\s*$/u;

/** The first letters of abbreviations in several parts: "z. B.", "e. V.", "p. ej.", "v. Chr." */
const beginsShortened = /(?:^|[\s(“„"])\p{Lowercase}\.\s*$/u;
/** How such an abbreviation goes on. */
const goesOn = /^(?:\p{Alpha}|Chr|Zt|ej|ex|Ä)\./u;

/** The number of a section alone, which belongs to the title behind it: "3.17.1." */
const sectionNumber = /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,4}\.\s*$/u;

/** Abbreviations after which an upper-case letter starts a sentence, as in "… Acme Inc. The …". */
const mayEnd = /(?:[Ii]nc|[Cc]orp|[Ll]td|[Cc]o|[Jj]r|etc|usw|al|\p{Alpha}\. ?\p{Alpha})\.\s*$/u;
const begins =
  /^(?:The|A|An|It|In|Its|This|These|We|Our|They|He|She|Der|Die|Das|Le|La|Les|El|Los)\s/u;

/**
 * The sentences and table rows of a text, in order, trimmed. A line with tabs is a row; other lines
 * of a block are joined, and a list item, a numbered clause, a line of columns, a message of a chat,
 * a labelled line after another one ("Date: …") or a quote within a mail starts a new unit. A line
 * of symbols alone, such as "=====", ends a unit and belongs to none, and so does an empty line of a
 * quote. In a block of program code each line is a unit, except for multi-line comments. Blocks of
 * more than 20,000 code units are left out.
 */
export function answerUnits(text: string): readonly AnswerUnit[] {
  return [...text.matchAll(block)].flatMap(({ index, 0: content }) => {
    const lines = [...content.matchAll(/[^\n]+/g)].map((line) => ({
      start: index + line.index,
      end: index + line.index + line[0].length,
    }));
    return isCode(content)
      ? withWholeComments(text, lines).flatMap(({ start, end }) =>
          trimmed(text, start, end, "sentence"),
        )
      : unitsIn(text, lines);
  });
}

const block = /[^\n]+(?:\n[^\n]+)*/g;

/** The units of a block's lines. */
function unitsIn(text: string, lines: readonly Span[]): readonly AnswerUnit[] {
  const units: AnswerUnit[] = [];
  let from = -1;
  let to = -1;
  let depth = 0;
  let clause: ClauseNumber | undefined;
  const contents = lines.map(({ start, end }) => text.slice(start, end));
  const hasEntries = contents.filter(isEntry).length > 1;
  const hasLabels = isLabelled(contents[0] ?? "") && contents.filter(isLabelled).length > 1;
  const close = (): void => {
    if (from >= 0 && to - from <= longestBlock)
      units.push(...sentencesIn(text, { start: from, end: to }));
    from = -1;
  };
  for (const { start: lineStart, end } of lines) {
    const mark = quoteMark(text.slice(lineStart, end));
    const start = lineStart + mark.length;
    const line = text.slice(start, end);
    // The passage may begin within a quote, and so within its first line.
    const isRest = depth === 0 && from === 0 && /^\p{Lowercase}/u.test(line);
    if (mark.depth !== depth && !isRest) close();
    depth = mark.depth;
    if (line.includes("\t")) {
      close();
      units.push(...trimmed(text, start, end, "row"));
      continue;
    }
    if (isRuler(line) || (depth > 0 && line.trim() === "")) {
      close();
      continue;
    }
    const isTitle = isTitleLine(line, text.slice(end + 1, end + 1 + line.length * 2));
    const number = clauseNumber(line);
    const isItem =
      isListItem(line) ||
      hasColumns(line) ||
      beginsMessage(line) ||
      (hasEntries && isEntry(line)) ||
      (hasLabels && isLabelled(line)) ||
      (number && isNextClause(number, clause));
    const isAfterSentence = (isTitle || number) && from >= 0 && endsSentence(text.slice(from, to));
    if (isItem || (isTitle && isAfterSentence)) close();
    if (number && (from < 0 || isAfterSentence)) clause = number;
    if (from < 0) from = start;
    to = end;
    if (isTitle) close();
  }
  close();
  return units;
}

/**
 * True if a clause may follow another one: "2.10" after "2.9" and "2.9.4", "2.1" after "2". Other
 * numbers at the beginning of a line, as in "2.5 GB", belong to the sentence of the line before.
 */
function isNextClause(next: ClauseNumber, last: ClauseNumber | undefined): boolean {
  if (!last || next.length < 2) return false;
  const parent = next.slice(0, -1);
  const isBelow = parent.every((number, index) => last[index] === number);
  return isBelow && next.at(-1) === (last[parent.length] ?? 0) + 1;
}

/** An entry of a list of terms, if other lines are too: "RED -- in battle". */
function isEntry(line: string): boolean {
  return /^\s*[\p{Alpha}\p{N}][^\s.,;:]{0,20}(?: [^\s.,;:]{1,20})? (?:--|—) \S/u.test(line);
}

/** Lines of code; the lines of a comment are joined. */
function withWholeComments(text: string, lines: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  let sign = "";
  for (const { start, end } of lines) {
    const [found = ""] = /^(?:\/\/+|#+|--|\*)(?= )/.exec(text.slice(start, end).trim()) ?? [];
    const last = joined.at(-1);
    if (last && found !== "" && found === sign)
      joined[joined.length - 1] = { start: last.start, end };
    else joined.push({ start, end });
    sign = found;
  }
  return joined;
}

/** Trimmed lines that prose does not have: with brackets at the ends, comments, assignments. */
const codeLine =
  /[{[(]$|\);?$|^[}\])]|=> | \/\/ |^(?:\/\/|\/\*|\*\/|\$ )|^(?:const|let|var|return|def|class|function|import|export) .*[;:'"]$|^["']?[\w.-]{1,60}["']?(?::| =) .*[,;]$|^<\/?[a-z][^<>]*>$/u;

/** True if most lines of a block are program code. */
function isCode(content: string): boolean {
  if (content.includes("\t") || !/[{}();=<>]/.test(content)) return false;
  const lines = content.split("\n");
  return (
    lines.length > 1 && lines.filter((line) => codeLine.test(line.trim())).length * 2 > lines.length
  );
}

/** A line that only separates the text above it from the text below: "=====", "* * *". */
function isRuler(line: string): boolean {
  return /^[\s\p{P}\p{S}]*$/u.test(line) && (line.match(/\S/gu)?.length ?? 0) >= shortestRuler;
}

/** Minimum number of symbols; fewer may belong to a sentence. */
const shortestRuler = 3;

/** A short line without punctuation before a longer one that begins a sentence: a title. */
function isTitleLine(line: string, rest: string): boolean {
  const [next = ""] = rest.split("\n", 1);
  return (
    line.length < 60 &&
    !/[\p{P}]\s*$/u.test(line) &&
    /^\p{Uppercase}/u.test(next) &&
    next.length > line.length * 1.5
  );
}

function endsSentence(text: string): boolean {
  return /[.!?][)\]"”’']{0,3}\s*$/u.test(text);
}

/** Number of characters that show how a text goes on. */
const longestBeginning = 8;

/** The sentences of a paragraph, in order, trimmed. They may contain line breaks. */
export function sentencesIn(text: string, { start, end }: Span): readonly AnswerUnit[] {
  // The segmenter would cut at line breaks.
  const block = text.slice(start, end).replace(/\n/g, " ");
  const units: AnswerUnit[] = [];
  let from = 0;
  for (const { segment, index } of sentences().segment(block)) {
    const next = index + segment.length;
    const before = block.slice(Math.max(from, next - 24), next);
    const rest = block.slice(next, next + longestBeginning);
    const isShortened =
      sectionNumber.test(block.slice(from, next)) ||
      (noEnd.test(before) && !(mayEnd.test(before) && begins.test(rest))) ||
      (beginsShortened.test(before) && goesOn.test(rest)) ||
      (noEndBeforeNumber.test(before) && /^\P{Alpha}{0,2}\p{Uppercase}{0,3}-?\p{N}/u.test(rest));
    if (isShortened && next < block.length) continue;
    units.push(...trimmed(text, start + from, start + next, "sentence"));
    from = next;
  }
  return units;
}

function trimmed(
  text: string,
  start: number,
  end: number,
  kind: AnswerUnit["kind"],
): readonly AnswerUnit[] {
  const part = text.slice(start, end);
  const inner = part.trim();
  if (inner === "") return [];
  const first = start + part.indexOf(inner);
  return [{ start: first, end: first + inner.length, kind }];
}
