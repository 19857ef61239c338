import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtSite } from "./site-server.js";
import { ask } from "./states/asking.js";
import { openPage, selectLine } from "./states/pages.js";
import { press, seen } from "./states/press.js";
import { settled } from "./states/settled.js";
import { type Shown, Theatre } from "./states/stage.js";

let theatre: Theatre;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
});
afterAll(() => theatre?.close());

/** Asks two questions with more passages than fit in the view. */
async function askTwice(size: { width: number; height: number }): Promise<Shown> {
  return theatre.show({
    name: "two questions",
    documents: "samples",
    bring: async ({ page }) => {
      await page.setViewportSize(size);
      for (const question of ["What was the operating profit in 2024?", "Who runs the ferries?"]) {
        await ask(page, question);
        await seen(page, '.exchange:last-child[data-state="done"] .result');
      }
    },
  });
}

/** The distance of an element from the top of the answers, and whether it is in view. */
async function place(element: Locator): Promise<{ below: number; inSight: boolean }> {
  await settled(element.page());
  return element.evaluate((one) => {
    const thread = one.closest(".thread")?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = one.getBoundingClientRect();
    return {
      below: Math.round(top - thread.top),
      inSight: top >= thread.top && bottom <= thread.bottom,
    };
  });
}

/** The third passage of the second question, scrolled to the middle of the answers. */
async function passageInSight(page: Page): Promise<Locator> {
  await settled(page);
  const passage = page.locator(".exchange").nth(1).locator(".result .where").nth(2);
  await passage.evaluate((one) => one.scrollIntoView({ block: "center" }));
  return passage;
}

test("the answer keeps its scroll position when a page opens or closes next to it", async () => {
  const { page, close } = await askTwice({ width: 1280, height: 700 });
  try {
    const passage = await passageInSight(page);
    const before = await place(passage);
    expect(before.inSight).toBe(true);
    // Presses beside the button, because the whole passage is clickable.
    const whole = page.locator(".exchange").nth(1).locator(".result").nth(2);
    await whole.locator(".excerpt, tbody th").first().click();
    await seen(page, ".pagehound-viewer canvas");
    await expect.poll(async () => (await place(passage)).inSight).toBe(true);
    const after = await place(passage);
    // There is room to read the passage on its page.
    expect(await page.locator(".pagehound-viewer .quote").isVisible()).toBe(false);
    expect(Math.abs(after.below - before.below)).toBeLessThanOrEqual(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => passage.evaluate((one) => one.matches(":focus"))).toBe(true);
    await expect
      .poll(async () => Math.abs((await place(passage)).below - before.below))
      .toBeLessThanOrEqual(2);
  } finally {
    await close();
  }
});

test("on a narrow screen, closing the page returns to the answer at the same position", async () => {
  const { page, close } = await askTwice({ width: 390, height: 700 });
  try {
    const passage = await passageInSight(page);
    const before = await place(passage);
    await passage.click();
    await seen(page, ".pagehound-viewer canvas");
    await page.locator(".pane.search").waitFor({ state: "hidden" });
    // Escape leaves the list of documents, and never closes a page that is hidden.
    await press(page, ".switcher button:nth-child(1)");
    await page.locator(".pane.documents").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".pane.documents").waitFor({ state: "hidden" });
    await expect.poll(() => page.locator("#question:focus").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => place(passage)).toEqual(before);
    await press(page, ".switcher button:nth-child(3)");
    await page.locator('.pagehound-viewer button[aria-label="Close the page"]').click();
    await expect.poll(() => passage.evaluate((one) => one.matches(":focus"))).toBe(true);
    await expect.poll(() => place(passage)).toEqual(before);
  } finally {
    await close();
  }
});

test("fetches a page's resources again once the network is back", async () => {
  const { page, close } = await askTwice({ width: 1280, height: 700 });
  const reader = /\/assets\/pdf-[\w-]{8}\.js$/;
  try {
    await page.route(reader, (route) => route.abort());
    const passage = page.locator(".exchange .result button").first();
    await passage.click();
    await seen(page, ".pagehound-viewer .sheet-problem");
    await page.unroute(reader);
    await passage.click();
    await seen(page, ".pagehound-viewer .mark-box");
    await expect.poll(() => page.locator(".pagehound-viewer .sheet-problem").count()).toBe(0);
  } finally {
    await close();
  }
});

test("on a narrow screen, the marked row is readable above its page, and the file can be saved", async () => {
  const { page, close } = await askTwice({ width: 390, height: 740 });
  try {
    await page.locator(".exchange").first().locator(".result .where").first().click();
    const quote = page.locator(".pagehound-viewer .quote");
    await quote.getByText("Operating profit · 2 · 14,150 · 10,000").waitFor();
    const size = await quote.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(size).toBeGreaterThanOrEqual(14);
    await page.getByRole("button", { name: "More controls" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the file" }).click();
    expect((await saving).suggestedFilename()).toBe(
      "northwind-harbour-ferries-annual-report-2024.pdf",
    );
  } finally {
    await close();
  }
});

test("selected text on a page can be asked about, and copied with its place", async () => {
  const { page, close } = await theatre.show({
    name: "a page",
    documents: "samples",
    bring: ({ page }) => openPage(page),
  });
  try {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await settled(page);
    const line = await selectLine(page);
    await press(page, ".selection-bar .button:nth-child(4)");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`northwind-harbour-ferries-annual-report-2024.pdf, Page 6: “${line}”`);
    await press(page, ".selection-bar .button:nth-child(3)");
    await expect.poll(() => page.locator("#question").inputValue()).toBe(`“${line}” `);
    await expect.poll(() => page.locator("#question:focus").count()).toBe(1);
    await expect.poll(() => page.locator(".selection-bar").isVisible()).toBe(false);
    await selectLine(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".selection-bar").isVisible()).toBe(false);
    await expect.poll(() => page.locator(".pagehound-viewer").isVisible()).toBe(true);
  } finally {
    await close();
  }
});

test("the controls of the middle pane never cover the page next to it", async () => {
  const { page, close } = await theatre.show({
    name: "a widened page",
    documents: "samples",
    bring: ({ page }) => openPage(page),
  });
  try {
    await page.getByRole("separator", { name: "Width of the page" }).focus();
    await page.keyboard.press("End");
    for (const width of [1600, 1340, 1280, 1000, 760]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const [bar, last] = [page.locator(".middle > .bar"), page.locator(".settings-button")];
      const right = (one: Locator): Promise<number> =>
        one.evaluate((element) => element.getBoundingClientRect().right);
      expect(await right(last), `${width}`).toBeLessThanOrEqual(await right(bar));
    }
  } finally {
    await close();
  }
});
