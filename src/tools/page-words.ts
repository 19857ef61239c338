/** Pages of a document, as a model names them in words. */
export interface PageWords {
  /** The document's name; null when there is none. */
  readonly document: string | null;
  readonly first: number;
  /** As `first` where only one page is named. */
  readonly last: number;
}

const unit = String.raw`(?:pages?|pp?\.?|parts?)`;
const numbers = String.raw`(?:no\.?\s*|#)?(\d{1,9})`;
const behind = new RegExp(
  String.raw`^(.{1,120}?)[\s.,:]+${unit}\s*${numbers}(?:\s*(?:-|–|to|and)\s*(?:p\.?|\1\.p)?(\d{1,9}))?$`,
  "i",
);
const before = new RegExp(
  String.raw`^${unit}\s*${numbers}(?:\s*(?:-|–|to|and)\s*(?:p\.?)?(\d{1,9}))?(?:[\s,:]+(?:(?:of|in|from)\s+)?(?:(?:the\s+)?document\s+)?(.{1,120}))?$`,
  "i",
);

/** "d3 pages 12 to 14", "report.pdf, p. 12", "page 52 of d1", "page 52"; null for anything else. */
export function pageWords(name: string): PageWords | null {
  const [, ahead, ...pagesBehind] = behind.exec(name) ?? [];
  if (ahead !== undefined) return { document: ahead, ...pages(pagesBehind) };
  const [whole, first, last, document = null] = before.exec(name) ?? [];
  return whole === undefined ? null : { document, ...pages([first, last]) };
}

function pages([first, last = first]: readonly (string | undefined)[]): {
  first: number;
  last: number;
} {
  return { first: Number(first), last: Number(last) };
}
