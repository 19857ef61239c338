import type { PromptWords } from "./prompt-words.js";
import type { Random } from "./random.js";

/** Ranges of code points of many kinds: controls, scripts, marks, emoji, private use, lone surrogates. */
const ranges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0x00, 0x1f],
  [0xa0, 0x17f],
  [0x300, 0x36f],
  [0x370, 0x4ff],
  [0x590, 0x6ff],
  [0x900, 0x97f],
  [0x200b, 0x202e],
  [0x2028, 0x2029],
  [0x4e00, 0x4fff],
  [0xac00, 0xacff],
  [0xe000, 0xe0ff],
  [0xd800, 0xdfff],
  [0xfff0, 0xffff],
  [0x1f300, 0x1f6ff],
  [0xe0100, 0xe01ef],
];

const fragments = [
  '"',
  "\\",
  "\n",
  "{}",
  "[",
  "null",
  "-0",
  "1e999",
  "$1,234.5",
  "(12)",
  "%",
  "*",
  "(a|b)+",
  "[0-9",
  "a{2,",
  "\\d",
  "doc:",
  "-x",
  '"net income"',
  "</s>",
  "<|im_end|>",
  "1-3",
];

/** A character of any kind. */
export function randomCharacter(random: Random): string {
  const [first, last] = random.pick(ranges);
  return String.fromCodePoint(random.integer(first, last));
}

/** Text of `least` to `most` code points: words of the prompt, odd fragments, or any characters. */
export function randomText(
  random: Random,
  words: PromptWords,
  least: number,
  most: number,
): string {
  const { lines } = words;
  // A quote that stands word for word in what was read.
  if (lines.length > 0 && random.chance(0.2)) {
    const quote = Array.from(stretch(random, random.pick(lines))).slice(0, most);
    if (quote.length >= least) return quote.join("");
  }
  const target = random.integer(least, Math.max(least, Math.min(most, least + 60)));
  let text = "";
  while (length(text) < target) text += piece(random, words);
  const cut = Array.from(text).slice(0, target).join("");
  // A cut can bring two halves of a surrogate pair together, which makes the text shorter.
  return cut + "x".repeat(Math.max(0, least - length(cut)));
}

function piece(random: Random, { ids, words, lines }: PromptWords): string {
  const kind = random.next();
  if (kind < 0.2 && ids.length > 0) return `${random.pick(ids)} `;
  if (kind < 0.7 && words.length > 0) return `${random.pick(words)} `;
  if (kind < 0.8 && lines.length > 0) return stretch(random, random.pick(lines));
  if (kind < 0.9) return random.pick(fragments);
  return randomCharacter(random);
}

function stretch(random: Random, line: string): string {
  const characters = Array.from(line);
  const start = random.integer(0, characters.length - 1);
  return characters.slice(start, start + random.integer(1, 60)).join("");
}

function length(text: string): number {
  return Array.from(text).length;
}
