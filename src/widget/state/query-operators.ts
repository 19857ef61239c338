/** A way to ask for less. */
export interface Loosening {
  readonly kind: "quotes" | "exclusions" | "filters";
  /** The condition that is taken back, as it was typed, when it is the only one of its kind. */
  readonly only: string | null;
  /** The query that is left. */
  readonly query: string;
}

// These decide what is said when nothing was found, and nothing else; the library reads the query.
const filters = /(?<![\p{L}\p{N}])-?(?:doc|type|page)[:：](?:["“][^"”]*["”]|\S+)/giu;
const exclusions = /(?<=^|\s)-(?:["“][^"”]*["”]|\p{L}\S*)/gu;
const phrases = /(["“”„‟＂])([^"“”„‟＂]+)["“”„‟＂]|«[^»]+»|「[^」]+」|『[^』]+』/gu;
const quotes = /["“”„‟＂«»「」『』]/g;

/** Whether a query asks for more than any of its words. */
export function hasOperators(query: string): boolean {
  return loosenings(query).length > 0 || /\sOR\s/.test(query);
}

/** Whether a query only narrows, and has no word to look for. */
export function onlyNarrows(query: string): boolean {
  return !/[\p{L}\p{N}]/u.test(query.replace(filters, " ").replace(exclusions, " "));
}

/** What can be taken back of a query, one kind of condition at a time. */
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
