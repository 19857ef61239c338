import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { type EngineDouble, engineDouble } from "../engine-double.js";
import { missingFrom } from "./behind-proxy.js";
import { expectAccessible } from "./demo-page.js";
import { FourPlaces, facts, keys, search } from "./four-places.js";
import { ask } from "./scripted-page-model.js";
import { focusOn } from "./states/press.js";

const originals = "https://intranet.example/files/";

let engine: EngineDouble;
let places: FourPlaces;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  process.env.PAGEHOUND_BROWSER = await findBrowser();
  const tower = `# Tower\n\n${facts.engine}. It is lit at night.\n`;
  engine = await engineDouble({ "plant/tower.md": tower }, originals);
  engine.key = keys.engine;
  places = await FourPlaces.open(engine.url);
  ({ page } = places);
});

afterAll(async () => {
  await places?.close();
  await engine?.close();
});

const line = async (): Promise<string> =>
  (await page.locator(".privacy-line").first().innerText()).trim();

test("one question cites a file, a published collection, an engine and an API, and each citation opens", async () => {
  // Nothing is sent to an engine before a question is asked.
  expect(engine.requests).toEqual([]);
  const hosts = [engine, places.orders].map(({ origin }) => new URL(origin).host);
  await expect.poll(line).toContain(`Search terms are sent to ${hosts[0]}`);
  await expect.poll(line).toContain(`Calls you allow are sent to ${hosts[1]}`);
  await places.askAll();
  // Only the author of the engine's index has provided the file's address.
  expect(await places.openEach()).toEqual([null, null, `${originals}plant/tower.md`, null]);
  // The quote names its source.
  await focusOn(places.exchange.locator(".cite").nth(2));
  await page.locator(".quote-place", { hasText: "Intranet" }).waitFor();
  await page.keyboard.press("Escape");
  await places.exchange.locator(".turn-line").getByText("covered 3 documents").waitFor();
  expect(engine.unexpected).toEqual([]);
});

test("only the named engines are queried, the request list is complete, and keys go only to their owners", async () => {
  await page.locator(".expand").click();
  await page.locator(".privacy-line").first().click();
  const { orders, proxy, intranet } = places;
  const panel = page.locator("dialog#network[open]");
  for (const about of ["The documents themselves are not sent there.", new URL(orders.origin).host])
    await panel.getByText(about).first().waitFor();
  const all = panel.getByRole("button", { name: /^Show all/ });
  const listed = async () => {
    // A long list is shortened at first.
    if ((await all.count()) > 0) await all.click();
    const items = await panel.locator(".requests > li").allInnerTexts();
    return items.flatMap((text) => {
      const address = /(?:https?:\/\/|\/)\S*/.exec(text)?.[0];
      return address === undefined ? [] : new URL(address, page.url()).href;
    });
  };
  await expect
    .poll(async () => missingFrom(await listed(), { proxy, url: intranet.served.url }))
    .toEqual([]);
  expect(places.foreign).toEqual([]);
  expect(proxy.sentTo(keys.engine)).toEqual(new Set([engine.origin]));
  expect(proxy.sentTo(keys.api)).toEqual(new Set([orders.origin]));
  // The question went to the engine and nowhere else; nothing from the local documents was sent.
  expect(proxy.sentTo("heliostat")).toEqual(new Set([engine.origin]));
  expect(proxy.sentTo("4212")).toEqual(new Set());
  const kept = await page.evaluate(keptOnDevice);
  expect(kept).toContain("heliostat");
  for (const key of Object.values(keys)) expect(kept).not.toContain(key);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
});

test("the settings list what is searched, and an unticked engine is not queried", async () => {
  await page.getByRole("button", { name: "Settings" }).click();
  const list = page.getByRole("region", { name: "Where to look for answers" });
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
  await focusOn(tick);
  await page.keyboard.press("Space");
  await rows
    .last()
    .getByText(`Off. Nothing is sent to ${new URL(engine.url).host}.`)
    .waitFor();
  await page.keyboard.press("Escape");
  await expect
    .poll(line)
    .toBe(
      `Calls you allow are sent to ${new URL(places.orders.origin).host}; everything else stays on this device`,
    );
  engine.requests.length = 0;
  await ask(page, search);
  await places.over();
  expect(engine.requests).toEqual([]);
  expect(await places.shown()).not.toContain("tower.md");
  await page.getByRole("button", { name: "Settings" }).click();
  await tick.check();
  await list.getByRole("button", { name: "Ask now: Intranet" }).click();
  await list.getByText("1 document · Last asked").waitFor();
  await page.getByRole("button", { name: "Show the requests" }).click();
  await page.getByText("The documents themselves are not sent there.").waitFor();
  await page.keyboard.press("Escape");
});

test("the search queries engines on request, and merges their results with the rest", async () => {
  engine.requests.length = 0;
  await page.getByRole("tab", { name: "Search" }).click();
  const box = page.getByRole("searchbox");
  await box.fill("heliostat mirrors boiler receiver tower");
  const results = page.locator(".results .result");
  await expect.poll(() => results.count()).toBe(2);
  // Typing sends nothing; only the key or the button does.
  const more = page.getByRole("button", { name: `Search ${new URL(engine.url).host}, too` });
  await more.waitFor();
  await expectAccessible(page);
  expect(engine.requests).toEqual([]);
  await box.press("Enter");
  await expect.poll(() => results.count()).toBe(3);
  await expect.poll(() => more.count()).toBe(0);
  const found = results.filter({ hasText: "Intranet" });
  await expect.poll(() => found.locator(".excerpt").innerText()).toContain(facts.engine);
  await found.locator("button.where").press("Enter");
  const marks = page.locator(".pagehound-viewer mark");
  await expect.poll(() => marks.allTextContents()).toContain("receiver");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  // Typing again searches only the local documents.
  engine.requests.length = 0;
  await box.fill("");
  await expect.poll(() => results.count()).toBe(0);
  await box.fill("heliostat mirrors boiler receiver tower");
  await more.waitFor();
  await expect.poll(() => results.count()).toBe(2);
  expect(engine.requests).toEqual([]);
  await page.getByRole("tab", { name: "Ask" }).click();
});

test("an unreachable engine and API are reported in one line each, and the others answer", async () => {
  await engine.close();
  await places.askWithoutOthers();
  await expectAccessible(page);
  // A previously opened citation of it says why it cannot be opened now.
  await page.locator(".exchange").nth(1).locator(".cite").nth(2).click();
  await page
    .getByText(`does not respond at ${engine.origin}. Check that it is running`)
    .first()
    .waitFor();
  // Its key was sent to no one else.
  expect(await page.content()).not.toContain("c2VjcmV0");
  expect(places.foreign).toEqual([]);
  const known = /ERR_(?:CONNECTION_REFUSED|EMPTY_RESPONSE)/;
  expect(places.complaints.filter((one) => !known.test(one))).toEqual([]);
});

test("the search reports a stopped engine in one line", async () => {
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("mirrors tower");
  await page.getByRole("button", { name: /^Search .+, too$/ }).click();
  const failures = page.locator(".search-body .engine-failures li");
  await failures.waitFor();
  await expect
    .poll(() => failures.allInnerTexts())
    .toEqual(["Intranet cannot be reached, or does not allow requests from this page."]);
  await page.locator(".results .result", { hasText: "plant.md" }).waitFor();
});

/** Runs on the page: everything stored on the device, as text. */
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
