/** A way to ask for less: what it does, and the query that is left. */
export interface Loosening {
  readonly label: string;
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
    found.push({ label: "Remove the quotes", query: tidy(loose) });
  }
  if (without.length > 0) {
    const label = without.length === 1 ? `Remove ${without[0]}` : "Leave nothing out";
    found.push({ label, query: tidy([positive, ...parts].join(" ")) });
  }
  if (parts.length > 0) {
    const label = parts.length === 1 ? `Remove ${parts[0]}` : "Remove the filters";
    found.push({ label, query: tidy(words) });
  }
  return found;
}

function tidy(query: string): string {
  return query.replace(/\s+/g, " ").trim();
}
