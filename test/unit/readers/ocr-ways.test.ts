import { describe, expect, it } from "vitest";
import { type PixelBox, Recogniser, type SeenLine } from "../../../src/readers/ocr/recogniser.js";
import {
  type DrawOptions,
  type PageDrawer,
  readInParts,
  ScannedPages,
} from "../../../src/readers/ocr/scanned-pages.js";

/** A line whose baseline is this many pixels from the top. */
function lineAt(y: number, text: string): SeenLine {
  const box: PixelBox = { x0: 10, y0: y - 20, x1: 200, y1: y };
  const baseline = { x0: 10, y0: y, x1: 200, y1: y };
  return { words: [{ text, confidence: 95, box }], baseline, height: 24, rightToLeft: false };
}

/** Draws pages of 100 × 400 points, and records how. */
class Drawer implements PageDrawer {
  readonly drawn: DrawOptions[] = [];

  async draw(_: number, options: DrawOptions) {
    this.drawn.push(options);
    const scale = options.size === "small" ? 1 : 2;
    return { image: new Blob(["whole"]), scale, width: 100, height: 400, upsideDown: false };
  }

  async close(): Promise<void> {}
}

const cut = async (_: Blob, top: number, bottom: number): Promise<Blob> =>
  new Blob([`${top}-${bottom}`]);

describe("a page that cannot be recognised as a whole", () => {
  const broken = { recognise: () => Promise.reject(new Error("out of memory")) };

  it("says that a retry uses another method", async () => {
    const drawer = new Drawer();
    const page = await new ScannedPages(drawer, broken).read(1, []);
    expect(page).toMatchObject({ state: "scanned" });
    expect(page).toMatchObject({
      problem: expect.stringMatching(/out of memory.*smaller image/),
    });
    expect(drawer.drawn.map(({ size }) => size)).toEqual(["usual"]);
  });

  it("promises no other method if the recogniser could not be loaded", async () => {
    const recogniser = new Recogniser(() => Promise.reject(new Error("no files")));
    const page = await new ScannedPages(new Drawer(), recogniser).read(1, []);
    expect(page).toMatchObject({ problem: expect.stringContaining("no files") });
    expect(page).toMatchObject({ problem: expect.not.stringContaining("smaller") });
    recogniser.tryAgain();
    const engine = { recognise: () => Promise.reject(new Error("no room")), end: () => {} };
    const failing = new Recogniser(async () => engine);
    const other = await new ScannedPages(new Drawer(), failing).read(1, []);
    expect(other).toMatchObject({ problem: expect.stringMatching(/no room.*smaller/) });
  });

  it("recognises the page from a smaller image on retry", async () => {
    const drawer = new Drawer();
    const recogniser = { recognise: async () => [lineAt(100, "lantern")] };
    const page = await new ScannedPages(drawer, recogniser, true, cut).read(1, []);
    expect(page).toMatchObject({ state: "text", text: "lantern\n", recognised: true });
    expect(drawer.drawn.map(({ size }) => size)).toEqual(["small"]);
  });

  it("recognises the page part by part if the smaller image fails as well", async () => {
    const drawer = new Drawer();
    const parts: string[] = [];
    const shares: number[] = [];
    const recogniser = {
      recognise: async (image: Blob, _: AbortSignal, onShare?: (share: number) => void) => {
        const part = await image.text();
        if (part === "whole") throw new Error("out of memory");
        parts.push(part);
        onShare?.(1);
        return [lineAt(100, `part${parts.length}`)];
      },
    };
    const pages = new ScannedPages(drawer, recogniser, true, cut);
    const page = await pages.read(1, [], undefined, (share) => shares.push(share));
    expect(page).toMatchObject({ state: "text", recognised: true });
    expect("text" in page ? page.text.match(/part\d/g) : null).toEqual([
      "part1",
      "part2",
      "part3",
      "part4",
    ]);
    expect(drawer.drawn.map(({ size }) => size)).toEqual(["small", "usual"]);
    expect([...new Set(shares)]).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it("promises no other method once all were tried", async () => {
    const page = await new ScannedPages(new Drawer(), broken, true, cut).read(1, []);
    expect(page).toMatchObject({ problem: expect.not.stringContaining("smaller") });
  });

  it("stops at once when aborted", async () => {
    const abort = new AbortController();
    const recogniser = {
      recognise: async () => {
        abort.abort(new Error("stopped"));
        throw new Error("out of memory");
      },
    };
    const drawer = new Drawer();
    const reading = new ScannedPages(drawer, recogniser, true, cut).read(1, [], abort.signal);
    await expect(reading).rejects.toThrow("stopped");
    expect(drawer.drawn).toHaveLength(1);
  });
});

describe("an image in parts", () => {
  it("yields each line once, at its position in the whole image", async () => {
    const height = 1000;
    // One of them lies on a cut, and is visible in every strip that shows it.
    const all = [40, 249, 251, 500, 760, 990].map((y) => lineAt(y, `y${y}`));
    const read = async (part: Blob) => {
      const [top = 0, bottom = 0] = (await part.text()).split("-").map(Number);
      return all
        .filter(({ baseline }) => baseline.y0 > top && baseline.y0 <= bottom)
        .map(({ words: [word], baseline }) => lineAt(baseline.y0 - top, word?.text ?? ""));
    };
    const seen = await readInParts(new Blob(), height, read, () => {}, cut);
    expect(seen.map(({ words: [word] }) => word?.text)).toEqual(
      all.map(({ words: [word] }) => word?.text),
    );
    for (const { words, baseline } of seen) {
      expect(words[0]?.text).toBe(`y${baseline.y0}`);
      expect(words[0]?.box.y1).toBe(baseline.y1);
    }
  });
});
