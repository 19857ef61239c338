import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { browserArguments, findBrowser } from "../driver/find-browser.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { collectComplaints } from "./collect-complaints.js";
import { expectAccessible } from "./demo-page.js";
import { publish, type SiteServer, serveSite } from "./site-server.js";
import { writePdf } from "./write-pdf.js";

/** Its characters are known from a cMap alone. */
const japanese = path.join(repository, "test/fixtures/pdf/cjk.pdf");

let browser: Browser;
let folder: string;
/** Written in Helvetica, which is not in the file. */
let plant: string;
/** Has a model of random weights under the name of one that the page offers. */
let models: string;
let site: SiteServer;
let context: BrowserContext;
let page: Page;
/** What the page said went wrong, and every request to another place. */
let complaints: string[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-offline-"));
  plant = path.join(folder, "heliostat.pdf");
  await writePdf(plant, [
    "The heliostat plant has 1,204 mirrors.",
    "Each mirror turns twice an hour.",
  ]);
  models = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  await copyFile(await storedRandomGguf(), path.join(models, "Qwen3-0.6B-Q8_0.gguf"));
  await writeList(models);
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
  await rm(models, { recursive: true });
});

beforeEach(async () => {
  complaints = [];
  site = await serveSite({ models });
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.url) && !/^(?:blob|data):/.test(url)) complaints.push(url);
  });
  page = await open();
});

afterEach(async () => {
  await context.close();
  await site.close();
  expect(complaints).toEqual([]);
});

async function open(): Promise<Page> {
  const tab = await context.newPage();
  collectComplaints(tab, complaints);
  await tab.goto(site.url);
  return tab;
}

const bar = (tab: Page = page): Locator =>
  tab.getByRole("status").filter({ hasText: "A new version is ready." });
const documents = (): Locator => page.getByRole("checkbox", { name: /^Search in / });

async function untilKept(tab: Page = page): Promise<void> {
  await tab.locator("html[data-offline=ready]").waitFor({ timeout: 60_000 });
}

/** Neither the network nor the server is there any more. */
async function cutOff(): Promise<void> {
  await context.setOffline(true);
  await site.close();
}

async function add(...files: string[]): Promise<void> {
  await page.getByLabel("Files to add").setInputFiles(files);
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(files.length);
}

async function ask(question: string): Promise<Locator> {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  const turn = page.getByRole("article", { name: question, exact: true });
  await expect.poll(() => turn.getAttribute("data-state"), { timeout: 60_000 }).toBe("done");
  return turn;
}

/** Whether something was drawn on the page that is open. */
async function drawn(): Promise<boolean> {
  return page
    .locator(".sheet canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      // It shows a picture that it cannot be asked for; another canvas can.
      const copy = new OffscreenCanvas(width, height).getContext("2d");
      copy?.drawImage(canvas, 0, 0);
      const data = copy?.getImageData(0, 0, width, height).data ?? [];
      return data.some((value, index) => index % 4 === 0 && value < 128);
    })
    .catch(() => false);
}

test("after one visit everything works without a network: a reload, new files, search, and their pages", async () => {
  await untilKept();
  await cutOff();
  await page.reload();
  await add(japanese, plant);

  const turn = await ask("How many mirrors has the heliostat plant?");
  expect(await turn.innerText()).toContain("1,204 mirrors");
  await turn.getByText("1,204 mirrors").first().click();
  await page.locator(".mark-box").first().waitFor();
  // Without the font, which is not in the file, there would be nothing.
  await expect.poll(drawn).toBe(true);

  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search your documents" }).fill("切符");
  const found = page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
  await found.waitFor();
  expect(await found.innerText()).toContain("切符は窓口で");
  await found.click();
  await page.locator(".mark-box").first().waitFor();
});

test("the samples are there without a network", async () => {
  await untilKept();
  await cutOff();
  await page.reload();
  await page.getByRole("button", { name: "Try the samples" }).click();
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(3);
});

test("a model that was loaded once is loaded and answers without a network", async () => {
  const panel = page.getByRole("dialog", { name: "Model" });
  const now = panel.getByRole("region", { name: "Now" });
  await untilKept();
  await add(plant);
  await page.getByRole("button", { name: /^Model: / }).click();
  await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).click();
  await panel.getByRole("group", { name: "Download" }).getByRole("button").first().click();
  await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");

  await cutOff();
  await page.reload();
  await page.getByRole("button", { name: /^Model: / }).click();
  await panel.getByRole("button", { name: "Load Qwen3 0.6B" }).click();
  await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");
  await page.keyboard.press("Escape");
  // Its weights are random: whatever it writes, there is an answer, and a reason where it is none.
  const turn = await ask("How many mirrors has the heliostat plant?");
  expect(await turn.innerText()).not.toBe("");
});

test("what models are made of is in no cache of the page's", async () => {
  await untilKept();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return caught.flat();
  });
  expect(kept.some((url) => url.includes("/assets/cmaps/UniJIS-UTF16-H.bcmap"))).toBe(true);
  expect(kept.filter((url) => /\/models\/|wllama.*\.wasm|web-llm/.test(url))).toEqual([]);
});

test("an engine is kept once it was used, and its newer files with the version that needs them", async () => {
  const kept = (): Promise<string[]> =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith("pagehound-site-engine"));
      const keys = name ? await (await caches.open(name)).keys() : [];
      return keys.map(({ url }) => new URL(url).search);
    });
  await untilKept();
  await page.evaluate(async () => (await fetch("assets/wllama/wllama.wasm")).arrayBuffer());
  const [before, ...more] = await kept();
  expect(more).toEqual([]);

  const list = path.join(site.folder, "service-worker.js");
  const revision = /(assets\/wllama\/wllama\.wasm[`"'],\s*revision:\s*[`"'])[^`"']+/;
  await writeFile(list, (await readFile(list, "utf8")).replace(revision, "$1newer"));
  await publish(site.folder, "The new one");
  await page.reload();
  await bar().waitFor();
  expect((await kept()).sort()).toEqual([before, "?__WB_REVISION__=newer"].sort());
  await bar().getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => page.title()).toBe("The new one");
  await expect.poll(kept).toEqual(["?__WB_REVISION__=newer"]);
});

test("an engine that there is no room for is fetched as without a service worker", async () => {
  await untilKept();
  const session = await context.newCDPSession(page);
  const { origin } = new URL(site.url);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
  const bytes = await page.evaluate(async () => {
    const response = await fetch("assets/wllama/wllama.wasm");
    return (await response.arrayBuffer()).byteLength;
  });
  const { size } = await stat(path.join(site.folder, "assets/wllama/wllama.wasm"));
  expect(bytes).toBe(size);
});

test("a new version is offered, waits as long as the reader does, and runs once it was agreed to", async () => {
  await untilKept();
  const before = await page.title();
  await publish(site.folder, "The new one");
  const other = await open();
  await bar(other).waitFor();
  await bar().waitFor();
  await expectAccessible(page);
  // Both tabs go on with the version that they have.
  expect([await page.title(), await other.title()]).toEqual([before, before]);
  await other.reload();
  await bar(other).waitFor();
  expect(await other.title()).toBe(before);
  await other.getByRole("button", { name: "Later" }).click();
  expect(await bar(other).count()).toBe(0);

  await bar().getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => page.title()).toBe("The new one");
  // The other tab is told, and still has all files of its own version.
  await bar(other).waitFor();
  expect(await other.title()).toBe(before);
  await bar(other).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => other.title()).toBe("The new one");
});

test("a new version takes over by itself only when all tabs are closed", async () => {
  await untilKept();
  await publish(site.folder, "The new one");
  await page.reload();
  await bar().waitFor();
  // The browser may take a moment to see that a tab is gone: each time it has a longer one.
  let moment = 0;
  const reopened = async (): Promise<string> => {
    await page.close();
    await setTimeout(moment);
    moment += 500;
    page = await open();
    return page.title();
  };
  await expect.poll(reopened, { timeout: 60_000, interval: 1_000 }).toBe("The new one");
});

test("a tab with the old version finds its files while another one has the new version", async () => {
  await untilKept();
  const old = await page.evaluate(async () => {
    const cache = (await caches.keys()).find((name) => name.startsWith("pagehound-site-page"));
    const keys = await (await caches.open(cache ?? "")).keys();
    return keys.find(({ url }) => /\/viewer-[^/]+\.js$/.test(url))?.url ?? "";
  });
  // The new version has no file of this name any more, and neither has the server.
  const list = path.join(site.folder, "service-worker.js");
  const assets = path.join(site.folder, "assets");
  const [name, renamed] = [path.basename(old), path.basename(old).replace("viewer-", "newer-")];
  await publish(site.folder, "The new one");
  await writeFile(list, (await readFile(list, "utf8")).replaceAll(name, renamed));
  await rename(path.join(assets, name), path.join(assets, renamed));
  const other = await open();
  await bar(other).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => other.title()).toBe("The new one");
  const status = await page.evaluate(async (url) => (await fetch(url)).status, old);
  expect(status).toBe(200);
});

test("while a file is not stored yet the page is not loaded again", async () => {
  await untilKept();
  await publish(site.folder, "The new one");
  await page.reload();
  await bar().waitFor();
  await page.evaluate(() => {
    // Whatever the element does at this moment, it says that it is busy.
    const element = document.querySelector("page-hound");
    if (!element || !("busy" in element))
      throw new Error("The element does not say whether it is busy.");
    Object.defineProperty(element, "busy", { value: true, configurable: true });
  });
  const title = await page.title();
  await bar().getByRole("button", { name: "Reload" }).click();
  const line = page.getByText(
    "An answer or a file is still under way. Reload when it is finished.",
  );
  await line.waitFor();
  expect(await page.title()).toBe(title);
  await page.evaluate(() => {
    Object.defineProperty(document.querySelector("page-hound"), "busy", { value: false });
  });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => page.title()).toBe("The new one");
});

test("what another program shares waits until the reader agrees, and is taken once", async () => {
  await untilKept();
  await page.goto(`${site.url}example.html`);
  // As the system does it: the browser goes to the address with a form.
  await page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "share" });
    const files = document.createElement("input");
    Object.assign(files, { type: "file", name: "files", multiple: true });
    const transfer = new DataTransfer();
    transfer.items.add(new File(["The quorum was met."], "minutes: one.txt"));
    transfer.items.add(new File(["Nothing was decided."], "minutes 50 %.txt"));
    files.files = transfer.files;
    form.append(files);
    document.body.append(form);
    form.submit();
  });
  const offer = page.getByRole("alert", { name: "Another app sent 2 files" });
  await offer.getByText("minutes: one.txt").waitFor();
  expect(page.url()).toBe(site.url);
  await expectAccessible(page);
  expect(await documents().count()).toBe(0);
  await page.reload();
  // Another tab has the same to offer, until one of them has decided.
  const other = await open();
  const shown = other.getByRole("alert", { name: "Another app sent 2 files" });
  await shown.waitFor();
  await offer.getByRole("button", { name: "Add" }).press("Enter");
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(2);
  await shown.waitFor({ state: "detached" });
  expect(await offer.count()).toBe(0);
  await other.close();
  await page.getByText("minutes: one.txt").first().waitFor();
  await page.getByText("minutes 50 %.txt").first().waitFor();
  await expect.poll(() => page.evaluate(sharedCount)).toBe(0);
});

test("shared text becomes a document once the reader agrees", async () => {
  await untilKept();
  // As a system does: it opens a page of its own with what is shared.
  const opened = await context.newPage();
  await opened.goto(`${site.url}example.html`);
  await opened.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "share" });
    const shared = { title: "Ferry times", text: "The ferry leaves at nine." };
    for (const [name, value] of Object.entries(shared)) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  });
  // The page that is open need not be opened anew.
  await page.getByText("Ferry times.txt").first().waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(1);
});

test("a file that the installed page is opened with is added, and replaces nothing unasked", async () => {
  await page.close();
  await context.addInitScript(() => {
    // Only a system that has the page installed opens files with it.
    let consumer: ((launch: object) => void) | null = null;
    Object.defineProperty(globalThis, "launchQueue", {
      value: { setConsumer: (given: (launch: object) => void) => (consumer = given) },
    });
    Object.assign(globalThis, { launch: (files: object[]) => consumer?.({ files }) });
  });
  page = await open();
  const launch = (text: string): Promise<void> =>
    page.evaluate(async (written) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle("minutes.txt", { create: true });
      const writable = await handle.createWritable();
      await writable.write(written);
      await writable.close();
      (globalThis as unknown as { launch(files: object[]): void }).launch([handle]);
    }, text);
  const passages = async (query: string): Promise<number> => {
    await page.getByRole("searchbox", { name: "Search your documents" }).fill(query);
    const results = page.getByRole("list", { name: "Results" });
    await results
      .or(page.getByText(/^Nothing/))
      .first()
      .waitFor();
    return results.getByRole("listitem").count();
  };
  await launch("The quorum was met.");
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(1);
  await page.getByText("minutes.txt").first().waitFor();

  // The same once more asks nothing; another of its name does.
  await launch("The quorum was met.");
  await page.getByText("This file is already here, unchanged.").waitFor();
  await launch("The quorum was missed.");
  const offer = page.getByRole("alert", {
    name: "A document of this name is already here, with other content",
  });
  await offer.getByRole("button", { name: "Keep both" }).click();
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(2);
  await page.getByText("minutes (2).txt").first().waitFor();

  await launch("The quorum was lost.");
  await offer.getByRole("button", { name: "Discard" }).click();
  await launch("The quorum was forgotten.");
  await offer.getByRole("button", { name: "Replace" }).click();
  const undo = page.getByRole("region", { name: "Replaced" });
  await undo.getByText("minutes.txt").waitFor();
  await page.getByRole("tab", { name: "Search" }).click();
  await expect.poll(() => passages("forgotten")).toBe(1);
  await undo.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Search" }).click();
  await expect.poll(() => passages("forgotten")).toBe(0);
  await expect.poll(() => passages("met")).toBe(1);
  expect(await documents().count()).toBe(2);
});

test("parts of files, and what others have put into the folder, come from the server", async () => {
  await untilKept();
  await writeFile(path.join(site.folder, "samples/index.json"), "from the server");
  await mkdir(path.join(site.folder, "handbook"));
  await writeFile(
    path.join(site.folder, "handbook/index.html"),
    '<link rel="icon" href="data:,"><title>Handbook</title>',
  );
  const [whole, part] = await page.evaluate(async () => {
    const ask = (headers: Record<string, string>) => fetch("samples/index.json", { headers });
    const answers = await Promise.all([ask({}), ask({ range: "bytes=0-99" })]);
    return Promise.all(answers.map((answer) => answer.text()));
  });
  expect(whole).not.toBe("from the server");
  expect(part).toBe("from the server");
  await page.goto(`${site.url}handbook/index.html`);
  expect(await page.title()).toBe("Handbook");
});

function sharedCount(): Promise<number> {
  return caches
    .keys()
    .then((names) => names.find((name) => name.startsWith("pagehound-site-shared")))
    .then(async (name) => (name ? (await (await caches.open(name)).keys()).length : 0));
}
