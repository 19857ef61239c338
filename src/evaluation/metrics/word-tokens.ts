const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const word = /[\p{L}\p{M}\p{N}]+/gu;
const ownSign = new RegExp(`[${unspaced}]\\p{M}*|[^${unspaced}]+`, "gu");
const hasOwnSign = new RegExp(`[${unspaced}]`, "u");

/**
 * The words of a text, in order: runs of letters and digits in small letters, compatible characters
 * as one (NFKC); every sign of a script that puts no spaces between words is a word. "$1,577.00" is
 * "1", "577", "00".
 */
export function wordTokens(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase();
  const words = plain.match(word) ?? [];
  if (!hasOwnSign.test(plain)) return words;
  return words.flatMap((one) => one.match(ownSign) ?? []);
}
