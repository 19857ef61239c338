import type { Citation } from "../src/index.js";
import { cutLine } from "../src/search/grep/format-grep.js";

/** Texts of pages that citations are on, by `pageKey`. */
export type PageTexts = Readonly<Record<string, string>>;

const longestLine = 200;

/** Names the page of a citation in `PageTexts`. */
export function pageKey({ document, page }: Pick<Citation, "document" | "page">): string {
  return `${document}.p${page}`;
}

/** A citation's quote; if it is hardly more than a number, the whole line on its page. */
export function printedQuote(citation: Citation, pages: PageTexts): string {
  const { quote, span } = citation;
  const text = pages[pageKey(citation)];
  if (text === undefined || !isBare(quote)) return quote;
  const start = text.lastIndexOf("\n", span.start - 1) + 1;
  const end = text.indexOf("\n", span.end);
  const line = text.slice(start, end < 0 ? undefined : end);
  const mark = { start: span.start - start, end: span.end - start };
  return cutLine(line, [mark], longestLine);
}

/** Whether a quote has too few words to say what its number means. */
function isBare(quote: string): boolean {
  return (quote.match(/\p{Alpha}{2,}/gu) ?? []).length < 2;
}
