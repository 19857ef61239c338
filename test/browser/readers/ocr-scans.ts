/** Pixels per point of the pages drawn here, as in a 200 dpi scan. */
const scale = 200 / 72;
/** An A5 page, in points. */
const width = 420;
const height = 595;

/** A line of text to draw, with the position of its baseline in points from the top left. */
export interface DrawnLine {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly size: number;
}

/** How a page was placed on the scanner. */
export interface ScanOptions {
  /** Radians by which it is skewed. */
  readonly askew?: number;
  /** Number of clockwise quarter turns. */
  readonly quarterTurns?: number;
  /** Whether the images are stamp annotations on empty pages, rather than part of the pages. */
  readonly asStamps?: boolean;
  /** The text of the stamp on each page, and of the note next to it. */
  readonly stamped?: { readonly stamp: string; readonly note: string };
}

/** Lines of text below one another, the first as a heading. */
export function linesOf(heading: string, sentences: readonly string[]): DrawnLine[] {
  return [heading, ...sentences].map((text, index) => ({
    text,
    left: 40,
    baseline: 60 + index * 22 + (index > 0 ? 14 : 0),
    size: index === 0 ? 20 : 12,
  }));
}

/**
 * A PDF whose pages are images, as made by a scanner. It is drawn here, so that its words are
 * known.
 */
export async function scannedPdf(
  pages: readonly (readonly DrawnLine[])[],
  { askew = 0, quarterTurns = 0, asStamps = false, stamped }: ScanOptions = {},
): Promise<Blob> {
  const images = await Promise.all(pages.map((lines) => drawn(lines, askew)));
  const each = 6;
  const objects: BlobPart[][] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    [
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${3 + each * index} 0 R`).join(" ")}] >>`,
    ],
  ];
  for (const [index, { jpeg, pixels }] of images.entries()) {
    const first = 3 + each * index;
    const resources = `/Resources << /XObject << /Scan ${first + 2} 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>`;
    const shown = `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`;
    const stamp = asStamps ? shown : `BT /F 11 Tf 2 4 Td (${stamped?.stamp ?? ""}) Tj ET`;
    const box = asStamps ? `0 0 ${width} ${height}` : "0 0 200 16";
    const place = asStamps ? box : "40 100 240 116";
    const annotations = asStamps
      ? `${first + 3} 0 R`
      : stamped
        ? `${first + 3} 0 R ${first + 5} 0 R`
        : "";
    objects.push(
      [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 1} 0 R /Rotate ${90 * quarterTurns} ${resources} /Annots [${annotations}] >>`,
      ],
      [streamOf("", asStamps ? "" : shown)],
      [
        `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>\nstream\n`,
        jpeg,
        "\nendstream",
      ],
      [`<< /Type /Annot /Subtype /Stamp /F 4 /Rect [${place}] /AP << /N ${first + 4} 0 R >> >>`],
      [streamOf(`/Type /XObject /Subtype /Form /BBox [${box}] ${resources}`, stamp)],
      [
        `<< /Type /Annot /Subtype /Text /Rect [380 560 400 580] /Contents (${stamped?.note ?? ""}) >>`,
      ],
    );
  }
  return assembled(objects);
}

function streamOf(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Writes numbered objects with their cross-reference table. */
function assembled(objects: readonly BlobPart[][]): Blob {
  let file = new Blob(["%PDF-1.4\n"]);
  const places = objects.map((parts, index) => {
    const place = file.size;
    file = new Blob([file, `${index + 1} 0 obj\n`, ...parts, "\nendobj\n"]);
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.size}\n%%EOF\n`;
  return new Blob([file, table, end], { type: "application/pdf" });
}

/** Draws a page as a scanner would capture it. */
export async function drawn(
  lines: readonly DrawnLine[],
  askew: number,
): Promise<{ jpeg: Blob; pixels: { width: number; height: number } }> {
  const pixels = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Nothing can be drawn here.");
  context.fillStyle = "#f4f1ea";
  context.fillRect(0, 0, pixels.width, pixels.height);
  context.scale(scale, scale);
  context.rotate(askew);
  context.fillStyle = "#1c1c20";
  for (const { text, left, baseline, size } of lines) {
    context.font = `${size}px serif`;
    context.fillText(text, left, baseline);
  }
  return { jpeg: await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 }), pixels };
}
