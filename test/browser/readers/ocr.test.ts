import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Page, spanBoxes, unpackPage } from "../../../src/core/page.js";
import { type OcrSetup, Recogniser, startTesseract } from "../../../src/readers/ocr/recogniser.js";
import { cutImage, type ReadPart, readInParts } from "../../../src/readers/ocr/scanned-pages.js";
import { isLong, tries } from "../../tries.js";
import { fixture } from "../fixture.js";
import { drawn, linesOf, type ScanOptions, scannedPdf } from "./ocr-scans.js";
import { openFile, readAll, type StartedParser, startParser, withParser } from "./open-pdf.js";

const ocr: OcrSetup = { base: new URL("/assets/ocr/", location.href).href, languages: ["eng"] };

const heading = "Minutes of the harbour council";
const sentences = [
  "The council met on the fourth of March to discuss the new",
  "lighthouse. Repairs will cost 48,250 pounds, of which the",
  "county has promised one third. Mrs. Abernathy asked whether",
  "the old lamp could be kept; the keeper thought it could.",
  "A second vote is planned for Thursday, 17 October 1963.",
];
const minutes = linesOf(heading, sentences);

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The share of the drawn words that was recognised. */
function shareRead(text: string): number {
  const read = new Set(words(text));
  const drawn = words([heading, ...sentences].join(" "));
  return drawn.filter((word) => read.has(word)).length / drawn.length;
}

/** Reads all scans in turn, as when adding files, so that the recogniser is loaded only once. */
let started: StartedParser;
beforeAll(() => {
  started = startParser(ocr);
});
afterAll(() => started.end());

async function readScan(options: ScanOptions = {}): Promise<Page | undefined> {
  const file = await scannedPdf([minutes], options);
  const { pages } = await readAll(started.parser, file, "minutes.pdf");
  return pages[0];
}

describe("a scanned page", () => {
  it("a scanned page stays scanned without recognition", async () => {
    const file = await scannedPdf([minutes]);
    const { pages } = await withParser((parser) => readAll(parser, file, "minutes.pdf"));
    expect(pages).toMatchObject([{ state: "scanned", text: "", lines: [] }]);
    expect(pages[0]).not.toHaveProperty("recognised");
    expect(pages[0]).not.toHaveProperty("problem");
  });

  it("turns a scanned page into lines and paragraphs with positions, labelled as recognised", async () => {
    const page = await readScan();
    expect(page).toMatchObject({ state: "text", recognised: true });
    expect(shareRead(page?.text ?? "")).toBeGreaterThanOrEqual(0.9);
    const lines = page?.lines.map(({ start, end }) => page.text.slice(start, end));
    expect(lines).toHaveLength(1 + sentences.length);
    // Each word is positioned at its ink: the heading starts 40 points from the left.
    const [word] = page?.geometry ? spanBoxes(page.geometry, { start: 0, end: 1 }) : [];
    expect(word?.left).toBeGreaterThan(36);
    expect(word?.left).toBeLessThan(46);
    expect(new Set(page?.lines.map(({ block }) => block)).size).toBe(2);
    const [first, second] = page?.lines ?? [];
    expect(first?.size).toBeGreaterThan(1.2 * (second?.size ?? 0));
    // Drawn at 20 points on a baseline 60 points from the top, and at 12 points on one at 96.
    expect(first?.top).toBeGreaterThan(40);
    expect(first?.bottom).toBeLessThan(66);
    expect(second?.top).toBeGreaterThan(84);
    expect(second?.bottom).toBeLessThan(101);
  });

  it.each(
    tries<ScanOptions[]>(
      [{ quarterTurns: 1 }],
      [{ askew: 0.01 }, { quarterTurns: 1 }, { quarterTurns: 2 }],
    ),
  )("reads a scanned page in any orientation: %o", async (options) => {
    const page = await readScan(options);
    expect(shareRead(page?.text ?? "")).toBeGreaterThanOrEqual(0.9);
    expect(page?.lines).toHaveLength(1 + sentences.length);
  });

  describe("a scanned page with a stamp and a note", () => {
    const stamped = { stamp: "RECEIVED 4 MAY", note: "Ask the keeper." };

    it("treats a page with a stamp and a note as a scan, and reads the stamp and the note", async () => {
      const file = await scannedPdf([minutes], { stamped });
      const { pages } = await withParser((parser) => readAll(parser, file, "minutes.pdf"));
      expect(pages).toMatchObject([
        { state: "scanned", text: "RECEIVED 4 MAY\n\nAsk the keeper.\n" },
      ]);
    });

    it.runIf(isLong)("reads the stamp and the note once when the scan is recognised", async () => {
      const page = await readScan({ stamped });
      expect(page).toMatchObject({ state: "text", recognised: true });
      expect(shareRead(page?.text ?? "")).toBeGreaterThanOrEqual(0.9);
      const lines = page?.lines.map(({ start, end }) => page.text.slice(start, end));
      expect(lines?.slice(1 + sentences.length)).toEqual(["RECEIVED 4 MAY", "Ask the keeper."]);
    });
  });

  it.runIf(isLong)("reads a scanned page that is only a stamp", async () => {
    const page = await readScan({ asStamps: true });
    expect(page).toMatchObject({ state: "text", recognised: true });
    expect(shareRead(page?.text ?? "")).toBeGreaterThanOrEqual(0.9);
  });

  it("keeps a page without words as scanned, next to pages with text", async () => {
    const blob = await fixture("pdf/scan-and-empty.pdf");
    const { pages } = await readAll(started.parser, blob, "scan.pdf");
    expect(pages.map(({ state }) => state)).toEqual(["text", "scanned", "empty"]);
    expect(pages.filter((page) => "recognised" in page || "problem" in page)).toEqual([]);
  });
});

describe("when recognition is unavailable", () => {
  const nowhere = new URL("/assets/ocr/nowhere/", location.href).href;

  it.each<[string, OcrSetup]>([
    ["the folder has none of its files", { ...ocr, base: nowhere }],
    ["a language is missing", { ...ocr, languages: ["tlh"] }],
  ])(
    "reads the document without recognition, because %s, and says why on scanned pages",
    async (_, setup) => {
      const file = await scannedPdf([minutes, minutes]);
      const { pages } = await withParser((parser) => readAll(parser, file, "minutes.pdf"), setup);
      expect(pages.map(({ state }) => state)).toEqual(["scanned", "scanned"]);
      expect(pages[0]?.problem).toContain(setup.base);
      expect(pages[1]?.problem).toBe(pages[0]?.problem);
    },
  );
});

describe("a page that could not be recognised as a whole", () => {
  it("reads the page from a smaller image, and reports progress", async () => {
    const file = await scannedPdf([minutes]);
    const shares: number[] = [];
    const { parser } = started;
    const bytes = await file.arrayBuffer();
    await parser.open({ bytes, path: "minutes.pdf", careful: true });
    const onProgress = ({ share }: { share?: number }) => shares.push(share ?? Number.NaN);
    const { text } = unpackPage(await parser.readPage({ number: 1 }, { onProgress }));
    expect(shareRead(text)).toBeGreaterThanOrEqual(0.9);
    expect(shares.length).toBeGreaterThan(0);
    for (const share of shares) expect(share).toBeLessThanOrEqual(1);
  });

  it("reads the page in parts, each line once", async () => {
    const { jpeg: scan } = await drawn(minutes, 0);
    const recogniser = new Recogniser(startTesseract(ocr));
    const { signal } = new AbortController();
    const { height } = await createImageBitmap(scan);
    const read: ReadPart = (part, onShare) => recogniser.recognise(part, signal, onShare);
    const shares: number[] = [];
    const lines = await readInParts(scan, height, read, (share) => shares.push(share), cutImage);
    recogniser.end();
    const text = lines.map(({ words }) => words.map((word) => word.text).join(" "));
    expect(text).toHaveLength(1 + sentences.length);
    expect(shareRead(text.join("\n"))).toBeGreaterThanOrEqual(0.9);
    expect(shares.at(-1)).toBe(1);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  });
});

// Last, because each of these ends the recogniser, which the next page then loads again.
describe("while a page is being recognised", () => {
  it("reports progress, stops when aborted, and then reads the next page", async () => {
    const file = await scannedPdf([minutes, minutes]);
    const { parser } = started;
    await openFile(parser, file, "minutes.pdf");
    const abort = new AbortController();
    const reports: unknown[] = [];
    const reading = parser.readPage(
      { number: 1 },
      {
        signal: abort.signal,
        onProgress: (progress) => {
          reports.push(progress);
          abort.abort(new Error("enough"));
        },
      },
    );
    await expect(reading).rejects.toThrow("enough");
    expect(reports).toEqual([{ doing: "recognising", share: 0 }]);
    const page = unpackPage(await parser.readPage({ number: 2 }));
    expect(shareRead(page.text)).toBeGreaterThanOrEqual(0.9);
  });

  it("stops recognising when the document is closed", async () => {
    const file = await scannedPdf([minutes]);
    const { parser } = started;
    await openFile(parser, file, "minutes.pdf");
    const begun = Promise.withResolvers<void>();
    const reading = parser.readPage({ number: 1 }, { onProgress: () => begun.resolve() });
    reading.catch(() => {});
    await begun.promise;
    await parser.close(null);
    await expect(reading).rejects.toMatchObject({ code: "closed" });
  });
});
