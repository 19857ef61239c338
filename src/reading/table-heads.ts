import { checkEach, checkedOptions } from "../core/arguments.js";
import type { CallOptions } from "../core/call-options.js";
import type { DocumentId } from "../core/document.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../core/passage.js";
import { isTableRow, tableHeadAbove } from "../core/tables.js";
import { type CollectionReader, checkReader } from "./reading.js";

/** So many lines of a place are looked at for a row. */
const firstLines = 6;

/** A passage, of which the id, the page and the text are enough. */
type Passage = Pick<PassageText, "id" | "page" | "text">;

/**
 * The heads of tables that were cut, by the passages that go on with them: years and unit, as far
 * as they stand above on the page, such as "in millions; 2018 | 2017". Passages that begin with
 * anything but rows of amounts are not in it.
 */
export async function tableHeads(
  reader: Pick<CollectionReader, "passages">,
  passages: readonly Passage[],
  options: CallOptions = {},
): Promise<ReadonlyMap<EvidenceId, string>> {
  checkReader(reader, "passages");
  checkEach("The passages", passages, { id: "string" });
  checkedOptions(options);
  const places = passages.map((passage) => ({ passage, offset: 0 }));
  const heads = await headsOfPlaces(places, pagesFrom(reader, options));
  return new Map([...heads].map(([{ passage }, head]) => [passage.id, head]));
}

/** All passages of a page, in order. */
type PageOf = (document: DocumentId, page: number) => Promise<readonly Passage[]>;

/** As `tableHeads`, by the places of which a text begins or goes on. */
export async function headsOfPlaces<
  P extends { readonly passage: Passage; readonly offset: number },
>(places: readonly P[], pageOf: PageOf): Promise<ReadonlyMap<P, string>> {
  const heads = new Map<P, string>();
  const pages = new Map<string, Promise<readonly Passage[]>>();
  for (const place of places) {
    const { passage, offset } = place;
    const text = passage.text.slice(offset);
    const document = parseEvidenceId(passage.id)?.document;
    if (document === undefined || !text.split("\n", firstLines).some(isTableRow)) continue;
    const key = `${document} ${passage.page}`;
    const onPage = pages.get(key) ?? pageOf(document, passage.page);
    pages.set(key, onPage);
    const there = await onPage;
    const index = there.findIndex(({ id }) => id === passage.id);
    const before = there.slice(0, Math.max(0, index)).map((each) => each.text);
    const head = tableHeadAbove([...before, passage.text.slice(0, offset)].join("\n"), text);
    if (head !== null) heads.set(place, head);
  }
  return heads;
}

/** Pages as a reader gives them. */
export function pagesFrom(
  reader: Pick<CollectionReader, "passages">,
  options: CallOptions,
): PageOf {
  return async (document, page) =>
    await reader.passages(document, { ...options, pages: { from: page, to: page } });
}

/** The line that repeats a table's head, marked as such; empty without one. */
export function headAside(head: string | undefined): string {
  return head === undefined ? "" : `(table head: ${head})\n`;
}
