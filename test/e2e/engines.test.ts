import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driveChromium } from "../../cli/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { type EngineDouble, engineDouble } from "../engine-double.js";
import { missingFrom } from "./behind-proxy.js";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { type OrdersApi, ordersApi } from "./orders-api.js";
import { type PublishingServer, publishingServer } from "./publishing-server.js";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.js";
import { ask, type Called, type HostWindow, setUp } from "./told-model.js";

/** What each place says, and nowhere else does. */
const said = {
  own: "The heliostat field has 4212 mirrors",
  published: "The boiler holds 900 litres",
  engine: "The receiver tower is 140 metres high",
};

/** What an API answers, as it is shown. */
const answered = "crates: 37";

let engine: EngineDouble;
let publisher: PublishingServer;
let orders: OrdersApi;
let proxy: RecordingProxy;
let intranet: Intranet;
let opened: Visit;
let page: Page;

/** Keys that the page gives, and those whom it gives them for may have. */
const keys = { engine: "ApiKey c2VjcmV0", api: "b3JkZXJz" };

beforeAll(async () => {
  await ensureBuilt();
  process.env.PAGEHOUND_BROWSER = await findBrowser();
  engine = await engineDouble(
    { "plant/tower.md": `# Tower\n\n${said.engine}. It is lit at night.\n` },
    "https://intranet.example/files/",
  );
  publisher = await publishingServer(null);
  publisher.files.set("/published/handbook.pagehound", await publishedFile());
  orders = await ordersApi();
  const contacted = [engine.origin, publisher.url, orders.origin];
  intranet = await openIntranet({}, contacted);
  // All that the page asks for goes through it, also to this machine.
  proxy = await recordingProxy(intranet.served.url, ...contacted);
  const body = `<page-hound published="${publisher.url}/published/handbook.pagehound" allowed-origins="${publisher.url}"></page-hound>`;
  opened = await visit(intranet, body, {
    permissions: ["local-network-access"],
    proxy: { server: proxy.server, bypass: "<-loopback>" },
  });
  ({ page } = opened);

  // What intercepts requests answers the browser's questions about other origins in a server's stead.
  await page.unrouteAll();
  engine.key = keys.engine;
  orders.key = keys.api;
  await page.evaluate(
    ([engine, api, keys]) => {
      const [hound] = document.querySelectorAll("page-hound");
      if (!hound) return;
      hound.engines = [{ url: engine, name: "Intranet", headers: { authorization: keys.engine } }];
      hound.httpApis = [{ url: api, headers: { "X-Plant-Key": keys.api } }];
    },
    [engine.url, orders.url, keys] as const,
  );
  await page.evaluate(setUp);
  await page.locator(".list-head", { hasText: "2 documents" }).waitFor({ state: "attached" });
});

afterAll(async () => {
  await intranet?.close();
  await proxy?.close();
  await publisher?.close();
  await orders?.close();
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
const order = (id: string): Called => ({ tool: "get_order", arguments: { id } });
const exchange = (): Locator => page.locator(".exchange").last();
const line = async (): Promise<string> =>
  (await page.locator(".privacy-line").first().innerText()).trim();

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

/** An answer of these sentences, each with the quote that stands at an id. */
function answer(...quoted: readonly (readonly [id: string, quote: string])[]): Called {
  const sentences = quoted.map(([id, quote]) => {
    return { text: `${quote}.`, citations: [{ id, quote }] };
  });
  return { tool: "answer", arguments: { enough: true, missing: "", sentences } };
}

test("one question cites a file, a published collection, an engine and an API, and each citation opens", async () => {
  // Nothing is asked of an engine before there is a question.
  expect(engine.asked).toEqual([]);
  const hosts = [engine, orders].map(({ origin }) => new URL(origin).host);
  expect(await line()).toContain(`What is looked for is sent to ${hosts[0]}`);
  expect(await line()).toContain(`What you allow is sent to ${hosts[1]}`);
  await ask(page, search);
  await over();
  const ids = idsIn(await shown());
  expect(ids[2]).toMatch(/^d10000001\.p1\.s1$/);
  expect(new Set(ids.map((id) => id.split(".")[0])).size).toBe(3);
  const quoted = Object.values(said).map((text, at) => [ids[at] ?? "", text] as const);
  await ask(page, search, order("4711"), answer(...quoted, ["$LAST", answered]));
  await page.getByRole("button", { name: /^Allow all reading tools/ }).click();
  await over();
  await exchange().locator(".answer-text", { hasText: "140 metres" }).waitFor();
  const chips = exchange().locator(".cite");
  expect(await chips.count()).toBe(4);
  expect(await exchange().locator(".missing").count()).toBe(0);
  expect(await exchange().locator(".engine-failures").count()).toBe(0);
  const viewer = page.locator(".pagehound-viewer");
  const original = viewer.getByRole("link", { name: "Open the original" });
  const links: number[] = [];
  for (const [at, sentence] of [...Object.values(said), answered].entries()) {
    await chips.nth(at).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => viewer.locator("mark").allTextContents()).toEqual([sentence]);
    links.push(await original.count());
    if (at === 2) {
      expect(await original.getAttribute("href")).toBe(
        "https://intranet.example/files/plant/tower.md",
      );
      expect(await original.getAttribute("target")).toBe("_blank");
      expect(await original.getAttribute("rel")).toBe("noopener noreferrer");
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => chips.nth(at).evaluate(hasFocus)).toBe(true);
  }
  // Only whoever wrote the index has said where the file is.
  expect(links).toEqual([0, 0, 1, 0]);
  // Which one it is from stands beside the quote.
  await chips.nth(2).focus();
  await page.locator(".quote-place", { hasText: "Intranet" }).waitFor();
  await page.keyboard.press("Escape");
  await exchange().locator(".turn-line").getByText("3 pages covered").waitFor();
  expect(engine.unexpected).toEqual([]);
});

test("nobody was asked but those whom the page names, the list has all of it, and keys went to their owners alone", async () => {
  await page.locator(".expand").click();
  await page.locator(".privacy-line").first().click();
  const panel = page.locator("dialog#network[open]");
  for (const about of ["The documents themselves are not sent there.", new URL(orders.origin).host])
    await panel.getByText(about).first().waitFor();
  const all = panel.getByRole("button", { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  const listed = async () => {
    const items = await panel.locator(".requests > li").allInnerTexts();
    return items.flatMap((text) => {
      const address = /(?:https?:\/\/|\/)\S*/.exec(text)?.[0];
      return address === undefined ? [] : new URL(address, page.url()).href;
    });
  };
  await expect
    .poll(async () => missingFrom(await listed(), { proxy, url: intranet.served.url }))
    .toEqual([]);
  expect(proxy.foreign).toEqual([]);
  expect(proxy.sentTo(keys.engine)).toEqual(new Set([engine.origin]));
  expect(proxy.sentTo(keys.api)).toEqual(new Set([orders.origin]));
  // What was asked went to the engine, and nowhere else; of the documents here, nothing.
  expect(proxy.sentTo("heliostat")).toEqual(new Set([engine.origin]));
  expect(proxy.sentTo("4212")).toEqual(new Set());
  const kept = await page.evaluate(keptOnDevice);
  expect(kept).toContain("heliostat");
  for (const key of Object.values(keys)) expect(kept).not.toContain(key);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
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
  await expect
    .poll(line)
    .toBe(
      `What you allow is sent to ${new URL(orders.origin).host}; all else stays on this device`,
    );
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

test("an engine and an API that are gone are one line each, and the others answer", async () => {
  await engine.close();
  orders.trouble = "away";
  const own = idsIn(await shown())[0] ?? "";
  await ask(page, search, order("12"), answer([own, said.own]));
  await over();
  expect(await shown()).toContain("Intranet could not be searched: ");
  expect(await shown()).toContain(said.own);
  await exchange().locator(".answer-text", { hasText: "4212 mirrors" }).waitFor();
  expect(await exchange().locator(".cite").count()).toBe(1);
  expect(await exchange().locator(".missing").count()).toBe(0);
  const failures = exchange().locator(".engine-failures li");
  await failures.first().waitFor();
  const gone = (name: string): string =>
    `${name} cannot be reached, or does not let this page ask it. The answer comes from the others.`;
  expect(await failures.allInnerTexts()).toEqual([
    gone("Intranet"),
    gone(`Orders (${new URL(orders.origin).host})`),
  ]);
  await expectAccessible(page);
  // A citation of it that was opened before says why it cannot be now.
  await page.locator(".exchange").nth(1).locator(".cite").nth(2).click();
  await page.getByText(`${engine.origin} cannot be reached.`).first().waitFor();
  // Its key was told nobody.
  expect(await page.content()).not.toContain("c2VjcmV0");
  expect(proxy.foreign).toEqual([]);
  const known = /ERR_(?:CONNECTION_REFUSED|EMPTY_RESPONSE)/;
  expect(opened.complaints.filter((one) => !known.test(one))).toEqual([]);
});

/** Runs on the page: whether an element, in whatever shadow, has the focus. */
function hasFocus(one: Element): boolean {
  return (one.getRootNode() as ShadowRoot).activeElement === one;
}

/** Runs on the page: all that is kept on the device, as text. */
async function keptOnDevice(): Promise<string> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      kept.push(await done(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  return JSON.stringify(kept);
}
