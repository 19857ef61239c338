import {
  type DocumentId,
  documentId,
  documentOrdinal,
  sourceOrdinal,
} from "../../core/document.js";
import type { Page } from "../../core/page.js";
import { textPage } from "../../core/tool-text.js";
import { type EvidencePlace, PagehoundError, type PassageText } from "../../index.js";
import type { EngineReader } from "../../sources/index.js";
import type { OpenedPage } from "../shell/page-pane.js";

/**
 * The document of an engine that an answer names, to be read as text: its pages are put together of the
 * passages that the engine has. Null where it has the document no more. Throws `endpoint-failed`.
 */
export async function enginePage(
  place: Pick<EvidencePlace, "document" | "path">,
  reader: EngineReader,
): Promise<Pick<OpenedPage, "document" | "source"> | null> {
  const own = ownId(place.document);
  const [document] = await reader.documentsById([own]);
  // Under its number there may be another document by now.
  if (document?.path !== place.path) return null;
  const url = reader.url;
  return {
    document: { ...document, source: { url, title: reader.name, kind: "engine" } },
    source: {
      outline: async (_id, options) => reader.outline(own, options),
      page: async (_id, number, options) => {
        const passages = await reader.passages(own, {
          pages: { from: number, to: number },
          ...options,
        });
        return pageOf(number, passages);
      },
      original: async () => {
        throw new PagehoundError("not-found", `${reader.name} has the text alone.`);
      },
    },
  };
}

/** The number that the engine itself knows a document by. */
function ownId(document: DocumentId): DocumentId {
  const place = sourceOrdinal(documentOrdinal(document) ?? 0);
  return place ? documentId(place.ordinal) : document;
}

/** Each passage where it stands in the page's text, and line breaks between them. */
function pageOf(number: number, passages: readonly PassageText[]): Page {
  const text = passages.reduce((before, { span, text: own }) => {
    return before.padEnd(span.start, "\n").slice(0, span.start) + own;
  }, "");
  const [first] = passages;
  return { ...textPage(text), number, label: first?.pageLabel ?? null };
}
