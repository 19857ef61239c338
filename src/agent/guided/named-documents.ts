import {
  type DocumentId,
  type DocumentSummary,
  legalForm,
  literalSource,
} from "../../core/index.js";
import type { FoundRow } from "../../search/index.js";
import type { ToolReader } from "../tools/tool.js";
import { squeezed } from "../verify/named-companies.js";
import { labelOf } from "./find.js";
import type { AskedQuestion } from "./understand.js";

/** With more documents than this, only their paths and titles are compared. */
const maxOpened = 80;
/** This many characters of a first page are enough to tell which company and time it is about. */
const openingLength = 3000;

/**
 * The documents that a question is about, likeliest first: those with a name that it mentions, best
 * matches of its time and kind first. All of them if it names none.
 */
export async function documentsFor(
  question: AskedQuestion,
  documents: readonly DocumentSummary[],
  reader: ToolReader,
  signal: AbortSignal,
): Promise<readonly DocumentSummary[]> {
  if (documents.length < 2) return documents;
  const names = namesIn(question.text);
  const owns = documents.map(({ path, metadata }) => `${path} ${metadata.title ?? ""}`);
  // First pages are read only if paths and titles do not decide.
  const isTold = owns.some((label) => nameScore(names, label, "") > 0);
  const openings = new Map<DocumentId, string>();
  if (!isTold && documents.length <= maxOpened) {
    for (const { id } of documents) {
      openings.set(id, await openingOf(id, reader, signal));
    }
  }
  const ranks = documents.map((document, index) => {
    const label = owns[index] ?? "";
    const opening = openings.get(document.id) ?? "";
    const name = nameScore(names, label, opening);
    return { document, name, time: timeScore(question, label, opening) };
  });
  const best = Math.max(...ranks.map(({ name }) => name));
  const sorted = ranks
    .filter(({ name }) => name === best)
    .sort((one, other) => other.time - one.time)
    .map(({ document }) => document);
  return asksLatest(question) ? byTime(sorted).reverse() : sorted;
}

/** Whether a question is about the latest of several reports. */
export function asksLatest({ periods, text }: AskedQuestion): boolean {
  return periods.length === 0 && latest.test(text);
}

/** "The most recent 10-Q", "in the latest quarter". */
const latest =
  /\b(?:latest|most recent|newest)\s+(?:\S+\s+){0,2}?(?:10-?[kq]|8-?k|quarter\w*|year\w*|report\w*|filing|period|annual|fiscal|statements?|document|results)\b/iu;

/** The time of a document in quarters, from its path and title; null if they do not contain it. */
export function timeOf({ path, metadata }: DocumentSummary): number | null {
  const label = `${path} ${metadata.title ?? ""}`;
  const [year] = label.match(/(?:19|20)\d\d(?!\d)/u) ?? [];
  const [, quarter] = /Q([1-4])(?!\d)/iu.exec(label) ?? [];
  // A report of a whole year comes after the first three quarters.
  return year === undefined ? null : Number(year) * 4 + (quarter ? Number(quarter) - 1 : 3);
}

/** Sorts documents by time; those without a time come first. */
export function byTime(documents: readonly DocumentSummary[]): DocumentSummary[] {
  return documents.toSorted((one, other) => (timeOf(one) ?? 0) - (timeOf(other) ?? 0));
}

/** A label without the name of the company or person that the document is about. */
export function withoutNames(
  label: string,
  { path, metadata }: DocumentSummary,
  opening: string,
): string {
  const names = squeezed(`${path} ${metadata.title ?? ""}`);
  const isName = (word: string): boolean => {
    const plain = squeezed(word.replace(/['’]s$/iu, ""));
    return (
      plain.length > 2 &&
      (names.includes(plain) ||
        (isCompany(opening.slice(0, 1200), plain) &&
          !noName.test(plain) &&
          // A word that also occurs in small letters is not a name.
          !new RegExp(`(?<!\\p{Alpha})${plain}(?!\\p{Alpha})`, "u").test(opening) &&
          /^\p{Uppercase}\p{Lowercase}|^\p{Uppercase}{4,}/u.test(word)))
    );
  };
  const words = label.split(" ");
  const kept = words.filter(
    (word) => !(/^\p{Uppercase}/u.test(word) && isName(word.replace(/[.,]$/u, ""))),
  );
  const rest = kept
    .join(" ")
    .replace(/(?:^|\s)(?:for|of|in|by|at)(?=\s*(?:$|for\b|of\b|in\b|by\b|from\b))/giu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:in|of|for|by|at|its|their|the)\s+/iu, "");
  return rest === "" ? label : rest;
}

/**
 * Why figures may belong to a company other than the one asked about. Null if the question names
 * the one that their document is about, and no name that is unknown to the document and the tables.
 */
export function whoseDoubt(
  question: string,
  rows: readonly FoundRow[],
  { path, metadata, opening }: DocumentSummary & { readonly opening: string },
  isOneOfMany: boolean,
): string | null {
  if (new Set(rows.map(({ document }) => document)).size > 1) {
    return "The figures are in different documents.";
  }
  const texts = rows.flatMap(({ table, row }) => [
    labelOf({ table, row }),
    ...(table.rows.find((one) => one.row === row)?.group ?? []),
    table.caption?.text ?? "",
    ...table.columns.flatMap(({ heads }) => heads),
  ]);
  // Short names in capitals are mostly measures, and the first word is always capitalised.
  const [first = ""] = /^\p{Alpha}+(?!['’\p{Alpha}])/u.exec(question) ?? [];
  const names = namesIn(question).filter(
    (name) => name !== first && /\p{Lowercase}|\p{Alpha}{6}/u.test(name),
  );
  const label = `${path} ${metadata.title ?? ""}`;
  const known = names.filter((name) => nameScore([name], label, opening) > 0);
  const around = texts.join("\n");
  const strangers = names.filter((name) => !known.includes(name) && !hasWord(around, name));
  if (strangers.length > 0) {
    return `${path} does not say that it is about ${strangers.map((one) => `“${one}”`).join(", ")}.`;
  }
  return isOneOfMany && known.length === 0 ? `The question does not name ${path}.` : null;
}

/** Whether a word is part of a company's name in a text. */
function isCompany(text: string, word: string): boolean {
  const plain = literalSource(word);
  // Up to two more words may come before the company's legal form.
  return new RegExp(
    `(?<!\\p{Alpha})${plain}(?!\\p{Alpha})(?:[\\s,.&’'-]+\\p{Alpha}+){0,2}[\\s,.]+${legalForm}`,
    "iu",
  ).test(text);
}

/** The beginning of a document's first page. */
export async function openingOf(
  document: DocumentId,
  reader: ToolReader,
  signal: AbortSignal,
): Promise<string> {
  const passages = await reader.passages(document, { pages: { from: 1, to: 1 }, signal });
  return passages
    .map(({ text }) => text)
    .join("\n")
    .slice(0, openingLength);
}

/** Capitalised words that are not names. */
const noName =
  /^(?:what|which|who|how|when|where|why|did|does|do|is|are|was|were|has|have|had|can|will|if|in|of|for|by|as|at|on|the|an?|among|according|based|using|considering|please|fy\d*|q[1-4]|[1-4]q\d*|usd|january|february|march|april|may|june|july|august|september|october|november|december|cogs|ebitda|capex|opex|dpo|dio|dso|roa|roe|eps|pp&e|ppne|sg&a|r&d|p&l|gaap|non|fiscal|year|quarter|adjusted|core|real|organic|gross|net|total|operating|comparable|reported|underlying|free|diluted|basic|quick|current|working|return|effective|average|balance|sheet|statement|income|cash|flow|round|answer|calculate|define|address|give|state|k|10k|10q|8k|10-k|10-q|8-k)$/iu;

/** The words of a question that are written like names. */
function namesIn(text: string): string[] {
  const words =
    text.match(/(?<!\p{Alpha})\p{Uppercase}[\p{Alpha}\p{N}&.]*(?:-[\p{Alpha}\p{N}]+)*/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/\.$/u, "")))].filter(
    (word) => !noName.test(word),
  );
}

/** Scores the names that a document has: more for its path or title, less for its first page. */
function nameScore(names: readonly string[], label: string, opening: string): number {
  const owned = squeezed(label);
  let score = 0;
  for (const name of names) {
    const plain = squeezed(name);
    if (plain.length < 2) continue;
    if (plain.length > 2 && owned.includes(plain)) score += 2;
    else if (hasWord(opening, name) || isShortFor(plain, opening)) score += 1;
  }
  return score;
}

function hasWord(text: string, word: string): boolean {
  const plain = literalSource(word);
  return new RegExp(`(?<![\\p{Alpha}\\p{N}])${plain}(?![\\p{Alpha}\\p{N}])`, "iu").test(text);
}

/** Maximum number of characters of a short name made from the beginnings of two words. */
const longestShort = 16;

/** "Amex" for "American Express": the beginnings of two adjacent words. */
function isShortFor(short: string, text: string): boolean {
  if (short.length < 4 || short.length > longestShort) return false;
  for (let cut = 2; cut <= short.length - 2; cut++) {
    const parts = [short.slice(0, cut), short.slice(cut)].map((part) =>
      part.replace(/[^\p{Alpha}\p{N}]/gu, ""),
    );
    if (new RegExp(`(?<!\\p{Alpha})${parts[0]}\\p{Alpha}+ ${parts[1]}\\p{Alpha}+`, "iu").test(text))
      return true;
  }
  return false;
}

const forms: readonly (readonly [asked: RegExp, own: RegExp])[] = [
  [/\b8-?k\b|current report/iu, /8-?k(?![a-z])|current\s+report/iu],
  [/\b10-?q\b|quarterly report/iu, /10-?q(?![a-z])|quarterly\s+report/iu],
  [/\b10-?k\b|annual report/iu, /10-?k(?![a-z])|annual\s+report/iu],
  [/\bearnings (?:release|report|call)|press release\b/iu, /earnings|results/iu],
];

/** How well a document matches the time and the kind that are asked for. */
function timeScore({ periods, text }: AskedQuestion, label: string, opening: string): number {
  let score = 0;
  for (const [asked, is] of forms) {
    if (asked.test(text)) score += is.test(label) ? 2 : is.test(opening) ? 1.5 : 0;
  }
  const latest = Math.max(...periods.map(({ year }) => year));
  const quarter =
    periods.find(({ year, quarter: one }) => year === latest && one !== null)?.quarter ?? null;
  if (!Number.isFinite(latest)) return score;
  const inName = (label.match(/(?:19|20)\d\d/gu) ?? []).map(Number);
  const onPage = (opening.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? []).map(Number);
  if (inName.includes(latest)) score += 3;
  else if (inName.length === 0 && onPage.includes(latest)) score += 2;
  // The report of the following year has its figures, too.
  else if (inName.includes(latest + 1)) score += 1;
  const isQuarterly = /10-?q(?![a-z])|Q[1-4](?!\d)|quarterly\s+report/iu;
  const isAnnual = /10-?k(?![a-z])|annual/iu;
  if (quarter !== null) {
    if (new RegExp(`Q${quarter}(?!\\d)`, "iu").test(label)) score += 2;
    else if (quarter < 4 && (isQuarterly.test(label) || isQuarterly.test(opening))) score += 0.5;
    else if (quarter === 4 && isAnnual.test(label)) score += 0.5;
  } else if (isAnnual.test(label) || (!isQuarterly.test(label) && isAnnual.test(opening)))
    score += 1;
  return score;
}
