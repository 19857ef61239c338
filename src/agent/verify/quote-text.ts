/**
 * A text as quotes are compared. Alike are: any white space, which counts only between two words;
 * all hyphens, dashes and minus signs, which do not count between two letters; all quote marks and
 * apostrophes; whatever Unicode's NFKC makes alike, such as ligatures and widths.
 */
export interface QuoteText {
  /** The text as it is compared. */
  readonly text: string;
  /** For every code unit of `text`, where its character begins in the original text, in UTF-16 code units. */
  readonly starts: readonly number[];
  /** For every code unit of `text`, where its character ends in the original text. */
  readonly ends: readonly number[];
}

/** Characters of one kind, as they are compared. */
const dashes =
  /[-\u058a\u05be\u1806\u2010-\u2015\u2043\u2052\u207b\u208b\u2212\u2e3a\u2e3b\u301c\u3030\ufe58\ufe63\uff0d]/;
const quoteMarks =
  /["'`´\u02b9-\u02bd\u02c8\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff02\uff07]/;
/** Not seen, and not compared: soft hyphens, joiners, marks of direction, control characters. */
const unseen = /[\p{Cc}\p{Cf}]/gu;
/** Cells are set apart by tabs in a page's text, and by bars in what models write. */
const space = /[\s|]/;
const word = /[\p{L}\p{N}\p{M}]/u;
const letter = /[\p{L}\p{M}]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A character as it is compared, and its place in the original text. */
interface Unit {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Prepares a text for comparison. */
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

/** Characters as they are compared; white space as " ", one or several. */
function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    // Nothing joins two characters of ASCII but a line break, which is white space anyway.
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

/** Segmenting takes time that grows with the square of the length, so that long runs go piece by piece. */
const longestPiece = 512;

function addGraphemes(units: Unit[], text: string, start: number, end: number): void {
  let from = start;
  let length = longestPiece;
  while (from < end) {
    const piece = text.slice(from, Math.min(from + length, end));
    const isLast = from + piece.length === end;
    let done = 0;
    for (const { segment, index } of graphemes.segment(piece)) {
      // The last one of a piece may go on in the next.
      if (!isLast && index + segment.length === piece.length) break;
      addUnit(units, segment, from + index);
      done = index + segment.length;
    }
    // One character longer than the piece.
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

/** One space between two words of scripts that are written with spaces, else none. */
function withoutNeedlessSpaces(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  let gap: Unit | null = null;
  let joins = false;
  for (const unit of units) {
    if (unit.value === " ") {
      if (!joins) gap ??= unit;
      continue;
    }
    // A soft hyphen and the line break after it.
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

/** Without the dashes between two letters: the hyphen of "long-term" comes and goes at line ends. */
function withoutInnerDashes(units: readonly Unit[]): readonly Unit[] {
  return units.filter(
    ({ value }, index) =>
      value !== "-" ||
      !letter.test(units[index - 1]?.value.slice(-1) ?? "") ||
      !letter.test(units[index + 1]?.value.slice(0, 1) ?? ""),
  );
}

/** The same text in lower case, as long as before. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/./gsu, lowerOne);
  return same.replace(/ς/g, "σ");
}

function lowerOne(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
