import type { Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isLong, tries } from "../tries.js";
import { builtSite } from "./site-server.js";
import { states } from "./states/index.js";
import { type Shown, Theatre } from "./states/stage.js";

let theatre: Theatre;
let shown: Shown;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
});

afterAll(async () => {
  await theatre?.close();
});

afterEach(async () => {
  await shown.close();
});

/** The page in a state, as printed by someone who uses a dark theme. */
async function printed(name: string): Promise<Page> {
  const state = states.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}.`);
  shown = await theatre.show(state);
  await shown.page.emulateMedia({ media: "print", colorScheme: "dark" });
  return shown.page;
}

/** True if any part of an element is printed. */
const isPrinted = (part: Locator): Promise<boolean> => part.first().isVisible();

/** The brightness of an element's text and of the paper behind it, from 0 to 1. */
const brightness = (part: Locator): Promise<{ text: number; paper: number }> =>
  part.first().evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    const bright = (colour: string): number => {
      if (!canvas) return Number.NaN;
      canvas.fillStyle = "#ffffff";
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 765;
    };
    let paper = 1;
    for (let at: Node | null = element; at; at = at.parentNode ?? (at as ShadowRoot).host ?? null) {
      if (at instanceof Element)
        paper = Math.min(paper, bright(getComputedStyle(at).backgroundColor));
    }
    return { text: bright(getComputedStyle(element).color), paper };
  });

/** The number of printed sheets. */
async function sheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test("an answer is printed with its question and its sources in full, dark on white, and nothing else", async () => {
  const page = await printed("answer");
  const question = page.locator(".question");
  for (const part of [question, page.locator(".answer-text"), page.locator(".printed li")]) {
    await expect.poll(() => isPrinted(part)).toBe(true);
    const { text, paper } = await brightness(part);
    expect(text).toBeLessThan(0.3);
    expect(paper).toBe(1);
  }
  const sources = await page.locator(".printed li").allInnerTexts();
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toMatch(/^\d+\. .+\.pdf, page .+: “.+”/s);
  for (const around of [
    ".documents",
    ".bar",
    ".ask-box",
    ".evidence-button",
    ".turn-foot .icon-button",
  ]) {
    expect(await isPrinted(page.locator(around))).toBe(false);
  }
  // Nothing is cut off at the sides or the bottom, where the frame on screen would clip it.
  const sides = page.locator(".turn-line, .question, .printed");
  for (const part of await sides.all()) {
    const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(1280);
  }
  const box = await page.locator(".printed li").last().boundingBox();
  const frame = await page.locator("page-hound").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
    (frame?.y ?? 0) + (frame?.height ?? 0),
  );
  expect(await sheets(page)).toBeGreaterThan(0);
  await page.emulateMedia({ media: "screen" });
  expect(await isPrinted(page.locator(".printed"))).toBe(false);
});

test.runIf(isLong)("passages are printed without buttons", async () => {
  const page = await printed("passages");
  await expect
    .poll(() => isPrinted(page.locator(".result .excerpt, .result .table-text")))
    .toBe(true);
  expect((await brightness(page.locator(".result .where-name"))).text).toBeLessThan(0.3);
  for (const around of [".documents", ".ask-box", ".table-tools", ".model-offer"]) {
    expect(await isPrinted(page.locator(around))).toBe(false);
  }
});

test.each(tries(["page"], ["page", "panel-page"]))(
  "an opened page (%s) is printed whole and alone",
  async (name) => {
    const page = await printed(name);
    for (const around of [".documents", ".bar", ".search", ".pagehound-viewer .controls"]) {
      expect(await isPrinted(page.locator(around))).toBe(false);
    }
    const paper = page.locator(".sheet:visible");
    await expect.poll(() => paper.count()).toBe(1);
    const whole = await paper.evaluate((sheet) => {
      const { width, height } = sheet.getBoundingClientRect();
      const picture = sheet.querySelector("canvas")?.getBoundingClientRect();
      return {
        ratio: width / height,
        fits: width <= innerWidth + 1 && height <= innerHeight + 1,
        filled: picture?.width === width && picture.height === height,
      };
    });
    expect(whole.fits).toBe(true);
    expect(whole.filled).toBe(true);
    expect(whole.ratio).toBeGreaterThan(0.5);
    if (name === "page") expect(await sheets(page)).toBe(1);
  },
);

test("an opened text is printed on white from its start", async () => {
  const page = await printed("page-of-text");
  const text = page.locator(".prose:visible");
  await expect.poll(() => text.count()).toBe(1);
  const { text: ink, paper } = await brightness(text);
  expect(ink).toBeLessThan(0.3);
  expect(paper).toBe(1);
  const hidden = await text.evaluate((element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.scrollHeight > at.clientHeight + 1 && getComputedStyle(at).overflowY !== "visible")
        return at.className;
    }
    return null;
  });
  expect(hidden).toBeNull();
});
