import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import type { ViewerTarget } from "../../../src/element/viewer/index.js";

/** A PDF of so many pages, each with its number on it. */
function longPdf(pages: number): Blob {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const kids: string[] = [];
  for (let number = 1; number <= pages; number++) {
    const text = `BT /R 40 Tf 72 400 Td (It is page ${number}) Tj ET`;
    objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    const contents = objects.length;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /R 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(" ")}] >>`;
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new Blob([file]);
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
