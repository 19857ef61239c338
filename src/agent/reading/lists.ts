import {
  type CallOptions,
  checkedOptions,
  checkText,
  countedAs,
  type DocumentSummary,
  documentDay,
  fileName,
  formatNames,
  invalidArgument,
  notFound,
  type OutlineEntry,
  type PagehoundError,
  parseHeadingId,
  sectionEnds,
} from "../../core/index.js";
import { compose, composeAtLeast, type Layout, listRest } from "./compose.js";
import { findDocument } from "./find-by-name.js";
import {
  type CollectionReader,
  checkedBudget,
  checkReader,
  type ReadingContext,
  type TokenBudget,
} from "./reading.js";
import { counted, fileNamed, gapWords, grouped, onOneLine, pathNamed } from "./wording.js";

const longestValue = 160;
const longestBriefTitle = 80;

/** A document on one line: path, title, author, format, pages, words, date. */
function describeDocument(document: DocumentSummary): string {
  const { path, format, metadata, words } = document;
  const { title, author } = metadata;
  const named = [
    title === null ? "" : `"${onOneLine(title, longestValue)}"`,
    author === null ? "" : `by ${onOneLine(author, longestValue)}`,
  ].filter((part) => part !== "");
  const date = documentDay(metadata);
  const facts = [
    formatNames[format].label,
    pagesOf(document),
    counted(words, "word"),
    ...(date === null ? [] : [date.from === "file" ? `file of ${date.day}` : date.day]),
  ];
  return `${[pathNamed(path), ...named].join(", ")} (${facts.join(", ")})`;
}

/**
 * File name, title if it adds a word, and pages, on one line. Files with the same name are
 * distinguished by their paths.
 */
function describeDocumentBriefly(
  document: DocumentSummary,
  sameNames: ReadonlySet<string>,
): string {
  const { path, metadata } = document;
  const name = sameNames.has(fileName(path)) ? pathNamed(path) : fileNamed(path);
  const known = new Set(wordsIn(name));
  const adds = wordsIn(metadata.title ?? "").some((word) => !known.has(word));
  const title = adds ? `, "${onOneLine(metadata.title ?? "", longestBriefTitle)}"` : "";
  return `${name}${title} (${pagesOf(document)})`;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{Alpha}\p{M}]{2,}/gu) ?? [];
}

/** All properties of a document, one per line; missing ones are left out. */
export function describeDocumentFully(document: DocumentSummary): string {
  const { path, format, metadata, words, gaps, pageUnit } = document;
  const { pageSize, tagged, formatVersion } = metadata;
  const lines: readonly (readonly [name: string, value: string | null])[] = [
    ["Title", metadata.title],
    ["Author", metadata.author],
    ["Subject", metadata.subject],
    ["Keywords", metadata.keywords],
    ["Creator", metadata.creator],
    ["Producer", metadata.producer],
    ["Created", metadata.created],
    ["Modified", metadata.modified],
    ["File changed", metadata.fileModified ?? null],
    [
      "Format",
      formatVersion === null
        ? formatNames[format].label
        : `${formatNames[format].label} ${formatVersion}`,
    ],
    ["Pages", pagesOf(document)],
    ["Without text", gaps.length === 0 ? null : `${countedAs(pageUnit)} ${gapWords(gaps)}`],
    ["Words", grouped(words)],
    ["Page size", pageSize && `${grouped(pageSize.width)} x ${grouped(pageSize.height)} points`],
    ["File size", fileSize(metadata.fileSize)],
    ["Tagged", tagged === null ? null : tagged ? "yes" : "no"],
    ["Encrypted", metadata.encrypted ? "yes" : "no"],
  ];
  const known = lines.filter(([, value]) => value !== null && value !== "");
  return [
    pathNamed(path),
    ...known.map(([name, value]) => `${name}: ${onOneLine(value ?? "", longestValue)}`),
  ].join("\n  ");
}

function pagesOf({ pages, pageUnit, source }: DocumentSummary): string {
  const without = pages.total - pages.text;
  return (
    counted(pages.total, countedAs(pageUnit)) +
    (without > 0 ? `, ${grouped(without)} without text` : "") +
    (source?.kind ? `, in ${onOneLine(source.title, longestBriefTitle)}` : "")
  );
}

function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Which documents to list, and in what form. */
export interface ListOptions {
  /**
   * Whether to list a document with this path.
   *
   * @defaultValue all are listed
   */
  readonly include?: ((path: string) => boolean) | undefined;
  /**
   * `compact`, the default, has one line per document; `full` gives everything known about each.
   * `brief` saves space: id, file name (the path if another file has that name), pages, and the
   * title if it has a word that the name lacks; only ids and file names if not all documents fit in
   * that form.
   */
  readonly form?: "compact" | "full" | "brief" | undefined;
  /**
   * `added`, the default, in the order they were added; `path`; `words`, longest first; or `date`,
   * newest first, by the date in the document or else of its file; those without a date come last.
   */
  readonly sort?: "added" | "path" | "words" | "date" | undefined;
  /**
   * `next` of the previous reading.
   *
   * @defaultValue the first document
   */
  readonly from?: string | undefined;
}

/**
 * The documents of a collection with what is known about each. Throws `not-found` for a `from` that
 * is not listed, `invalid-argument` if the budget is too small to show anything.
 */
export async function listDocuments(
  reader: Pick<CollectionReader, "documents">,
  budget: TokenBudget,
  options: ListOptions & CallOptions = {},
): Promise<ReadingContext> {
  checkReader(reader, "documents");
  checkedBudget(budget);
  const {
    include = () => true,
    form = "compact",
    sort = "added",
    from,
    ...call
  } = checkedOptions(options);
  const all = await reader.documents(call);
  const listed = all.filter(({ path }) => include(path)).sort(orders[sort]);
  const begin = from === undefined ? 0 : listed.findIndex(({ id }) => id === from);
  if (begin < 0) throw notFound(`There is no document ${from} in this list to continue from.`);
  const rest = listed.slice(begin);
  const names = all.map(({ path }) => fileName(path));
  const sameNames = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const layoutOf = (describe: Describe): Layout => ({
    head:
      listed.length === all.length
        ? `${counted(all.length, "document")}.`
        : `${listed.length} of ${counted(all.length, "document")}.`,
    blocks: rest.map((document) => ({
      lead: `${document.id} `,
      body: describe(document, sameNames),
      evidence: [],
    })),
    separator: form === "full" ? "\n\n" : "\n",
    rest: (shown) => listRest(rest, shown, "document"),
    foot: "",
  });
  const [usual, ...smaller] = descriptions[form];
  const layouts = [layoutOf(usual), ...smaller.map(layoutOf)] as const;
  return composeAtLeast(rest.length, layouts, budget).reading;
}

type Describe = (document: DocumentSummary, sameNames: ReadonlySet<string>) => string;

/** How a document is described in each form, and the form to try if not all fit. */
const descriptions: Readonly<
  Record<NonNullable<ListOptions["form"]>, readonly [Describe, ...Describe[]]>
> = {
  compact: [describeDocument],
  full: [describeDocumentFully],
  brief: [describeDocumentBriefly, ({ path }) => fileName(path)],
};

type Order = (a: DocumentSummary, b: DocumentSummary) => number;

const byPath: Order = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

const orders: Readonly<Record<NonNullable<ListOptions["sort"]>, Order>> = {
  // Sorting is stable, so they stay in the order they were added.
  added: () => 0,
  path: byPath,
  words: (a, b) => b.words - a.words || byPath(a, b),
  date: (a, b) => {
    const [one, other] = [a, b].map(({ metadata }) => documentDay(metadata)?.day ?? "");
    return one === other ? byPath(a, b) : (one ?? "") < (other ?? "") ? 1 : -1;
  },
};

/** Which headings to list. */
export interface OutlineOptions {
  /**
   * Maximum number of levels, counted from the highest listed one.
   *
   * @defaultValue all
   */
  readonly depth?: number | undefined;
  /**
   * The id of a heading; only its section is listed.
   *
   * @defaultValue the whole document
   */
  readonly within?: string | undefined;
  /**
   * `next` of the previous reading.
   *
   * @defaultValue the first heading
   */
  readonly from?: string | undefined;
}

const longestHeading = 120;

/**
 * A document's headings, one per line: id, text, page and estimated words of the section, indented
 * by level. Every id can be read. Throws `not-found` and `invalid-argument`.
 */
export async function outline(
  reader: Pick<CollectionReader, "documents" | "outline">,
  id: string,
  budget: TokenBudget,
  options: OutlineOptions & CallOptions = {},
): Promise<ReadingContext> {
  checkReader(reader, "documents", "outline");
  checkText("The document", id);
  checkedBudget(budget);
  const { depth = Number.POSITIVE_INFINITY, within, from, ...call } = checkedOptions(options);
  if (!(depth >= 1))
    throw invalidArgument(`The depth of an outline must be 1 or more, not ${depth}.`);
  const document = await findDocument(reader, id, call);
  const all = await reader.outline(document.id, call);
  const scope = within === undefined ? all : sectionOf(document, all, within);
  const top = scope.reduce((highest, { level }) => Math.min(highest, level), Infinity);
  const listed = scope.filter(({ level }) => level < top + depth);
  const rest = listed.slice(from === undefined ? 0 : placeOf(document, listed, from));
  const deeper = scope.length - listed.length;
  const also = deeper > 0 ? `${counted(deeper, "heading")} of deeper levels` : null;
  const { reading } = compose(
    {
      head: headOf(document, all.length),
      blocks: rest.map((entry) => ({
        lead: `${"  ".repeat(entry.level - top)}${entry.id} `,
        body: lineOf(entry, document),
        evidence: [],
      })),
      separator: "\n",
      rest: (shown) => listRest(rest, shown, "heading", also),
      foot: "",
    },
    budget,
  );
  return reading;
}

function headOf({ id, path, pages, pageUnit, words }: DocumentSummary, headings: number): string {
  const size = `${counted(pages.total, countedAs(pageUnit))}, ${grouped(words)} words`;
  const named = `${id} ${fileNamed(path)}`;
  return headings === 0
    ? `${named} (${size}): no headings. Read its ${countedAs(pageUnit)}s.`
    : `${named} (${size}): ${counted(headings, "heading")}.`;
}

function lineOf({ text, page, lastPage, words }: OutlineEntry, document: DocumentSummary): string {
  const unit = countedAs(document.pageUnit);
  const pages = lastPage > page ? `${unit}s ${page}-${lastPage}` : `${unit} ${page}`;
  return `${onOneLine(text, longestHeading)} (${pages}, ${counted(words, "word")})`;
}

/** The headings of the section that starts with `name`, including that heading. */
function sectionOf(
  document: DocumentSummary,
  all: readonly OutlineEntry[],
  name: string,
): readonly OutlineEntry[] {
  const index = all.findIndex(({ id }) => id === name);
  if (index < 0) throw noHeading(document, all, name);
  return all.slice(index, sectionEnds(all)[index]);
}

function placeOf(document: DocumentSummary, listed: readonly OutlineEntry[], name: string): number {
  const index = listed.findIndex(({ id }) => id === name);
  if (index < 0) throw noHeading(document, listed, name);
  return index;
}

function noHeading(
  { id }: DocumentSummary,
  headings: readonly OutlineEntry[],
  name: string,
): PagehoundError {
  if (parseHeadingId(name) === null) {
    const message = `"${name}" is no heading's id; one looks like ${id}.h1.`;
    return invalidArgument(message);
  }
  const [first, last] = [headings[0]?.id, headings.at(-1)?.id];
  return notFound(
    first
      ? `There is no heading ${name}; there are ${first} to ${last}.`
      : `${id} has no headings.`,
  );
}
