/**
 * Letters that differ from a plain letter by more than a mark, which decomposition leaves alone.
 * Greek's final sigma is only another shape.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ς: "σ",
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/**
 * Marks that a word is also written without: accents on Latin, Greek and Cyrillic letters, Hebrew
 * and Arabic vowel points. In other scripts, marks are vowels or tones and part of the word, and
 * Cyrillic й, ў and ї are letters of their own. The soft hyphen and the joiners are no letters.
 */
const marks =
  /(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u0640\u00ad\u200b-\u200d]/gu;

/** Whether a text has nothing but ASCII. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/**
 * A word in lower case, without diacritics, ligatures and other shapes of the same letters
 * ("Ærø", "ﬁn", "１２"): what is left is the same however the word is typed.
 */
export function fold(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replace(marks, "")
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC");
}
