import type { ShownPassage } from "../page/ask-figures.js";
import type { FigureQuestion, OtherPlace } from "./question.js";

/** What was shown for a question, compared with the figure it asks for. */
export interface ShownFigure {
  /** Whether the first passage contains the figure. */
  readonly first: boolean;
  /** Whether any passage contains it. */
  readonly any: boolean;
  /** Whether the first marked sentence or row contains it. */
  readonly markedFirst: boolean;
  /** Whether any marked sentence or row contains it. */
  readonly marked: boolean;
  /** Whether nothing is marked. */
  readonly unmarked: boolean;
}

/** Judges what was shown. A figure counts only on a page listed as correct. */
export function judgeShown(
  question: FigureQuestion,
  passages: readonly ShownPassage[],
): ShownFigure {
  const { value } = question;
  const places: readonly OtherPlace[] = [question, ...question.also];
  const labelOn = ({ path, page }: ShownPassage): string | undefined => {
    const place = places.find((one) => one.document === path && one.page === page);
    return place && (place.row ?? question.row);
  };
  const holdsIn = (passage: ShownPassage, span?: ShownPassage["marked"][number]): boolean => {
    const label = labelOn(passage);
    return label !== undefined && holdsFigure(passage.text, value, label, span);
  };
  const holds = passages.map((passage) => holdsIn(passage));
  const marks = passages.flatMap((passage) => passage.marked.map((span) => holdsIn(passage, span)));
  return {
    first: holds[0] ?? false,
    any: holds.includes(true),
    markedFirst: marks[0] ?? false,
    marked: marks.includes(true),
    unmarked: marks.length === 0,
  };
}

/**
 * True if a text contains the figure's digits, ignoring brackets, signs and white space. Figures of
 * fewer than four digits may occur by chance, so they count only in a line with a word of the
 * figure's label, or in the line after it.
 */
export function holdsFigure(
  text: string,
  value: string,
  label: string,
  within: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): boolean {
  const figure = value.replace(/^[-(]\s*|\s*\)$/g, "");
  const spaced = figure.split(/\s+/).map(escaped).join("\\s*");
  const pattern = new RegExp(`(?<![\\d.,])${spaced}(?!\\d|[.,]\\d)`, "g");
  const isLong = (figure.match(/\d/g)?.length ?? 0) >= 4;
  return [...text.matchAll(pattern)].some(({ index, 0: found }) => {
    if (index < within.start || index + found.length > within.end) return false;
    return isLong || sharesWord(linesAround(text, index), label);
  });
}

/** The line at an index, and the one before. */
function linesAround(text: string, place: number): string {
  const line = text.lastIndexOf("\n", place - 1) + 1;
  const before = line === 0 ? 0 : text.lastIndexOf("\n", line - 2) + 1;
  const end = text.indexOf("\n", place);
  return text.slice(before, end < 0 ? text.length : end);
}

function sharesWord(text: string, label: string): boolean {
  const words = (from: string): string[] =>
    (from.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) =>
      word.replace(/s$/, "").slice(0, 6),
    );
  const own = new Set(words(text));
  return words(label).some((word) => own.has(word));
}

function escaped(text: string): string {
  // Figures contain no other special characters.
  return text.replace(/[.$()]/g, "\\$&").replace("%", "\\s*%");
}
