import { stream, writtenPdf } from "../../hostile/attack/written-pdf.js";

/** Operators that draw nothing, but keep a reader busy for a tenth of a second. */
const idling = "q Q ".repeat(65_536);
/** Repeated often enough to outlast any test. */
const times = 4_000;

/**
 * A PDF with one sentence on each page, except for the endless pages in `stuck`, which keep saving
 * and restoring the graphics state. Pages are numbered from 1.
 */
export function stuckPdf(sentences: readonly string[], stuck: readonly number[]): Blob {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
  const add = (object: string): number => objects.push(object);
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const endless = `${add(stream(idling))} 0 R `.repeat(times);
  const kids = sentences.map((sentence, index) => {
    const contents = `${add(stream(`BT /F 12 Tf 72 720 Td (${sentence}) Tj ET `))} 0 R`;
    const more = stuck.includes(index + 1) ? endless : "";
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F ${font} 0 R >> >> /Contents [${contents} ${more}] >>`,
    );
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  objects[1] = `<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`;
  return writtenPdf(objects);
}
