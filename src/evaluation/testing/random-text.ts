import type { ChatRequest } from "../../models/index.js";

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
  // Quotes a line of the prompt literally.
  if (lines.length > 0 && random.chance(0.2)) {
    const quote = Array.from(stretch(random, random.pick(lines))).slice(0, most);
    if (quote.length >= least) return quote.join("");
  }
  const target = random.integer(least, Math.max(least, Math.min(most, least + 60)));
  let text = "";
  while (length(text) < target) text += piece(random, words);
  const cut = Array.from(text).slice(0, target).join("");
  // A cut can join two halves of a surrogate pair, which makes the text shorter.
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

/** The parts of a prompt that a reply can use. */
export interface PromptWords {
  /** Names of documents, pages, passages, headings and calculations, such as `d3.p12.s4`. */
  readonly ids: readonly string[];
  readonly words: readonly string[];
  /** Parts of lines of the prompt, the last message's first. */
  readonly lines: readonly string[];
}

/** Enough words to answer with; prompts can be long. */
const most = 400;

/** Collects the words of the prompt, from its end. */
export function promptWords({ messages }: ChatRequest): PromptWords {
  const ids = new Set<string>();
  const words = new Set<string>();
  const lines = new Set<string>();
  for (const { content } of messages.toReversed()) {
    for (const [id] of content.matchAll(/\b(?:d\d+(?:\.[a-z]\d+){0,9}|c\d+)\b/g)) add(ids, id);
    for (const [word] of content.matchAll(/[\p{Alpha}\p{N}][\p{Alpha}\p{N}.,'’-]{1,30}/gu))
      add(words, word);
    for (const line of content.split("\n")) if (line.trim() !== "") add(lines, line.trim());
  }
  return { ids: [...ids], words: [...words], lines: [...lines] };
}

function add(set: Set<string>, text: string): void {
  if (set.size < most) set.add(text);
}

/** Random numbers that depend only on a seed (splitmix32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, inclusive. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True with this probability. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Returns one of the choices. Throws if there are none. */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError("There is nothing to pick from.");
    return choices[this.integer(0, choices.length - 1)] as T;
  }
}
