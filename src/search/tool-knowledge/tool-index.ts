import {
  DescribedIndex,
  type DescribingText,
  type FindDescribed,
  type Nearness,
} from "../index/described-index.js";
import { inWords, type ToolDocument, type ToolRanking, wholeRanking } from "./tool-document.js";

/** How many times a word counts by where it stands. Chosen on the dev part of Seal-Tools and one half of ToolE. */
const weights = { name: 3, description: 1, parameter: 1, parameterText: 0.5, topic: 1 } as const;
/**
 * BM25's constants for what describes a tool, and for its questions, of which one tool may have
 * twenty and another none: length counts for less there.
 */
const constants = {
  described: { k1: 1.5, b: 0.5, referenceLength: 40 },
  asked: { k1: 1.2, b: 0.3, referenceLength: 200, share: 1.5 },
} as const;

/** A tool that was found. */
export interface FoundTool {
  readonly name: string;
  /** Greater is better; the scores of one search can be compared with one another. */
  readonly score: number;
}

/** Tools by the words of their fields. */
export class ToolIndex {
  readonly #ranking: ToolRanking;
  readonly #index: DescribedIndex;

  constructor(ranking: ToolRanking = wholeRanking) {
    this.#ranking = ranking;
    const { stems, clauses, split } = ranking;
    const reading = split ? { inWords } : {};
    this.#index = new DescribedIndex({ ...constants, stems, clauses, ...reading });
  }

  /** Adds a tool, in the place of the one that has its name. `past` are questions that it has answered. */
  add(document: ToolDocument, past: readonly string[] = []): void {
    const { name, description, parameters } = document;
    const questions = [...document.questions, ...past];
    const told = parameters.map((each) => each.description);
    const sample = [description, ...questions, ...told].join(" ");
    this.#index.add({ key: name, texts: this.#textsOf(document), questions, sample });
  }

  /** Removes a tool; one that is not there needs no removing. */
  remove(name: string): void {
    this.#index.remove(name);
  }

  /** The best tools for a request, best first; see `DescribedIndex.find`. */
  find(request: string, options: FindDescribed, nearness?: readonly Nearness[]): FoundTool[] {
    const found = this.#index.find(request, options, nearness);
    return found.map(({ key, score }) => ({ name: key, score }));
  }

  /** See `DescribedIndex.partsOf`. */
  partsOf(request: string, others?: readonly string[]): readonly string[] {
    return this.#index.partsOf(request, others);
  }

  #textsOf({ name, description, parameters, topics }: ToolDocument): DescribingText[] {
    const of = (text: string, times: number) => {
      return { text, times: this.#ranking.weights ? times : 1 };
    };
    return [
      of(name, weights.name),
      of(description, weights.description),
      ...parameters.map((each) => of(each.name, weights.parameter)),
      ...parameters.map((each) => of(each.description, weights.parameterText)),
      ...topics.map((topic) => of(topic, weights.topic)),
    ];
  }
}
