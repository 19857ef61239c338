import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import type { ViewerTarget } from "../../../src/element/viewer/index.js";

let bombs = 0;

/** A target with a PDF that is in no collection, and that the viewer has not opened before. */
export function bombTarget(
  file: Uint8Array<ArrayBuffer>,
  more: Partial<ViewerTarget> = {},
): ViewerTarget {
  const counts = { total: 1, text: 1, recognised: 0, empty: 0, scanned: 0, unreadable: 0 };
  const document: Pick<DocumentSummary, "id" | "path" | "hash" | "format" | "pageUnit" | "pages"> =
    {
      id: documentId(1),
      path: "bomb.pdf",
      hash: `bomb ${++bombs}`,
      format: "pdf",
      pageUnit: "page",
      pages: counts,
    };
  const page = (number: number): Page => ({
    number,
    label: null,
    state: "text",
    width: 612,
    height: 792,
    text: "",
    lines: [],
    geometry: null,
  });
  return {
    document: document as DocumentSummary,
    source: {
      page: async (_id, number) => page(number),
      original: async () => new Blob([file]),
      outline: async () => [],
    },
    page: 1,
    ...more,
  };
}
