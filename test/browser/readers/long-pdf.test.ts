import { expect, it } from "vitest";
import { stream, writtenPdf } from "../../hostile/attack/written-pdf.js";
import { readAll, withParser } from "./open-pdf.js";

/**
 * A PDF in which each page has a title with the page's number, bold from one page on, and a plain
 * sentence.
 */
function longPdf(pages: number, boldFrom = 1): Blob {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const kids: string[] = [];
  for (let number = 1; number <= pages; number++) {
    const text = `BT /${number < boldFrom ? "R" : "B"} 18 Tf 72 700 Td (Title ${number}) Tj /R 10 Tf 0 -40 Td (It is page ${number} of them.) Tj ET`;
    objects.push(stream(text));
    const contents = objects.length;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /B 3 0 R /R 4 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(" ")}] >>`;
  return writtenPdf(objects);
}

it("reads every page of a long document as completely as the first", async () => {
  const { pages } = await withParser((parser) => readAll(parser, longPdf(1_100), "long.pdf"));
  expect(pages).toHaveLength(1_100);
  const [first] = pages;
  expect(first?.lines.map(({ bold }) => bold)).toEqual([true, false]);
  for (const { number, state, text, lines } of pages) {
    expect({ number, state, text }).toEqual({
      number,
      state: "text",
      text: `Title ${number}\n\nIt is page ${number} of them.\n`,
    });
    expect(lines.map(({ bold, size }) => ({ bold, size }))).toEqual(
      first?.lines.map(({ bold, size }) => ({ bold, size })),
    );
  }
});

it("knows which fonts are bold on any page", async () => {
  const { pages } = await withParser((parser) => readAll(parser, longPdf(7, 6), "long.pdf"));
  const titles = pages.map(({ lines }) => lines[0]?.bold);
  expect(titles).toEqual([false, false, false, false, false, true, true]);
});
