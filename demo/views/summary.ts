import type { App } from "../app.js";
import { count, counted } from "../words.js";

/** The line above the results: how much was found, and how much was searched. */
export function summaryWords(app: App): string {
  const { search } = app;
  const { response } = search;
  if (search.failure) return "";
  if (search.slow) return "Searching…";
  if (search.query.trim() === "" || !response) return restingWords(app);
  const { hits, matches, coverage } = response;
  const covered = coverageWords(coverage.pages, coverage.pagesWithoutText);
  if (hits.length === 0) return `${covered.charAt(0).toUpperCase()}${covered.slice(1)}`;
  const documents = new Set(hits.map((hit) => hit.document)).size;
  const found =
    hits.length < matches
      ? `The best ${count(hits.length)} of ${counted(matches, "passage")}`
      : `${counted(hits.length, "passage")} in ${counted(documents, "document")}`;
  return `${found} · ${covered}`;
}

/** "searched 412 of 430 pages; 18 without text". */
function coverageWords(pages: number, without: number): string {
  if (without === 0) return `searched ${pages === 1 ? "1 page" : `all ${counted(pages, "page")}`}`;
  return `searched ${count(pages - without)} of ${counted(pages, "page")}; ${count(without)} without text`;
}

function restingWords(app: App): string {
  const chosen = app.documents.filter(({ id }) => app.selected.size === 0 || app.selected.has(id));
  const pages = chosen.reduce((sum, document) => sum + document.pages.total, 0);
  const text = chosen.reduce((sum, document) => sum + document.pages.text, 0);
  if (pages === 0) return app.ingest.running ? "The first documents are being read." : "";
  if (text === pages) return `${counted(pages, "page")} can be searched.`;
  return `${count(text)} of ${counted(pages, "page")} can be searched; ${count(pages - text)} without text.`;
}
