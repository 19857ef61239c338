import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { storedRandomEmbedder } from "../fixtures/embeddings/stored-embedder.js";
import { isLong } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { note, withoutServiceWorker } from "./demo-page.js";
import { serveSiteWith } from "./model-host.js";
import { builtSite } from "./site-server.js";

const patience = { timeout: 60_000 };

let models: string;
let site: Served;
let without: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let requested: string[];
let complaints: string[];

beforeAll(async () => {
  models = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  await cp(await storedRandomEmbedder(), path.join(models, "all-MiniLM-L6-v2"), {
    recursive: true,
  });
  await writeList(models);
  site = await serveFolder({ "/": await builtSite(), "/models/": models });
  without = await serveSiteWith(null);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), without?.close()]);
  await rm(models, { recursive: true, force: true });
});

beforeEach(async () => {
  complaints = [];
  requested = [];
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await withoutServiceWorker(context);
  page = await context.newPage();
  collectComplaints(page, complaints);
  context.on("request", (request) => {
    const url = request.url();
    if (url.includes("all-MiniLM-L6-v2/")) requested.push(url);
    if (![site, without].some((one) => url.startsWith(`${one.url}/`)) && !/^blob:/.test(url))
      complaints.push(url);
  });
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const choice = (name: string): Locator => page.getByRole("radio", { name, exact: true });

async function visit({ url }: Served): Promise<void> {
  await page.goto(`${url}/`);
  await page
    .locator("#pick-files")
    .setInputFiles([
      note("ferry.txt", "The ferry leaves at nine."),
      note("tax.txt", "Value added tax is refunded at the border."),
    ]);
  await expect.poll(() => page.getByRole("checkbox").count(), patience).toBeGreaterThanOrEqual(2);
  await page.getByRole("tab", { name: "Search" }).click();
}

/** Reloads the page on the questions view, without visiting the search. */
async function reload(): Promise<void> {
  await page.reload();
  await page.getByRole("checkbox").nth(1).waitFor(patience);
  await expect
    .poll(() => page.getByRole("tab", { name: "Ask" }).getAttribute("aria-selected"))
    .toBe("true");
}

/** Asks, and waits until the answer is stored. */
async function askFor(question: string): Promise<void> {
  const before = (await requestsSoFar()).length;
  await page.locator("#question").fill(question);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await requestsSoFar()).length, patience).toBe(before + 1);
}

/** The search modes in the traces of all questions so far, unordered. */
async function requestsSoFar(): Promise<string[]> {
  const kept = await page.evaluate<{ trace: { by?: string } }[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("pagehound:default");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("traces").objectStore("traces").getAll();
      reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
    };
  })`);
  return kept.map(({ trace }) => trace.by ?? "words").sort();
}

/** True once the page has fetched the code that runs embedders. */
async function embedderThere(): Promise<boolean> {
  const names = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  return names.some((name) => /\/embed\.worker/.test(name));
}

test("an embedder is offered with its size and host, adds meaning to searches, and is deleted with its vectors", async () => {
  await visit(site);
  await button(/download a small model/).click();
  const place = `${new URL(site.url).host}/models/all-MiniLM-L6-v2/`;
  const agree = page.getByRole("group", { name: "Download" });
  await agree.getByText(place).waitFor();
  await agree.getByText("Your documents stay here.").waitFor();
  expect(requested).toEqual([]);
  await agree.getByRole("button", { name: /^Download/ }).click();
  await expect.poll(() => choice("Words and meaning").isChecked(), patience).toBe(true);
  const box = page.getByRole("searchbox");
  await box.fill("ferry");
  const results = page.locator("[data-result]");
  await expect.poll(() => results.count(), patience).toBe(2);
  const hint = page.getByText("Found by meaning: none of your words appear here.");
  await expect.poll(() => hint.count()).toBe(1);
  await choice("Words").check();
  await expect.poll(() => results.count()).toBe(1);
  await expect.poll(() => hint.count()).toBe(0);
  await choice("Meaning").check();
  await expect.poll(() => results.count()).toBe(2);

  // On the next visit the embedder is still there, and nothing is fetched.
  requested.length = 0;
  await page.reload();
  await page.getByRole("tab", { name: "Search" }).click();
  await expect.poll(() => choice("Meaning").isChecked(), patience).toBe(true);
  expect(requested).toEqual([]);
  await page.getByRole("searchbox").fill("boat");
  await expect.poll(() => results.count(), patience).toBe(2);

  // Deleting it removes all its vectors, and it is offered again.
  await page.locator(".model-button").click();
  // Covers the embedder's files and the vectors, which are much smaller.
  const kilobytes = async (): Promise<number> => {
    const label = await button(/^Delete from this device \(/).textContent();
    return Number(/\(([\d.]+)\skB\)/.exec(label ?? "")?.[1]);
  };
  await expect.poll(kilobytes).toBeGreaterThan(300);
  await button(/^Delete from this device \(/).click();
  await page.keyboard.press("Escape");
  await button(/download a small model/).waitFor(patience);
  await expect.poll(() => choice("Words and meaning").count()).toBe(0);
  await expect
    .poll(() => page.evaluate(async () => (await caches.open("pagehound-embedders")).keys()))
    .toEqual([]);
});

test.runIf(isLong)(
  "after a reload a question also uses meaning, fetches nothing for it, and does not wait for a slow embedder",
  async () => {
    await visit(site);
    await reload();
    await askFor("harbour");
    await expect.poll(requestsSoFar).toEqual(["words"]);
    expect(await embedderThere()).toBe(false);
    await page.getByRole("tab", { name: "Search" }).click();
    await button(/download a small model/).click();
    await button(/^Download/).click();
    await choice("Words and meaning").waitFor(patience);

    requested.length = 0;
    await reload();
    // A question waits at most two seconds for the embedder; if it takes longer, only the next
    // question uses it.
    const byMeaning = async (): Promise<boolean> => {
      await askFor("boat");
      return (await requestsSoFar()).includes("both");
    };
    await expect.poll(byMeaning, patience).toBe(true);
    expect(requested).toEqual([]);

    // No question waits for a slow embedder.
    const before = (await requestsSoFar()).filter((by) => by === "words").length;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await context.route(/\/embed\.worker/, async (route) => {
      await released;
      await route.continue();
    });
    await reload();
    await askFor("ferry");
    expect((await requestsSoFar()).filter((by) => by === "words")).toHaveLength(before + 1);
    release();
    await page.getByRole("tab", { name: "Search" }).click();
    await choice("Words and meaning").waitFor(patience);
  },
);

test("searching by meaning is not mentioned if neither the site nor an allowed host has the embedder", async () => {
  await visit(without);
  await page.getByRole("searchbox").fill("ferry");
  await page.locator("[data-result]").waitFor(patience);
  expect(await page.getByText("by meaning").count()).toBe(0);
});
