import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driveChromium } from "../../cli/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { type EngineDouble, engineDouble } from "../engine-double.js";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { type PublishingServer, publishingServer } from "./publishing-server.js";
import { ask, type HostWindow, setUp } from "./told-model.js";

/** What each place says, and nowhere else does. */
const said = {
  own: "The heliostat field has 4212 mirrors",
  published: "The boiler holds 900 litres",
  engine: "The receiver tower is 140 metres high",
};

let engine: EngineDouble;
let publisher: PublishingServer;
let intranet: Intranet;
let opened: Visit;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  process.env.PAGEHOUND_BROWSER = await findBrowser();
  engine = await engineDouble({
    "plant/tower.md": `# Tower\n\n${said.engine}. It is lit at night.\n`,
  });
  publisher = await publishingServer(null);
  publisher.files.set("/published/handbook.pagehound", await publishedFile());
  intranet = await openIntranet({}, [engine.origin, publisher.url]);
  const body = `<page-hound published="${publisher.url}/published/handbook.pagehound" allowed-origins="${publisher.url}"></page-hound>`;
  opened = await visit(intranet, body, { permissions: ["local-network-access"] });
  ({ page } = opened);
  engine.key = "ApiKey c2VjcmV0";
  await page.evaluate(
    ([url, authorization]) => {
      const [hound] = document.querySelectorAll("page-hound");
      if (hound) hound.engines = [{ url, name: "Intranet", headers: { authorization } }];
    },
    [engine.url, engine.key] as const,
  );
  await page.evaluate(setUp);
  await page.locator(".list-head", { hasText: "2 documents" }).waitFor({ state: "attached" });
});

afterAll(async () => {
  await intranet?.close();
  await publisher?.close();
  await engine?.close();
});

/** A collection as a site publishes it. */
async function publishedFile(): Promise<Buffer> {
  return driveChromium(async ({ page }) => {
    const text = JSON.stringify(`# Boiler\n\n${said.published}.\n`);
    const encoded = await page.evaluate(`import("/dist/index.js").then(async ({ Pagehound }) => {
      const hound = await Pagehound.open({ assetsBase: "/dist/assets/" });
      await hound.add([new File([${text}], "boiler.md")]);
      const file = await hound.exportCollection({ title: "Handbook" });
      return btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
    })`);
    return Buffer.from(String(encoded), "base64");
  });
}

const over = (): Promise<void> => page.getByRole("button", { name: "Ask", exact: true }).waitFor();
const search = { tool: "search", arguments: { query: "heliostat mirrors boiler receiver tower" } };
const exchange = (): Locator => page.locator(".exchange").last();
const line = (): Promise<string> => page.locator(".privacy-line").first().innerText();

/** The last of what the model was shown. */
async function shown(): Promise<string> {
  const prompts = await page.evaluate(() => (globalThis as unknown as HostWindow).prompts);
  return prompts.at(-1)?.said ?? "";
}

/** The ids of the passages that say these things, as the model was shown them. */
function idsIn(text: string): string[] {
  return Object.values(said).map((sentence) => {
    const before = text.slice(0, text.lastIndexOf(sentence));
    return [...before.matchAll(/\[(d\d+\.p\d+\.s\d+)\]/g)].at(-1)?.[1] ?? "";
  });
}

test("one question cites a file, a published collection and an engine, and each citation opens", async () => {
  // Nothing is asked of an engine before there is a question.
  expect(engine.asked).toEqual([]);
  expect(await line()).toContain(
    `What is looked for is sent to ${new URL(engine.url).host}; your documents stay here`,
  );
  await ask(page, search);
  await over();
  const ids = idsIn(await shown());
  expect(ids[2]).toMatch(/^d10000001\.p1\.s1$/);
  expect(new Set(ids.map((id) => id.split(".")[0])).size).toBe(3);
  const sentences = Object.values(said).map((text, at) => ({
    text: `${text}.`,
    citations: [{ id: ids[at] ?? "", quote: text }],
  }));
  await ask(page, search, {
    tool: "answer",
    arguments: { enough: true, missing: "", sentences },
  });
  await over();
  await exchange().locator(".answer-text", { hasText: "140 metres" }).waitFor();
  const chips = exchange().locator(".cite");
  expect(await chips.count()).toBe(3);
  expect(await exchange().locator(".missing").count()).toBe(0);
  const viewer = page.locator(".pagehound-viewer");
  for (const [at, sentence] of Object.values(said).entries()) {
    await chips.nth(at).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => viewer.locator("mark").allTextContents()).toEqual([sentence]);
    await page.keyboard.press("Escape");
  }
  // Which one it is from stands beside the quote.
  await chips.nth(2).focus();
  await page.locator(".quote-place", { hasText: "Intranet" }).waitFor();
  await page.keyboard.press("Escape");
  await exchange().locator(".turn-line").getByText("3 pages covered").waitFor();
  expect(engine.unexpected).toEqual([]);
});

test("the settings list where is searched, and an engine without its tick is asked nothing", async () => {
  await page.getByRole("button", { name: "Settings" }).click();
  const list = page.getByRole("region", { name: "Where answers are looked for" });
  const rows = list.getByRole("listitem");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(
        /^Your documents on this device\s+1 document\s+Stays on this device\.$/,
      ),
      expect.stringMatching(/^Handbook\s+1 document\s+Collection of this site\./),
      expect.stringMatching(
        /Intranet[\s\S]*1 document · Last asked: [\s\S]*words of your questions/,
      ),
    ]);
  await expectAccessible(page);
  const tick = list.getByRole("checkbox", { name: "Intranet" });
  await tick.focus();
  await page.keyboard.press("Space");
  await rows
    .last()
    .getByText(`Off. Nothing is sent to ${new URL(engine.url).host}.`)
    .waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(line).toContain("Your documents and questions stay on this device");
  engine.asked.length = 0;
  await ask(page, search);
  await over();
  expect(engine.asked).toEqual([]);
  expect(await shown()).not.toContain("tower.md");
  await page.getByRole("button", { name: "Settings" }).click();
  await tick.check();
  await list.getByRole("button", { name: "Ask now: Intranet" }).click();
  await list.getByText("1 document · Last asked").waitFor();
  await page.getByRole("button", { name: "Show the requests" }).click();
  await page.getByText("The documents themselves are not sent there.").waitFor();
  await page.keyboard.press("Escape");
});

test("the search asks engines when the reader says so, and lists what they have among the rest", async () => {
  engine.asked.length = 0;
  await page.getByRole("tab", { name: "Search" }).click();
  const box = page.getByRole("searchbox");
  await box.fill("heliostat mirrors boiler receiver tower");
  const results = page.locator(".results .result");
  await expect.poll(() => results.count()).toBe(2);
  // Typing sends nothing; the key and the button do.
  const more = page.getByRole("button", { name: `Search ${new URL(engine.url).host}, too` });
  await more.waitFor();
  await expectAccessible(page);
  expect(engine.asked).toEqual([]);
  await box.press("Enter");
  await expect.poll(() => results.count()).toBe(3);
  expect(await more.count()).toBe(0);
  const found = results.filter({ hasText: "Intranet" });
  expect(await found.locator(".excerpt").innerText()).toContain(said.engine);
  await found.locator("button.where").press("Enter");
  const marks = page.locator(".pagehound-viewer mark");
  await expect.poll(() => marks.allTextContents()).toContain("receiver");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  // Typed anew, only the documents here are searched again.
  engine.asked.length = 0;
  await box.fill("");
  await expect.poll(() => results.count()).toBe(0);
  await box.fill("heliostat mirrors boiler receiver tower");
  await more.waitFor();
  await expect.poll(() => results.count()).toBe(2);
  expect(engine.asked).toEqual([]);
  await page.getByRole("tab", { name: "Ask" }).click();
});

test("an engine that is stopped is one line, and the others answer", async () => {
  await engine.close();
  await ask(page, search);
  await over();
  expect(await shown()).toContain("Intranet could not be searched: ");
  expect(await shown()).toContain(said.own);
  const failures = exchange().locator(".engine-failures li");
  await failures.waitFor();
  expect(await failures.allInnerTexts()).toEqual([
    "Intranet cannot be reached, or does not let this page ask it. The answer comes from the others.",
  ]);
  await expectAccessible(page);
  // A citation of it that was opened before says why it cannot be now.
  await page.locator(".exchange").nth(1).locator(".cite").nth(2).click();
  await page.getByText(`${engine.origin} cannot be reached.`).first().waitFor();
  // Its key was told nobody.
  expect(await page.content()).not.toContain("c2VjcmV0");
  expect(opened.complaints.filter((one) => !one.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});

test("an engine that is stopped is one line of the search, too", async () => {
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("mirrors tower");
  await page.getByRole("button", { name: /^Search .+, too$/ }).click();
  const failures = page.locator(".search-body .engine-failures li");
  await failures.waitFor();
  expect(await failures.allInnerTexts()).toEqual([
    "Intranet cannot be reached, or does not let this page ask it.",
  ]);
  await page.locator(".results .result", { hasText: "plant.md" }).waitFor();
});
