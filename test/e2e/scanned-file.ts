import type { Page } from "playwright";

export interface DrawnPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Draws lines of text as a scanner would capture them, in the browser. */
export async function drawnPicture(
  page: Page,
  lines: readonly string[],
  kind: "jpeg" | "png" | "webp",
): Promise<DrawnPicture> {
  const [width, height] = [900, 400];
  const drawn = await page.evaluate(
    async ({ lines, kind, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.fillStyle = "#f4f1ea";
      context.fillRect(0, 0, width, height);
      context.fillStyle = "#1c1c20";
      context.font = "60px serif";
      for (const [index, line] of lines.entries()) context.fillText(line, 50, 90 + index * 90);
      const blob = await canvas.convertToBlob({ type: `image/${kind}`, quality: 0.9 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { lines, kind, width, height },
  );
  return { bytes: Buffer.from(drawn), width, height };
}

/** A PDF whose only page is a JPEG. */
export function pdfOfPicture({ bytes, width, height }: DrawnPicture): Buffer {
  const box = `0 0 ${width / 2} ${height / 2}`;
  const shown = `q ${width / 2} 0 0 ${height / 2} 0 0 cm /Scan Do Q`;
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Count 1 /Kids [3 0 R] >>"),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /XObject << /Scan 5 0 R >> >> >>`,
    ),
    Buffer.from(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      ),
      bytes,
      Buffer.from("\nendstream"),
    ]),
  ];
  let file = Buffer.from("%PDF-1.4\n");
  const places = objects.map((object, index) => {
    const place = file.length;
    const [head, tail] = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from("\nendobj\n")];
    file = Buffer.concat([file, head, object, tail]);
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(table + trailer)]);
}
