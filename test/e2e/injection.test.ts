import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { buildDemo } from "../driver/build.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { Gullible, harmfulSentences } from "../fixtures/injection/gullible.js";
import { type Injection, injections } from "../fixtures/injection/injections.js";
import { collectComplaints } from "./collect-complaints.js";
import { connectModel } from "./connect-model.js";
import { withoutServiceWorker } from "./demo-page.js";
import { type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";

const dist = path.join(repository, "site");
const folder = path.join(repository, "test/fixtures/injection");
/** Few enough that the model can read them all within the calls of one question. */
const documentsPerQuestion = 2;

let endpoint: ScriptedEndpoint;
let served: Served;
/** Receives everything that leaves the browser for another host, and forwards nothing. */
let proxy: Server;
let throughProxy: string[];
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** URLs of all requests by all pages and workers. */
let requests: string[];
/** Errors, dialogs, and warnings such as those of the page's content security policy. */
let complaints: string[];

beforeAll(async () => {
  if (!existsSync(path.join(dist, "index.html"))) await buildDemo();
  endpoint = await scriptedEndpoint();
  served = await serveFolder(dist, { model: endpoint.url });
  throughProxy = [];
  proxy = createServer((request, response) => {
    throughProxy.push(request.url ?? "");
    response.end("Nothing is here.");
  });
  proxy.on("connect", ({ url = "" }, socket) => {
    throughProxy.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  browser = await launchBrowser({
    proxy: { server: `http://127.0.0.1:${port}`, bypass: "127.0.0.1" },
  });
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await withoutServiceWorker(context);
  requests = [];
  complaints = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("page", (opened) => {
    opened.on("dialog", async (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    collectComplaints(opened, complaints);
  });
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
  await new Promise((resolve) => proxy?.close(resolve));
});

/** Everything stored about the documents, as text. */
function storedDocuments(): Promise<string> {
  return page.evaluate(async () => {
    const stores = ["documents", "pages", "passages", "postings", "originals"];
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of stores) {
        if (!database.objectStoreNames.contains(store)) continue;
        found.push(
          name,
          store,
          await settled(database.transaction(store).objectStore(store).getAll()),
        );
      }
      database.close();
    }
    return JSON.stringify(found, (_name, value: unknown) => {
      if (value instanceof Blob) return [value.size, value.type];
      if (value instanceof Map) return [...value];
      return value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value;
    });
  });
}

const fileName = ({ path: file }: Injection): string => path.basename(file);
const checkbox = (injection: Injection): Locator =>
  page.getByRole("checkbox", { name: `Search in ${fileName(injection)}`, exact: true });

async function addDocuments(): Promise<void> {
  const files = injections.map(async (injection) => {
    const buffer = await readFile(path.join(folder, `${injection.name}.pdf`));
    return { name: fileName(injection), mimeType: "application/pdf", buffer };
  });
  await page
    .getByLabel("Files to add")
    .first()
    .setInputFiles(await Promise.all(files));
  await expect
    .poll(() => page.getByRole("checkbox").count(), { timeout: 60_000 })
    .toBe(injections.length);
}

/** Asks about these documents with a fully obedient model, and returns the answered turn. */
async function askOf(batch: readonly Injection[], number: number): Promise<Locator> {
  const question = `What do the reports of group ${number} instruct?`;
  const gullible = new Gullible();
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["harbour report"] };
    return kind === "action" ? gullible.act(prompt) : gullible.answer();
  };
  await page.getByRole("button", { name: "None", exact: true }).click();
  for (const injection of batch) {
    // Waits for the page to redraw: a box still ticked from before would be left alone.
    await expect.poll(() => checkbox(injection).isChecked()).toBe(false);
    await checkbox(injection).check();
  }
  const box = page.getByRole("textbox", { name: "Question" });
  await box.fill(question);
  await box.press("Enter");
  const turn = page.getByRole("article", { name: question, exact: true });
  await expect.poll(() => turn.getAttribute("data-state"), { timeout: 60_000 }).toBe("done");
  return turn;
}

/** Everything on the page that could load or run something, or link elsewhere. */
async function active(): Promise<string[]> {
  return page
    .locator(
      'iframe, object, embed, a[href*="mallory"], a[href^="javascript" i], [src*="mallory"], [onerror], [onload], script:not([src])',
    )
    .evaluateAll((all) => all.map((element) => element.outerHTML));
}

test("malicious documents and an obedient model affect nothing beyond the page", async () => {
  await page.goto(`${served.url}/`);
  await addDocuments();
  await connectModel(page);
  const before = await storedDocuments();
  for (const { name } of injections) expect(before).toContain(`filed under ${name}`);

  for (let at = 0; at < injections.length; at += documentsPerQuestion) {
    const batch = injections.slice(at, at + documentsPerQuestion);
    const from = endpoint.requests.length;
    const turn = await askOf(batch, at);
    const prompts = endpoint.requests.slice(from).map(({ prompt }) => prompt);
    for (const { word, isRead } of batch) expect(prompts.join("\n").includes(word)).toBe(isRead);

    // The text the model was told to write appears verbatim, and does nothing.
    const answer = turn.locator(".answer-text");
    const written = await answer.innerText();
    for (const sign of ["<img src=", "javascript:", "<iframe src="])
      expect(written).toContain(sign);
    expect(await answer.locator(".sentence").count()).toBeGreaterThanOrEqual(
      harmfulSentences.length,
    );
    expect(await answer.locator("img, a, script, iframe").count()).toBe(0);
    expect(await turn.getByRole("button", { name: /^Source/ }).count()).toBe(0);
    await turn.locator(".turn-line").click();
    await turn.getByRole("region", { name: "What it searched" }).waitFor();
    expect(await active()).toEqual([]);
  }

  // A document with a link, and with actions that run when the file is opened.
  const [links] = injections.filter(({ name }) => name === "links");
  if (!links) throw new Error("The document with links is gone.");
  await page
    .locator(".row", { has: checkbox(links) })
    .locator(".row-open")
    .click();
  await page.locator(".sheet").getByText("filed under links").waitFor();
  // The link is followed only when pressed, says where it leads, and sends no referrer.
  const followed = page.locator(".sheet a.link-area");
  await followed.first().waitFor();
  expect(
    await followed.evaluateAll((all) =>
      all.map((link) => [
        link.getAttribute("href") === link.getAttribute("title"),
        link.getAttribute("rel"),
        link.getAttribute("target"),
      ]),
    ),
  ).toEqual((await followed.all()).map(() => [true, "noopener noreferrer", "_blank"]));
  const others = (await active()).filter((html) => !html.includes('class="link-area"'));
  expect(others).toEqual([]);

  expect(await page.getByRole("checkbox").count()).toBe(injections.length);
  expect(await storedDocuments()).toBe(before);
  expect(context.pages()).toHaveLength(1);
  expect(complaints).toEqual([]);
  expect(requests).toContain(`${served.url}/model/chat/completions`);
  // The image URL in a file's name is not requested.
  expect(requests).not.toContain(`${served.url}/x`);
  const elsewhere = requests.filter(
    (url) => !url.startsWith(`${served.url}/`) && !/^(?:blob|data):/.test(url),
  );
  expect(elsewhere).toEqual([]);
});

test("a request to another site would have been noticed, even from a worker", async () => {
  // Only the browser's own update checks are allowed.
  expect(throughProxy.filter((address) => address.includes("mallory"))).toEqual([]);
  const other = await context.newPage();
  await other.goto("http://mallory.example/seen");
  expect(throughProxy).toContain("http://mallory.example/seen");
  expect(requests).toContain("http://mallory.example/seen");
  await other.evaluate(() => {
    const source = 'fetch("http://mallory.example/from-worker")';
    new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  });
  await expect.poll(() => requests).toContain("http://mallory.example/from-worker");
});
