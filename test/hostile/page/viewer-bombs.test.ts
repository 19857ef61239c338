import { afterEach, describe, expect, test, vi } from "vitest";
import { PdfOpener, TooSlowError } from "../../../src/element/viewer/pdf-file.js";
import { removeViewers, type ShownViewer, showViewer } from "../../browser/element/viewer-room.js";
import { isLong, tries } from "../../tries.js";
import { bombTarget } from "../attack/bomb-target.js";
import {
  annotationKinds,
  heavyPattern,
  longText,
  manyAnnotations,
  manyBookmarks,
  manyOperators,
  manyPages,
  manyTexts,
  oddSizes,
} from "../attack/viewer-bombs.js";

// Long enough for the last of it to be drawn, even on a busy machine.
const patient = { timeout: 200_000, interval: 500 };

const opener: { current: PdfOpener | null } = { current: null };
afterEach(() => {
  removeViewers();
  opener.current?.destroy();
  opener.current = null;
  vi.restoreAllMocks();
});

/**
 * Counts drawing on the page's own canvases, the only thing that can block the page for seconds.
 */
function drawingHere(): () => number {
  let calls = 0;
  const drawing = CanvasRenderingContext2D.prototype as unknown as Record<string, () => unknown>;
  const names = [
    "fill",
    "stroke",
    "fillRect",
    "fillText",
    "strokeText",
    "drawImage",
    "clip",
    "save",
  ];
  for (const name of names) {
    const real = drawing[name] as () => unknown;
    vi.spyOn(drawing, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      calls++;
      return Reflect.apply(real, this, args);
    });
  }
  return () => calls;
}

/** True if any part of the page is not white. */
function isDrawn({ all }: ShownViewer): boolean {
  const canvas = all(".sheet canvas")[0] as HTMLCanvasElement | undefined;
  if (!canvas || canvas.width === 0) return false;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  copy?.drawImage(canvas, 0, 0);
  const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return data.some((value) => value < 200);
}

describe("a page with far too many annotations", () => {
  test("draws no annotations on a page with far too many, and limits the number of elements", async () => {
    const drawn = drawingHere();
    const shown = showViewer();
    await shown.viewer.open(bombTarget(manyAnnotations(tries(4_000, 50_000))));
    // On a busy machine it may report that it takes too long, which is an end as well.
    const ended = (): number => shown.all(".sheet .link-area, .sheet-problem").length;
    await expect.poll(ended, patient).toBeGreaterThan(0);
    vi.restoreAllMocks();
    // Only a line of text is measured; nothing is drawn.
    expect(drawn()).toBeLessThan(20);
    // A page has at most 500 links.
    expect(shown.all("*").length).toBeLessThan(900);
  });

  test("draws a hundred pages with far too many annotations one by one, only those in view", async () => {
    const shown = showViewer();
    await shown.viewer.open(
      bombTarget(manyAnnotations(tries(5_000, 20_000), annotationKinds, 100)),
    );
    await expect.poll(() => isDrawn(shown), patient).toBe(true);
    expect(shown.all(".sheet canvas").length).toBeLessThan(8);
  });
});

describe("other pages made to freeze the viewer", () => {
  test.runIf(isLong)(
    "offers the first 15,000 pieces of text for selection, with a notice",
    async () => {
      const shown = showViewer({ locale: "en" });
      await shown.viewer.open(bombTarget(manyTexts(tries(16_000, 50_000))));
      const notes = (): (string | null)[] =>
        shown.all(".sheet-note").map((note) => note.textContent);
      await expect
        .poll(notes, patient)
        .toContain("Only the first part of this page's text can be selected.");
      expect(shown.all(".text span").length).toBeLessThanOrEqual(15_000);
      expect(shown.all(".text span").length).toBeGreaterThan(10_000);
    },
  );

  test("skips a piece of text with 300,000 characters, with a notice", async () => {
    const shown = showViewer({ locale: "en" });
    await shown.viewer.open(bombTarget(longText(300_000)));
    await expect.poll(() => shown.all(".sheet-note").length, patient).toBe(1);
    const text = shown.all(".text").map((layer) => layer.textContent?.length ?? 0);
    expect(Math.max(0, ...text)).toBeLessThan(100_001);
  });

  test.runIf(isLong)("lists the first 5,000 of 20,000 bookmarks, with few elements", async () => {
    const shown = showViewer();
    await shown.viewer.open(bombTarget(manyBookmarks(20_000)));
    shown.button("Outline and pages").click();
    await expect.poll(() => shown.all('[role="treeitem"]').length, patient).toBeGreaterThan(3);
    expect(shown.all('[role="treeitem"]').length).toBeLessThan(100);
    expect(shown.one('[role="treeitem"]').getAttribute("aria-setsize")).toBe("5000");
  });

  test("renders only the sheets near the view of 10,000 pages", async () => {
    const shown = showViewer();
    await shown.viewer.open(bombTarget(manyPages(10_000)));
    await expect.poll(() => isDrawn(shown), patient).toBe(true);
    expect(shown.all(".sheet").length).toBeLessThan(100);
  });

  test("draws pages of any size within the limits of a canvas", async () => {
    const boxes = ["14400 14400", "1e9 1e9", "1000000000 1", "0 0", "0.001 792", "-5 -900"];
    opener.current = new PdfOpener("/assets/", () => {});
    const { signal } = new AbortController();
    const bytes = oddSizes(boxes.map((size) => `[0 0 ${size}]`));
    const file = await opener.current.open(new Blob([bytes]), undefined, signal);
    for (let page = 1; page <= boxes.length; page++) {
      const { width, height } = await file.sheet(page, signal);
      expect(Math.max(width, height), boxes[page - 1]).toBeLessThanOrEqual(14_400);
      expect(Math.min(width, height), boxes[page - 1]).toBeGreaterThan(0);
      const { image, whole } = await file.picture(page, 8, signal);
      expect(whole).toBe(true);
      expect(image.width * image.height).toBeLessThanOrEqual(2 ** 24);
      expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(2 ** 14);
      image.close();
    }
  });
});

describe("a page that takes too long to draw", () => {
  const { signal } = new AbortController();
  const open = (bytes: Uint8Array<ArrayBuffer>, drawing: number, grace: number) => {
    opener.current = new PdfOpener("/assets/", () => {}, {
      patience: { drawing, grace, opening: 60_000 },
    });
    return opener.current.open(new Blob([bytes]), undefined, signal);
  };

  test("shows a slow page as far as it is drawn", async () => {
    const file = await open(manyOperators(50_000), 0, 100_000);
    const { image, whole } = await file.picture(1, 1, signal);
    expect(whole).toBe(false);
    expect([image.width, image.height]).toEqual([612, 792]);
    image.close();
  });

  test("does not block other pages if a single step of a slow one never ends", async () => {
    // No machine is fast enough to paint this much within two milliseconds.
    const file = await open(heavyPattern(50_000), 1, 1);
    const drawing = file.picture(1, 1, signal);
    await expect(drawing).rejects.toBeInstanceOf(TooSlowError);
    expect(await file.sheet(1, signal)).toMatchObject({ width: 612, height: 792 });
    expect((await file.text(1, signal)).whole).toBe(true);
  });

  test("does not block other pages once the reader has left a slow one", async () => {
    const file = await open(heavyPattern(50_000), 60_000, 1);
    const leaving = new AbortController();
    const drawing = file.picture(1, 1, leaving.signal);
    leaving.abort();
    await expect(drawing).rejects.toThrow("abort");
    expect((await file.text(1, signal)).whole).toBe(true);
  });

  test("abandons a slow page when the reader leaves it, and opens the next document", async () => {
    const shown = showViewer();
    await shown.viewer.open(bombTarget(heavyPattern(50_000)));
    await shown.viewer.open(bombTarget(manyTexts(3)));
    await expect.poll(() => isDrawn(shown), patient).toBe(true);
    await expect.poll(() => shown.all(".text span").length, patient).toBe(3);
  });
});
