import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { dropOn, note, withoutServiceWorker } from "./demo-page.js";
import { serveModelHost, serveSiteWith } from "./model-host.js";
import { builtSite, siteHeaders } from "./site-server.js";
import { SiteVisit } from "./site-visit.js";
import { trainedFile } from "./trained-file.js";
import { trainedFolder } from "./trained-folder.js";

const patience = { timeout: 300_000 };
const question = "What do the crews bake before the first crossing?";
const text =
  "The first ferry leaves at nine. Before the first crossing the crews bake bread in the galley. The harbour is quiet then.";
const modelServer = path.join(trainedFolder, "llama-server/bin/llama-server");

// Some hundred tokens on the CPU take a minute on a busy machine.
describe.runIf(isLong && trainedFile)("a trained model on the demo page", () => {
  const gguf = trainedFile ?? "";
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Runs a first visit with a document, and reports its errors at the end. */
  async function visited(
    { url }: Pick<Served, "url">,
    use: (page: Page) => Promise<void>,
    isKnown: (complaint: string) => boolean = () => false,
  ): Promise<void> {
    const complaints: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await withoutServiceWorker(context);
    const page = await context.newPage();
    collectComplaints(page, complaints);
    await page.goto(`${url}/`);
    await add(page);
    await use(page);
    await context.close();
    expect(complaints.filter((complaint) => !isKnown(complaint))).toEqual([]);
  }

  test("answers after two presses and one question", async () => {
    const host = await serveModelHost(gguf);
    const site = await serveSiteWith(host.url, gguf);
    await visited(site, async (page) => {
      await page.getByRole("button", { name: /^Use / }).first().click();
      await page.getByRole("button", { name: /^Download / }).click();
      await ready(page);
      await expectAnswer(page);
    });
    await Promise.all([site.close(), host.close()]);
  });

  test("answers from a dropped file, offline once an engine has been used", async () => {
    const visit = await SiteVisit.begin(browser);
    await visit.untilKept();
    await add(visit.page);
    await dropOn(visit.page, gguf);
    await visit.page.getByRole("button", { name: "Use this model" }).click();
    await ready(visit.page);
    await visit.cutOff();
    await visit.page.reload();
    await visit.page.getByRole("checkbox").waitFor();
    await dropOn(visit.page, gguf);
    await visit.page.getByRole("button", { name: "Use this model" }).click();
    await ready(visit.page);
    await expectAnswer(visit.page);
    await visit.end();
  });

  test.runIf(existsSync(modelServer))("answers from a server on this computer", async () => {
    const args = ["-m", gguf, "--alias", "own-model", "--port", "8080", "-c", "4096"];
    const server = spawn(modelServer, args, { stdio: "ignore" });
    const site = await serveFolder(await builtSite(), { headers: siteHeaders });
    const health = async () => (await fetch("http://127.0.0.1:8080/health").catch(() => null))?.ok;
    const use = async (page: Page): Promise<void> => {
      await page.getByRole("button", { name: "Model: No model" }).click();
      await page.getByRole("button", { name: "Look for model servers" }).click();
      await page.getByRole("button", { name: /^Use own-model of / }).click();
      await page.getByText("own-model answers.").waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await expectAnswer(page);
    };
    try {
      await expect.poll(health, patience).toBe(true);
      // Ignores the browser's log entries about addresses without a server.
      await visited(site, use, (complaint) => /localhost:|Failed to load/.test(complaint));
    } finally {
      server.kill();
      await site.close();
    }
  });
});

async function add(page: Page): Promise<void> {
  await page.locator("#pick-files").setInputFiles(note("ferry.txt", text));
  await page.getByRole("checkbox").waitFor();
}

function ready(page: Page): Promise<void> {
  return page.locator('.model-button[data-state="ready"]').waitFor(patience);
}

/**
 * Asks, and checks that there is an answer with sources. Its quality is not tested, because the
 * model is small.
 */
async function expectAnswer(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  const turn = page.getByRole("article", { name: question });
  await expect.poll(() => turn.getAttribute("data-state"), patience).toBe("done");
  expect(await turn.locator(".turn-body").innerText()).toContain("bread");
  await turn.locator(".cite, .result").first().waitFor({ state: "attached" });
}
