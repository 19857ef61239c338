import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { GrepResponse } from "../../collection/index.js";
import type { Correction, Coverage, PageGap } from "../../core/index.js";
import type { SearchMode, SearchResponse } from "../../search/index.js";
import { anyOf } from "../ask/steps.js";
import { countPages, gapsOf, gapWords, unitsOf, unitsWords } from "../documents/document-words.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import type { Drawn } from "../shell/view-parts.js";
import type { SearchFeature } from "./search-feature.js";

addEnglish(paneWords);

/** The line above the results: how much was found, and how much was searched. */
export function summaryWords(feature: SearchFeature): string | TemplateResult {
  const { asking, mode, search, patterns } = feature;
  const { words } = feature.shell;
  const { list } = feature.documents;
  // The empty notebook is explained below.
  if (list.within && list.listed.length === 0) return "";
  if (asking.resting) return restingWords(feature);
  if (mode === "pattern") {
    if (patterns.failure) return patterns.fault === null ? "" : faultWords(words, patterns.fault);
    if (patterns.slow) return progressWords(feature);
    return patterns.response ? patternWords(words, patterns.response) : restingWords(feature);
  }
  if (search.failure) return "";
  if (search.slow) return words.t("search.slow");
  return search.response ? queryWords(feature, search.response) : restingWords(feature);
}

function queryWords(feature: SearchFeature, response: SearchResponse): string {
  const { search } = feature;
  const { words } = feature.shell;
  const { query, hits, matches, coverage } = response;
  const narrowed = coverage.documents < feature.documents.list.all.length;
  if (hits.length === 0 && onlyNarrows(query)) return restingWords(feature);
  if (hits.length === 0) return coverageWords(words, coverage, { narrowed, alone: true });
  const covered = coverageWords(words, coverage, { narrowed });
  return words.t("search.withCoverage", { found: foundWords(), covered });
  function foundWords(): string {
    const shown = hits.length;
    if (!search.hasMore) {
      const inDocuments = new Set(hits.map((hit) => hit.document)).size;
      const documents = words.t("search.found.documents", { count: inDocuments });
      return words.t("search.found.all", { count: shown, documents });
    }
    // The number of passages with a phrase is unknown until all of them are read.
    if (hasOperators(query)) return words.t("search.found.best", { count: shown });
    return words.t("search.found.bestOf", { shown, count: matches });
  }
}

/** "41 matches in 38 lines, in 3 of 12 documents · searched all 430 pages". */
function patternWords(words: I18n, response: GrepResponse): string {
  const { matches, lines, documents, coverage } = response;
  if (lines === 0) return coverageWords(words, coverage, { alone: true });
  const found = words.t("search.lines.found", {
    matches: words.t("search.lines.found.matches", { count: matches }),
    lines: words.t("search.lines.found.lines", { count: lines }),
    matching: documents.length,
    count: coverage.documents,
  });
  return words.t("search.withCoverage", { found, covered: coverageWords(words, coverage) });
}

/** Describes the error in a pattern by the library's reason, which has the position. */
function faultWords(words: I18n, reason: string): string {
  return words.locale.startsWith("en") ? reason : words.t("search.pattern.fault", { reason });
}

/** The progress of a pattern search; the numbers are hidden from screen readers. */
function progressWords({
  patterns: { progress },
  shell: { words },
}: SearchFeature): string | TemplateResult {
  const loading = progress?.phase === "loading";
  const what = words.t(loading ? "search.lines.preparing" : "search.lines.matching");
  if (!progress || progress.total < 2) return what;
  const { done, total } = progress;
  return html`${what} <span aria-hidden="true">${words.t("search.lines.progress", { done, count: total })}</span>`;
}

function restingWords({ documents, shell: { words } }: SearchFeature): string {
  const { ingest, list } = documents;
  const chosen = list.all.filter(({ id }) => list.isSelected(id));
  const { count, searchable } = countPages(chosen);
  if (count === 0) return ingest.running ? words.t("search.reading") : "";
  const units = unitsOf(chosen);
  if (units) {
    const gaps = gapsOf(words, chosen);
    const extent = isInDocuments(units, gaps === "")
      ? words.t("common.documents", { count: chosen.length })
      : unitsWords(words, units, gaps);
    return words.t("search.rest.units", { extent });
  }
  if (searchable === count) return words.t("search.rest.all", { count });
  return words.t("search.rest.some", { searchable, count, gaps: gapsOf(words, chosen) });
}

/** Remarks on a search that its results do not show, a sentence each. */
export function remarksView(feature: SearchFeature): Drawn {
  const remarks = remarksOn(feature);
  if (remarks.length === 0) return nothing;
  return html`<ul class="remarks">
    ${repeat(
      remarks,
      (remark) => remark,
      (remark) => html`<li dir="auto">${remark}</li>`,
    )}
  </ul>`;
}

function remarksOn({
  asking,
  mode,
  search,
  patterns,
  documents,
  by,
  shell: { words },
}: SearchFeature): string[] {
  if (asking.resting || asking.failure) return [];
  if (mode === "pattern") return patterns.response ? onPattern(patterns.response) : [];
  return search.response ? onQuery(words, search.response, documents.list.all.length, by) : [];
}

function onPattern({ stopped, notes }: GrepResponse): string[] {
  return stopped ? [stopped.message, ...notes] : [...notes];
}

function onQuery(
  words: I18n,
  response: SearchResponse,
  documents: number,
  by: SearchMode,
): string[] {
  const { query, hits, corrections, unmatched, ignored, coverage } = response;
  const isPart = coverage.documents < documents;
  const corrected = new Set(corrections.map(({ from }) => from));
  const missing = unmatched.filter((word) => !corrected.has(word));
  const remarks: string[] = (response.relaxed ?? [])
    .slice(0, MOST)
    .map(({ kind, text }) =>
      kind === "phrase"
        ? words.t("remark.relaxed.phrase", { text: text.replace(quotes, "").trim() })
        : words.t(`remark.relaxed.${kind}`, { word: words.t("remark.quoted", { text }) }),
    );
  if (hits.length > 0 && corrections.length > 0) {
    remarks.push(correctedWords(words, corrections, isPart));
  }
  // If nothing was found, the view below says so.
  if (missing.length > 0 && (hits.length > 0 || hasOperators(query))) {
    const key = isPart ? "remark.missing.scope" : "remark.missing";
    remarks.push(words.t(key, { words: quotedWords(words, missing) }));
  }
  if (response.withoutVectors) {
    const key = by === "meaning" ? "meaning.without.meaning" : "meaning.without";
    remarks.push(words.t(key, { count: response.withoutVectors }));
  }
  for (const { text, reason } of ignored) remarks.push(words.t("remark.unused", { text, reason }));
  return remarks;
}

/** Says which words were taken for typos, and what was searched for instead. */
export function correctedWords(
  words: I18n,
  corrections: readonly Correction[],
  isPart: boolean,
): string {
  const listed = (key: keyof Correction): string =>
    quotedWords(
      words,
      corrections.map((correction) => correction[key]),
    );
  const key = isPart ? "remark.corrected.scope" : "remark.corrected";
  return words.t(key, { from: listed("from"), to: listed("to") });
}

const MOST = 5;

/** “one”, “two” or “three”. */
export function quotedWords(words: I18n, texts: readonly string[]): string {
  const quoted = [...new Set(texts)].map((text) => words.t("remark.quoted", { text }));
  const count = quoted.length - MOST;
  const rest = count > 0 ? [words.t("remark.moreWords", { count })] : [];
  return anyOf([...quoted.slice(0, MOST), ...rest], words);
}

/** How much was searched: as part of a line, or as the whole of it. */
export function coverageWords(
  words: I18n,
  coverage: Coverage,
  { narrowed = false, alone = false }: { narrowed?: boolean; alone?: boolean } = {},
): string {
  const { pages, pagesWithoutText: without, gaps, documents } = coverage;
  const form = alone ? "only" : "covered";
  const extent = extentWords(words, coverage);
  if (extent !== null) {
    return narrowed && !isInDocuments(coverage.units, without === 0)
      ? words.t(`search.${form}.unitsOf`, {
          extent,
          documents: words.t("common.documents", { count: documents }),
        })
      : words.t(`search.${form}.units`, { extent });
  }
  const count = pages;
  if (without === 0) {
    return narrowed
      ? words.t(`search.${form}.allOf`, { count, documents: documentsWords(words, documents) })
      : words.t(`search.${form}.all`, { count });
  }
  const searched = pages - without;
  const reasons = gapsWords(words, gaps, without);
  return narrowed
    ? words.t(`search.${form}.someOf`, {
        count,
        searched,
        gaps: reasons,
        documents: documentsWords(words, documents),
      })
    : words.t(`search.${form}.some`, { count, searched, gaps: reasons });
}

/**
 * Whether documents are counted, because texts without pages are among them: the parts into which
 * these are cut mean nothing. If not all pages have text, those without are named among all pages.
 */
function isInDocuments(units: Coverage["units"], allHaveText: boolean): boolean {
  return units !== undefined && units.part > 0 && allHaveText;
}

/** "11 pages, 1 sheet; 2 scanned", or "3 documents": what was searched; null if all are pages. */
export function extentWords(words: I18n, coverage: Coverage): string | null {
  const { documents, units, gaps, pagesWithoutText: without } = coverage;
  if (!units) return null;
  if (isInDocuments(units, without === 0)) return words.t("common.documents", { count: documents });
  return unitsWords(words, units, without === 0 ? "" : gapsWords(words, gaps, without));
}

/** "15 scanned, 3 empty"; "18 without text" if not all of them are named. */
export function gapsWords(words: I18n, gaps: readonly PageGap[], without: number): string {
  const counts = { scanned: 0, unreadable: 0, empty: 0 };
  for (const { reason, pages } of gaps) {
    for (const { from, to } of pages) counts[reason] += to - from + 1;
  }
  const named = counts.scanned + counts.unreadable + counts.empty;
  if (named !== without) return words.t("search.gaps.without", { count: without });
  return gapWords(words, counts);
}

function documentsWords(words: I18n, count: number): string {
  return words.t("search.covered.documents", { count });
}

/** A way to relax the query. */
export interface Loosening {
  readonly kind: "quotes" | "exclusions" | "filters";
  /** The condition to drop, as it was typed, if it is the only one of its kind. */
  readonly only: string | null;
  readonly query: string;
}

// Used only to decide what to show if nothing was found; the library parses the query.
const filters =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])-?(?:doc|type|page|after|before|author)[:：](?:["“][^"”]{0,400}["”]|\S+)/giu;
const exclusions =
  /(?<=^|\s)-(?:["“][^"”]{0,400}["”]|(?![A-Za-z](?![\p{Alpha}\p{M}\p{N}*:：]))\p{Alpha}\S*)/gu;
const phrases = /(["“”„‟＂])([^"“”„‟＂]+)["“”„‟＂]|«[^«»]+»|「[^「」]+」|『[^『』]+』/gu;
const quotes = /["“”„‟＂«»「」『』]/g;

/** Whether a query requires more than that any one of its words occurs. */
export function hasOperators(query: string): boolean {
  return loosenings(query).length > 0 || /\sOR\s/.test(query);
}

/** Whether a query has only filters, and no word to search for. */
export function onlyNarrows(query: string): boolean {
  return !/[\p{Alpha}\p{N}]/u.test(query.replace(filters, " ").replace(exclusions, " "));
}

/** The conditions of a query that can be dropped, one kind at a time. */
export function loosenings(query: string): Loosening[] {
  const found: Loosening[] = [];
  const parts = query.match(filters) ?? [];
  const words = query.replace(filters, " ");
  const without = words.match(exclusions) ?? [];
  const positive = words.replace(exclusions, " ");
  if (positive.search(phrases) >= 0) {
    const loose = [positive.replace(quotes, " "), ...without, ...parts].join(" ");
    found.push({ kind: "quotes", only: null, query: tidy(loose) });
  }
  if (without.length > 0) {
    const query = tidy([positive, ...parts].join(" "));
    found.push({ kind: "exclusions", only: onlyOne(without), query });
  }
  if (parts.length > 0) {
    found.push({ kind: "filters", only: onlyOne(parts), query: tidy(words) });
  }
  return found;
}

function onlyOne(conditions: readonly string[]): string | null {
  return conditions.length === 1 ? (conditions[0] ?? null) : null;
}

function tidy(query: string): string {
  return query.replace(/\s+/g, " ").trim();
}
