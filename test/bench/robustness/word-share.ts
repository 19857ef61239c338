/**
 * Counts how many words of a reference a text contains. Both are normalised first:
 *
 * - Unicode compatibility composition (NFKC), which replaces ligatures, wide forms and the
 *   presentation forms of Arabic; then lower case.
 * - Invisible format characters (soft hyphens, joiners, direction marks), the Arabic tatweel, and
 *   combining marks without a composed letter, such as vowel points, are removed. Vowel signs of
 *   Indic scripts are part of their words and stay.
 * - A word is a run of letters, marks and digits. Everything else separates words, and so does a
 *   change of direction: no word is half Latin and half Arabic.
 * - Chinese, Japanese, Thai, Lao, Khmer and Burmese do not put spaces between words: white space
 *   inside them is dropped, and each pair of adjacent characters counts as a word.
 *
 * A repeated word counts as often as the text repeats it (multiset containment). Extra words in the
 * text and their order do not matter. A word hyphenated at the end of a line in the reference
 * counts once, whether the text has it joined or in two parts. So does a run of single letters ("l
 * e t t e r"), whether the text has the letters or the words they spell. A reference written
 * backwards, as on a mirrored page, is reversed; only the reference decides that. Nothing else is
 * forgiven: a word that is split, joined to its neighbour, or has its letters in the wrong order is
 * missing.
 */
export function wordShare(reference: string, text: string): WordShare {
  const ours = new Map<string, number>();
  for (const word of wordsOf(plain(text))) ours.set(word, (ours.get(word) ?? 0) + 1);
  const take = (words: readonly string[]): boolean => {
    if (!words.every((word) => (ours.get(word) ?? 0) > 0)) return false;
    for (const word of words) ours.set(word, (ours.get(word) ?? 0) - 1);
    return true;
  };
  const { whole, broken, spelled } = referenceWords(reference);
  let found = 0;
  for (const word of whole) if (take([word])) found++;
  for (const [first, second] of broken)
    if (take([first + second]) || take([first, second])) found++;
  for (const letters of spelled) if (take(segments(letters, ours) ?? letters)) found++;
  return { words: whole.length + broken.length + spelled.length, found };
}

/** The fewest known words that a run of letters spells, or null. */
function segments(
  letters: readonly string[],
  words: ReadonlyMap<string, number>,
): readonly string[] | null {
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= letters.length; end++) {
    best[end] = null;
    for (let start = 0; start < end; start++) {
      const word = letters.slice(start, end).join("");
      const before = best[start];
      if (!before || (words.get(word) ?? 0) === 0) continue;
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) {
        best[end] = [...before, word];
      }
    }
  }
  return best[letters.length] ?? null;
}

/** Number of words in a reference, and how many of them a text has. */
export interface WordShare {
  readonly words: number;
  readonly found: number;
}

/** True if a text has enough of a reference's words: at least 80 %. */
export function isCovered({ words, found }: WordShare): boolean {
  return found >= 0.8 * words;
}

type Broken = readonly [first: string, second: string];

const lineEndHyphen = /([\p{L}\p{M}]+)[-\u2010][^\S\n]*\n\s*([\p{L}\p{M}\p{N}]+)/gu;

/** Three or more single letters with single spaces between them. */
const singleLetters = /(?<![\p{L}\p{M}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{M}\p{N}])){2,}/gu;

/** Words of the reference, with those hyphenated at the end of a line listed separately. */
function referenceWords(reference: string): {
  readonly whole: readonly string[];
  readonly broken: readonly Broken[];
  /** Runs of single letters. */
  readonly spelled: readonly (readonly string[])[];
} {
  const broken: Broken[] = [];
  const spelled: string[][] = [];
  // A soft hyphen is invisible except at the end of a line, where it is an ordinary hyphen.
  const hyphens = turnedAround(reference).replace(/\u00ad(?=[^\S\n]*\n)/g, "-");
  const rest = plain(hyphens).replace(lineEndHyphen, (match, first: string, second: string) => {
    if (unspaced.test(match)) return match;
    broken.push([first, second]);
    return " ";
  });
  const others = rest.replace(singleLetters, (match) => {
    if (unspaced.test(match)) return match;
    spelled.push(match.split(" "));
    return " ";
  });
  return { whole: wordsOf(others), broken, spelled };
}

/**
 * Reverses the lines of a text whose words are written backwards. Capital letters give it away:
 * words normally start with them, but in such a text they end with them.
 */
function turnedAround(text: string): string {
  const forwards = text.match(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu)?.length ?? 0;
  const backwards = text.match(/(?<!\p{L})\p{Ll}+\p{Lu}(?!\p{L})/gu)?.length ?? 0;
  if (backwards < 3 || backwards <= forwards) return text;
  const lines = text.split("\n").map((line) => [...line].reverse().join(""));
  return lines.join("\n");
}

/** Letters of scripts without spaces, with the marks that belong to them. */
const unspacedSet =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const unspaced = new RegExp(`[${unspacedSet}]`, "u");
const spacesInside = new RegExp(`(?<=[${unspacedSet}])\\s+(?=[${unspacedSet}])`, "gu");
const leftwardSet = "\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}";
const run = (set: string, without: string) => `(?:(?![${without}])[${set}])+`;
const written = "\\p{L}\\p{M}\\p{N}";
const runs = new RegExp(
  [
    run(unspacedSet, leftwardSet),
    run(leftwardSet, "^\\p{L}\\p{M}\\p{N}"),
    run(written, unspacedSet + leftwardSet),
  ].join("|"),
  "gu",
);

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, " ")
    .replace(/[\p{Cf}\u0640]/gu, "")
    .replace(/(?=\p{Mn})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu, "");
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.replace(spacesInside, "").matchAll(runs)) {
    const characters = unspaced.test(run) ? [...run].filter(isWritten) : null;
    if (!characters) words.push(run);
    else if (characters.length === 1) words.push(characters.join(""));
    else characters.slice(1).forEach((second, at) => void words.push(`${characters[at]}${second}`));
  }
  return words;
}

/** True unless a character is punctuation, which the scripts' sets also contain. */
function isWritten(character: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(character);
}
