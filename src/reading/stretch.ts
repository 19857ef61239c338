import type { CallOptions } from "../core/call-options.js";
import { type DocumentId, type DocumentSummary, documentOrdinal } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { type HeadingId, type OutlineEntry, parseHeadingId, sectionEnds } from "../core/outline.js";
import type { PageRange } from "../core/page-range.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { findDocument, type NamedPassage, notFound, requirePages } from "./find-by-name.js";
import { onOneLine, pagesNamed } from "./wording.js";

/** The stretch of a document that a target names. */
export interface Stretch {
  readonly document: DocumentSummary;
  readonly outline: readonly OutlineEntry[];
  readonly pages: PageRange;
  /** Whether a passage on one of `pages` belongs to it. */
  readonly includes: (passage: PassageText) => boolean;
  /** The passage that was named, or null when something else was. */
  readonly passage: NamedPassage | null;
  /** In words: "pages 12-14". */
  readonly name: string;
}

/**
 * What a target names. Throws `invalid-argument` for a name that has no meaning, `not-found` for a
 * document, page or section that is not there; both say what there is.
 */
export async function findStretch(
  reader: CollectionReader,
  name: string,
  options: CallOptions,
): Promise<Stretch> {
  const target = parseTarget(name);
  const document = await findDocument(reader, target.document, options);
  const outline = await reader.outline(target.document, options);
  const unit = document.pageUnit;
  const base = { document, outline, includes: () => true, passage: null };
  switch (target.type) {
    case "document": {
      const pages = { from: 1, to: document.pages.total };
      return { ...base, pages, name: pagesNamed(pages, unit) };
    }
    case "pages":
      requirePages(document, target.pages);
      return { ...base, pages: target.pages, name: pagesNamed(target.pages, unit) };
    case "passage": {
      const pages = { from: target.page, to: target.page };
      requirePages(document, pages);
      const { id, page } = target;
      const includes = (passage: PassageText) => passage.id === id;
      const passage = { id, document, page };
      return { ...base, pages, includes, passage, name: `passage ${id}` };
    }
    case "section":
      return sectionStretch(document, outline, target.index);
  }
}

function sectionStretch(
  document: DocumentSummary,
  outline: readonly OutlineEntry[],
  index: number,
): Stretch {
  const heading = outline[index];
  if (!heading) {
    throw notFound(
      outline.length === 0
        ? `${document.id} has no headings; read its ${document.pageUnit}s, 1 to ${document.pages.total}.`
        : `${document.id} has no heading h${index + 1}; it has h1 to h${outline.length}.`,
    );
  }
  const end = outline[sectionEnds(outline)[index] ?? outline.length];
  const start = heading.span?.start ?? 0;
  const pages = { from: heading.page, to: Math.max(heading.page, heading.lastPage) };
  return {
    document,
    outline,
    pages,
    // A passage is never parted: the first and the last may hold something of the sections beside.
    includes: ({ page, span }) =>
      (page > heading.page || span.end > start) &&
      (!end || page < end.page || (page === end.page && span.start < (end.span?.start ?? 0))),
    passage: null,
    name: `section "${onOneLine(heading.text, 100)}", ${pagesNamed(pages, document.pageUnit)}`,
  };
}

/** What can be read: a document, pages of it, a section, a passage. */
type Target =
  | { readonly type: "document"; readonly document: DocumentId }
  | { readonly type: "pages"; readonly document: DocumentId; readonly pages: PageRange }
  | {
      readonly type: "section";
      readonly document: DocumentId;
      readonly id: HeadingId;
      readonly index: number;
    }
  | {
      readonly type: "passage";
      readonly document: DocumentId;
      readonly id: EvidenceId;
      readonly page: number;
    };

/** What a target's name means. Throws `invalid-argument`. */
function parseTarget(name: string): Target {
  if (documentOrdinal(name) !== null) return { type: "document", document: name as DocumentId };
  const heading = parseHeadingId(name);
  if (heading) return { type: "section", id: name as HeadingId, ...heading };
  const passage = parseEvidenceId(name);
  if (passage) {
    const { document, page } = passage;
    return { type: "passage", id: name as EvidenceId, document, page };
  }
  const [, document, first, last = first] =
    /^(d[1-9]\d{0,14})\.p([1-9]\d{0,8})(?:-p?([1-9]\d{0,8}))?$/.exec(name) ?? [];
  const pages = { from: Number(first), to: Number(last) };
  if (document && pages.from <= pages.to) {
    return { type: "pages", document: document as DocumentId, pages };
  }
  throw new PagehoundError(
    "invalid-argument",
    `"${name}" names nothing that can be read. Name a document ("d3"), pages ("d3.p12" or "d3.p12-14"), a section ("d3.h5") or a passage ("d3.p12.s4").`,
    { data: { target: name } },
  );
}
