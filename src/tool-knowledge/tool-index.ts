import type { Language } from "../core/document.js";
import {
  countTerms,
  type ImpactOptions,
  PostingsBuilder,
  sumCounts,
  type WeightedCounts,
} from "../search/index/postings.js";
import {
  best,
  greatestOf,
  ImpactIndex,
  type Population,
  scoreTexts,
} from "../search/index/ranking.js";
import type { Concept } from "../search/query/index-query.js";
import { type QueryWord, queryWordsOf } from "../search/query/query-words.js";
import { fold } from "../search/text/fold.js";
import { detectLanguage } from "../search/text/language.js";
import { termsOf } from "../search/text/terms.js";
import { inWords, type ToolDocument, type ToolRanking, wholeRanking } from "./tool-document.js";

/** How many times a word counts by where it stands. Chosen on the dev part of Seal-Tools and one half of ToolE. */
const weights = { name: 3, description: 1, parameter: 1, parameterText: 0.5, topic: 1 } as const;
/**
 * BM25's constants for what describes a tool, and for its questions, of which one tool may have
 * twenty and another none: length counts for less there.
 */
const described: ImpactOptions = { k1: 1.5, b: 0.5, referenceLength: 40 };
const asked: ImpactOptions = { k1: 1.2, b: 0.3, referenceLength: 200 };
/** What a word of a question counts beside one of the description. */
const questionShare = 1.5;
/** What the request as a whole counts beside the best of its wishes. */
const wholeShare = 0.5;
/** A part of a request whose best tool has less than this share of the best score of all parts is hardly a wish ("Thanks a lot"): its tools count less. */
const faintShare = 0.3;
/** What nearness in meaning counts beside words, each relative to its best. */
const nearnessShare = 1;
/** From so many removed tools on, if they are more than those that are left, the index is made anew. */
const fewestRemoved = 200;

/** A tool that was found. */
export interface FoundTool {
  readonly name: string;
  /** Greater is better; the scores of one search can be compared with one another. */
  readonly score: number;
}

/** How tools are looked for. */
export interface FindTools {
  /** Tools at most. */
  readonly limit: number;
  /** Whether a tool may be found; all may unless told. */
  readonly among?: ((name: string) => boolean) | undefined;
  /** What else is wished for, in other words than those of the request: searched like its sentences. */
  readonly wishes?: readonly string[] | undefined;
}

/** How near a tool is in meaning to a part of a request, by its name; null where that is not known. */
export type Nearness = (tool: string) => number | null;

interface IndexedTool {
  readonly document: ToolDocument;
  readonly questions: readonly string[];
  readonly language: Language;
}

/** Tools by the words of their fields: BM25 over FlexSearch's postings, as documents are ranked. */
export class ToolIndex {
  readonly #ranking: ToolRanking;
  /** What describes the tools, and what is asked of them; a tool has one number in both. */
  #described = new ImpactIndex();
  #asked = new ImpactIndex();
  /** By number; null where the tool was removed. */
  #tools: (IndexedTool | null)[] = [];
  readonly #numbers = new Map<string, number>();
  #languages: Set<Language> = new Set();
  /** By number, the place of each tool in the order of names; null until it is asked for. */
  #order: Uint32Array | null = null;

  constructor(ranking: ToolRanking = wholeRanking) {
    this.#ranking = ranking;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Adds a tool, in the place of the one that has its name. `past` are questions that it has answered. */
  add(document: ToolDocument, past: readonly string[] = []): void {
    this.remove(document.name);
    const language = detectLanguage(sampleOf(document));
    this.#enter({ document, questions: [...document.questions, ...past], language });
  }

  /** Removes a tool; one that is not there needs no removing. */
  remove(name: string): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#tools[number] = null;
    this.#numbers.delete(name);
    const removed = this.#tools.length - this.size;
    if (removed < fewestRemoved || removed <= this.size) return;
    const left = this.#tools.filter((tool) => tool !== null);
    this.#described = new ImpactIndex();
    this.#asked = new ImpactIndex();
    this.#tools = [];
    this.#languages = new Set();
    for (const tool of left) this.#enter(tool);
  }

  /**
   * The best tools for a request, whatever its text, best first; of equal ones in the order of their
   * names, so that it does not hang on when each was added.
   *
   * A tool's score is that of the wish it fits best, relative to the best tool for that wish, and a
   * share of that for the whole request, so that each of several wishes has its best tool among the
   * first. Scores are fused and not ranks, as reciprocal rank fusion would: docs/decisions, "A
   * knowledge base of tools".
   *
   * @param nearness for each of `partsOf(request, wishes)` how near it is to tools; empty to go by words alone
   */
  find(
    request: string,
    { limit, among, wishes: others = [] }: FindTools,
    nearness: readonly Nearness[] = [],
  ): FoundTool[] {
    const population = this.#population(among);
    if (population.texts === 0 || limit < 1) return [];
    const [whole, ...wishes] = this.partsOf(request, others).map((part, index) =>
      this.#fits(part, population, nearness[index]),
    );
    if (!whole) return [];
    const fused = wishes.length === 0 ? whole.scores : fusedScores(whole, wishes);
    const order = this.#inOrder();
    return best(fused, limit, (tool) => order[tool] as number).map(({ text: tool, score }) => {
      return { name: this.#tools[tool]?.document.name ?? "", score };
    });
  }

  /** What a request is searched by: all of it, then its wishes where it has several, and others. */
  partsOf(request: string, others: readonly string[] = []): readonly string[] {
    const text = request.slice(0, longestRequest);
    return [text, ...(this.#ranking.clauses ? clausesOf(text) : []), ...others];
  }

  #enter(tool: IndexedTool): void {
    const { document, questions, language } = tool;
    this.#order = null;
    const number = this.#tools.push(tool) - 1;
    this.#numbers.set(document.name, number);
    this.#languages.add(language);
    this.#put(this.#described, number, described, this.#fieldsOf(document, language));
    const counts = questions.map((question) => this.#counted(question, 1, language));
    if (counts.length > 0) this.#put(this.#asked, number, asked, counts);
  }

  #put(
    index: ImpactIndex,
    first: number,
    options: ImpactOptions,
    parts: readonly WeightedCounts[],
  ): void {
    const builder = new PostingsBuilder(options);
    builder.add(sumCounts(parts));
    index.add({ postings: builder.finish(), first });
  }

  #fieldsOf({ name, description, parameters, topics }: ToolDocument, language: Language) {
    const of = (text: string, times: number) =>
      this.#counted(text, this.#ranking.weights ? times : 1, language);
    return [
      of(name, weights.name),
      of(description, weights.description),
      ...parameters.map((each) => of(each.name, weights.parameter)),
      ...parameters.map((each) => of(each.description, weights.parameterText)),
      ...topics.map((topic) => of(topic, weights.topic)),
    ];
  }

  #counted(text: string, times: number, language: Language): WeightedCounts {
    return { counts: countTerms(this.#inWords(text), this.#stemmed(language)), times };
  }

  #inWords(text: string): string {
    return this.#ranking.split ? inWords(text) : text;
  }

  #stemmed(language: Language): Language {
    return this.#ranking.stems ? language : "und";
  }

  #population(among: FindTools["among"]): Population {
    const size = this.#tools.length;
    if (!among && size === this.size) return { size, texts: size, mask: null };
    // By index: the iterator of `Uint8Array.from` took a third of a search.
    const mask = new Uint8Array(size);
    let texts = 0;
    for (let number = 0; number < size; number++) {
      const tool = this.#tools[number];
      if (!tool || (among && !among(tool.document.name))) continue;
      mask[number] = 1;
      texts++;
    }
    return { size, texts, mask };
  }

  /** How well each tool fits a part of a request. */
  #fits(part: string, population: Population, near: Nearness | undefined): Fit {
    const concepts = this.#conceptsOf(part);
    const scores = scoreTexts(this.#described, concepts, population, 1).of;
    const questions = scoreTexts(this.#asked, concepts, population, 1).of;
    for (let tool = 0; tool < scores.length; tool++) {
      scores[tool] = (scores[tool] as number) + questionShare * (questions[tool] as number);
    }
    const greatest = greatestOf(scores);
    makeRelative(scores, greatest);
    if (near) {
      this.#addNearness(scores, near, population);
      makeRelative(scores, greatestOf(scores));
    }
    return { scores, greatest };
  }

  /** Adds how much nearer a tool is than the mean, relative to the nearest; what is farther gains nothing. */
  #addNearness(scores: Float32Array, near: Nearness, { mask }: Population): void {
    const known = this.#tools.flatMap((tool, number) => {
      const nearness = tool && mask?.[number] !== 0 ? near(tool.document.name) : null;
      return nearness === null ? [] : [{ number, nearness }];
    });
    let [sum, nearest] = [0, -1];
    for (const { nearness } of known) {
      sum += nearness;
      if (nearness > nearest) nearest = nearness;
    }
    const mean = sum / known.length;
    if (!(nearest > mean)) return;
    for (const { number, nearness } of known) {
      const gain = Math.max(0, (nearness - mean) / (nearest - mean));
      scores[number] = (scores[number] as number) + nearnessShare * gain;
    }
  }

  #conceptsOf(part: string): Concept[] {
    return tellingWords(this.#inWords(part), this.#languages).map(({ text, terms }) => {
      return { terms: this.#ranking.stems ? terms : termsOf(text, "und", "query"), occurrences: 1 };
    });
  }

  #inOrder(): Uint32Array {
    if (this.#order) return this.#order;
    const order = new Uint32Array(this.#tools.length);
    [...this.#numbers]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .forEach(([, number], place) => {
        order[number] = place;
      });
    this.#order = order;
    return order;
  }
}

/** How well each tool fits a part of a request, by number. */
interface Fit {
  /** Relative to the best. */
  readonly scores: Float32Array;
  /** The best score by words, as it was. */
  readonly greatest: number;
}

function makeRelative(scores: Float32Array, greatest: number): void {
  if (greatest <= 0) return;
  for (let tool = 0; tool < scores.length; tool++) {
    scores[tool] = (scores[tool] as number) / greatest;
  }
}

function fusedScores(whole: Fit, wishes: readonly Fit[]): Float32Array {
  const clear = faintShare * Math.max(...wishes.map(({ greatest }) => greatest));
  const fused = new Float32Array(whole.scores.length);
  for (const { scores, greatest } of wishes) {
    const weight = clear > 0 ? Math.min(1, greatest / clear) : 1;
    for (let tool = 0; tool < fused.length; tool++) {
      const score = weight * (scores[tool] as number);
      if (score > (fused[tool] as number)) fused[tool] = score;
    }
  }
  for (let tool = 0; tool < fused.length; tool++) {
    fused[tool] = (fused[tool] as number) + wholeShare * (whole.scores[tool] as number);
  }
  return fused;
}

/** What the language of a tool is told by. */
function sampleOf({ description, parameters, questions }: ToolDocument): string {
  return [description, ...questions, ...parameters.map((each) => each.description)]
    .join(" ")
    .slice(0, 2_000);
}

/** Wishes of a request that are looked for one by one, at most; what comes after them counts with the whole. */
const mostClauses = 12;
/** Characters of a request that are read. */
const longestRequest = 4_000;

/** The end of a sentence, with what closes it. A full stop after which no sentence begins may be an abbreviation's. */
const sentenceEnd =
  /(?<=[!?;][”"'’)»]*)\s+|(?<=\.[”"'’)»]*)\s+(?=[\p{Lu}\p{Lo}\p{N}“"'‘(«])|(?<=[。！？；])\s*|\s*[\n\r]+\s*(?:[-*•]\s+|\p{N}{1,2}[.)]\s+)?/u;
/** What joins a second wish to a first one, in the languages of the interface. */
const andAlso =
  /,?\s+(?:and(?: then| also| finally)|then also|as well as|und (?:dann|auch|außerdem)|sowie|et (?:puis|aussi|ensuite)|ainsi que|y (?:también|luego|después)|así como)\s+/iu;

/**
 * The parts of a request that may each ask for another tool: its sentences, and what "and also" joins.
 * None where there is but one.
 */
export function clausesOf(request: string): readonly string[] {
  const clauses = request
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(andAlso))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return clauses.length < 2 ? [] : clauses.slice(0, mostClauses);
}

/**
 * Words that only say that something is asked for, and of whom, in the languages of the interface that
 * part their words: "I would like you to help me find …". Folded.
 */
const requestWords: ReadonlySet<string> = new Set(
  [
    // English
    "able additionally after also assist assistance can could finally find furthermore get give help i'd i'm interested kindly know lastly let like look looking me moreover need next please provide show tell thank thanks then want wanted wish would",
    // German
    "bitte brauche danach danke dann finde finden gerne gib helfen hilf hilfe kann kannst konnen konntest konnten mochte mochten nenne suche suchen sag sage wissen will wunsche wurde wurden zeig zeige zudem schliesslich ausserdem",
    // French
    "aide aider aimerais ainsi besoin cherche chercher desire donne donner enfin ensuite fournir merci montre montrer peux peut plait pouvez pourrais pourriez puis savoir souhaite trouve trouver veux voudrais",
    // Spanish
    "ademas ayuda ayudar ayudame busca buscar busco dame decir deseo despues encontrar encuentra favor finalmente gracias gustaria luego muestra mostrar necesito puede puedes podria podrias quiero quisiera saber",
  ]
    .join(" ")
    .split(" "),
);

/**
 * The words of a request that tell which tool it is about, each term once. A request of nothing but
 * grammar and "find me" is taken by all of its words.
 */
function tellingWords(text: string, languages: ReadonlySet<Language>): readonly QueryWord[] {
  const words = queryWordsOf(text, languages);
  const lexical = words.filter((word) => !word.isFunctionWord);
  const telling = lexical.filter(
    ({ text: word }) => !requestWords.has(fold(word).replace("’", "'")),
  );
  const chosen = [telling, lexical].find((some) => some.length > 0) ?? words;
  const seen = new Set<string>();
  return chosen.filter(({ terms: [first = ""] }) => !seen.has(first) && seen.add(first));
}
