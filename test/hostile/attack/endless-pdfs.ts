import { stream, writtenPdf } from "./written-pdf.js";

/**
 * A page that shows one form field many times, each with a long value: a file of a few kilobytes
 * whose text has many megabytes.
 */
export function expandingForm(times: number, characters: number): Blob {
  const value = "tide ".repeat(characters / 5);
  const first = 7;
  const kids = Array.from({ length: times }, (_, index) => `${first + index} 0 R`).join(" ");
  return writtenPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F 8 Tf) /DR << /Font << /F 5 0 R >> >> >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R /Annots [${kids}] >>`,
    stream("BT /F 12 Tf 72 720 Td (Name of the ship) Tj ET"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /FT /Tx /T (ship) /V (${value}) /Kids [${kids}] >>`,
    ...Array.from({ length: times }, (_, index) => {
      const bottom = 700 - (index % 60) * 11;
      return `<< /Type /Annot /Subtype /Widget /Parent 6 0 R /P 3 0 R /Rect [72 ${bottom} 540 ${bottom + 10}] /DA (/F 8 Tf) >>`;
    }),
  ]);
}

/** A PDF with this many pages in one list, all showing the same sentence. */
export function manyPagesPdf(pages: number, sentence: string): Blob {
  const first = 5;
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`).join(" ");
  return writtenPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    stream(`BT /F 12 Tf 72 720 Td (${sentence}) Tj ET`),
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>"),
  ]);
}

/**
 * A page with this many brackets that look like definitions of abbreviations, after a line of plain
 * words.
 */
export function bracketsPdf(brackets: number, first: string): Blob {
  const line = "q\\(AB\\)".repeat(60);
  const lines = Array.from({ length: Math.ceil(brackets / 60) }, () => `0 -12 Td (${line}) Tj`);
  return writtenPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [5 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    stream(`BT /F 12 Tf 72 720 Td (${first}) Tj ${lines.join(" ")} ET`),
    "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F 3 0 R >> >> /Contents 4 0 R >>",
  ]);
}
