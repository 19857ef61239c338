/** What a character is to the words of a text. */
export const other = 1;
export const letter = 2;
/** A digit or another numeral; superscripts are left out, since they are mostly notes. */
export const digit = 3;
/** Belongs to the word before it. */
export const mark = 4;
/** Of a script written without spaces between words. */
export const unspaced = 5;
/** Of the Korean script: words are spaced, and carry their particles. */
export const hangul = 6;

const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const hangulLetter = /\p{Script=Hangul}/u;
const superscript = /[⁰¹²³⁴-⁹]/;

/** Classes of the code units of the basic plane, found out when first asked for; 0 is not known yet. */
const known = new Uint8Array(0x10000);

/** The class of the character at an index. Both halves of a pair give the class of the pair. */
export function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const found = known[code] as number;
  if (found !== 0) return found;
  if (code < 0xd800 || code > 0xdfff) {
    const result = classOf(text.charAt(index));
    known[code] = result;
    return result;
  }
  // A half alone is no letter.
  const first = code >= 0xdc00 ? index - 1 : index;
  return classOf(String.fromCodePoint(text.codePointAt(first) ?? 0));
}

function classOf(character: string): number {
  if (/[\p{M}\u00ad\u200c\u200d]/u.test(character)) return mark;
  if (/\p{L}/u.test(character)) {
    if (unspacedLetter.test(character)) return unspaced;
    return hangulLetter.test(character) ? hangul : letter;
  }
  if (superscript.test(character) || !/\p{N}/u.test(character)) return other;
  return unspacedLetter.test(character) ? unspaced : digit;
}
