import type { Span } from "../core/span.js";

/** Scripts written without spaces between words; about two characters make a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

enum Kind {
  Other = 0,
  Word = 1,
  Unspaced = 2,
}

/** Kinds of the characters below U+10000, filled as they are met: classifying one by a pattern is slow. */
const kinds = new Int8Array(0x10000).fill(-1);

function kindOf(code: number): Kind {
  const known = kinds[code] ?? -1;
  if (known >= 0) return known;
  const character = String.fromCharCode(code);
  // Halves of a surrogate pair are nearly always rare ideographs or emoji; either counts as one.
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const kind =
    surrogate || unspaced.test(character)
      ? Kind.Unspaced
      : wordCharacter.test(character)
        ? Kind.Word
        : Kind.Other;
  kinds[code] = kind;
  return kind;
}

/** Number of words in `text` from `start` to `end`; of a script without spaces, half the characters. */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let previous = Kind.Other;
  for (let index = start; index < end; index++) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === Kind.Unspaced) words += 0.5;
    else if (kind === Kind.Word && previous !== Kind.Word) words++;
    previous = kind;
  }
  return words;
}

/** Splits a span of more than `limit` words at white space, or anywhere in a script without spaces. */
export function splitAtWords(text: string, span: Span, limit: number): Span[] {
  const pieces: Span[] = [];
  let start = span.start;
  let words = 0;
  let previous = Kind.Other;
  for (let index = span.start; index < span.end; index++) {
    const kind = kindOf(text.charCodeAt(index));
    const opensWord = kind === Kind.Word && previous !== Kind.Word;
    if (kind === Kind.Unspaced) words += 0.5;
    else if (opensWord) words++;
    const boundary = kind === Kind.Unspaced || /\s/.test(text[index - 1] ?? "");
    const insidePair = isLowSurrogate(text.charCodeAt(index));
    if (words > limit && boundary && !insidePair && index > start) {
      pieces.push(trimmed(text, start, index));
      start = index;
      words = kind === Kind.Unspaced ? 0.5 : 1;
    }
    previous = kind;
  }
  pieces.push(trimmed(text, start, span.end));
  return pieces.filter((piece) => piece.end > piece.start);
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function trimmed(text: string, start: number, end: number): Span {
  const piece = text.slice(start, end);
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  };
}
