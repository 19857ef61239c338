import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { collectComplaints } from "./collect-complaints.js";
import { expectAccessible, withoutServiceWorker } from "./demo-page.js";
import { builtSite, sitePolicy } from "./site-server.js";
import { focusOn } from "./states/press.js";

/** A made-up page with two questions that the document itself asks. */
const faq = {
  name: "garden.md",
  mimeType: "text/markdown",
  buffer: Buffer.from(
    "# The allotment\n\n## When are the gates locked?\n\nThe gates are locked at nine in the evening.\n\n" +
      "## Sharing the water butts\n\nWhoever empties a butt fills it again from the pump before leaving the allotment.\n",
  ),
};

let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  served = await serveFolder(await builtSite(), {
    headers: { "content-security-policy": sitePolicy },
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

beforeEach(async () => {
  complaints = [];
  context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
  await withoutServiceWorker(context);
  page = await context.newPage();
  collectComplaints(page, complaints);
  await page.goto(`${served.url}/`);
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const suggestions = (): Locator => page.locator(".suggestion");

test.each([
  ["the first files", "Choose files"],
  ["the samples", "Try the samples"],
])("after adding %s by keyboard, the cursor is in the question box", async (what, name) => {
  await focusOn(page.getByRole("button", { name }));
  if (what === "the samples") await page.keyboard.press("Enter");
  else await page.locator("#pick-files").setInputFiles([faq]);
  await expect.poll(() => focused("#question")).toBe(true);
});

/** Adds the document, and waits until questions can be asked. */
async function addGarden(): Promise<void> {
  await page.locator("#pick-files").setInputFiles([faq]);
  await suggestions().first().waitFor();
}

/** True if the element inside the widget that matches has the focus. */
function focused(selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((one) => one.matches(":focus"));
}

test("the first page explains what to do in three steps, and what it may download", async () => {
  const steps = page.getByRole("region", { name: "How it works" });
  await expect.poll(() => steps.getByRole("listitem").count()).toBe(3);
  await steps.getByText("A model that writes answers is downloaded only if you agree.").waitFor();
  await expectAccessible(page);
});

test("suggests questions that the most recently added documents answer, even after the samples", async () => {
  await page.locator(".drop-area .link").click();
  await page.locator(".pick").nth(2).waitFor({ state: "attached" });
  await suggestions().first().waitFor();
  await page.locator("#pick-files").setInputFiles([faq]);
  const question = suggestions().filter({ hasText: "When are the gates locked?" });
  await question.click();
  const answer = page.locator('.exchange[data-state="done"] .result').first();
  await answer.locator("mark", { hasText: "locked at nine" }).waitFor();
});

test("a question mark shows the keyboard shortcuts, except in a text field", async () => {
  await addGarden();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.locator("#question").press("?");
  await expect.poll(() => page.locator("#question").inputValue()).toBe("?");
  expect(await list.isVisible()).toBe(false);
  await page.locator("#question").fill("");
  await focusOn(page.locator("#tab-ask"));
  await page.keyboard.press("?");
  await list.waitFor();
  await list.getByText("Show this list").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused("#tab-ask")).toBe(true);
});

test("arrow keys move from the question box to the passages and back", async () => {
  await addGarden();
  await page.locator("#question").fill("Who fills the water butts?");
  await page.locator("#question").press("Enter");
  await page.locator('.exchange[data-state="done"] .result').first().waitFor();
  const passages = await page.locator(".exchange .result").count();
  await page.locator("#question").press("ArrowUp");
  await expect.poll(() => focused(".exchange .result .where")).toBe(true);
  for (let at = 0; at < passages; at++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused("#question")).toBe(true);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".pagehound-viewer mark").first().waitFor();
});

test("before the first document, the settings change the language, and return the focus", async () => {
  const button = page.locator(".empty .settings-button");
  await focusOn(button);
  await page.keyboard.press("Enter");
  await page.locator("#settings .settings-choices select").first().selectOption("de");
  await page.getByRole("heading", { name: "Dokumente hierher ziehen" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((one) => one.matches(":focus"))).toBe(true);
  expect(await button.getAttribute("aria-label")).toBe("Einstellungen");
});

test("words in the list's search field are forgotten once all documents are deleted", async () => {
  const files = Array.from({ length: 8 }, (_, at) => ({ ...faq, name: `garden-${at}.md` })).map(
    (file, at) => ({ ...file, buffer: Buffer.concat([file.buffer, Buffer.from(`Part ${at}.`)]) }),
  );
  const add = async (): Promise<void> => {
    await page.locator("#pick-files").setInputFiles(files);
    await expect.poll(() => page.locator(".documents .row .pick").count()).toBe(files.length);
  };
  await add();
  await page.getByRole("searchbox", { name: "Find a document" }).fill("xylophone");
  await expect.poll(() => page.locator(".documents .row .pick").count()).toBe(0);
  await page.locator(".bar .settings-button").click();
  await page.getByRole("button", { name: "Delete all documents" }).click();
  await page.locator(".empty").waitFor();
  await page.keyboard.press("Escape");
  await add();
});

test("on a phone, Enter in the search box goes to the results, and opens the page only from there", async () => {
  await page.setViewportSize({ width: 390, height: 740 });
  await page.locator("#pick-files").setInputFiles([faq]);
  await page.locator("#tab-search").click();
  await page.locator("#search").fill("pump");
  await page.locator("[data-result] mark").first().waitFor();
  await page.keyboard.press("Enter");
  const result = page.locator("[data-result] button").first();
  await expect.poll(() => result.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.keyboard.press("Enter");
  await page.locator(".pagehound-viewer").waitFor();
});
