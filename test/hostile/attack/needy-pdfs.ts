import { pagesPdf, stream } from "./written-pdf.js";

/** "港の船" in Shift-JIS, whose table pdf.js has to fetch. */
const harbour = "<8d6082cc9144>";

/**
 * A document whose pages need a predefined cMap or not: `en` pages say "A tide table.", `ja` pages
 * "Ferry" and 港の船, all in the same Japanese font.
 */
export function harbourPdf(pages: readonly ("en" | "ja")[]): Blob {
  const latin = (text: string) => `BT /L 12 Tf 72 720 Td (${text}) Tj ET`;
  const contents = pages.map((language) =>
    language === "en"
      ? latin("A tide table.")
      : `${latin("Ferry")} BT /J 12 Tf 72 690 Td ${harbour} Tj ET`,
  );
  return pagesPdf(contents, {
    fonts: "/L 3 0 R /J 4 0 R",
    objects: [
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 6 0 R /DW 1000 >>",
      "<< /Type /FontDescriptor /FontName /MS-Mincho /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ],
  });
}

/** A document of blank fax scans, whose decoder is a wasm file that pdf.js fetches. */
export function faxPdf(pages: number): Blob {
  const [width, height] = [800, 800];
  // In Group 4, a line that equals the previous one is a single bit; the first follows white.
  const fax = `${"\u00ff".repeat(height / 8)}\u0000\u0010\u0001`;
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >> `;
  return pagesPdf(
    Array.from({ length: pages }, () => "q 612 0 0 792 0 0 cm /I Do Q"),
    { xObjects: "/I 3 0 R", objects: [stream(fax, entries)] },
  );
}
