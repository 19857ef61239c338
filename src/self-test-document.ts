import type { InputFile } from "./core/ingest.js";

/** A word that the document of the self-test has, and what asks for it. */
export const tried: { readonly word: string; readonly question: string } = {
  word: "kingfisher",
  question: "Where does the kingfisher nest?",
};

/**
 * A PDF of one page, made in memory. A line of it is in Japanese, in a font that is not embedded:
 * to read it, the parse worker has to ask for a table of characters.
 */
export function selfTestDocument(): InputFile {
  return { path: "self-test.pdf", file: new Blob([pdf()], { type: "application/pdf" }) };
}

function pdf(): string {
  const text = "The kingfisher nests in a tunnel in the bank of the river.";
  // "A port" in UTF-16, as the font's encoding has it.
  const japanese = "<6e2f>";
  const content = `BT /L 12 Tf 72 700 Td (${text}) Tj ET BT /J 12 Tf 72 660 Td ${japanese} Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /L 4 0 R /J 5 0 R >> >> /Contents 8 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> /FontDescriptor 7 0 R /DW 1000 >>",
    "<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  return `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
