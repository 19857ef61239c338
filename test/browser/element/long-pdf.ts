import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import type { ViewerTarget } from "../../../src/element/viewer/index.js";
import { stream, writtenPdf } from "../../hostile/attack/written-pdf.js";

/** A PDF of this many pages, each with its number on it. */
function longPdf(pages: number): Blob {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const kids: string[] = [];
  for (let number = 1; number <= pages; number++) {
    const text = `BT /R 40 Tf 72 400 Td (It is page ${number}) Tj ET`;
    objects.push(stream(text));
    const contents = objects.length;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /R 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(" ")}] >>`;
  return writtenPdf(objects);
}

/** A target with a long document that no collection has read. */
export function longTarget(pages: number, more: Partial<ViewerTarget> = {}): ViewerTarget {
  const file = longPdf(pages);
  const counts = { total: pages, text: pages, recognised: 0, empty: 0, scanned: 0, unreadable: 0 };
  const document: Pick<DocumentSummary, "id" | "path" | "hash" | "format" | "pageUnit" | "pages"> =
    {
      id: documentId(1),
      path: "long.pdf",
      hash: `long ${pages}`,
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
    text: `It is page ${number}\n`,
    lines: [],
    geometry: null,
  });
  return {
    document: document as DocumentSummary,
    source: {
      page: async (_id, number) => page(number),
      original: async () => file,
      outline: async () => [],
    },
    page: 1,
    ...more,
  };
}
