import { checkedOptions, checkText } from "../core/arguments.js";
import type { CallOptions } from "../core/call-options.js";
import {
  countedAs,
  type DocumentSummary,
  type OutlineEntry,
  parseHeadingId,
  sectionEnds,
} from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { compose, listRest } from "./compose.js";
import { findDocument, notFound } from "./find-by-name.js";
import type { CollectionReader, ReadingContext, TokenBudget } from "./reading.js";
import { checkedBudget, checkReader } from "./reading.js";

import { counted, fileNamed, grouped, onOneLine } from "./wording.js";

/** Which headings are listed. */
export interface OutlineOptions {
  /**
   * Levels at most, counted from the highest that is listed.
   *
   * @defaultValue all
   */
  readonly depth?: number | undefined;
  /**
   * The id of a heading: only its section is listed.
   *
   * @defaultValue the whole document
   */
  readonly within?: string | undefined;
  /**
   * `next` of the reading before.
   *
   * @defaultValue the first heading
   */
  readonly from?: string | undefined;
}

const longestHeading = 120;

/**
 * A document's headings, one a line: id, text, page and words of the section, indented by level.
 * The words are an estimate. Every id can be read. Throws `not-found` and `invalid-argument`.
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
  if (!(depth >= 1)) {
    throw new PagehoundError(
      "invalid-argument",
      `The depth of an outline is 1 or more, not ${depth}.`,
    );
  }
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

/** The headings of the section that `name` opens, that one first. */
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
    return new PagehoundError("invalid-argument", message);
  }
  const [first, last] = [headings[0]?.id, headings.at(-1)?.id];
  return notFound(
    first
      ? `There is no heading ${name}; there are ${first} to ${last}.`
      : `${id} has no headings.`,
  );
}
