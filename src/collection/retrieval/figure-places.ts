import {
  answerUnits,
  appendTo,
  currentStep,
  documentOrdinal,
  inStep,
  type Language,
  type Page,
  resumeStep,
  type Span,
  type Step,
  type Table,
  type TableCell,
  type TableColumn,
  type TablePeriod,
  type TableRow,
  wordsOf,
} from "../../core/index.js";
import { columnPeriods, type NumberInText, numbersIn, periodIn } from "../../figures/index.js";
import { continueTables, tablesOf } from "../../readers/index.js";
import type { SearchHit } from "../../search/index.js";
import { unpackPassage } from "../../store/index.js";
import type { HitSource } from "./take-hits.js";

/** A page with its tables; tables continued from earlier pages have their heads from there. */
export interface TabledPage {
  readonly page: Page;
  readonly tables: readonly Table[];
}

/** How many earlier pages are searched for a table's head; a statement rarely spans more. */
const furthestHead = 4;
/** Number of pages whose tables are cached: enough for one question. */
const remembered = 128;

const openingLength = 5_000;

/** The pages whose tables take too long to read. */
export interface SlowPages {
  /** Whether reading a page's tables took too long before. */
  has(content: number, number: number): boolean;
  path(content: number): string;
}

/** The tables of stored pages, with a cache. A page whose tables took too long has none. */
export class PageTables {
  readonly #read: (content: number, number: number) => Promise<Page | undefined>;
  readonly #slow: SlowPages | null;
  readonly #found = new Map<string, TabledPage>();
  readonly #continued = new Map<string, TabledPage>();
  readonly #openings = new Map<number, string>();

  /**
   * @param read reads a page, counting from 1; undefined if it does not exist
   * @param slow null if nothing ends slow reads
   */
  constructor(
    read: (content: number, number: number) => Promise<Page | undefined>,
    slow: SlowPages | null = null,
  ) {
    this.#read = read;
    this.#slow = slow;
  }

  /** The beginning of a content's first page; empty if it has none. */
  async opening(content: number): Promise<string> {
    let opening = this.#openings.get(content);
    if (opening === undefined) {
      const page = await this.#read(content, 1);
      opening = page?.text.slice(0, openingLength) ?? "";
      this.#openings.set(content, opening);
    }
    return opening;
  }

  /** A page with its tables; null if it does not exist. */
  async on(content: number, number: number): Promise<TabledPage | null> {
    const key = `${content} ${number}`;
    const known = this.#continued.get(key);
    if (known) return known;
    const found = await this.#withHeads(content, number);
    if (found) remember(this.#continued, key, found);
    return found;
  }

  async #withHeads(content: number, number: number): Promise<TabledPage | null> {
    const current = await this.#onPage(content, number);
    if (!current) return null;
    const pages = [current.tables];
    for (let before = number - 1; before >= Math.max(1, number - furthestHead); before--) {
      const [first] = pages[0] ?? [];
      if (!first || first.headRows > 0) break;
      const page = await this.#onPage(content, before);
      if (!page) break;
      pages.unshift(page.tables);
    }
    return { page: current.page, tables: continueTables(pages).at(-1) ?? [] };
  }

  /** A page's tables, read without the pages before it. */
  async #onPage(content: number, number: number): Promise<TabledPage | null> {
    const key = `${content} ${number}`;
    const known = this.#found.get(key);
    const step = currentStep();
    const page = known ? known.page : await this.#read(content, number);
    if (!page) return null;
    // Other steps may have run while the page was read.
    resumeStep(step);
    // The geometry is not needed once the tables are known.
    const found = known ?? {
      page: { ...page, geometry: null },
      tables: this.#tablesOf(page, content),
    };
    remember(this.#found, key, found);
    return found;
  }

  #tablesOf(page: Page, content: number): readonly Table[] {
    if (!this.#slow) return tablesOf(page);
    const { number } = page;
    if (this.#slow.has(content, number)) return [];
    const path = this.#slow.path(content);
    const step: Step = {
      doing: `Reading the tables on page ${number} of ${path}`,
      advice: "Try again: this page is now searched without its tables.",
      data: { path, page: number },
      culprit: { kind: "tables", content, page: number },
    };
    return inStep(step, () => tablesOf(page));
  }
}

/** Caches a page's tables, and drops the oldest beyond the limit. */
function remember(found: Map<string, TabledPage>, key: string, page: TabledPage): void {
  found.delete(key);
  found.set(key, page);
  for (const oldest of found.keys()) {
    if (found.size <= remembered) break;
    found.delete(oldest);
  }
}

/** The words of a text in order, each by its terms. */
export type Words = readonly (readonly string[])[];

interface AnyPlace {
  /** In the page's text. */
  readonly span: Span;
  /** The terms of a row's label, or of all words of a sentence. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the page's first lines and, for a row, of the text right above its table. */
  readonly around: ReadonlySet<string>;
}

export interface RowPlace extends AnyPlace {
  readonly kind: "row";
  readonly table: Table;
  /** The table's number on its page, counting from 1. */
  readonly tableNumber: number;
  readonly row: TableRow;
  readonly label: Words;
  /** How many of its words precede a qualifier such as ", net" or "(includes …)". */
  readonly headWords: number;
  /** Terms of the groups that the row is in, and of the table's caption. */
  readonly above: ReadonlySet<string>;
  /** The text right above the table. */
  readonly title: string;
  readonly cells: readonly FigureCell[];
}

/** A cell with a number, and its column's heads and period. */
export interface FigureCell {
  readonly cell: TableCell;
  /** Terms of the column's heads. */
  readonly heads: ReadonlySet<string>;
  readonly headText: string;
  /** The period that the column names, or else the caption. */
  readonly period: TablePeriod | null;
}

export interface SentencePlace extends AnyPlace {
  readonly kind: "sentence";
  readonly text: string;
  readonly words: Words;
  /** Where each word begins in `text`. */
  readonly starts: readonly number[];
  readonly numbers: readonly NumberInText[];
}

export type FigurePlace = RowPlace | SentencePlace;

export interface FigurePage {
  readonly text: string;
  readonly tables: readonly Table[];
  readonly language: Language;
  /** Where to look for sentences; tables are searched completely. */
  readonly passages: readonly Span[];
}

/** Number of characters at the top of a page that show its subject. */
const titleLength = 220;
/** Number of characters above a table that show its subject. */
const overTable = 250;
/** A line up to this long, right above a table without a caption, is its title. */
const nearestLength = 120;
/** A part of a label that only qualifies the rest. */
const qualifier =
  /[,;(–—-]\s*(?:including|includes?|net(?![a-zß-ɏḀ-ỿ])|less|excluding|exclusive|inclusive|of which|before|after|and other)|\(/iu;

const rowsOf = new WeakMap<readonly Table[], RowPlace[]>();

/** The rows and sentences of a page that hold numbers. */
export function figurePlaces(page: FigurePage): FigurePlace[] {
  let rows = rowsOf.get(page.tables);
  if (!rows) {
    rows = page.tables.flatMap((table, index) => rowPlaces(page, table, index + 1));
    rowsOf.set(page.tables, rows);
  }
  return [...rows, ...sentencePlaces(page, rows)];
}

export function wordTerms(text: string, language: Language): string[][] {
  return [...termsByPlace(text, language).values()];
}

/** The terms of a text, by the position where their word begins. */
function termsByPlace(text: string, language: Language): Map<number, string[]> {
  const byPlace = new Map<number, string[]>();
  for (const { term, start } of wordsOf(text, language, "query")) {
    appendTo(byPlace, start, term);
  }
  return byPlace;
}

function termSet(text: string, language: Language): Set<string> {
  return new Set(wordTerms(text, language).flat());
}

function rowPlaces({ text, language }: FigurePage, table: Table, tableNumber: number): RowPlace[] {
  const caption = table.caption?.text ?? "";
  const over = text.slice(Math.max(0, table.span.start - overTable), table.span.start);
  const nearest = over.trimEnd().split("\n").at(-1)?.slice(-nearestLength) ?? "";
  const title = `${text.slice(0, titleLength)}\n${over}\n${caption}`;
  const around = termSet(title, language);
  const periods = columnPeriods(table, 0, caption || nearest);
  const ofCaption = periods.size > 0 ? null : (periodIn([caption]) ?? periodIn([nearest]));
  const corner = table.columns[0]?.heads.join(" ") ?? "";
  const captionTerms = [caption || nearest, corner].flatMap((each) =>
    wordTerms(each, language).flat(),
  );
  const columns = table.columns.map(({ heads, column }: TableColumn) => {
    const headText = heads.join(" ");
    const period = periods.get(column) ?? ofCaption;
    return { heads: termSet(headText, language), headText, period };
  });
  const byRow = new Map<number, TableCell[]>();
  for (const cell of table.cells) appendTo(byRow, cell.row, cell);
  return table.rows.flatMap((row): RowPlace[] => {
    const all = byRow.get(row.row) ?? [];
    const cells = all.flatMap((cell): FigureCell[] => {
      const column = columns[cell.column];
      return cell.value !== null && column ? [{ cell, ...column }] : [];
    });
    if (cells.length === 0) return [];
    const spans = all.flatMap((cell) => cell.spans);
    const label = wordTerms(row.label, language);
    const groups = row.group.flatMap((group) => wordTerms(group, language).flat());
    return [
      {
        ...{ kind: "row", table, tableNumber, row, around, title, cells },
        span: {
          start: Math.min(...spans.map(({ start }) => start)),
          end: Math.max(...spans.map(({ end }) => end)),
        },
        label,
        terms: new Set(label.flat()),
        headWords: wordTerms(row.label.split(qualifier)[0] ?? "", language).length,
        above: new Set([...groups, ...captionTerms]),
      },
    ];
  });
}

function sentencePlaces(
  { text, passages, language }: FigurePage,
  rows: readonly RowPlace[],
): SentencePlace[] {
  const around = termSet(text.slice(0, titleLength), language);
  const readable = passages.filter(({ start, end }) => !isContents(text.slice(start, end)));
  return readable.flatMap((passage) =>
    answerUnits(text.slice(passage.start, passage.end)).flatMap((unit): SentencePlace[] => {
      if (unit.kind === "row") return [];
      const span = { start: passage.start + unit.start, end: passage.start + unit.end };
      if (rows.some((row) => row.span.start < span.end && row.span.end > span.start)) return [];
      const content = text.slice(span.start, span.end);
      const numbers = numbersIn(content);
      if (!numbers.some((number) => isFigure(number, content))) return [];
      const placed = termsByPlace(content, language);
      const words = [...placed.values()];
      const terms = new Set(words.flat());
      const starts = [...placed.keys()];
      return [{ kind: "sentence", span, text: content, words, starts, terms, numbers, around }];
    }),
  );
}

/** The number of a heading: "8 Warranty". */
const numberedHeading = /^\d{1,2} \p{Uppercase}[^.!?]{0,80}$/u;
/** A capitalised word within a sentence, and what follows the number of a product's name. */
const nameBefore = /[\p{Lowercase},] \p{Uppercase}[\p{Alpha}\p{M}]{1,40} $/u;
const afterName = /^(?: \p{Uppercase}|[,.;:)]|$)/u;

/** Whether a number in a sentence is a quantity, not a footnote's or part of "Office 365". */
export function isFigure(
  { kind, span: { start, end }, currency, percent }: NumberInText,
  sentence: string,
): boolean {
  if (kind !== "quantity" || (start < 4 && /^\s*[([]/u.test(sentence))) return false;
  if (start === 0 && numberedHeading.test(sentence)) return false;
  const isPlain = currency === null && !percent && /^\d{1,4}$/u.test(sentence.slice(start, end));
  return !(
    isPlain &&
    nameBefore.test(sentence.slice(Math.max(0, start - 50), start)) &&
    afterName.test(sentence.slice(end))
  );
}

/** A line of a table of contents: words, and the number of a page. */
const contentsLine = /[\s.…](\d{1,3})$/u;
const minContents = 5;

/** Whether most lines of a text end with a page number, and the numbers ascend. */
export function isContents(text: string): boolean {
  const lines = text.split("\n").filter((line) => /\p{Alpha}/u.test(line));
  const pages = lines.flatMap((line) => {
    const page = contentsLine.exec(line.trim())?.[1];
    return page === undefined ? [] : [Number(page)];
  });
  const ascending = pages.filter((page, index) => page >= (pages[index - 1] ?? 0)).length;
  return (
    pages.length >= minContents &&
    pages.length >= 0.6 * lines.length &&
    ascending >= 0.9 * pages.length
  );
}

export interface RowsPlace {
  readonly document: number;
  readonly passage: number;
}

export interface HitPage {
  readonly document: number;
  readonly page: number;
  readonly passages: SearchHit["span"][];
  /** Its best score, relative to that of the best hit. */
  readonly share: number;
}

/** Maximum number of pages searched for a question; each takes some milliseconds. */
const maxPages = 72;
/** The score, as a share of the best hit's, of pages found only by the things named. */
const shareByThings = 0.3;

/** The pages with hits, best first: found by the question, by rows, and by the things it names. */
export function pagesOf(
  hits: readonly SearchHit[],
  more: readonly SearchHit[],
  rows: readonly RowsPlace[],
  best: number,
  source: Pick<HitSource, "find">,
): Iterable<HitPage> {
  const pages = new Map<string, HitPage>();
  const known = new Set<string>();
  const add = (document: number, page: number, span: Span, share: number): void => {
    const id = `${document} ${page} ${span.start}`;
    if (known.has(id)) return;
    known.add(id);
    const key = `${document} ${page}`;
    const placed = pages.get(key);
    if (placed) placed.passages.push(span);
    else pages.set(key, { document, page, passages: [span], share });
  };
  const addHit = (hit: SearchHit, share: number): void =>
    add(documentOrdinal(hit.document) ?? 0, hit.page, hit.span, share);
  for (const hit of hits) addHit(hit, Math.min(1, hit.score / best));
  for (const { document, passage } of rows) {
    const found = source.find(document);
    if (!found) continue;
    const { page, start, end } = unpackPassage(found.passages.entries, passage);
    add(document, page, { start, end }, shareByThings);
  }
  for (const hit of more) addHit(hit, shareByThings);
  return [...pages.values()].slice(0, maxPages);
}
