import {
  type Abbreviation,
  findAbbreviations,
  isFunctionWord,
  type Language,
  termsOf,
  termsVersion,
  wordsOf,
} from "../../core/index.js";
import { defaultRanking, type RankingOptions } from "../query/index-query.js";
import {
  countList,
  countTerms,
  type ImpactOptions,
  type Postings,
  PostingsBuilder,
  sumCounts,
  type TermCounts,
  type WeightedCounts,
} from "./postings.js";

/** Raised whenever the same passages would give other postings. */
export const postingsVersion: number = 6 + termsVersion;

/** What a document gives to the index. Stored with it. */
export interface DocumentPostings {
  /** Whose words the terms are. */
  readonly language: Language;
  /** Those it defines, each once. */
  readonly abbreviations: readonly Abbreviation[];
  /** Words, and the labels of rows as `labelTerm` makes them. */
  readonly passages: Postings;
  /** One text a page, also for pages without passages. */
  readonly pages: Postings;
  /** The terms of running headers, footers and page numbers, each once; passages have them where they first stand. */
  readonly margins: readonly string[];
  /** For each passage the index of its page. */
  readonly pageOfPassage: Uint32Array;
  /** For each passage the share of numbers among its words, as a part of 255. */
  readonly numbers: Uint8Array;
  /** One text: the path without the extension. */
  readonly name: Postings;
  /** One text: the first pages. */
  readonly opening: Postings;
  /**
   * About how many different terms are left out, because there are more than an index should hold;
   * missing when none are. Those that are left out, or begin late, are in no passage and no page.
   */
  readonly leftOut?: number;
}

/** A passage as it is indexed. */
export interface IndexedPassage {
  readonly text: string;
  /** The heading it stands under; empty when there is none. */
  readonly heading: string;
  /** Whether it is a running header or footer, which ranks below all that a page says. */
  readonly isMargin?: boolean;
}

/** A running header is weighed as if it had so many words. */
const marginLength = 2_000;

/** Nobody defines more; every query asks them all. */
const maxAbbreviations = 10_000;
/** Brackets of a document that are looked at closely. Those of 5,000 pages full of abbreviations are fewer. */
const maxLooks = 50_000;
/** Different labels of a document that are kept: those of 1,000 pages of tables are fewer. */
const maxLabels = 50_000;

/** Collects what a document gives to the index, page by page. */
export class DocumentPostingsBuilder {
  readonly #language: Language;
  readonly #ranking: RankingOptions;
  readonly #passages: PostingsBuilder;
  readonly #pages: PostingsBuilder;
  readonly #pageOfPassage: number[] = [];
  readonly #numbers: number[] = [];
  readonly #abbreviations = new Map<string, Abbreviation>();
  readonly #margins = new Set<string>();
  readonly #labels = new Set<string>();
  readonly #rarest: RarestTerms;
  #page = 0;
  /** Of the page at hand: what its passages say, and how its first one begins. */
  #onPage: WeightedCounts[] = [];
  #lead: WeightedCounts | null = null;
  readonly #looks = { left: maxLooks };
  /** The last heading's counts: passages in a row mostly share one. */
  #heading = { text: "", counts: countTerms("") };

  constructor(language: Language, ranking: RankingOptions = defaultRanking) {
    this.#language = language;
    this.#ranking = ranking;
    this.#passages = new PostingsBuilder(ranking.passage);
    this.#pages = new PostingsBuilder(ranking.page);
    this.#rarest = new RarestTerms(this.#pages, this.#passages);
  }

  /** Adds a passage to the page at hand. */
  addPassage({ text, heading, isMargin = false }: IndexedPassage): void {
    const { headingWeight, leadWeight } = this.#ranking;
    if (isMargin) {
      this.#addMargin(text);
      return;
    }
    const passage = { counts: countTerms(text, this.#language), times: 1 };
    this.#lead ??= { counts: this.#countLead(text), times: leadWeight };
    this.#onPage.push(passage);
    this.#passages.add(
      sumCounts([passage, { counts: this.#countHeading(heading), times: headingWeight }]),
      this.#labelsOf(text),
    );
    this.#pageOfPassage.push(this.#page);
    this.#numbers.push(Math.round(255 * numberShare(passage.counts)));
    if (this.#abbreviations.size >= maxAbbreviations) return;
    for (const found of findAbbreviations(text, this.#looks)) {
      // The first definition is the one that the rest of the document goes by.
      if (!this.#abbreviations.has(found.short)) this.#abbreviations.set(found.short, found);
    }
  }

  #addMargin(text: string): void {
    const { length, frequencies } = countTerms(text, this.#language);
    const counts = { length: Math.max(length, marginLength), frequencies };
    this.#passages.add(counts);
    // Its page holds the same terms, and is no longer for them.
    this.#onPage.push({ counts: { length: 1, frequencies }, times: 1 });
    this.#pageOfPassage.push(this.#page);
    this.#numbers.push(Math.round(255 * numberShare({ length, frequencies })));
  }

  /**
   * Ends the page at hand, to which no passage was added if it has no text.
   *
   * @param margins its text outside the passages: running headers, footers, page numbers
   */
  endPage(margins: string): void {
    this.#pages.add(sumCounts(this.#lead ? [...this.#onPage, this.#lead] : this.#onPage));
    for (const term of termsOf(margins, this.#language)) this.#margins.add(term);
    this.#onPage = [];
    this.#lead = null;
    this.#page++;
    this.#rarest.leaveOut();
  }

  /**
   * @param name the path without the extension
   * @param opening text of the first pages
   */
  finish(name: string, opening: string): DocumentPostings {
    const leftOut = this.#rarest.count;
    return {
      ...(leftOut > 0 ? { leftOut } : {}),
      language: this.#language,
      abbreviations: [...this.#abbreviations.values()],
      passages: this.#passages.finish(),
      pages: this.#pages.finish(),
      margins: [...this.#margins],
      pageOfPassage: Uint32Array.from(this.#pageOfPassage),
      numbers: Uint8Array.from(this.#numbers),
      name: this.#postingsOf(name, this.#ranking.name),
      opening: this.#postingsOf(opening, this.#ranking.opening),
    };
  }

  #countHeading(text: string): TermCounts {
    if (this.#heading.text !== text)
      this.#heading = { text, counts: countTerms(text, this.#language) };
    return this.#heading.counts;
  }

  /** The labels of a passage's rows, those that come first where a document has too many. */
  #labelsOf(text: string): ReadonlySet<string> {
    const labels = new Set<string>();
    for (const label of rowLabels(text, this.#language)) {
      if (this.#labels.size < maxLabels) this.#labels.add(label);
      if (this.#labels.has(label)) labels.add(label);
    }
    return labels;
  }

  /** The first words of a page's first passage. */
  #countLead(first: string): TermCounts {
    const { leadWords } = this.#ranking;
    // Words longer than this on average are not to be expected.
    const text = first.slice(0, leadWords * 16);
    return countList(termsOf(text, this.#language).slice(0, leadWords));
  }

  #postingsOf(text: string, options: ImpactOptions): Postings {
    const builder = new PostingsBuilder(options);
    builder.add(countTerms(text, this.#language));
    return builder.finish();
  }
}

/** What the term of a label begins with; no word does. */
const labelMark = "=";

/** Whether a term stands for the label of a row, and not for a word. */
export function isLabelTerm(term: string): boolean {
  return term.startsWith(labelMark);
}

/**
 * The term that a row is found under whose label consists of one more term, and of function words.
 *
 * @param before the same for the terms that come before it
 */
export function labelTerm(term: string, before?: string): string {
  return before === undefined ? labelMark + term : `${before} ${term}`;
}

/** Words of a label at most, function words not counted; longer ones are sentences. */
export const longestLabel = 8;
const longestLabelText = 120;

/**
 * The labels of the rows with figures in a text: what stands in their first cell, without what is
 * in brackets ("Net income (loss)"), and as far as its first sign of punctuation ("Revenue, net").
 */
export function rowLabels(text: string, language: Language): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const line of text.split("\n")) {
    const end = line.indexOf("\t");
    if (end <= 0 || end > longestLabelText || !/\d/.test(line.slice(end))) continue;
    const whole = line.slice(0, end).replace(/\([^)]{0,120}\)/g, " ");
    for (const form of [whole, whole.split(/[,:;–—]/, 1)[0] ?? ""]) {
      if (!/\p{L}/u.test(form)) continue;
      const terms = wordsOf(form, language, "query")
        .filter(({ start, end: last }) => !isFunctionWord(form.slice(start, last), language))
        .map(({ term }) => term);
      if (terms.length > longestLabel) continue;
      let label: string | undefined;
      for (const term of terms) label = labelTerm(term, label);
      if (label !== undefined) labels.add(label);
    }
  }
  return labels;
}

/** The share of numbers among the words of a text. */
export function numberShare({ length, frequencies }: TermCounts): number {
  let numbers = 0;
  for (const [term, frequency] of frequencies) {
    const first = term.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39) numbers += frequency;
  }
  return numbers / Math.max(1, length);
}

/**
 * Different terms of one document that an index holds. By Heaps' law a document of natural language
 * has that many after some 20 million words; a log, whose every line has an identifier of its own,
 * after a few megabytes, and each of them would take half a kilobyte of memory for as long as the
 * collection is open.
 */
const maxTerms = 200_000;
/** Share of them that is kept when there are more, so that the next are not long in coming. */
const keptShare = 0.6;

/**
 * Keeps the terms of a document within bounds: when there are too many, those on the fewest pages
 * are left out, those with a digit in them first, and of such as are equally rare the latest. A term
 * that comes again later starts from zero, so that a word that is rare at first and common later is
 * found where it is common.
 */
export class RarestTerms {
  readonly #pages: PostingsBuilder;
  readonly #passages: PostingsBuilder;
  readonly #most: number;
  /** About how many were left out: a term that comes again, and is left out again, counts again. */
  count = 0;

  /** @param passages hold no term that is not on their pages, but for those of their headings */
  constructor(pages: PostingsBuilder, passages: PostingsBuilder, most: number = maxTerms) {
    this.#pages = pages;
    this.#passages = passages;
    this.#most = most;
  }

  /** To be called after each page. */
  leaveOut(): void {
    if (this.#pages.distinct <= this.#most) return;
    const surplus = this.#pages.distinct - Math.floor(this.#most * keptShare);
    const sizes = new Map<number, number>();
    for (const [term, pages] of this.#pages.holding()) {
      const rank = rankOf(term, pages);
      sizes.set(rank, (sizes.get(rank) ?? 0) + 1);
    }
    // The last rank of which terms are left out, and how many of it stay.
    let [last, staying, before] = [0, 0, 0];
    for (const [rank, size] of [...sizes].sort(([a], [b]) => a - b)) {
      [last, staying] = [rank, Math.max(0, before + size - surplus)];
      before += size;
      if (before >= surplus) break;
    }
    const leaving = new Set<string>();
    for (const [term, pages] of this.#pages.holding()) {
      const rank = rankOf(term, pages);
      if (rank < last || (rank === last && staying-- <= 0)) leaving.add(term);
    }
    this.#pages.leaveOut((term) => leaving.has(term));
    // Headings are counted with each passage under them: what no page has by now goes as well.
    this.#passages.leaveOut((term) => !this.#pages.has(term));
    this.count += leaving.size;
  }
}

/** Smaller is rarer. */
function rankOf(term: string, pages: number): number {
  return 2 * pages + (/\d/.test(term) ? 0 : 1);
}
