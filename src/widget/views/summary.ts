import { html, type TemplateResult } from "lit/html.js";
import type { GrepResponse, SearchResponse } from "../../index.js";
import type { App } from "../state/app.js";
import { coverageWords, gapsWords } from "../state/coverage-words.js";
import { hasOperators, onlyNarrows } from "../state/query-operators.js";
import type { Words } from "../strings/words.js";

/** The line above the results: how much was found, and how much was searched. */
export function summaryWords(app: App): string | TemplateResult {
  const { asking, mode, search, patterns, words } = app;
  if (asking.resting) return restingWords(app);
  if (mode === "pattern") {
    if (patterns.failure) return patterns.fault === null ? "" : faultWords(words, patterns.fault);
    if (patterns.slow) return progressWords(app);
    return patterns.response ? patternWords(words, patterns.response) : restingWords(app);
  }
  if (search.failure) return "";
  if (search.slow) return words.t("search.slow");
  return search.response ? queryWords(app, search.response) : restingWords(app);
}

function queryWords(app: App, response: SearchResponse): string {
  const { search, words } = app;
  const { query, hits, matches, coverage } = response;
  const narrowed = coverage.documents < app.documents.list.length;
  if (hits.length === 0 && onlyNarrows(query)) return restingWords(app);
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
    // How many passages have a phrase is not known before all of them are read.
    if (hasOperators(query)) return words.t("search.found.best", { count: shown });
    return words.t("search.found.bestOf", { shown, count: matches });
  }
}

/** "41 matches in 38 lines, in 3 of 12 documents · searched all 430 pages". */
function patternWords(words: Words, response: GrepResponse): string {
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

/** What is wrong with a pattern. The reason is the library's: it names the place in the pattern. */
function faultWords(words: Words, reason: string): string {
  return words.locale.startsWith("en") ? reason : words.t("search.pattern.fault", { reason });
}

/** How far a pattern search is; the numbers are for those who see them move. */
function progressWords({ patterns: { progress }, words }: App): string | TemplateResult {
  const loading = progress?.phase === "loading";
  const what = words.t(loading ? "search.lines.preparing" : "search.lines.matching");
  if (!progress || progress.total < 2) return what;
  const { done, total } = progress;
  return html`${what} <span aria-hidden="true">${words.t("search.lines.progress", { done, count: total })}</span>`;
}

function restingWords({ documents, ingest, words }: App): string {
  const chosen = documents.list.filter(
    ({ id }) => documents.selected.size === 0 || documents.selected.has(id),
  );
  const count = chosen.reduce((sum, document) => sum + document.pages.total, 0);
  const searchable = chosen.reduce((sum, document) => sum + document.pages.text, 0);
  if (count === 0) return ingest.running ? words.t("search.reading") : "";
  if (searchable === count) return words.t("search.rest.all", { count });
  const gaps = chosen.flatMap((document) => document.gaps);
  return words.t("search.rest.some", {
    searchable,
    count,
    gaps: gapsWords(words, gaps, count - searchable),
  });
}
