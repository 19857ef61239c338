import { copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { isLong } from "../tries.js";
import {
  missingFrom,
  openBehindProxy,
  type PageBehindProxy,
  strictPolicy,
} from "./behind-proxy.js";
import { connectModel } from "./connect-model.js";
import { ask, dropOn } from "./demo-page.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { builtSite } from "./site-server.js";

/** A PDF whose characters can only be decoded with files from the site. */
const japanese = path.join(repository, "test/fixtures/pdf/cjk.pdf");
const columns = path.join(repository, "test/fixtures/pdf/two-columns.pdf");
const question = "What was the operating profit in 2024?";
const row = "Operating profit 2 14,150 10,000";

let endpoint: ScriptedEndpoint;
/** A folder with a model of random weights under the name of one that the page offers. */
let models: string;
let opened: PageBehindProxy;

beforeAll(async () => {
  endpoint = await scriptedEndpoint();
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    const citations = [{ id: idOf(prompt, "14,150"), quote: row }];
    const sentences = [{ text: "The operating profit was $14,150 thousand.", citations }];
    const answer = { tool: "answer", arguments: { enough: true, missing: "", sentences } };
    return { thought: "", calls: [answer] };
  };
  models = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  await copyFile(await storedRandomGguf(), path.join(models, "Qwen3-0.6B-Q8_0.gguf"));
  await writeList(models);
});

afterAll(async () => {
  await endpoint?.close();
  await rm(models, { recursive: true });
});

beforeEach(async () => {
  opened = await openBehindProxy(
    { "/": await builtSite(), "/models/": models },
    { headers: { "content-security-policy": strictPolicy }, model: endpoint.url },
    // Disabled because the page cannot see the requests that a service worker makes to fill its
    // cache.
    { viewport: { width: 1280, height: 800 }, serviceWorkers: "block" },
  );
});

afterEach(() => opened?.close());

const pressed = (name: string | RegExp): Promise<void> =>
  opened.page.getByRole("button", { name }).first().click();

async function addSamples(): Promise<void> {
  await pressed("Try the samples");
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(3);
}

/** Documents that are ready. */
const documents = (): Locator =>
  opened.page.getByRole("list", { name: "All documents" }).getByRole("checkbox");

/** The addresses in the page's own request list, which is shortened once it is long. */
async function listed(): Promise<string[]> {
  const more = opened.page.getByRole("button", { name: /^Show all/ });
  if ((await more.count()) > 0) await more.click();
  const items = opened.page.getByRole("list", { name: /requests/i }).getByRole("listitem");
  return (await items.allInnerTexts()).flatMap((text) => {
    const address = /(?:https?:\/\/|\/)\S*/.exec(text)?.[0];
    return address === undefined ? [] : new URL(address, opened.url).href;
  });
}

/** Opens the page's own list of its requests. */
async function openList(): Promise<void> {
  await pressed(/stay on this device|on this computer|are sent to/);
  await opened.page.getByRole("list", { name: /requests/i }).waitFor();
}

test("dropping, searching, asking and opening citations contact no other origin, and the page lists every request", async () => {
  const { page, proxy } = opened;
  await addSamples();
  await dropOn(page, japanese, columns);
  await expect.poll(() => documents().count(), { timeout: 60_000 }).toBe(5);

  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search your documents" }).fill("切符");
  const result = page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
  await result.locator(".where").click();
  await page.locator(".mark-box").first().waitFor();

  await page.getByRole("tab", { name: "Ask" }).click();
  const passages = await ask(opened.page, question);
  await passages.getByRole("list", { name: "Passages" }).getByRole("button").first().click();
  await page.locator(".mark-box").first().waitFor();

  await pressed("Close the page");
  await connectModel(page);
  const answer = await ask(opened.page, question);
  await answer.getByRole("button", { name: "Source 1" }).click();
  await page.locator(".mark-box").first().waitFor();

  expect(proxy.foreign).toEqual([]);
  await openList();
  await expect.poll(async () => missingFrom(await listed(), opened)).toEqual([]);
  const own = new Set(proxy.own.map((url) => url.slice(opened.url.length)));
  // The workers and the viewer did request what the Japanese page needs.
  expect([...own]).toContain("/assets/cmaps/UniJIS-UTF16-H.bcmap");
});

test.runIf(isLong)(
  "a model loads from the page's own origin and answers on the device, and the list lacks only the engine's own requests",
  async () => {
    const { page, proxy } = opened;
    await addSamples();
    await pressed(/^Model: /);
    const panel = page.getByRole("dialog", { name: "Model" });
    await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).click();
    const agreement = panel.getByRole("group", { name: "Download" });
    await agreement.getByRole("button", { name: /^Download/ }).click();
    const now = panel.getByRole("region", { name: "Now" });
    await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");
    await page.keyboard.press("Escape");
    await ask(opened.page, question);

    expect(proxy.foreign).toEqual([]);
    await openList();
    await expect
      .poll(async () => missingFrom(await listed(), opened))
      .toEqual([`${opened.url}/assets/wllama/wllama.wasm`]);
    await expect.poll(listed).toContain(`${opened.url}/assets/wllama/wllama.wasm`);
    await expect.poll(listed).toContain(`${opened.url}/models/Qwen3-0.6B-Q8_0.gguf`);
    const stored = page.getByRole("list", { name: "Models stored on this device" });
    await expect.poll(() => stored.innerText()).toMatch(/^Qwen3 0\.6B\s+[\d.]+\sMB/);
  },
);
