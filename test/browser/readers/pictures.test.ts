import UTIF from "utif2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spanBoxes } from "../../../src/core/page.js";
import { openFile, readAll, type StartedParser, startParser } from "./open-pdf.js";

const ocr = { base: new URL("/assets/ocr/", location.href).href, languages: [] };
const [width, height] = [900, 300];
const line = "The harbour master keeps";

let started: StartedParser;
beforeAll(() => {
  started = startParser(ocr);
});
afterAll(() => started.end());

/**
 * A sheet with a line of text near its top, as photographed with the camera held upright or
 * sideways.
 */
function sheet(held: "upright" | "sideways" = "upright"): OffscreenCanvas {
  const sideways = held === "sideways";
  const canvas = new OffscreenCanvas(sideways ? height : width, sideways ? width : height);
  const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  if (sideways) context.setTransform(0, -1, 1, 0, 0, width);
  context.fillStyle = "#f4f1ea";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#1c1c20";
  context.font = "60px serif";
  context.fillText(line, 50, 90);
  return canvas;
}

function encoded(canvas: OffscreenCanvas, kind: "png" | "jpeg" | "webp"): Promise<Blob> {
  return canvas.convertToBlob({ type: `image/${kind}`, quality: 0.9 });
}

/** A JPEG to be displayed after a clockwise quarter turn (Exif, Orientation 6). */
async function heldSideways(): Promise<Blob> {
  const jpeg = await encoded(sheet("sideways"), "jpeg");
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const exif = [...new TextEncoder().encode("Exif\0\0"), ...tiff, 0, 0, 0, 0];
  const segment = Uint8Array.of(0xff, 0xe1, 0, exif.length + 2, ...exif);
  return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)]);
}

function pixelsOf(canvas: OffscreenCanvas): Uint8Array {
  const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  return new Uint8Array(context.getImageData(0, 0, canvas.width, canvas.height).data);
}

/** A TIFF with several grey images, described by the fields of their directories. */
function tiffOf(
  pictures: readonly {
    readonly fields: Readonly<Record<number, number>>;
    readonly data: Uint8Array;
  }[],
  last = 0,
): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 8;
  const heads = pictures.map(({ fields, data }) => {
    const entries = Object.entries({ ...fields, 273: length, 279: data.length });
    parts.push(new Uint8Array(data));
    length += data.length;
    return entries.sort(([a], [b]) => Number(a) - Number(b));
  });
  const places = heads.map((_, index) =>
    heads.slice(0, index).reduce((sum, each) => sum + 6 + 12 * each.length, length),
  );
  const first = new DataView(new ArrayBuffer(8));
  first.setUint32(0, 0x4d4d002a);
  first.setUint32(4, places[0] ?? 0);
  for (const [index, entries] of heads.entries()) {
    const head = new DataView(new ArrayBuffer(6 + 12 * entries.length));
    head.setUint16(0, entries.length);
    for (const [at, [tag, value]] of entries.entries()) {
      const place = 2 + 12 * at;
      head.setUint16(place, Number(tag));
      head.setUint16(place + 2, 4);
      head.setUint32(place + 4, 1);
      head.setUint32(place + 8, value);
    }
    head.setUint32(2 + 12 * entries.length, places[index + 1] ?? last);
    parts.push(new Uint8Array(head.buffer));
  }
  return new Blob([first.buffer, ...parts]);
}

const grey = { 256: 20, 257: 10, 258: 8, 259: 1, 262: 1, 277: 1, 278: 10 };

async function refusal(blob: Blob, path: string): Promise<string> {
  return openFile(started.parser, blob, path).then(
    () => "",
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );
}

describe("an image", () => {
  it.each(["png", "jpeg", "webp"] as const)(
    "reads an image in %s as a scanned page, regardless of its name",
    async (kind) => {
      const read = await readAll(started.parser, await encoded(sheet(), kind), "sheet.tiff");
      expect(read).toMatchObject({ format: "image", pageUnit: "page", pageCount: 1 });
      expect(read.pages).toMatchObject([{ state: "scanned", width: 842, text: "" }]);
      expect(read.pages[0]?.height).toBeCloseTo((842 * height) / width);
    },
  );

  it("reads a TIFF as an upright page for each of its images", async () => {
    const data = new Uint8Array(200).fill(200);
    const file = tiffOf([
      { fields: grey, data },
      { fields: { ...grey, 274: 6 }, data },
      // A smaller copy of the first image.
      { fields: { ...grey, 254: 1 }, data },
    ]);
    const { pages } = await readAll(started.parser, file, "fax.tif");
    expect(pages.map((page) => [page.state, page.width, page.height])).toEqual([
      ["scanned", 842, 421],
      ["scanned", 421, 842],
    ]);
  });

  it.each<[string, () => Promise<Blob>]>([
    ["a photograph of a camera that was held to its side", heldSideways],
    ["a TIFF", async () => new Blob([UTIF.encodeImage(pixelsOf(sheet()), width, height)])],
  ])("places text recognised in an image that is %s at its position", async (_, file) => {
    const bytes = await (await file()).arrayBuffer();
    await started.parser.open({ bytes, path: "sheet.jpg", recognise: ["eng"] });
    const page = await started.parser.readPage({ number: 1 });
    expect(page).toMatchObject({ state: "text", recognised: true, width: 842 });
    expect(page.text).toContain(line);
    const [first] = page.geometry ? spanBoxes(page.geometry, { start: 0, end: 3 }) : [];
    // Drawn 50 pixels from the left, on a baseline 90 pixels from the top, out of 900.
    expect(first?.left).toBeGreaterThan(40);
    expect(first?.left).toBeLessThan(60);
    expect(first?.bottom).toBeGreaterThan(75);
    expect(first?.bottom).toBeLessThan(95);
  });

  it("refuses an image that is too large before decoding it", async () => {
    const head = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82);
    const size = new DataView(new ArrayBuffer(8));
    size.setUint32(0, 60_000);
    size.setUint32(4, 60_000);
    expect(await refusal(new Blob([head, size.buffer]), "bomb.png")).toMatch(
      /^damaged-file: bomb.png .* 3,600 million pixels/,
    );
  });

  it("refuses an image that is truncated or whose directory loops, and says what to do", async () => {
    const png = await encoded(sheet(), "png");
    expect(await refusal(png.slice(0, 200), "half.png")).toMatch(/^damaged-file: .*Get a new copy/);
    const data = new Uint8Array(200);
    const again = tiffOf([{ fields: grey, data }], 8 + data.length);
    expect(await refusal(again, "ring.tif")).toMatch(/^damaged-file/);
  });

  it("refuses an image that unpacks to far more than its pixels, and reads the next one", async () => {
    const large = new Blob([new Uint8Array(64_000_000)]).stream();
    const packed = new Uint8Array(
      await new Response(large.pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
    );
    const bomb = tiffOf([
      { fields: { ...grey, 259: 8 }, data: packed },
      { fields: grey, data: new Uint8Array(200) },
    ]);
    await started.parser.open({
      bytes: await bomb.arrayBuffer(),
      path: "bomb.tif",
      recognise: ["eng"],
    });
    const first = await started.parser.readPage({ number: 1 });
    expect(first.problem ?? "").toContain("far more data than its pixels");
    expect(await started.parser.readPage({ number: 2 })).toMatchObject({ state: "scanned" });
  });
});
