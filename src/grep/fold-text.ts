/** A text without diacritics, and where its characters come from. */
export interface FoldedText {
  readonly text: string;
  /** For each character of `text`, and for its end, the place in the original; null when they are the same. */
  readonly origins: Uint32Array | null;
}

/** The first character that may fold to another one. */
const firstFoldable = 0xc0;
/** Letters with a stroke, which Unicode does not take apart. */
const stroked: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ø: "o",
    Ø: "O",
    ł: "l",
    Ł: "L",
    đ: "d",
    Đ: "D",
    ħ: "h",
    Ħ: "H",
    ŧ: "t",
    Ŧ: "T",
  }),
);
/**
 * Accents, and the vowel points of Hebrew and Arabic. In other scripts marks are part of the word,
 * and so they are in some Cyrillic letters.
 */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]+/g;
const whole = /^[йЙўЎїЇ]$/;
/** The same letters as two characters. */
const takenApart = /[иИуУ]\u0306|[іІ]\u0308/g;
const characters = /[иИуУ]\u0306|[іІ]\u0308|./gsu;
const folds = new Map<string, string>();

/** A character without its diacritics; "" for a combining mark. */
export function foldCharacter(character: string): string {
  if ((character.codePointAt(0) ?? 0) < firstFoldable) return character;
  let folded = folds.get(character);
  if (folded === undefined) {
    const plain = character.normalize("NFD").replace(marks, "").normalize("NFC");
    folded = whole.test(character) ? character : (stroked.get(plain) ?? plain);
    folds.set(character, folded);
  }
  return folded;
}

/** Letters that are written with a mark and still are letters of their own, as one character each. */
export function composeLetters(text: string): string {
  return text.replace(takenApart, (letter) => letter.normalize("NFC"));
}

/** Folds a text: "naïve" becomes "naive", "Łódź" becomes "Lodz". */
export function foldText(text: string): FoldedText {
  if (!/[^\0-\u00bf]/.test(text)) return { text, origins: null };
  let folded = "";
  let origins: number[] | null = null;
  let position = 0;
  const pieces = text.search(takenApart) < 0 ? text : (text.match(characters) ?? []);
  for (const character of pieces) {
    const plain = foldCharacter(pieces === text ? character : composeLetters(character));
    if (plain.length !== character.length && origins === null) {
      origins = Array.from({ length: position }, (_, index) => index);
    }
    // What becomes longer begins at the same place with all of it.
    const grows = plain.length > character.length;
    if (origins) {
      for (let unit = 0; unit < plain.length; unit++) origins.push(position + (grows ? 0 : unit));
    }
    folded += plain;
    position += character.length;
  }
  origins?.push(position);
  return { text: folded, origins: origins && Uint32Array.from(origins) };
}

/** The place in the original behind the folded character that ends at `end`, and behind its marks. */
export function originOfEnd(origins: Uint32Array, end: number): number {
  const last = origins[end - 1] ?? 0;
  let index = end;
  while (origins[index] === last) index++;
  return origins[index] ?? last;
}
