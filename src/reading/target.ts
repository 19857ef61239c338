import { type DocumentId, documentOrdinal } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { type HeadingId, parseHeadingId } from "../core/outline.js";
import type { PageRange } from "../core/page-range.js";
import { type EvidenceId, parseEvidenceId } from "../core/passage.js";

/** What can be read: a document, pages of it, a section, a passage. */
export type Target =
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
export function parseTarget(name: string): Target {
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
