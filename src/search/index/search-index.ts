import {
  AbbreviationBook,
  fold,
  type Language,
  type PageRange,
  termsOf,
} from "../../core/index.js";
import {
  type AllOf,
  type AnyOf,
  defaultRanking,
  type IndexQuery,
  type RankingOptions,
} from "../query/index-query.js";
import type { QueryContext } from "../query/to-index-query.js";
import { type DocumentPostings, isLabelTerm } from "./document-postings.js";
import { ImpactIndex } from "./impact-index.js";
import { type PassagePlace, Places, type Scope } from "./places.js";
import type { Postings } from "./postings.js";
import {
  best,
  holders,
  type RankingScores,
  rareWords,
  ScoreBuffer,
  type ScoredRun,
  scale,
  scoreTexts,
} from "./ranking.js";
import {
  inverseDocumentFrequency,
  lowerBound,
  tellingLabel,
  tellingName,
  tellingOpening,
  tellingPart,
  Vocabulary,
} from "./vocabulary.js";

/** A passage that was found. */
export interface RankedPassage {
  /** Number the document was added under. */
  readonly document: number;
  /** Index of the passage among the document's. */
  readonly passage: number;
  readonly score: number;
}

/** What a search found. */
export interface Ranking {
  /** Number of passages that hold at least one telling word of the query and all that it requires. */
  readonly matches: number;
  /** The terms of the words that counted; those too common to tell passages apart are left out. */
  readonly terms: readonly string[];
  /** The greatest score, without what rare words gain; 0 when nothing was found. */
  readonly greatest: number;
  /** Score of a passage; 0 for one that was not found. */
  scoreOf(document: number, passage: number): number;
  /** The `count` best passages, best first. */
  take(count: number): RankedPassage[];
}

/** What is known of all passages. */
interface AddedScores {
  /** By passage; 0 for one that is not found. */
  readonly scores: Float32Array;
  /** By slot, the greatest score of each document's passages. */
  readonly ofDocuments: Float32Array;
  readonly matches: number;
}

/** A passage with this share of numbers among its words, as a part of 255, is as good as full of them. */
const fullOfNumbers = 128;
/** Of copies, more are asked for than are shown, ten at first: to look through all scores again takes longer. */
const takenAtOnce = 50;
/** Added to every score: a passage that is found has one, even if no word of the query counts in it. */
const minScore = 1e-6;

/**
 * The keyword index of a collection. A passage's score is the weighted sum of five scores, each
 * relative to the best there is for the query: of the passage, of its page, of its document's name
 * and of its document's first pages, which are BM25, and of the labels of its rows.
 */
export class SearchIndex {
  readonly #ranking: RankingOptions;
  readonly #passages = new ImpactIndex();
  readonly #pages = new ImpactIndex();
  readonly #names = new ImpactIndex();
  readonly #openings = new ImpactIndex();
  readonly #places = new Places();
  readonly #abbreviations = new AbbreviationBook();
  readonly #buffers = {
    passages: new ScoreBuffer(),
    pages: new ScoreBuffer(),
    labels: new ScoreBuffer(),
  };
  #vocabulary: Vocabulary | null = null;

  constructor(ranking: RankingOptions = defaultRanking) {
    this.#ranking = ranking;
  }

  /** Adds one more document. */
  add(document: number, postings: DocumentPostings): void {
    const place = this.#place(document, postings);
    for (const { index, of: postingsOf, first } of this.#parts()) {
      index.add({ postings: postingsOf(postings), first: first(place) });
    }
    this.#vocabulary = null;
  }

  /**
   * Prepares documents that were added for searches with new words, which do it for their own words
   * alone; `pause` is awaited after each.
   */
  async prepare(pause: () => Promise<void>): Promise<void> {
    for (const { index } of this.#parts()) while (index.merge()) await pause();
  }

  /** Whether a document was loaded or added. */
  has(document: number): boolean {
    return this.#places.of(document) !== undefined;
  }

  /** Number of passages that take up room, those of documents no longer searched included. */
  get size(): number {
    return this.#places.passages;
  }

  /** The language a document was indexed in. */
  languageOf(document: number): Language {
    return this.#places.of(document)?.language ?? "en";
  }

  /** What the words of a query mean to these documents. */
  context(documents: ReadonlySet<number>): QueryContext {
    this.#vocabulary ??= new Vocabulary(
      () => [...this.#passages.terms()].filter((term) => !isLabelTerm(term)),
      (term) => !isLabelTerm(term) && this.#passages.get(term).length > 0,
    );
    const languages = new Set<Language>();
    for (const document of documents) languages.add(this.languageOf(document));
    return {
      languages,
      expand: (text, words) => this.#abbreviations.expand(text, words, documents),
      vocabulary: this.#vocabulary,
      ranking: this.#ranking,
    };
  }

  /**
   * The pages, counting from 1, of a document that hold all of some words, each as a whole word in
   * whatever case. They may be too many, for words with one stem are one, and are never too few.
   * Null for a document that is not in the index, or of which it does not hold all terms.
   */
  pagesWith(words: readonly string[], document: number): ReadonlySet<number> | null {
    const place = this.#places.of(document);
    if (!place || place.leftOut > 0) return null;
    const [first = new Set<number>(), ...rest] = words.map((word) => {
      const terms = new Set([word, fold(word)].flatMap((each) => termsOf(each, place.language)));
      return new Set([...terms].flatMap((term) => [...this.#pagesOf(place, term)]));
    });
    return new Set([...first].filter((page) => rest.every((pages) => pages.has(page))));
  }

  /** How many passages of the given documents hold a term. */
  holding(term: string, documents: ReadonlySet<number>): number {
    let holding = 0;
    for (const texts of this.#passages.get(term)) {
      for (const passage of texts ?? []) {
        if (documents.has(this.#places.ofPassage(passage).document)) holding++;
      }
    }
    return holding;
  }

  /** Whether a passage of the given documents holds a term, or their name, or their first pages. */
  isHeld(term: string, documents: ReadonlySet<number>): boolean {
    const { all } = this.#places;
    const inDocument = (slot: number) => documents.has(all[slot]?.document ?? -1);
    const inPassage = (passage: number) => documents.has(this.#places.ofPassage(passage).document);
    return (
      this.#passages.get(term).some((texts) => texts?.some(inPassage)) ||
      [this.#names, this.#openings].some((index) =>
        index.get(term).some((texts) => texts?.some(inDocument)),
      )
    );
  }

  /** The passages of the given documents that hold all of some words, in order; `limit` at most. */
  together(
    words: AllOf,
    documents: ReadonlySet<number>,
    limit: number,
  ): readonly Omit<RankedPassage, "score">[] {
    const held = holders(this.#passages, this.size, [words]);
    const found: Omit<RankedPassage, "score">[] = [];
    for (let passage = held.indexOf(1); passage >= 0 && found.length < limit; ) {
      const { document, firstPassage } = this.#places.ofPassage(passage);
      if (documents.has(document)) found.push({ document, passage: passage - firstPassage });
      passage = held.indexOf(1, passage + 1);
    }
    return found;
  }

  /**
   * The passages that answer a query best, among those of the given documents.
   *
   * @param documents numbers of the documents to search; others are passed over
   */
  search(query: IndexQuery, documents: ReadonlySet<number>): Ranking {
    const { idfPower, scopedIdf, rareFirst } = this.#ranking;
    const scope = this.#places.scope(documents);
    const ofPassages = this.#places.population(scope, "passages", scopedIdf);
    const buffers = this.#buffers;
    const passages = scoreTexts(
      this.#passages,
      query.concepts,
      ofPassages,
      idfPower,
      buffers.passages,
    );
    const ofPages = this.#places.population(scope, "pages", scopedIdf);
    const pages = scoreTexts(this.#pages, query.concepts, ofPages, idfPower, buffers.pages);
    const labels = scoreTexts(this.#passages, query.labels, ofPassages, idfPower, buffers.labels);
    const { scores, ofDocuments, matches } = this.#add(query, scope, { passages, pages, labels });
    let greatest = 0;
    for (const score of ofDocuments) if (score > greatest) greatest = score;
    for (const rare of rareFirst ? rareWords(passages.found, ofPassages.texts) : []) {
      for (const passage of rare.passages) {
        const score = (scores[passage] as number) + rare.gain;
        if (score === rare.gain) continue;
        scores[passage] = score;
        const { slot } = this.#places.ofPassage(passage);
        ofDocuments[slot] = Math.max(ofDocuments[slot] as number, score);
      }
    }
    let taken: readonly RankedPassage[] = [];
    let hasAll = false;
    return {
      matches,
      terms: passages.found.flatMap(({ concept }) => concept.terms),
      greatest,
      scoreOf: (document, passage) =>
        scores[(this.#places.of(document)?.firstPassage ?? Number.NaN) + passage] ?? 0,
      take: (count) => {
        if (count > taken.length && !hasAll) {
          const wanted = Math.max(count, takenAtOnce);
          taken = this.#best(scores, wanted, ofDocuments);
          hasAll = taken.length < wanted;
        }
        return taken.slice(0, count);
      },
    };
  }

  /**
   * Tells by document and index which passages have what a query requires, nothing that it excludes,
   * and stand on its pages, whatever their words; null when it asks for nothing of the kind.
   */
  narrow(query: IndexQuery): ((document: number, passage: number) => boolean) | null {
    const narrowed = this.#narrow(query);
    if (!narrowed) return null;
    return (document, passage) => {
      const place = this.#places.of(document);
      return place !== undefined && narrowed(place.firstPassage + passage);
    };
  }

  /** Adds up what is known of each passage that is found. */
  #add(
    query: IndexQuery,
    scope: Scope,
    { passages, pages, labels }: Readonly<Record<"passages" | "pages" | "labels", RankingScores>>,
  ): AddedScores {
    const { numbersShare, pageShare, labelShare, idfPower } = this.#ranking;
    const ofDocument = this.#documentScores(query, scope);
    const keeps = this.#filter(query, passages.of);
    const passageScale = scale(passages, 1);
    const pageScale = scale(pages, pageShare);
    const fullLabel = Math.max(
      tellingLabel * inverseDocumentFrequency(scope.passages, 1) ** idfPower,
      tellingPart * passages.greatest,
    );
    const labelScale = scale(labels, labelShare, fullLabel);
    const numberScale = query.hasNumber ? numbersShare / 255 : 0;
    const scores = new Float32Array(this.size);
    const ofDocuments = new Float32Array(this.#places.all.length);
    let matches = 0;
    for (const { slot, firstPassage, passages: count, numbers } of this.#places.all) {
      if (scope.slots[slot] !== 1) continue;
      const documentScore = ofDocument[slot] as number;
      let greatest = 0;
      for (let index = 0; index < count; index++) {
        const passage = firstPassage + index;
        const ofPassage = passages.of[passage] as number;
        if (keeps ? !keeps(passage) : ofPassage === 0) continue;
        matches++;
        const score =
          ofPassage * passageScale +
          (pages.of[this.#places.pageOf(passage)] as number) * pageScale +
          (labels.of[passage] as number) * labelScale +
          documentScore +
          Math.min(fullOfNumbers, numbers[index] as number) * numberScale +
          minScore;
        scores[passage] = score;
        if (score > greatest) greatest = score;
      }
      ofDocuments[slot] = greatest;
    }
    if (matches === 0 && !keeps)
      matches = this.#addByDocument(scores, scope, ofDocument, ofDocuments);
    return { scores, ofDocuments, matches };
  }

  /** Where no passage holds a word, documents are found by their names and first pages. */
  #addByDocument(
    scores: Float32Array,
    scope: Scope,
    ofDocument: Float32Array,
    ofDocuments: Float32Array,
  ): number {
    let matches = 0;
    for (const { slot, firstPassage, passages } of this.#places.all) {
      const score = ofDocument[slot] as number;
      if (scope.slots[slot] !== 1 || passages === 0 || score === 0) continue;
      scores[firstPassage] = score;
      ofDocuments[slot] = score;
      matches++;
    }
    return matches;
  }

  /** The best passages: those of the documents whose greatest score is too small are not looked at. */
  #best(scores: Float32Array, count: number, ofDocuments: Float32Array): RankedPassage[] {
    const runs: ScoredRun[] = [];
    for (const { slot, firstPassage, passages } of this.#places.all) {
      const greatest = ofDocuments[slot] as number;
      if (greatest === 0) continue;
      runs.push({ start: firstPassage, end: firstPassage + passages, greatest });
    }
    return best(scores, count, (passage) => this.#order(passage), runs).map(({ text, score }) => {
      const { document, firstPassage } = this.#places.ofPassage(text);
      return { document, passage: text - firstPassage, score };
    });
  }

  /**
   * Tells the passages to rank: those that hold what is required, else those that hold any of the
   * words, as is told by their scores. Null when the scores say all.
   */
  #filter(query: IndexQuery, scores: Float32Array): ((passage: number) => boolean) | null {
    const narrowed = this.#narrow(query);
    if (!narrowed || query.required.length > 0) return narrowed;
    return (passage) => (scores[passage] ?? 0) > 0 && narrowed(passage);
  }

  /** Tells the passages that a query does not rule out. Null when it rules out none. */
  #narrow(query: IndexQuery): ((passage: number) => boolean) | null {
    const { required, excluded, pages } = query;
    if (required.length + excluded.length === 0 && !pages) return null;
    const held = required.map((alternatives) => holders(this.#passages, this.size, alternatives));
    const unwanted = holders(this.#passages, this.size, excluded);
    return (passage) =>
      held.every((each) => each[passage] === 1) &&
      unwanted[passage] === 0 &&
      (pages === null || isOnPages(pages, this.#pageNumber(passage)));
  }

  /** By slot, what each document's name and opening are worth. */
  #documentScores(query: IndexQuery, scope: Scope): Float32Array {
    const { nameShare, openingShare, idfPower, scopedIdf } = this.#ranking;
    const population = this.#places.population(scope, "documents", scopedIdf);
    const inNames = [...query.concepts, ...query.joined].map((concept) => ({
      ...concept,
      occurrences: concept.occurrences * this.#namingShare(concept.terms, scope),
    }));
    const names = scoreTexts(this.#names, inNames, population, idfPower);
    const openings = scoreTexts(this.#openings, query.naming, population, idfPower);
    const ofOneText = inverseDocumentFrequency(population.texts, 1) ** idfPower;
    // A word that most names have, such as "report", is no reason to prefer a document.
    const nameScale = scale(names, nameShare, tellingName * ofOneText);
    const openingScale = scale(openings, openingShare, tellingOpening * ofOneText);
    return Float32Array.from(
      this.#places.all,
      ({ slot }) => (names.of[slot] ?? 0) * nameScale + (openings.of[slot] ?? 0) * openingScale,
    );
  }

  /**
   * How much a word names documents, from 0 to 1: of those that have it on their first pages, the share
   * that have it in their name. A word that many documents begin with is a topic, and in the name of one
   * of them says little: "remote control" in that of a meeting. A number tells documents of one kind
   * apart, whatever else they say.
   */
  #namingShare(terms: AnyOf, { slots }: Scope): number {
    if (terms.some((term) => /^\d/.test(term))) return 1;
    const holding = (index: ImpactIndex): number => {
      let count = 0;
      for (const term of terms) {
        for (const texts of index.get(term)) {
          for (const slot of texts ?? []) count += slots[slot] ?? 0;
        }
      }
      return count;
    };
    const names = holding(this.#names);
    return names === 0 ? 0 : names / Math.max(names, holding(this.#openings));
  }

  /** The pages of a document, counting from 1, that may hold a term. */
  #pagesOf({ firstPage, pages, margins }: PassagePlace, term: string): Set<number> {
    if (margins.includes(term))
      return new Set(Array.from({ length: pages }, (_, page) => page + 1));
    const found = new Set<number>();
    for (const slot of this.#pages.get(term)) {
      if (!slot) continue;
      // Texts are in ascending order in each slot, so those of a document stand together.
      for (let index = lowerBound(slot, firstPage); index < slot.length; index++) {
        const page = (slot[index] as number) - firstPage;
        if (page >= pages) break;
        found.add(page + 1);
      }
    }
    return found;
  }

  /** The passage's page in its document, counting from 1. */
  #pageNumber(passage: number): number {
    return this.#places.pageOf(passage) - this.#places.ofPassage(passage).firstPage + 1;
  }

  /** By document and place in it, which do not depend on when the document was indexed. */
  #order(passage: number): number {
    const { document, firstPassage } = this.#places.ofPassage(passage);
    return document * 2 ** 32 + passage - firstPassage;
  }

  #place(document: number, postings: DocumentPostings): PassagePlace {
    this.#abbreviations.add(document, postings.abbreviations);
    return this.#places.add(document, postings);
  }

  #parts(): {
    index: ImpactIndex;
    of: (postings: DocumentPostings) => Postings;
    first: (place: PassagePlace) => number;
  }[] {
    return [
      {
        index: this.#passages,
        of: ({ passages }) => passages,
        first: (place) => place.firstPassage,
      },
      { index: this.#pages, of: ({ pages }) => pages, first: (place) => place.firstPage },
      { index: this.#names, of: ({ name }) => name, first: (place) => place.slot },
      { index: this.#openings, of: ({ opening }) => opening, first: (place) => place.slot },
    ];
  }
}

function isOnPages(pages: readonly PageRange[], page: number): boolean {
  return pages.some(({ from, to }) => from <= page && page <= to);
}
