import { expect, test } from "vitest";
import { fitHeaps } from "../../../bench/scale/heaps.js";
import { paragraphsOf } from "../../../bench/scale/paragraphs.js";
import { ScaledText } from "../../../bench/scale/scaled-text.js";
import { Vocabulary, wordsIn } from "../../../bench/scale/words.js";
import { seededRandom } from "../../../bench/seeded-random.js";

/** A text whose words occur as often as their rank implies (Zipf's law), in paragraphs. */
function realText(): string[] {
  const random = seededRandom(3);
  const ranks = Array.from({ length: 60_000 }, () => Math.floor(20_000 ** random()));
  return paragraphsOf(ranks.map((rank) => `word${letters(rank)}`).join(" "));
}

function letters(rank: number): string {
  return [...rank.toString(26)]
    .map((digit) => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)])
    .join("");
}

function take(text: ScaledText, count: number): string[] {
  const paragraphs = text.paragraphs();
  return Array.from({ length: count }, () => paragraphs.next().value as string);
}

const real = realText();

test("begins with the real text and is the same every time", () => {
  expect(take(new ScaledText(real), real.length)).toEqual(real);
  const count = 3 * real.length;
  expect(take(new ScaledText(real), count)).toEqual(take(new ScaledText(real), count));
});

test("later copies have as many words, and the frequent ones are unchanged", () => {
  const [first = "", copy = ""] = [real[0], take(new ScaledText(real), real.length + 1).at(-1)];
  const [before, after] = [first, copy].map((text) => [...wordsIn(text)].map(([word]) => word));
  expect(after).toHaveLength(before?.length ?? 0);
  expect(after?.filter((word) => word === "wordb")).toEqual(
    before?.filter((word) => word === "wordb"),
  );
  expect(after).not.toEqual(before);
});

test("the vocabulary continues to grow by Heaps' law", () => {
  const text = new ScaledText(real);
  const vocabulary = new Vocabulary();
  const ends = [];
  for (const [index, paragraph] of take(text, 16 * real.length).entries()) {
    vocabulary.add(paragraph);
    if ((index + 1) % real.length === 0) {
      ends.push({ words: vocabulary.words, vocabulary: vocabulary.size });
    }
  }
  for (const { words, vocabulary: size } of ends) {
    expect(Math.abs(size / text.expectedVocabulary(words) - 1)).toBeLessThan(0.02);
  }
  expect(Math.abs(fitHeaps(ends).beta - text.law.beta)).toBeLessThan(0.02);
});

test("a text without paragraphs cannot be made longer", () => {
  expect(() => new ScaledText([])).toThrow(RangeError);
});
