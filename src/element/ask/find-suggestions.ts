import type { Pagehound } from "../../client/index.js";
import type { DocumentSummary, OutlineEntry, Table } from "../../core/index.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";

addEnglish(paneWords);

/** A suggested question that the documents answer. */
export type Suggestion =
  /** A question about the content of a section. */
  | { readonly kind: "heading"; readonly topic: string }
  /** A number in a table. */
  | { readonly kind: "row"; readonly label: string; readonly year: string }
  | { readonly kind: "question"; readonly text: string };

/** Maximum number of pages of a document that are searched for tables. */
const tablePages = 12;
/** Maximum number of questions tried for each document. */
const triedEach = 4;
// Headings that every report has say nothing about this one.
const plain =
  /^(?:(?:table of )?contents|index|notes?|references|appendix|glossary|introduction|contact)\b/i;
const plainWord =
  /^(?:abstract|anhang|background|conclusions?|discussion|einleitung|foreword|general|inhalt|introducción|methods?|miscellaneous|overview|preface|results|resumen|résumé|summary|zusammenfassung)$/i;
// A heading that continues on the next line.
const cut = /\b(?:an?|and|as|at|by|for|from|in|is|of|on|or|that|the|to|which|with)$/i;
// A row that names a period: its label does not say what the number is.
const spansTime = /\b(?:quarters?|months?|weeks?|years?)\b/i;
const asksItself = /[?？؟]$/u;

type Library = Pick<Pagehound, "outline" | "search" | "tables">;

/** The documents to make questions from, and how many. */
export interface SuggestionSources {
  readonly documents: readonly DocumentSummary[];
  readonly words: I18n;
  readonly most: number;
}

/** A question, and the pages on which its answer is. */
interface Candidate {
  readonly suggestion: Suggestion;
  readonly from: number;
  readonly to: number;
}

/**
 * Questions whose answer a search finds in the place they were made from, taking documents in turn:
 * questions the document asks itself, numbers in its tables, and its longest sections.
 */
export async function findSuggestions(
  library: Library,
  { documents, words, most }: SuggestionSources,
): Promise<Suggestion[]> {
  const found = new Map<string, Suggestion>();
  const candidates = documents.map((document) => candidatesOf(library, document));
  for (let turn = 0; turn < triedEach; turn++) {
    for (const [index, document] of documents.entries()) {
      if (found.size === most) return [...found.values()];
      const { value: candidate } = (await candidates[index]?.next()) ?? {};
      if (!candidate) continue;
      const question = suggestedQuestion(words, candidate.suggestion);
      if (found.has(question)) continue;
      if (await isAnswered(library, document, candidate, question)) {
        found.set(question, candidate.suggestion);
      }
    }
  }
  return [...found.values()];
}

/** Reads only what the next candidate needs: the first few usually are enough. */
async function* candidatesOf(
  library: Library,
  document: DocumentSummary,
): AsyncGenerator<Candidate, undefined> {
  const outline = await library.outline(document.id).catch(() => []);
  const asked = outline.find(({ text }) => asksItself.test(text.trim()) && isSpoken(text));
  if (asked) {
    const { text, page, lastPage } = asked;
    yield { suggestion: { kind: "question", text: text.trim() }, from: page, to: lastPage };
  }
  const row = await rowOf(library, document, outline);
  if (row) yield row;
  yield* sections(outline);
}

/** Headings that name a topic: those of several words first, then those with the most text. */
function sections(outline: readonly OutlineEntry[]): Candidate[] {
  // A single heading at the top is the document's title.
  const top = outline.some(({ level }) => level > 1) || outline.length < 3 ? 1 : 0;
  const named = outline.filter(({ text, level }) => {
    return (
      level > top && (isSpoken(text) || isWord(text)) && !asksItself.test(text) && !plain.test(text)
    );
  });
  const seen = new Set<string>();
  return named
    .toSorted((a, b) => Number(isWord(a.text)) - Number(isWord(b.text)) || b.words - a.words)
    .map(({ text, page, lastPage }) => ({ topic: topicOf(text), from: page, to: lastPage }))
    .filter(({ topic }) => !seen.has(topic) && seen.add(topic))
    .map(({ topic, from, to }) => ({ suggestion: { kind: "heading", topic }, from, to }));
}

/** A heading without the punctuation at its end. */
function topicOf(text: string): string {
  return text.trim().replace(/\s?[:;,.]$/u, "");
}

/** Whether a heading is a single word that may name a topic, such as "Battery". */
function isWord(text: string): boolean {
  const topic = topicOf(text);
  return /^\p{Uppercase}\p{Lowercase}{3,}$/u.test(topic) && !plainWord.test(topic);
}

function isSpoken(text: string): boolean {
  const words = text.trim().split(/\s+/).length;
  if (words < 2 || text.length > 64 || /\d/.test(text) || cut.test(text.trim())) return false;
  // Capitals only: usually a cover page or a running header, not a topic.
  return text !== text.toUpperCase() || text === text.toLowerCase();
}

/** The first row of a table that has a number for a year. */
async function rowOf(
  library: Library,
  { id, pages: { total } }: DocumentSummary,
  outline: readonly OutlineEntry[],
): Promise<Candidate | null> {
  const first = outline.length > 0 ? outline.map(({ page }) => page) : [1, 2, 3];
  const pages = [...new Set(first)].filter((page) => page <= total).slice(0, tablePages);
  for (const page of pages) {
    const tables = await library.tables(id, page).catch(() => []);
    for (const table of tables) {
      const suggestion = rowIn(table);
      if (suggestion) return { suggestion, from: page, to: page };
    }
  }
  return null;
}

function rowIn({ cells, columns, rows }: Table): Suggestion | null {
  const column = columns.find(({ period }) => period?.kind === "year" && period.year !== null);
  if (!column?.period?.year) return null;
  const row = rows.find(
    (one) =>
      one.group.length === 0 &&
      isSpoken(one.label) &&
      !spansTime.test(one.label) &&
      /^[\p{Alpha}\p{M}\s'’-]+$/u.test(one.label) &&
      cells.some(
        (cell) => cell.row === one.row && cell.column === column.column && cell.value !== null,
      ),
  );
  return row ? { kind: "row", label: row.label, year: String(column.period.year) } : null;
}

/** True if the best hit comes from the place that the question was made from. */
async function isAnswered(
  library: Library,
  { id }: DocumentSummary,
  { from, to }: Candidate,
  question: string,
): Promise<boolean> {
  const { hits } = await library.search(question, { limit: 3 });
  return hits.some(
    ({ document, page, marks }) =>
      document === id && page >= from && page <= to && marks.length > 0,
  );
}

export function suggestedQuestion(words: I18n, suggestion: Suggestion): string {
  if (suggestion.kind === "question") return suggestion.text;
  if (suggestion.kind === "heading") return words.t("ask.suggestion", { topic: suggestion.topic });
  const { label, year } = suggestion;
  return words.t("ask.suggestion.row", { label, year });
}
