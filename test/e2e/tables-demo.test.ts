import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { buildDemo } from "../driver/build.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { collectComplaints } from "./collect-complaints.js";
import { connectModel } from "./connect-model.js";
import { withoutServiceWorker } from "./demo-page.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { sitePolicy } from "./site-server.js";
import { focusOn } from "./states/press.js";

const site = path.join(repository, "site");
const question = "What was the operating profit in 2024?";
let endpoint: ScriptedEndpoint;
let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  if (!existsSync(path.join(site, "index.html"))) await buildDemo();
  endpoint = await scriptedEndpoint();
  const headers = { "content-security-policy": sitePolicy };
  served = await serveFolder(site, { headers, model: endpoint.url });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
});

beforeEach(async () => {
  complaints = [];
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await withoutServiceWorker(context);
  page = await context.newPage();
  collectComplaints(page, complaints);
  await page.goto(`${served.url}/`);
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

async function addSamples(): Promise<void> {
  await page.getByRole("button", { name: "Try the samples" }).click();
  await expect.poll(() => page.getByRole("checkbox").count(), { timeout: 60_000 }).toBe(3);
}

async function ask(words: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Question" });
  await box.fill(words);
  await box.press("Enter");
  await page.locator('.exchange[data-state="done"]').waitFor({ timeout: 60_000 });
}

/** The types on the clipboard, with their texts. */
const clipboard = `(async () => {
  const [item] = await navigator.clipboard.read();
  const texts = await Promise.all(item.types.map(async (type) => [type, await (await item.getType(type)).text()]));
  return Object.fromEntries(texts);
})()`;

test("a passage from a table is shown as a table, which can be copied, saved and unfolded", async () => {
  await addSamples();
  await ask(question);
  const first = page.locator(".exchange .result").first();
  const region = first.getByRole("group", { name: /^Income statement/ });
  const table = region.getByRole("table");
  await table.waitFor();
  await expect
    .poll(() => table.locator("caption").innerText())
    .toContain("For the year ended 31 December");
  await expect
    .poll(() => table.locator('th[scope="col"]').allInnerTexts())
    .toEqual(["$ thousand", "Note", "2024", "2023"]);
  const marked = table.locator("[data-cited]");
  await expect.poll(() => marked.locator("mark").innerText()).toBe("14,150");
  await expect.poll(() => marked.innerText()).toContain("(marked)");
  await expect
    .poll(() => table.locator("[data-named]").allInnerTexts())
    .toEqual(["2024", "Operating profit"]);
  await expect
    .poll(() => first.locator("button.where").getAttribute("aria-describedby"))
    .toBeTruthy();

  // Scrollable content can be focused and scrolled by keyboard.
  await focusOn(region);
  await expect.poll(() => region.evaluate((one) => one.matches(":focus"))).toBe(true);

  await first.getByRole("button", { name: "Copy table" }).click();
  await first.getByRole("button", { name: "Copied." }).waitFor();
  const copied = (await page.evaluate(clipboard)) as Record<string, string>;
  const lines = copied["text/plain"]?.split("\n") ?? [];
  expect(lines[0]).toBe("$ thousand\tNote\t2024\t2023");
  expect(lines).toContain("Operating profit\t2\t14,150\t10,000");
  expect(lines).toContain("Passenger services\t2\t48,620\t44,210");
  expect(copied["text/html"]).toContain("<td>14,150</td>");

  const saving = page.waitForEvent("download");
  await first.getByRole("button", { name: "Save as CSV" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("northwind-harbour-ferries-annual-report-2024-p6.csv");
  const saved = await readFile((await download.path()) ?? "", "utf8");
  expect(saved.split("\r\n")).toContain('Operating profit,2,"14,150","10,000"');

  const rows = (): Promise<number> => table.locator("tr").count();
  const few = await rows();
  await first.getByRole("button", { name: "Show whole table" }).click();
  await expect.poll(rows).toBe(lines.length);
  expect(few).toBeLessThan(lines.length);
  await first.getByRole("button", { name: "Show less" }).click();
  await expect.poll(rows).toBe(few);
  // None of this opened the page, as pressing the passage does.
  expect(await page.locator(".pagehound-viewer").count()).toBe(0);
});

test("a cited cell is marked in its card and in the list, and framed on its page", async () => {
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    const id = idOf(prompt, "14,150");
    const quote = "Operating profit 2 14,150 10,000";
    const sentences = [{ text: "In 2023 it was $10,000 thousand.", citations: [{ id, quote }] }];
    const call = id
      ? { tool: "answer", arguments: { enough: true, missing: "", sentences } }
      : { tool: "search", arguments: { query: "operating profit 2024" } };
    return { thought: "", calls: [call] };
  };
  await addSamples();
  await connectModel(page);
  await ask(question);
  await page.locator(".cite").first().hover();
  const card = page.locator(".source-card");
  await expect.poll(() => card.locator("[data-cited] mark").allInnerTexts()).toEqual(["10,000"]);
  expect(await card.locator("button").count()).toBe(0);
  await page.mouse.move(0, 0);
  await card.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "1 source" }).click();
  const list = page.locator(".evidence");
  await expect.poll(() => list.locator("[data-cited] mark").allInnerTexts()).toEqual(["10,000"]);
  await list.getByRole("button", { name: "Copy table" }).waitFor();
  await page.locator(".cite").first().click();
  await expect.poll(() => page.locator(".cell-frame").count(), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => page.locator(".cell-name").count()).toBe(2);
});

test("a large, wide table is drawn in steps, and scrolls horizontally in its place", async () => {
  const heads = Array.from({ length: 24 }, (_, column) => `M${column}`).join(",");
  const rows = Array.from({ length: 190 }, (_, row) => {
    const cells = Array.from({ length: 24 }, (_, column) => (row + column) % 10);
    return `Station ${row},${cells.join(",")}`;
  });
  const buffer = Buffer.from(`Station,${heads}\n${rows.join("\n")}\n`);
  await page.setViewportSize({ width: 390, height: 740 });
  await page
    .locator("#pick-files")
    .setInputFiles([{ name: "stations.csv", mimeType: "text/csv", buffer }]);
  await expect.poll(() => page.locator(".pick").count(), { timeout: 60_000 }).toBe(1);
  await ask("What was M3 of Station 4?");
  const first = page.locator(".exchange .result").first();
  await first.locator(".table-scroll table").waitFor();
  const sideways = (selector: string): Promise<number> =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one.scrollWidth - one.clientWidth);
  await expect.poll(() => sideways(".table-scroll")).toBeGreaterThan(100);
  await expect.poll(() => sideways(".thread")).toBe(0);
  await first.getByRole("button", { name: "Show whole table" }).click();
  const more = first.getByRole("button", { name: "Show more rows" });
  await more.waitFor();
  const shown = await first.locator("tbody tr").count();
  expect(shown * 25).toBeLessThanOrEqual(500);
  await more.click();
  await expect.poll(() => first.locator("tbody tr").count()).toBeGreaterThan(shown);
});

test("a column of long texts in a wide table stays readable, in rows of few lines", async () => {
  const long =
    "The radiator stays cold although the valve is fully open: its thermostat was replaced.";
  const months = Array.from({ length: 12 }, (_, month) => `Month ${month}`);
  const rows = ["Ada", "Ben", "Cleo"].map((name) => `${name},${long},${months.map(() => 100)}`);
  const buffer = Buffer.from(`Name,Report,${months}\n${rows.join("\n")}\n`);
  await page
    .locator("#pick-files")
    .setInputFiles([{ name: "reports.csv", mimeType: "text/csv", buffer }]);
  await expect.poll(() => page.locator(".pick").count(), { timeout: 60_000 }).toBe(1);
  await ask("What was Month 3 of Cleo?");
  const cell = page.locator(".exchange .table-scroll td", { hasText: "radiator" }).first();
  await expect
    .poll(async () => ((await cell.boundingBox()) ?? { height: Number.NaN }).height)
    .toBeLessThan(90);
});
