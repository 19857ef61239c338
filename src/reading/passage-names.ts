import type { CallOptions } from "../core/call-options.js";
import type { DocumentSummary } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { type EvidenceId, parseEvidenceId } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { findDocument, notFound, requirePages } from "./find-document.js";
import { gapsOn } from "./gaps.js";

/** A passage's id with the document it names and the page; whether the passage is there is not known yet. */
export interface NamedPassage {
  readonly id: EvidenceId;
  readonly document: DocumentSummary;
  readonly page: number;
}

/** What a passage's name means. Throws `invalid-argument`, and `not-found` when there is no such page. */
export async function namedPassage(
  reader: Pick<CollectionReader, "documents">,
  name: string,
  options: CallOptions,
): Promise<NamedPassage> {
  const parts = parseEvidenceId(name);
  if (!parts) {
    const message = `"${name}" is no passage's id; one looks like "d3.p12.s4".`;
    throw new PagehoundError("invalid-argument", message, { data: { passage: name } });
  }
  const { page } = parts;
  const document = await findDocument(reader, parts.document, options);
  requirePages(document, { from: page, to: page });
  return { id: name as EvidenceId, document, page };
}

/** The error for a passage that is not on its page, saying what is there. */
export async function noPassage(
  reader: Pick<CollectionReader, "passages">,
  { id, document, page }: NamedPassage,
  options: CallOptions,
): Promise<PagehoundError> {
  const pages = { from: page, to: page };
  const there = await reader.passages(document.id, { ...options, pages });
  const [first, last] = [there[0]?.id, there.at(-1)?.id];
  const reason = gapsOn(document.gaps, pages)[0]?.reason;
  const holds = first
    ? `has ${first}${last === first ? "" : ` to ${last}`}`
    : `has no text${reason ? ` (${reason})` : ""}`;
  return notFound(
    `There is no passage ${id}; ${document.pageUnit} ${page} of ${document.id} ${holds}.`,
  );
}

/** In a few words why there is no passage of this name. */
export function whyNoPassage(name: string, documents: readonly DocumentSummary[]): string {
  const parts = parseEvidenceId(name);
  if (!parts) return `${name} (no passage's id)`;
  const document = documents.find(({ id }) => id === parts.document);
  if (!document) return `${name} (there is no ${parts.document})`;
  const { id, pageUnit, pages } = document;
  return parts.page > pages.total
    ? `${name} (${id} has ${pageUnit}s 1 to ${pages.total})`
    : `${name} (not on this ${pageUnit})`;
}
