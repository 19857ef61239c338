import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";

export async function writePdf(file: string, pages: readonly string[]): Promise<void> {
  const pdf = new PDFDocument({ info: { Title: "Heliostat plant" } });
  const output = createWriteStream(file);
  pdf.pipe(output);
  for (const [index, text] of pages.entries()) {
    if (index > 0) pdf.addPage();
    pdf.text(text);
  }
  pdf.end();
  await finished(output);
}
