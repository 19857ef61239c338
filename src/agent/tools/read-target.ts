import {
  type DocumentSummary,
  invalidArgument,
  notFound,
  type OutlineEntry,
  PagehoundError,
  parseEvidenceId,
} from "../../core/index.js";

import { counted, firstOf, onOneLine } from "../reading/wording.js";
import { choices, findDocuments, findOneDocument, nearestDocuments } from "./find-documents.js";
import type { ToolContext } from "./tool.js";

/** A target of `read`, and the offset to continue from. */
export interface ReadTarget {
  readonly target: string;
  readonly from: string | undefined;
}

type Scope = Pick<ToolContext, "reader" | "signal">;

/** Maximum number of headings that an error lists. */
const maxNamed = 6;

/**
 * Resolves a model's name for something to read: an id as results write it, with or without
 * brackets, alone or among other words; pages in words ("d3 pages 12 to 14", "page 12 of
 * report.pdf"); a place to continue from ("d3.p12.s4+350"); a document's name; or a heading's text,
 * with or without its document. Throws `not-found` and `invalid-argument`.
 */
export async function readTarget(what: string, scope: Scope): Promise<ReadTarget> {
  const name = bareName(what);
  if (idForm.test(name)) {
    await findOneDocument(name, scope);
    return { target: name, from: undefined };
  }
  const [, passage = ""] = /^(.*)\+\d{1,9}$/.exec(name) ?? [];
  if (parseEvidenceId(passage)) return { target: passage, from: name };
  const ways = [pagesNamed, idAmongWords, documentNamed, documentTwiceNamed, headingNamed];
  for (const way of ways) {
    const target = await unlessNotFound(way(name, scope));
    if (target !== null) return { target, from: undefined };
  }
  throw await nothingNamed(name, scope);
}

/** Null if the item does not exist; other errors are rethrown. */
async function unlessNotFound<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (thrown) {
    if (PagehoundError.isInstance(thrown) && thrown.code === "not-found") return null;
    throw thrown;
  }
}

/** The error for a name that means nothing, saying which documents there are and what can be read. */
async function nothingNamed(name: string, { reader, signal }: Scope): Promise<PagehoundError> {
  const documents = await reader.documents({ signal });
  const message =
    documents.length === 0
      ? "There are no documents."
      : `There is no document or heading "${onOneLine(name, 40)}". The nearest are: ${choices(nearestDocuments(name, documents))}. Give d1, d1.h5, d1.p12-14 or d1.p12.s4.`;
  return notFound(message);
}

/** An id as results write it; the item it names may not exist. */
const idForm = /^d\d+(?:\.h\d+|\.p\d+(?:\.s\d+|-p?\d+)?)?$/;

/** Pages in words, of the only document if none is named. */
async function pagesNamed(name: string, scope: Scope): Promise<string | null> {
  const pages = pageWords(name);
  if (!pages) return null;
  const [only, ...others] = await (pages.document === null
    ? scope.reader.documents({ signal: scope.signal })
    : [await findOneDocument(pages.document, scope)]);
  return only && others.length === 0 ? `${only.id}.p${pages.first}-${pages.last}` : null;
}

async function documentNamed(name: string, scope: Scope): Promise<string> {
  return (await findOneDocument(name, scope)).id;
}

/** "section d3.h5", "d3.h5 Income Taxes": the only section, page or passage id it contains. */
async function idAmongWords(name: string, scope: Scope): Promise<string | null> {
  const ids =
    name.match(/(?<![a-zß-ɏḀ-ỿ\p{N}.])d\d+\.[hp]\d[\d.sp-]{0,60}(?<=\d)(?![a-zß-ɏḀ-ỿ\p{N}])/giu) ??
    [];
  const [id = "", ...others] = new Set(ids.map((each) => each.toLowerCase()));
  if (others.length > 0 || !idForm.test(id)) return null;
  await findOneDocument(id, scope);
  return id;
}

/** "d1 report.pdf", as lists of documents write it. */
async function documentTwiceNamed(name: string, scope: Scope): Promise<string | null> {
  const { document, text } = asPartOf(name);
  if (document === null) return null;
  const [{ id }, matching] = [
    await findOneDocument(document, scope),
    await findDocuments([text], scope),
  ];
  return matching.some((each) => each.id === id) ? id : null;
}

/** A section by its heading's text: "Note 5 - Acquisitions", "d3 Note 5", "Note 5 of d3". */
async function headingNamed(name: string, scope: Scope): Promise<string | null> {
  const { document, text } = asPartOf(name);
  const documents =
    document === null
      ? await scope.reader.documents({ signal: scope.signal })
      : await findDocuments([document], scope);
  const found = await findHeadings(text, documents, scope);
  const [only] = found;
  if (found.length > 1) throw severalHeadings(name, found);
  return only?.id ?? null;
}

/** A name without the document's id at its beginning or end. */
function asPartOf(name: string): { document: string | null; text: string } {
  const [, before, rest = ""] = /^(d\d+)[\s,:.]+(\S.*)$/is.exec(name) ?? [];
  if (before !== undefined) return { document: before, text: rest };
  const [, text = name, behind = null] = /^(.*)[\s,:](d\d+)$/is.exec(name) ?? [];
  return { document: behind, text: text.replace(/(?<![\s,:])[\s,:]+(?:of|in|from)$/i, "") };
}

function severalHeadings(name: string, found: readonly OutlineEntry[]): PagehoundError {
  const named = found.map(({ id, text }) => `${id} ${onOneLine(text, 60)}`);
  return invalidArgument(
    `"${onOneLine(name, 40)}" may be any of ${counted(found.length, "heading")}. Name one by its id: ${firstOf(named, maxNamed, ", ", " (outline)")}.`,
  );
}

/** A name without the brackets that results write around ids. */
export function bareName(what: string): string {
  const name = what.trim().replace(/^\[(.*)\]$/, "$1");
  return /^d\d/i.test(name) ? name.toLowerCase() : name;
}

/** A target in plain words, without ids: "pages 12 to 14", "a section", "“report.pdf”". */
export function targetWords(what: string): string {
  const name = bareName(what);
  if (/^d\d+$/.test(name)) return "a document";
  if (/^d\d+\.h\d+$/.test(name)) return "a section";
  const [, page, last, passage] = /^d\d+\.p(\d+)(?:-p?(\d+))?(\.s\d+(?:\+\d+)?)?$/.exec(name) ?? [];
  if (passage !== undefined) return `a passage on page ${page}`;
  if (page !== undefined) return pagesRead(Number(page), Number(last ?? page));
  const pages = pageWords(name);
  if (!pages) return `“${name}”`;
  const { document, first } = pages;
  const inDocument = document === null || /^d\d+$/i.test(document) ? "" : ` of “${document}”`;
  return `${pagesRead(first, pages.last)}${inDocument}`;
}

function pagesRead(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first} to ${last}`;
}

/** Maximum number of documents to search for a heading. */
const maxDocuments = 40;
/** Shorter texts occur in too many headings. */
const shortestPart = 5;

type Way = (heading: string, wanted: string) => boolean;

const ways: readonly Way[] = [
  (heading, wanted) => heading === wanted,
  (heading, wanted) => heading.startsWith(`${wanted} `),
  (heading, wanted) => wanted.length >= shortestPart && heading.includes(wanted),
  // Models may append the text after a heading to it.
  (heading, wanted) => heading.length >= shortestPart && wanted.startsWith(`${heading} `),
];

/**
 * The headings that a text refers to: equal ones, else those that start with it, contain it, or
 * start it. Only letters and digits count, ignoring case; a "…" at the end may stand for more.
 * Empty if there is none, or if there are too many documents to search.
 */
async function findHeadings(
  text: string,
  documents: readonly DocumentSummary[],
  { reader, signal }: Pick<ToolContext, "reader" | "signal">,
): Promise<readonly OutlineEntry[]> {
  const wanted = comparable(text);
  if (!/\p{Alpha}/u.test(wanted) || documents.length > maxDocuments) return [];
  const outlines = await Promise.all(documents.map(({ id }) => reader.outline(id, { signal })));
  const headings = outlines.flat();
  for (const way of ways) {
    const found = headings.filter((heading) => way(comparable(heading.text), wanted));
    if (found.length > 0) return found;
  }
  return [];
}

function comparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Pages of a document, as a model names them in words. */
export interface PageWords {
  /** The document's name; null if it does not exist. */
  readonly document: string | null;
  readonly first: number;
  /** The same as `first` if only one page is named. */
  readonly last: number;
}

const unit = String.raw`(?:pages?|pp?\.?|parts?)`;
const numbers = String.raw`(?:no\.?\s*|#)?(\d{1,9})`;
const behind = new RegExp(
  String.raw`^(.{1,120}?)[\s.,:]{1,9}${unit}\s{0,9}${numbers}(?:\s{0,9}(?:-|–|to|and)\s{0,9}(?:p\.?|\1\.p)?(\d{1,9}))?$`,
  "i",
);
const before = new RegExp(
  String.raw`^${unit}\s*${numbers}(?:\s*(?:-|–|to|and)\s*(?:p\.?)?(\d{1,9}))?(?:[\s,:]+(?:(?:of|in|from)\s+)?(?:(?:the\s+)?document\s+)?(.{1,120}))?$`,
  "i",
);

/** "d3 pages 12 to 14", "report.pdf, p. 12", "page 52 of d1", "page 52"; null for anything else. */
function pageWords(name: string): PageWords | null {
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
