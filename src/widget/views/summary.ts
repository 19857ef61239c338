import { html, type TemplateResult } from "lit";
import type { Coverage, GrepResponse, PageGap, SearchResponse } from "../../index.js";
import type { App } from "../state/app.js";
import { hasOperators, onlyNarrows } from "../state/query-operators.js";
import { count, counted } from "../state/words.js";

/** The line above the results: how much was found, and how much was searched. */
export function summaryWords(app: App): string | TemplateResult {
  const { asking, mode, search, patterns } = app;
  if (asking.resting) return restingWords(app);
  if (mode === "pattern") {
    if (patterns.failure) return patterns.fault ?? "";
    if (patterns.slow) return progressWords(app);
    return patterns.response ? patternWords(patterns.response) : restingWords(app);
  }
  if (search.failure) return "";
  if (search.slow) return "Searching…";
  return search.response ? queryWords(app, search.response) : restingWords(app);
}

function queryWords(app: App, response: SearchResponse): string {
  const { search } = app;
  const { query, hits, matches, coverage } = response;
  const narrowed = coverage.documents < app.documents.list.length;
  const of = narrowed ? ` of ${counted(coverage.documents, "document")}` : "";
  const covered = coverageWords(coverage, of);
  if (hits.length === 0 && onlyNarrows(query)) return restingWords(app);
  if (hits.length === 0) return `${covered.charAt(0).toUpperCase()}${covered.slice(1)}`;
  const inDocuments = new Set(hits.map((hit) => hit.document)).size;
  const shown = counted(hits.length, "passage");
  if (!search.hasMore) return `${shown} in ${counted(inDocuments, "document")} · ${covered}`;
  // How many passages have a phrase is not known before all of them are read.
  if (hasOperators(query)) return `The best ${shown} · ${covered}`;
  return `The best ${count(hits.length)} of ${counted(matches, "passage")} · ${covered}`;
}

/** "41 matches in 38 lines, in 3 of 12 documents · searched all 430 pages". */
function patternWords({ matches, lines, documents, coverage }: GrepResponse): string {
  const covered = coverageWords(coverage);
  if (lines === 0) return `${covered.charAt(0).toUpperCase()}${covered.slice(1)}`;
  const where = `in ${count(documents.length)} of ${counted(coverage.documents, "document")}`;
  return `${counted(matches, "match", "matches")} in ${counted(lines, "line")}, ${where} · ${covered}`;
}

/** How far a pattern search is; the numbers are for those who see them move. */
function progressWords({ patterns: { progress } }: App): string | TemplateResult {
  const loading = progress?.phase === "loading";
  const what = loading ? "Getting the text ready…" : "Matching…";
  if (!progress || progress.total < 2) return what;
  const { done, total } = progress;
  return html`${what} <span aria-hidden="true">${count(done)} of ${counted(total, "document")}</span>`;
}

/** "searched 412 of 430 pages; 18 scanned". */
function coverageWords({ pages, pagesWithoutText: without, gaps }: Coverage, of = ""): string {
  if (without === 0) return `searched ${pages < 2 ? "" : "all "}${counted(pages, "page")}${of}`;
  const searched = `searched ${count(pages - without)} of ${counted(pages, "page")}${of}`;
  return `${searched}; ${reasonsWords(gaps, without)}`;
}

const reasons = ["scanned", "unreadable", "empty"] as const;

/** "15 scanned, 3 empty"; "18 without text" when not all of them are named. */
function reasonsWords(gaps: readonly PageGap[], without: number): string {
  const counts = reasons.map((reason) => {
    const ranges = gaps.filter((gap) => gap.reason === reason).flatMap(({ pages }) => pages);
    return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  });
  const named = counts.reduce((sum, pages) => sum + pages, 0);
  if (named !== without) return `${count(without)} without text`;
  return reasons
    .map((reason, index) => ({ reason, pages: counts[index] ?? 0 }))
    .filter(({ pages }) => pages > 0)
    .map(({ reason, pages }) => `${count(pages)} ${reason}`)
    .join(", ");
}

function restingWords(app: App): string {
  const chosen = app.documents.list.filter(
    ({ id }) => app.documents.selected.size === 0 || app.documents.selected.has(id),
  );
  const pages = chosen.reduce((sum, document) => sum + document.pages.total, 0);
  const text = chosen.reduce((sum, document) => sum + document.pages.text, 0);
  if (pages === 0) return app.ingest.running ? "The first documents are being read." : "";
  if (text === pages) return `${counted(pages, "page")} can be searched.`;
  const gaps = chosen.flatMap((document) => document.gaps);
  const searchable = `${count(text)} of ${counted(pages, "page")} can be searched`;
  return `${searchable}; ${reasonsWords(gaps, pages - text)}.`;
}
