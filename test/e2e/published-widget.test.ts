import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { dropOn, expectAccessible, note } from "./demo-page.js";
import { builtSite, sitePolicy } from "./site-server.js";

const lamps = note("lamps.txt", "The lighthouse has a lamp of 1000 watts.");
const tides = note("tides.txt", "The harbour is shallow at low tide.");
const diary = note("diary.txt", "I saw the lighthouse at dusk.");

let pages: string;
let served: Served;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  pages = await mkdtemp(path.join(os.tmpdir(), "pagehound-published-"));
  await writeFile(path.join(pages, "plain.html"), hostPage(""));
  await writeFile(path.join(pages, "index.html"), hostPage('published="handbook.pagehound"'));
  const both = 'published="nowhere.pagehound handbook.pagehound"';
  await writeFile(path.join(pages, "both.html"), hostPage(both));
  served = await serveFolder(
    { "/intranet/handbook/": pages, "/intranet/hound/": await builtSite() },
    { headers: { "content-security-policy": sitePolicy } },
  );
  browser = await launchBrowser();
  // The publisher uses the interface as well.
  const publisher = await visit("plain.html");
  await choose(publisher, [lamps, tides]);
  await counted(publisher, "2 documents");
  await save(publisher, "Handbook", path.join(pages, "handbook.pagehound"));
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await rm(pages, { recursive: true, force: true });
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

function hostPage(attributes: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Handbook</title>
    <link rel="icon" href="data:,">
    <script type="module" src="../hound/pagehound.js"></script>
  </head>
  <body><page-hound mode="page" ${attributes}></page-hound></body>
</html>`;
}

async function visit(name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${served.url}/intranet/handbook/${name}`);
  await page.locator("page-hound #app > *").first().waitFor();
  return page;
}

async function choose(page: Page, files: Parameters<Page["setInputFiles"]>[1]): Promise<void> {
  await page.locator("#pick-files").setInputFiles(files);
}

/** Waits for this text above the list. */
async function counted(page: Page, words: string): Promise<void> {
  await page.locator(".list-head", { hasText: words }).waitFor();
}

async function openSettings(page: Page, name: string = "Settings"): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Saves the reader's documents as a collection, and returns the file's name. */
async function save(page: Page, title: string, place: string): Promise<string> {
  await openSettings(page);
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Save your/ }).click(),
  ]);
  await download.saveAs(place);
  await page.keyboard.press("Escape");
  return download.suggestedFilename();
}

const rows = (page: Page) => page.locator(".rows .row-open");

test("a published handbook is searched together with the reader's own documents", async () => {
  const page = await visit("index.html");
  await counted(page, "2 documents");
  await expect
    .poll(() => rows(page).first().locator(".row-facts").textContent())
    .toContain("Handbook");
  await choose(page, [diary]);
  await counted(page, "3 documents");
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("lighthouse");
  const found = page.locator(".results");
  await found.getByText("lamps.txt").first().waitFor();
  await found.getByText("diary.txt").first().waitFor();
  // The reader's documents show their size; published ones show where they come from.
  const facts = await rows(page).locator(".row-facts").allTextContents();
  expect(facts.map((text) => text.includes("Handbook"))).toEqual([true, true, false]);
});

test("a published document at the path of a personal one is separate, and can be deleted and restored", async () => {
  const page = await visit("index.html");
  await counted(page, "2 documents");
  await choose(page, [note("lamps.txt", "My own lamp is dim.")]);
  await counted(page, "3 documents");
  await expect.poll(() => page.locator(".row", { hasText: "lamps.txt" }).count()).toBe(2);
  const published = page.locator(".row", { hasText: "Handbook" }).first();
  await published.hover();
  await published.getByRole("button", { name: "Delete lamps.txt" }).click();
  await counted(page, "2 documents");
  await page.getByRole("button", { name: "Undo" }).click();
  await counted(page, "3 documents");
});

test("a published document opens with its file fetched from the publisher", async () => {
  const page = await visit("index.html");
  await counted(page, "2 documents");
  await rows(page).first().click();
  await page.locator(".pagehound-viewer").getByText("a lamp of 1000 watts").waitFor();
});

test("a failed download is reported once, and the rest continues", async () => {
  const page = await visit("both.html");
  await counted(page, "2 documents");
  const notice = page.getByRole("region", { name: "nowhere could not be fetched" });
  await notice.waitFor();
  await writeFile(
    path.join(pages, "nowhere.pagehound"),
    await readFile(path.join(pages, "handbook.pagehound")),
  );
  try {
    await notice.getByRole("button", { name: "Try again" }).click();
    await counted(page, "4 documents");
    await expect.poll(() => notice.count()).toBe(0);
  } finally {
    await rm(path.join(pages, "nowhere.pagehound"));
  }
  // Stored documents are searched without their server, and nothing is reported about it.
  await page.reload();
  await counted(page, "4 documents");
  await openSettings(page);
  const row = page.locator(".published-row", { hasText: "nowhere.pagehound" });
  await row.getByText(/\b404\b/).waitFor();
  expect(await notice.count()).toBe(0);
});

test.runIf(isLong)(
  "a collection that the reader removes stays away until it is fetched again",
  async () => {
    const page = await visit("index.html");
    await counted(page, "2 documents");
    await openSettings(page);
    const row = page.locator(".published-row");
    await row.getByText("/intranet/handbook/handbook.pagehound").waitFor();
    await row.getByRole("button", { name: "Remove Handbook" }).click();
    await row.getByText("Its 2 documents go from this device").waitFor();
    const keep = row.getByRole("button", { name: "Keep it" });
    await expect.poll(() => keep.evaluate((button) => button.matches(":focus"))).toBe(true);
    await row.getByRole("button", { name: "Remove it" }).click();
    await row.getByText("Not here. This page offers it.").waitFor();
    await page.reload();
    await page.getByText("Drop documents here").waitFor();
    // Fetching would have started when the documents opened, as happens here.
    await choose(page, [diary]);
    await counted(page, "1 document");
    await openSettings(page);
    await page.getByRole("button", { name: "Fetch handbook" }).click();
    await row.getByText("2 documents").first().waitFor();
    await expectAccessible(page);
  },
);

test("an exported collection is restored by dropping its file after everything was deleted", async () => {
  const page = await visit("plain.html");
  await choose(page, [lamps, diary]);
  await counted(page, "2 documents");
  const file = path.join(pages, "mine.pagehound");
  expect(await save(page, "My Notes", file)).toMatch(/^my-notes-\d{4}-\d\d-\d\d\.pagehound$/);
  await openSettings(page);
  await page.getByRole("button", { name: "Delete all documents" }).click();
  await page.getByText("Drop documents here").waitFor();
  await dropOn(page, file);
  await page.getByRole("region", { name: /: 2 documents added$/ }).waitFor();
  await counted(page, "2 documents");
  // The reader's own documents come back with their files.
  await rows(page).first().click();
  await page.locator(".pagehound-viewer").getByText("a lamp of 1000 watts").waitFor();
  await dropOn(page, file);
  await page.getByRole("region", { name: /: 2 documents were already here$/ }).waitFor();
});

test("a damaged collection file is refused, and nothing changes", async () => {
  const page = await visit("plain.html");
  await choose(page, [diary]);
  await counted(page, "1 document");
  const whole = await readFile(path.join(pages, "handbook.pagehound"));
  const file = path.join(pages, "half.pagehound");
  await writeFile(file, whole.subarray(0, whole.length >> 1));
  await dropOn(page, file);
  await page.getByRole("region", { name: "half.pagehound was not added" }).waitFor();
  await counted(page, "1 document");
});

test("the chosen language and theme apply at once and after a reload, including the page view", async () => {
  const page = await visit("index.html");
  await counted(page, "2 documents");
  await openSettings(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  const scheme = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).colorScheme);
  await expect.poll(() => scheme(".frame")).toBe("dark");
  await page.reload();
  await counted(page, "2 Dokumente");
  await expect.poll(() => scheme(".frame")).toBe("dark");
  expect(await page.locator("page-hound").getAttribute("theme")).toBeNull();
  await rows(page).first().click();
  await page.locator(".pagehound-viewer").getByText("a lamp of 1000 watts").waitFor();
  await expect.poll(() => scheme(".pagehound-viewer")).toBe("dark");
  await openSettings(page, "Einstellungen");
  await page.getByRole("radio", { name: "Wie das System" }).check();
  await expect.poll(() => scheme(".frame")).toBe("light dark");
});
