import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Served } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { storedRandomOnnx } from "../fixtures/onnx/stored-onnx.js";
import { isLong, tries } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { ask, dropOn, note, withoutServiceWorker } from "./demo-page.js";
import { type ModelHost, serveModelHost, serveSiteWith } from "./model-host.js";
import { focusOn } from "./states/press.js";

const question = "When does the ferry leave?";
const patience = { timeout: 60_000 };

let host: ModelHost;
let site: Served;
let without: Served;
let gguf: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Every page error, and every request to an origin other than the site and the host. */
let complaints: string[];

beforeAll(async () => {
  gguf = await storedRandomGguf();
  host = await serveModelHost();
  site = await serveSiteWith(host.url);
  without = await serveSiteWith(null);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), without?.close(), host?.close()]);
});

beforeEach(async () => {
  complaints = [];
  host.requests.length = 0;
  host.dripsAfter = null;
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await withoutServiceWorker(context);
  page = await context.newPage();
  collectComplaints(page, complaints);
  context.on("request", (request) => {
    const isKnown = [site, without, host].some(({ url }) => request.url().startsWith(`${url}/`));
    if (!isKnown && !/^(?:blob|data):/.test(request.url())) complaints.push(request.url());
  });
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const line = (): Locator => page.locator(".model-offer");
const ready = (): Locator => page.locator('.model-button[data-state="ready"]');

async function visit({ url }: Served): Promise<void> {
  await page.goto(`${url}/`);
  await page.locator("#pick-files").setInputFiles(note("ferry.txt", "The ferry leaves at nine."));
  await page.getByRole("checkbox").waitFor();
}

/** Asks without a model available: the passages are shown nonetheless. */
async function asksPassages(): Promise<void> {
  const turn = await ask(page, question);
  await turn.getByRole("heading", { name: "The best passages" }).waitFor();
  await expect.poll(() => turn.innerText()).toContain("The ferry leaves at nine.");
}

test("from the first visit, two presses and a question bring a model's answer", async () => {
  await visit(site);
  await button("Use Qwen2.5 0.5B").click();
  const place = new URL(host.url).host;
  await line().getByText(`Qwen2.5 0.5B: 491 MB from ${place}, once.`).waitFor();
  await line().getByText("Your documents stay here.").waitFor();
  expect(host.requests).toEqual([]);
  await button("Download 491 MB").click();
  await ready().waitFor(patience);
  expect(host.requests.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/files\/Qwen\/Qwen2\.5-0\.5B-Instruct-GGUF\/resolve\/[0-9a-f]{40}\//),
  ]);
  // With random weights the reply is arbitrary: there is either an answer or the reason for having
  // none.
  expect(await (await ask(page, question)).locator(".turn-body").innerText()).not.toBe("");

  // The model is stored, and one press loads it again without a request. The address points to the
  // conversation until a new one starts.
  const answered = page.url();
  await button("New conversation").click();
  await expect.poll(() => page.url()).not.toBe(answered);
  await page.reload();
  await page.getByRole("checkbox").waitFor();
  await line()
    .getByText(/on this device/)
    .waitFor();
  await button("Use Qwen2.5 0.5B").click();
  await ready().waitFor(patience);
  expect(host.requests).toHaveLength(1);
});

test("offline, models are not offered for download until there is a connection", async () => {
  await visit(site);
  await button("Use Qwen2.5 0.5B").waitFor();
  const panel = page.getByRole("dialog", { name: "Model" });
  const download = panel.getByRole("button", { name: "Download Qwen2.5 0.5B" });
  const reason = panel.getByText("Downloading needs a connection, and this browser is offline.");
  await page.locator(".model-button").click();
  await download.waitFor();
  await context.setOffline(true);
  await reason.waitFor();
  await expect.poll(() => download.isDisabled()).toBe(true);
  await context.setOffline(false);
  await reason.waitFor({ state: "detached" });
  await download.click();

  // The same for the question whether to download it.
  const agree = panel.getByRole("button", { name: "Download 491 MB" });
  await agree.waitFor();
  await context.setOffline(true);
  await expect.poll(() => agree.isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => agree.isDisabled()).toBe(false);
  await panel.getByRole("button", { name: "Not now" }).click();
  await page.keyboard.press("Escape");

  // The line below a question.
  await context.setOffline(true);
  await button("Use Qwen2.5 0.5B").waitFor({ state: "detached" });
  await context.setOffline(false);
  await button("Use Qwen2.5 0.5B").waitFor();
  expect(host.requests).toEqual([]);
});

test.runIf(isLong)(
  "an interrupted download is reported, resumes where it stopped, and passages are shown meanwhile",
  async () => {
    await visit(site);
    host.dripsAfter = 300_000;
    await button("Use Qwen2.5 0.5B").click();
    await button("Download 491 MB").click();
    const loaded = () =>
      line()
        .locator("progress")
        .evaluate((bar: HTMLProgressElement) => bar.value);
    await expect.poll(loaded, patience).toBeGreaterThan(0);
    host.dripsAfter = 0;
    host.breakOff();
    await line()
      .getByText(/could not be downloaded.+resumes where it stopped/)
      .waitFor(patience);
    complaints = complaints.filter((complaint) => !/ERR_/.test(complaint));
    await asksPassages();
    host.requests.length = 0;
    host.dripsAfter = null;
    await button("Try again").last().click();
    await ready().waitFor(patience);
    expect(host.requests).toHaveLength(1);
    expect(host.requests[0]?.from).toBeGreaterThan(0);
  },
);

test("says in plain words why larger models do not run here, with the exact reason to unfold", async () => {
  await visit(without);
  await button("Model: No model").click();
  const panel = page.getByRole("dialog", { name: "Model" });
  const plain = /^This (?:browser|device) .*larger models/;
  await panel.getByText(plain).waitFor();
  const jargon = panel.getByText(/WebGPU|adapter/);
  expect(await jargon.filter({ visible: true }).count()).toBe(0);
  await panel.getByText("Technical details").click();
  await jargon.filter({ visible: true }).first().waitFor();
});

test("a site without hosts offers no downloads, and fetches only its own list", async () => {
  await visit(without);
  await button("Model: No model").click();
  const panel = page.getByRole("dialog", { name: "Model" });
  await panel.getByText("This site offers no models.").waitFor();
  expect(await panel.getByRole("button", { name: /Download/ }).count()).toBe(0);
  await panel.getByRole("button", { name: "Choose a model file" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => line().count()).toBe(0);
  await asksPassages();
});

test("a dropped model file is not a document: after a question it runs in place, and answers", async () => {
  await visit(without);
  await dropOn(page, gguf);
  await page
    .locator(".notice")
    .getByText(/^Use random-\w+ \(.+\) as the model\?$/)
    .waitFor();
  await button("Use this model").click();
  await ready().waitFor(patience);
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(1);
  // A model of random weights takes long to reread the question, so only a long run asks twice.
  for (let times = 0; times < tries(1, 2); times++) {
    expect(await (await ask(page, question)).locator(".turn-body").innerText()).not.toBe("");
  }
  await ready().click();
  await page.getByText("It runs on this device; nothing is sent.").waitFor();
});

test.runIf(isLong)(
  "a question waits for a loading model, says so, and can be answered without it by keyboard",
  async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(/\.wasm$/, async (route) => {
      await released;
      await route.continue();
    });
    await visit(without);
    await dropOn(page, gguf);
    await button("Use this model").click();
    await page.locator('.model-button[data-state="loading"]').waitFor();

    const turns = page.getByRole("article", { name: question });
    const box = page.getByRole("textbox", { name: "Question" });
    await box.fill(question);
    await page.keyboard.press("Enter");
    const first = turns.first();
    await first.getByText(/^Waiting for random-\w+ to load…/).waitFor();
    const answerNow = first.getByRole("button", { name: "Answer without it" });
    await focusOn(answerNow);
    await page.keyboard.press("Enter");
    await first.getByRole("heading", { name: "The best passages" }).waitFor();
    await expect.poll(() => first.innerText()).toContain("The ferry leaves at nine.");
    await expect.poll(() => box.evaluate((one) => one.matches(":focus"))).toBe(true);

    // The next question waits until the model is loaded.
    await box.fill(question);
    await page.keyboard.press("Enter");
    const second = turns.nth(1);
    await second.getByText(/^Waiting for random-\w+ to load…/).waitFor();
    expect(await second.getAttribute("data-state")).toBe("running");
    release();
    await ready().waitFor(patience);
    await expect.poll(() => second.getAttribute("data-state"), patience).toBe("done");
    expect(await second.innerText()).not.toContain("No model was used");
  },
);

test("a folder with an ONNX model is not a document: after a question it runs in place, and answers", async () => {
  await visit(without);
  await dropOn(page, await storedRandomOnnx());
  await page
    .locator(".notice")
    .getByText(/^Use random-\w+-onnx \(.+\) as the model\?$/)
    .waitFor();
  await button("Use this model").click();
  await ready().waitFor(patience);
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(1);
  expect(await (await ask(page, question)).locator(".turn-body").innerText()).not.toBe("");
  await ready().click();
  await page.getByText("It runs on this device; nothing is sent.").waitFor();
});

test.runIf(isLong)(
  "an ONNX model in the site's folder is offered, fetched once and stored",
  async () => {
    const folder = await storedRandomOnnx();
    const name = path.basename(folder);
    const paths = (await readdir(folder, { recursive: true })).filter((file) =>
      /\.\w+$/.test(file),
    );
    const files = paths.map((file) => ({ path: `${name}/${file}`, bytes: 1000 }));
    const requested: string[] = [];
    await page.route(`${without.url}/models/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      requested.push(pathname);
      if (pathname.endsWith("/index.json")) return route.fulfill({ json: { files } });
      return route.fulfill({ path: path.join(folder, pathname.split(`${name}/`)[1] ?? "") });
    });
    await visit(without);
    await button("Model: No model").click();
    await button(`Download ${name}`).click();
    await button(/^Download \d/).click();
    await ready().waitFor(patience);
    expect(requested.filter((file) => file.endsWith("/onnx/model_quantized.onnx"))).toHaveLength(1);
  },
);

/** Makes the browser's picker return a file from the site's own storage as if it were on disk. */
async function picksKeptFile(name: string): Promise<void> {
  const handle = `navigator.storage.getDirectory().then((root) => root.getFileHandle("${name}", { create: true }))`;
  await page.addInitScript(`globalThis.showOpenFilePicker = async () => [await ${handle}]`);
  await page.route(`${without.url}/given.gguf`, (route) => route.fulfill({ path: gguf }));
  await page.goto(`${without.url}/`);
  await page.evaluate(
    `${handle}.then(async (handle) =>
      (await fetch("given.gguf")).body.pipeTo(await handle.createWritable()))`,
  );
}

test.runIf(isLong)(
  "a model picked with “Add files” is offered again on the next visit, like a dropped one",
  async () => {
    await picksKeptFile("picked-model.gguf");
    await visit(without);
    await button("Add files").click();
    await page
      .locator(".notice")
      .getByText(/^Use picked-model \(.+\) as the model\?$/)
      .waitFor();
    await button("Use this model").click();
    await ready().waitFor(patience);
    await visit(without);
    await line().getByText("picked-model, in a file on this computer.").waitFor();
    await button("Use picked-model again").click();
    await ready().waitFor(patience);
  },
);

test.runIf(isLong)(
  "a model file with a known place is offered again on the next visit, until it is forgotten",
  async () => {
    await picksKeptFile("own-model.gguf");
    await visit(without);
    expect(await line().count()).toBe(0);
    await button("Model: No model").click();
    await button("Choose a model file").click();
    await ready().waitFor(patience);

    await visit(without);
    await line().getByText("own-model, in a file on this computer.").waitFor();
    await button("Use own-model again").click();
    await ready().waitFor(patience);
    if (isLong)
      expect(await (await ask(page, question)).locator(".turn-body").innerText()).not.toBe("");

    // A file that has since been deleted is reported.
    await page.evaluate(
      `navigator.storage.getDirectory().then((root) => root.removeEntry("own-model.gguf"))`,
    );
    await visit(without);
    await button("Use own-model again").click();
    await line()
      .getByText("own-model.gguf has been moved or deleted. Choose the file again.")
      .waitFor(patience);
    await button(/^Model: /).click();
    await button("Forget own-model").click();
    await expect.poll(() => button("Use own-model again").count()).toBe(0);
    await visit(without);
    await asksPassages();
    expect(await button("Use own-model again").count()).toBe(0);
  },
);

test.runIf(isLong)(
  "a damaged model file is reported in one sentence, and the question gets passages",
  async () => {
    await visit(without);
    const bytes = (await readFile(gguf)).subarray(0, 100_000);
    const mimeType = "application/octet-stream";
    const damaged = { name: "damaged.gguf", mimeType, buffer: bytes };
    const part = { name: "large-00001-of-00003.gguf", mimeType, buffer: bytes };
    await page.locator("#pick-files").setInputFiles([damaged, part]);
    await page
      .locator(".notice")
      .getByText("large has 3 parts, and 2 of them are missing.")
      .waitFor();
    await button("Use this model").click();
    await page
      .locator(".notice")
      .getByText(/model's file is damaged/)
      .waitFor(patience);
    await asksPassages();
  },
);
