const letter = /\p{L}/u;
/** Scripts without spaces between words: two characters count as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

enum Kind {
  Space = 0,
  Sign = 1,
  Letter = 2,
  Unspaced = 3,
}

/** Kinds of the characters below U+10000 that were met so far. */
const kinds = new Int8Array(0x10000).fill(-1);

function kindOf(code: number): Kind {
  const known = kinds[code] ?? -1;
  if (known >= 0) return known;
  const character = String.fromCharCode(code);
  let kind = Kind.Sign;
  if (character.trim() === "") kind = Kind.Space;
  else if (unspaced.test(character)) kind = Kind.Unspaced;
  else if (letter.test(character)) kind = Kind.Letter;
  kinds[code] = kind;
  return kind;
}

/** Counts the words of a text, and those among them without two letters in a row. */
export function countWordsAndFigures(
  text: string,
  start: number,
  end: number,
): { words: number; figures: number } {
  let words = 0;
  let figures = 0;
  let inside = false;
  let spelled = false;
  let before = Kind.Space;
  for (let index = start; index <= end; index++) {
    const kind = index < end ? kindOf(text.charCodeAt(index)) : Kind.Space;
    if (kind === Kind.Space || kind === Kind.Unspaced) {
      if (inside && !spelled) figures++;
      inside = false;
      spelled = false;
      if (kind === Kind.Unspaced) words += 0.5;
    } else {
      if (!inside) words++;
      inside = true;
      spelled ||= kind === Kind.Letter && before === Kind.Letter;
    }
    before = kind;
  }
  return { words, figures };
}
