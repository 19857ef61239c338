import { type AnswerUnit, answerUnits, isListItem, type Span } from "../../core/index.js";

/** Longer items are clauses or paragraphs with numbers, each of which stands for itself. */
const longestItem = 300;
/** What follows a colon is a list without signs up to this length; text of web pages has none. */
const longestBlock = 600;

/** What of a list is wanted where one of its items, or the sentence that introduces it, is the answer. */
interface ListWanted {
  readonly text: string;
  /** Whether an item alone is not the answer. */
  readonly asksList: boolean;
}

/**
 * A span with the list that it introduces with a colon, or that it is an item of: then with the sentence
 * that introduces the list. The span itself where neither is so, and where the items are apart from each
 * other without being introduced: paragraphs with numbers.
 */
export function withWholeList(span: Span, { text, asksList }: ListWanted): Span {
  const isItem = isItemAt(span, text);
  if (!introduces(span, text) && !(isItem && asksList)) return span;
  const units = answerUnits(text);
  const inList = partsOfLists(units, text);
  const first = units.findIndex(({ start }) => start >= span.start);
  let from = first;
  if (isItem) while (inList[from - 1]) from--;
  const introduction = isItem ? units[from - 1] : undefined;
  if (introduction && introduces(introduction, text)) from--;
  let to = first;
  while (inList[to + 1]) to++;
  if (from === to) {
    const isProse = !isItem && units[first + 1]?.kind === "sentence";
    return isProse ? { start: span.start, end: endOfBlock(span.end, text) } : span;
  }
  const list = units.slice(from, to + 1);
  const whole = { start: list[0]?.start ?? span.start, end: list.at(-1)?.end ?? span.end };
  const isApart = /\n\s*\n/u.test(text.slice(whole.start, whole.end));
  const isLong = list.some(({ start, end }) => end - start > longestItem);
  const isIntroduced = list[0] !== undefined && introduces(list[0], text);
  return isLong || (isApart && !isIntroduced) ? span : whole;
}

/** Of each unit whether it is an item of a list, or a further sentence of one. */
function partsOfLists(units: readonly AnswerUnit[], text: string): readonly boolean[] {
  const inList: boolean[] = [];
  let end = 0;
  for (const unit of units) {
    const goesOn = inList.at(-1) === true && !text.slice(end, unit.start).includes("\n");
    inList.push(unit.kind === "sentence" && (goesOn || isItemAt(unit, text)));
    end = unit.end;
  }
  return inList;
}

/** Where the next block of lines ends, if it is not too long; else where it is looked for. */
function endOfBlock(start: number, text: string): number {
  const first = start + text.slice(start).search(/\S|$/u);
  const blank = text.indexOf("\n\n", first);
  const block = text.slice(first, blank < 0 ? undefined : blank).trimEnd();
  return block === "" || block.length > longestBlock ? start : first + block.length;
}

function introduces({ start, end }: Span, text: string): boolean {
  return /[:：]["”’')\]]*$/u.test(text.slice(start, end));
}

function isItemAt({ start, end }: Span, text: string): boolean {
  return isListItem(text.slice(start, end));
}
