import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import type { ViewerTarget } from "../../../src/element/viewer/index.js";
import { stream, writtenPdf } from "../../hostile/attack/written-pdf.js";

/**
 * The first page's links: to a line of the last page, to a site, to an email address, and to a
 * script.
 */
function linksTo(last: number): string {
  const link = (bottom: number, target: string): string =>
    `<< /Type /Annot /Subtype /Link /Rect [72 ${bottom} 272 ${bottom + 40}] ${target} >>`;
  const action = (uri: string): string => `/A << /S /URI /URI (${uri}) >>`;
  const links = [
    link(600, `/Dest [${last} 0 R /XYZ 0 396 null]`),
    link(500, action("https://example.org/tariff")),
    link(300, action("mailto:harbour@example.org")),
    link(200, action("javascript:alert\\(1\\)")),
    link(100, "/A << /S /Launch /F (calc.exe) >>"),
  ];
  return `/Annots [${links.join(" ")}]`;
}

/** A PDF with this many pages, each showing its number. */
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
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /R 3 0 R >> >> ${number === 1 ? linksTo(3 + 2 * pages) : ""} >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(" ")}] >>`;
  return writtenPdf(objects);
}

/** A target with a long document that is in no collection. */
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
