import { seededRandom } from "../seeded-random.js";
import { inCaseOf, WordMaker } from "./altered-words.js";
import { fitHeaps, type HeapsLaw, vocabularyAt } from "./heaps.js";
import { replaceWords, Vocabulary } from "./words.js";

/** The share of the vocabulary, its rarest part, that gets altered. */
const alteredShare = 0.8;

const seed = 20_241_121;

/**
 * Makes a real text longer: the text itself, then copies of it. Each copy consistently alters
 * different rare words, enough of them that the vocabulary keeps growing as in the real text
 * (Heaps' law). An altered word is as rare as the original. The result depends only on the text.
 */
export class ScaledText {
  readonly law: HeapsLaw;
  readonly #paragraphs: readonly string[];
  readonly #vocabulary = new Vocabulary();
  readonly #rare: readonly string[];
  readonly #maker: WordMaker;
  /** The copy that `#altered` belongs to, counting from 1. */
  #copy = 1;
  #altered: ReadonlyMap<string, string> = new Map();

  /** @param paragraphs a real text, in order */
  constructor(paragraphs: readonly string[]) {
    if (paragraphs.length === 0) throw new RangeError("There is no text to make longer.");
    this.#paragraphs = paragraphs;
    for (const paragraph of paragraphs) this.#vocabulary.add(paragraph);
    const { frequencies, growth } = this.#vocabulary;
    this.law = fitHeaps(growth);
    const byRarity = [...frequencies].sort(([, a], [, b]) => a - b).map(([word]) => word);
    this.#rare = byRarity.slice(0, Math.floor(byRarity.length * alteredShare));
    this.#maker = new WordMaker(frequencies.keys(), seed);
  }

  get real(): { readonly paragraphs: number; readonly words: number; readonly vocabulary: number } {
    const { words, size } = this.#vocabulary;
    return { paragraphs: this.#paragraphs.length, words, vocabulary: size };
  }

  /** The vocabulary to expect at this many words. */
  expectedVocabulary(words: number): number {
    const { size } = this.#vocabulary;
    return vocabularyAt(this.law, { words: this.#vocabulary.words, vocabulary: size }, words);
  }

  /** An endless sequence of paragraphs, to be read once. */
  *paragraphs(): Generator<string> {
    yield* this.#paragraphs;
    while (true) {
      this.#altered = this.#alterations(++this.#copy);
      for (const paragraph of this.#paragraphs) {
        yield replaceWords(paragraph, (found) => {
          const made = this.#altered.get(found.toLowerCase());
          return made === undefined ? found : inCaseOf(found, made);
        });
      }
    }
  }

  /** The altered words of a copy, by original word. */
  #alterations(copy: number): Map<string, string> {
    const { words } = this.#vocabulary;
    const wanted = Math.round(
      this.expectedVocabulary(copy * words) - this.expectedVocabulary((copy - 1) * words),
    );
    const drawn = drawFrom(this.#rare, wanted, seededRandom(seed + copy));
    return new Map(drawn.map((word) => [word, this.#maker.make(word)]));
  }
}

/** Draws this many items without repetition; all of them if there are fewer. */
function drawFrom<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) {
    const place = Math.floor(random() * left.length);
    const last = left.pop() as Item;
    if (place === left.length) drawn.push(last);
    else {
      drawn.push(left[place] as Item);
      left[place] = last;
    }
  }
  return drawn;
}
