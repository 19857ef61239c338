import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { dropOn, expectAccessible, note, tabTo, withoutServiceWorker } from "./demo-page.js";
import { type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { builtSite, sitePolicy } from "./site-server.js";

let endpoint: ScriptedEndpoint;
let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Every page error, and every request to another origin. */
let complaints: string[];

beforeAll(async () => {
  endpoint = await scriptedEndpoint();
  served = await serveFolder(await builtSite(), {
    headers: { "content-security-policy": sitePolicy },
    model: endpoint.url,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
});

beforeEach(async () => {
  complaints = [];
  endpoint.requests.length = 0;
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await withoutServiceWorker(context);
  page = await context.newPage();
  collectComplaints(page, complaints);
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${served.url}/`) && !/^(?:blob|data):/.test(url)) complaints.push(url);
  });
  await page.goto(`${served.url}/evaluate.html`);
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const press = (name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).first().click();

/** Runs axe in both themes, wide and narrow, and checks that nothing is wider than the page. */
async function expectGood(): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    const overflow = (): Promise<number> =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.poll(overflow).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Presses a button, and returns the file that the page has the browser save. */
async function saved(name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(name)]);
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), "utf8"),
  };
}

async function connectModel(): Promise<void> {
  const form = page.getByRole("region", { name: "Model" });
  const address = form.getByLabel("Address");
  if (!(await address.isVisible())) await form.getByText("Connect to an OpenAI").click();
  await address.fill("/model");
  await press("Connect and send text there");
}

/** Ticks or unticks a strategy. */
const tick = (strategy: string, ticked = true): Promise<void> =>
  page.getByRole("checkbox", { name: new RegExp(`^${strategy}\\b(?!-)`) }).setChecked(ticked);

test("the sample runs without a model, and is shown in tables and by question, saved, and replayed", async () => {
  await tabTo(page, page.getByRole("button", { name: "Try the sample" }));
  await page.keyboard.press("Enter");
  await page.getByText("10 questions about 3 documents").waitFor();
  await expect.poll(() => page.getByRole("checkbox", { name: /^auto\b/ }).isDisabled()).toBe(true);
  await expectAccessible(page);

  await tabTo(page, page.getByRole("button", { name: "Start" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Results" }).waitFor({ timeout: 60_000 });
  const rows = page.getByRole("table").first().getByRole("rowheader");
  await expect.poll(() => rows.allInnerTexts()).toEqual(["search", "chunks-300", "chunks-1000"]);

  await page.getByText("How much was spent on the waiting hall").click();
  const search = page.locator(".outcome").filter({ hasText: /^\s*search\b(?!-)/ });
  await search.getByText(/passages? retrieved/).click();
  const known = search.getByRole("listitem").filter({ hasText: "known place" });
  await known.first().waitFor();
  for (const passage of await known.all()) {
    await passage.getByText("annual-report-2024.pdf, page 4").click();
  }
  await known.getByText("waiting hall").first().waitFor();
  await expectGood();

  const json = await saved("Save as JSON");
  const report = JSON.parse(json.text);
  expect(report).toMatchObject({ documents: 3, pages: 21, questions: 10, model: null });
  expect((await saved("Save as Markdown")).text).toMatch(/^\| .*search/m);
  const recording = await saved("Save the recording");
  expect(recording.text.trim().split("\n")).toHaveLength(30);

  await press("Change what is tried");
  const buffer = Buffer.from(recording.text);
  const chooser = page.waitForEvent("filechooser");
  await press("Open a recording");
  await (await chooser).setFiles({ name: recording.name, mimeType: "", buffer });
  await page.getByText("30 of 30 questions ran as recorded").waitFor({ timeout: 60_000 });
  const again = JSON.parse((await saved("Save as JSON")).text);
  expect(again.strategies).toEqual(report.strategies);
});

test.runIf(isLong)(
  "a stopped run continues after a reload, and its deletion can be undone",
  async () => {
    let silent = false;
    endpoint.reply = () => {
      silent = endpoint.requests.length > 2;
      return silent ? { silentAfter: "" } : { said: "It was 640." };
    };
    await press("Try the sample");
    await connectModel();
    await page.getByText(/Questions and text of your documents are sent to/).waitFor();
    for (const unwanted of ["chunks-300", "chunks-1000"]) await tick(unwanted, false);
    await tick("rag-300");
    await press("Start");
    await expect.poll(() => silent, { timeout: 60_000 }).toBe(true);
    await press("Stop");
    await page.getByText("12 of 20 tries are done").waitFor();
    await expectAccessible(page);

    await page.reload();
    await page.getByText("12 of 20 tries").waitFor();
    await press("Delete the run of the sample");
    await press("Undo");
    endpoint.requests.length = 0;
    endpoint.reply = () => ({ said: "It was 640." });
    await press("Resume the run of the sample");
    await page.locator(".notice").filter({ hasText: "Connect it again" }).waitFor();
    await connectModel();
    await page.getByRole("heading", { name: "Results" }).waitFor({ timeout: 60_000 });
    expect(endpoint.requests).toHaveLength(8);
    await page.getByText("How many passengers will the Marigold").click();
    await page.getByText("It was 640.").waitFor();

    // The model's replies are stored, so it is not asked again.
    await page.reload();
    await press("Show the results of the sample");
    await page.getByText("20 of 20 questions ran as recorded").waitFor({ timeout: 60_000 });
    expect(endpoint.requests).toHaveLength(8);
  },
);

test("every mistake in a file of questions is named with its line and field", async () => {
  const text = [
    { question: "What is it?" },
    { answers: ["It"] },
    { question: "Where?", evidence: [{ document: "b.txt" }] },
  ].map((question) => JSON.stringify(question));
  const chooser = page.waitForEvent("filechooser");
  await press("Choose files");
  await (await chooser).setFiles([note("mine.jsonl", text.join("\n")), note("a.txt")]);
  const faults = page.locator("#faults").getByRole("listitem");
  await expect.poll(() => faults.count()).toBe(2);
  await expect
    .poll(() => faults.allInnerTexts())
    .toEqual([
      expect.stringMatching(/line 2: "question" is missing/),
      expect.stringMatching(/line 3: "evidence\[0\]\.document" names "b\.txt"/),
    ]);
  await expectGood();
});

test("after a folder is dropped, a missing page of its evidence is named before the run starts", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-evaluate-"));
  try {
    const question = { question: "Where?", evidence: [{ document: "a.txt", page: 7 }] };
    await mkdir(path.join(folder, "documents"));
    await writeFile(path.join(folder, "documents", "a.txt"), "Here.");
    await writeFile(path.join(folder, "questions.jsonl"), JSON.stringify(question));
    await dropOn(page, folder);
    await page.getByText(path.basename(folder)).waitFor();
    await press("Start");
    await page.getByRole("heading", { name: "The run ended early" }).waitFor();
    await expect
      .poll(() => page.locator(".faults").innerText())
      .toMatch(/line 1: "evidence\[0\]" names page 7 .*a\.txt, which has 1 page/);
    await expect.poll(() => page.getByRole("button", { name: "Resume" }).count()).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
