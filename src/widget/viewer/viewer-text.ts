import type { DocumentSummary } from "../../core/document.js";
import type { PageContext } from "./document-opener.js";
import { TextPage } from "./text-page.js";

/** The pages or parts of a document as their stored text. */
export function textPages(document: DocumentSummary, context: PageContext): TextPage[] {
  const { pageUnit, pages, format } = document;
  const { strings } = context;
  const name = pageUnit === "page" ? strings.page : strings.part;
  return Array.from({ length: pages.total }, (_, index) => {
    const caption = pageUnit === "page" ? name(index + 1) : null;
    return new TextPage(index + 1, name(index + 1), { ...context, format, caption });
  });
}
