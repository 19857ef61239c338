/**
 * A text in the form in which quotes are compared. Treated as equal are: all white space, which
 * counts only between two words; all hyphens, dashes and minus signs, which are ignored between two
 * letters; all quote marks and apostrophes; and whatever Unicode's NFKC equates, such as ligatures
 * and widths.
 */
export interface QuoteText {
  /** The text to compare. */
  readonly text: string;
  /** For every code unit of `text`, the start of its character in the original text. */
  readonly starts: readonly number[];
  /** For every code unit of `text`, the end of its character in the original text. */
  readonly ends: readonly number[];
}

/** Characters that are treated as equal. */
const dashes =
  /[-\u058a\u05be\u1806\u2010-\u2015\u2043\u2052\u207b\u208b\u2212\u2e3a\u2e3b\u301c\u3030\ufe58\ufe63\uff0d]/;
const quoteMarks =
  /["'`´\u02b9-\u02bd\u02c8\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff02\uff07]/;
/** Ignored because invisible: soft hyphens, joiners, direction marks, control characters. */
const unseen = /[\p{Cc}\p{Cf}]/gu;
/** Cells are separated by tabs in a page's text, and by bars in what models write. */
const space = /[\s|]/;
const word = /[\p{Alpha}\p{N}\p{M}]/u;
const letter = /[\p{Alpha}\p{M}]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A character in compared form, and its place in the original text. */
interface Unit {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export function quoteText(original: string): QuoteText {
  const units = withoutInnerDashes(withoutNeedlessSpaces(unitsOf(original)));
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { value, start, end } of units) {
    for (let index = 0; index < value.length; index++) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { text: units.map(({ value }) => value).join(""), starts, ends };
}

/** Characters in compared form; white space becomes one or several " ". */
function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    // ASCII characters do not combine, except in a line break, which is white space anyway.
    if (code < 0x80 && !(text.charCodeAt(index + 1) >= 0x80)) {
      addUnit(units, text.charAt(index), index);
      index++;
      continue;
    }
    let end = index + 1;
    while (
      end < text.length &&
      (text.charCodeAt(end) >= 0x80 || text.charCodeAt(end - 1) >= 0x80)
    ) {
      end++;
    }
    addGraphemes(units, text, index, end);
    index = end;
  }
  return units;
}

/** Segmenting takes quadratic time, so long runs are processed in pieces of this length. */
const longestPiece = 512;

function addGraphemes(units: Unit[], text: string, start: number, end: number): void {
  let from = start;
  let length = longestPiece;
  while (from < end) {
    const piece = text.slice(from, Math.min(from + length, end));
    const isLast = from + piece.length === end;
    let done = 0;
    for (const { segment, index } of graphemes.segment(piece)) {
      // The last grapheme of a piece may continue in the next one.
      if (!isLast && index + segment.length === piece.length) break;
      addUnit(units, segment, from + index);
      done = index + segment.length;
    }
    // A single grapheme may be longer than the piece.
    length = done === 0 ? length * 2 : longestPiece;
    from += done;
  }
}

function addUnit(units: Unit[], grapheme: string, start: number): void {
  const end = start + grapheme.length;
  if (space.test(grapheme) && grapheme.trim().replace("|", "") === "") {
    units.push({ value: " ", start, end });
    return;
  }
  const plain =
    grapheme.length === 1 && grapheme < "\u0080" ? grapheme : grapheme.normalize("NFKC");
  const seen = plain.replace(unseen, "");
  if (seen === "" && grapheme.includes("\u00ad")) units.push({ value: "", start, end });
  if (seen === "") return;
  const value = dashes.test(seen)
    ? "-"
    : quoteMarks.test(grapheme) || quoteMarks.test(seen)
      ? "'"
      : seen;
  units.push({ value, start, end });
}

const endsInWord = new RegExp(`${word.source}$`, "u");
const startsWithWord = new RegExp(`^${word.source}`, "u");

/** Keeps one space between two words of scripts that use spaces, and no others. */
function withoutNeedlessSpaces(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  let gap: Unit | null = null;
  let joins = false;
  for (const unit of units) {
    if (unit.value === " ") {
      if (!joins) gap ??= unit;
      continue;
    }
    // A soft hyphen also removes the line break after it.
    joins = unit.value === "";
    if (joins) continue;
    const last = kept.at(-1);
    if (
      gap &&
      last &&
      isSpacedWord(last.value, endsInWord) &&
      isSpacedWord(unit.value, startsWithWord)
    ) {
      kept.push({ value: " ", start: gap.start, end: unit.start });
    }
    gap = null;
    // "--" stands for a dash.
    if (unit.value === "-" && last?.value === "-") {
      kept[kept.length - 1] = { value: "-", start: last.start, end: unit.end };
    } else kept.push(unit);
  }
  return kept;
}

function isSpacedWord(value: string, place: RegExp): boolean {
  return place.test(value) && !unspaced.test(value);
}

/** Removes dashes between two letters: the hyphen of "long-term" comes and goes at line ends. */
function withoutInnerDashes(units: readonly Unit[]): readonly Unit[] {
  return units.filter(
    ({ value }, index) =>
      value !== "-" ||
      !letter.test(units[index - 1]?.value.slice(-1) ?? "") ||
      !letter.test(units[index + 1]?.value.slice(0, 1) ?? ""),
  );
}

/** The text in lower case, with the same length. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/./gsu, lowerOne);
  return same.replace(/ς/g, "σ");
}

function lowerOne(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
