import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../../cli/serve.js";
import { launchBrowser } from "../../driver/launch-browser.js";
import { withoutServiceWorker } from "../../e2e/demo-page.js";
import { builtSite, siteHeaders } from "../../e2e/site-server.js";
import { focusOn } from "../../e2e/states/press.js";

let browser: Browser;
let site: Served;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await serveFolder(await builtSite(), { headers: siteHeaders });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await withoutServiceWorker(context);
  page = await context.newPage();
  await page.goto(site.url);
});
afterEach(() => context.close());

function textFile(name: string, text: string = `This is ${name} with words.`) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

const add = (...files: ReturnType<typeof textFile>[]): Promise<void> =>
  page.getByLabel("Files to add").setInputFiles(files);

async function names(): Promise<string[]> {
  const boxes = page.getByRole("checkbox", { name: /^Search in / });
  const labels = await boxes.evaluateAll((all) =>
    all.map((box) => box.getAttribute("aria-label")?.replace("Search in ", "") ?? ""),
  );
  return labels.sort();
}

const undo = () => page.getByRole("button", { name: /^Undo/ }).first();

test("restores a conversation deleted before another tab was opened", async () => {
  await add(textFile("report.txt", "The harbour master is Alda Fenn."));
  await expect.poll(names).toEqual(["report.txt"]);
  const box = page.getByRole("textbox", { name: "Question" });
  await box.fill("Who is the harbour master?");
  await box.press("Enter");
  const turn = page.getByRole("article", { name: "Who is the harbour master?" }).last();
  await expect.poll(() => turn.getAttribute("data-state")).toBe("done");
  await page.getByRole("button", { name: "Earlier conversations" }).click();
  await page.getByRole("button", { name: /^Delete “/ }).click();
  await focusOn(undo());
  const other = await context.newPage();
  await other.goto(site.url);
  await other.getByRole("checkbox", { name: "Search in report.txt" }).waitFor();
  // A hidden tab draws once a second, and each action waits for that.
  await page.bringToFront();
  await undo().click();
  await page.reload();
  await page.getByRole("checkbox", { name: "Search in report.txt" }).waitFor();
  await page.getByRole("button", { name: "Earlier conversations" }).click();
  await page.getByRole("button", { name: /^Delete “/ }).waitFor();
});

test("restores all deleted documents except one whose path is taken, and that one later", async () => {
  await add(textFile("a.txt"), textFile("b.txt"), textFile("c.txt"));
  await expect.poll(names).toEqual(["a.txt", "b.txt", "c.txt"]);
  await add(textFile("d.txt"));
  await expect.poll(names).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
  await page.getByRole("checkbox", { name: "Search in d.txt" }).uncheck();
  await page.getByRole("button", { name: "Delete 3 documents" }).click();
  await expect.poll(names).toEqual(["d.txt"]);
  // The offer stays while the pointer is over it.
  await undo().hover();
  await add(textFile("a.txt", "A newer one."));
  await expect.poll(names).toEqual(["a.txt", "d.txt"]);
  await undo().click();
  await expect.poll(names).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
  await undo().hover();
  await focusOn(page.getByRole("button", { name: "Delete a.txt" }));
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["b.txt", "c.txt", "d.txt"]);
  await undo().click();
  await expect.poll(names).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
});

test("two files with the same name from different folders are both kept", async () => {
  await page.evaluate(() => {
    const element = document.querySelector("page-hound");
    const file = (text: string) => new File([text], "report.txt", { type: "text/plain" });
    return (element as unknown as { addFiles(files: readonly File[]): Promise<void> }).addFiles([
      file("The first is about pilots."),
      file("The second is about tides."),
    ]);
  });
  await expect.poll(names).toEqual(["report (2).txt", "report.txt"]);
});
