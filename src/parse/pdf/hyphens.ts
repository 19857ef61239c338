import { type DraftLine, lineText, type Piece } from "./pieces.js";

const hyphen = /[-\u00ad\u2010]$/;

/**
 * Joins words that are hyphenated at the ends of lines, each on its first line. The hyphen is
 * dropped unless it seems to be part of the word: see `keepsHyphen`.
 *
 * @param pageText the lines of the page as they stand, in lower case
 */
export function joinHyphenated(lines: DraftLine[], pageText: () => string): DraftLine[] {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (!next) break;
    if (!hyphen.test(line.pieces.at(-1)?.text ?? "")) continue;
    const before = /[\p{L}\p{N}\u00ad\u2010-]+$/u.exec(lineText(line))?.[0] ?? "";
    const after = /^\p{L}[\p{L}\p{M}'’-]*/u.exec(lineText(next))?.[0] ?? "";
    if (!hyphen.test(before) || !/\p{L}.$/u.test(before) || after === "") continue;
    if (!keepsHyphen(before, after, pageText)) dropLastCharacter(line.pieces);
    moveFirstWord(next, line);
  }
  return lines.filter(({ pieces }) => pieces.length > 0);
}

/** Longest word of capitals that is taken for two abbreviations, as in USDA-SCS. */
const abbreviations = 8;

/**
 * How the page has the word elsewhere decides. Else a hyphen is kept after another one, after an
 * abbreviation and before a capital; not inside a word that is all capitals.
 */
function keepsHyphen(before: string, after: string, pageText: () => string): boolean {
  if (before.endsWith("\u00ad")) return false;
  const stem = before.slice(0, -1);
  if (/[-\u2010]/.test(stem)) return true;
  const text = pageText();
  const whole = hasWord(text, (stem + after).toLowerCase());
  const hyphenated = hasWord(text, `${stem}-${after}`.toLowerCase());
  if (whole !== hyphenated) return hyphenated;
  const capitals = /^\p{Lu}{2,}$/u;
  if (capitals.test(stem) && capitals.test(after)) return (stem + after).length <= abbreviations;
  return capitals.test(stem) || /^\p{Lu}/u.test(after);
}

function dropLastCharacter(pieces: Piece[]): void {
  const last = pieces.pop();
  if (last && last.text.length > 1) pieces.push({ ...last, text: last.text.slice(0, -1) });
}

/** Moves the characters up to the first white space from one line to the end of another. */
function moveFirstWord(from: DraftLine, to: DraftLine): void {
  while (from.pieces.length > 0) {
    const piece = from.pieces.shift() as Piece;
    const space = piece.text.search(/\s/);
    if (space < 0) {
      to.pieces.push(piece);
      continue;
    }
    if (space > 0) to.pieces.push({ ...piece, text: piece.text.slice(0, space) });
    const rest = piece.text.slice(space + 1);
    const offset = piece.offset + space + 1;
    if (rest !== "") from.pieces.unshift({ ...piece, text: rest, offset });
    return;
  }
}

/** Whether a text has a word, not as a part of a longer one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = (text[at - 1] ?? " ") + (text[at + word.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return true;
  }
  return false;
}
