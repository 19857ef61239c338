import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";

/** Paragraphs per page, about 300 words. */
const pageParagraphs = 2;

export async function makePdf(
  file: string,
  pages: number,
  paragraphs: Iterator<string>,
): Promise<void> {
  const pdf = new PDFDocument({ bufferPages: false, font: "Times-Roman", margin: 60 });
  const output = createWriteStream(file);
  pdf.pipe(output);
  pdf.fontSize(10);
  for (let page = 0; page < pages; page++) {
    if (page > 0) pdf.addPage();
    for (const text of take(paragraphs, pageParagraphs)) pdf.text(text).moveDown();
    // Lets the stream flush; otherwise everything written would stay in memory.
    if (page % 100 === 0) await new Promise(setImmediate);
  }
  pdf.end();
  await finished(output);
}

/** Writes this many small files of every format into a folder. Returns them in order. */
export async function makeFolder(
  folder: string,
  count: number,
  paragraphs: Iterator<string>,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (let number = 0; number < count; number++) {
    const size = 1 + (number % 4);
    const extension = extensions[number % extensions.length] ?? "txt";
    const file = path.join(folder, `${extension}-${number + 1}.${extension}`);
    if (extension === "pdf") await makePdf(file, Math.ceil(size / 2), paragraphs);
    else await writeFile(file, writers[extension](take(paragraphs, size), number));
    files.push(file);
  }
  return files;
}

const writers = {
  txt: (texts: readonly string[]) => `${texts.join("\n\n")}\n`,
  md: (texts: readonly string[], number: number) =>
    texts.map((text, index) => `## Section ${number + 1}.${index + 1}\n\n${text}\n`).join("\n"),
  html: (texts: readonly string[], number: number) =>
    `<!doctype html><title>Leaf ${number + 1}</title>${texts.map((text) => `<p>${escaped(text)}</p>`).join("\n")}\n`,
  csv: (texts: readonly string[]) =>
    `number,remark\n${texts
      .flatMap((text) => text.split(/(?<=[.;:])\s+/))
      .map((sentence, row) => `${row + 1},"${sentence.replaceAll('"', '""')}"`)
      .join("\n")}\n`,
};

const extensions = ["pdf", "txt", "md", "html", "csv"] as const;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function take(paragraphs: Iterator<string>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const next = paragraphs.next();
    if (next.done) throw new RangeError("The text ended.");
    return next.value;
  });
}
