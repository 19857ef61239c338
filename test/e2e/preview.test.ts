import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { choose, focusOn, seen } from "./states/press.js";
import { Theatre } from "./states/stage.js";
import { text } from "./states/text-file.js";

let theatre: Theatre;
let page: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
  ({ page, close } = await theatre.show({
    name: "documents",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await choose(page, [text("tariff.md", "# What the ferry costs\n\nTwo crowns.")]);
      await page.locator(".row .row-title", { hasText: "What the ferry costs" }).waitFor();
      await seen(page, "#question");
    },
  }));
});
afterAll(async () => {
  await close?.();
  await theatre?.close();
});

const row = (name: string): Locator => page.locator(".row", { hasText: name });
const open = (name: string): Locator => row(name).locator("[data-control=open]");
const preview = (name: string): Locator => page.getByRole("group", { name: `Preview of ${name}` });
const guide = "pagehound-user-guide.pdf";
const annual = "northwind-harbour-ferries-annual-report-2024.pdf";

async function boxOf(locator: Locator): Promise<{ left: number; right: number; top: number }> {
  return locator.evaluate((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    return { left, right, top };
  });
}

test("resting the pointer on a row shows its first page next to the list", async () => {
  const before = await boxOf(row(guide));
  await open(guide).hover();
  await preview(guide)
    .getByRole("img", { name: `First page of ${guide}` })
    .waitFor();
  await preview(guide).getByText("7 pages").waitFor();
  await expectAccessible(page);
  expect(await boxOf(row(guide))).toEqual(before);
  const list = await boxOf(page.locator(".pane.documents"));
  expect((await boxOf(preview(guide))).left).toBeGreaterThanOrEqual(list.right);
});

test("the preview stays open under the pointer, and Escape closes only the preview", async () => {
  await open(guide).hover();
  await preview(guide).waitFor();
  await preview(guide).hover();
  await open(guide).hover();
  await preview(guide).hover();
  await focusOn(page.locator("#question"));
  await page.keyboard.press("Escape");
  await expect.poll(() => preview(guide).count()).toBe(0);
  await expect
    .poll(() => page.locator("#question").evaluate((box) => box.matches(":focus")))
    .toBe(true);
});

test("the preview closes when the pointer leaves it", async () => {
  await open(annual).hover();
  await preview(annual).waitFor();
  await page.locator("#question").hover();
  await expect.poll(() => preview(annual).count()).toBe(0);
});

test("Space opens the preview of the focused document, which follows the arrow keys", async () => {
  await page.locator("#question").hover();
  await focusOn(open(guide));
  await page.keyboard.press("Space");
  await preview(guide).getByRole("img").waitFor();
  await page.keyboard.press("End");
  await preview("tariff.md").getByText("Two crowns.").waitFor();
  await expect.poll(() => preview(guide).count()).toBe(0);
  await page.keyboard.press("Space");
  await expect.poll(() => preview("tariff.md").count()).toBe(0);
  // No key has opened a page so far.
  expect(await page.locator(".panes[data-page]").count()).toBe(0);
  await page.keyboard.press("Space");
  await preview("tariff.md").waitFor();
  await focusOn(page.locator("#question"));
  await expect.poll(() => preview("tariff.md").count()).toBe(0);
});

test("a page that was already drawn is not redrawn", async () => {
  const drawing = async (): Promise<unknown> => {
    await focusOn(open(annual));
    await page.keyboard.press("Space");
    const image = preview(annual).getByRole("img");
    await image.waitFor();
    const mark = await image.evaluate((canvas) => {
      const before = canvas.dataset.seen;
      canvas.dataset.seen = "yes";
      return before;
    });
    await page.keyboard.press("Escape");
    await expect.poll(() => preview(annual).count()).toBe(0);
    return mark;
  };
  await drawing();
  expect(await drawing()).toBe("yes");
});

test("a narrow page has no preview", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator(".switcher button").first().click();
  await focusOn(open(guide));
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() =>
      open("keyword-search-over-personal-documents.pdf").evaluate((each) => each.matches(":focus")),
    )
    .toBe(true);
  expect(await page.locator(".preview:popover-open").count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a row that moves below a pointer at rest after a deletion shows no preview", async () => {
  await page.clock.install();
  await row(guide).hover();
  const { x, y, width, height } = (await row(guide)
    .locator("[data-control=delete]")
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.click(left, top);
  await expect.poll(() => row(guide).count()).toBe(0);
  const rest = (): Promise<boolean> => page.locator(".row:hover").isVisible();
  await page.mouse.move(left, top);
  await expect.poll(rest).toBe(true);
  await page.clock.runFor(2000);
  expect(await page.locator(".preview:popover-open").count()).toBe(0);
  await page.mouse.move(left - 100, top);
  await page.clock.runFor(2000);
  await page.locator(".preview:popover-open").waitFor();
});
