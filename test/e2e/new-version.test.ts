import { readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { expectAccessible } from "./demo-page.js";
import { keepLess, publish } from "./site-server.js";
import { SiteVisit } from "./site-visit.js";

let browser: Browser;
let visit: SiteVisit;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  visit = await SiteVisit.begin(browser, {}, keepLess);
});
afterEach(() => visit.end());

/** Overrides whether the element reports being busy, whatever it is doing. */
function setBusy(busy: boolean): Promise<void> {
  return visit.page.evaluate((value) => {
    const element = document.querySelector("page-hound");
    if (!element || !("busy" in element))
      throw new Error("The element does not say whether it is busy.");
    Object.defineProperty(element, "busy", { value, configurable: true });
  }, busy);
}

test("a new version is offered, waits for the reader, and runs after consent", async () => {
  await visit.untilKept();
  const before = await visit.page.title();
  await publish(visit.site.folder, "The new one");
  const other = await visit.open();
  await visit.newVersion(other).waitFor();
  await visit.newVersion().waitFor();
  await expectAccessible(visit.page);
  // Both tabs continue with the version they have.
  expect([await visit.page.title(), await other.title()]).toEqual([before, before]);
  await other.reload();
  await visit.newVersion(other).waitFor();
  expect(await other.title()).toBe(before);
  await other.getByRole("button", { name: "Later" }).click();
  await expect.poll(() => visit.newVersion(other).count()).toBe(0);

  // While a file is being stored, the page is not reloaded.
  await setBusy(true);
  await visit.newVersion().getByRole("button", { name: "Reload" }).click();
  const line = "An answer or a file is still under way. Reload when it is finished.";
  await visit.page.getByText(line).waitFor();
  expect(await visit.page.title()).toBe(before);
  await setBusy(false);
  await visit.page.getByRole("button", { name: "Reload" }).click();
  await visit.untilTitle(visit.page, "The new one");
  // The other tab is notified, and still has all files of its own version.
  await visit.newVersion(other).waitFor();
  expect(await other.title()).toBe(before);
  await visit.newVersion(other).getByRole("button", { name: "Reload" }).click();
  await visit.untilTitle(other, "The new one");
});

test.runIf(isLong)(
  "a new version takes over on its own only when all tabs are closed",
  async () => {
    await visit.untilKept();
    await publish(visit.site.folder, "The new one");
    await visit.page.reload();
    await visit.newVersion().waitFor();
    // The browser may take a moment to notice a closed tab, so each attempt waits longer.
    let moment = 0;
    const reopened = async (): Promise<string> => {
      await visit.page.close();
      await setTimeout(moment);
      moment += 500;
      visit.page = await visit.open();
      return visit.page.title();
    };
    await expect.poll(reopened, { timeout: 60_000, interval: 1_000 }).toBe("The new one");
  },
);

test.runIf(isLong)(
  "a tab with the old version finds its files while another has the new version",
  async () => {
    await visit.untilKept();
    const old = await visit.page.evaluate(async () => {
      const cache = (await caches.keys()).find((name) => name.startsWith("pagehound-site-page"));
      const keys = await (await caches.open(cache ?? "")).keys();
      return keys.find(({ url }) => /\/viewer-[^/]+\.js$/.test(url))?.url ?? "";
    });
    // Neither the new version nor the server has a file of this name any more.
    const list = path.join(visit.site.folder, "service-worker.js");
    const assets = path.join(visit.site.folder, "assets");
    const [name, renamed] = [path.basename(old), path.basename(old).replace("viewer-", "newer-")];
    await publish(visit.site.folder, "The new one");
    await writeFile(list, (await readFile(list, "utf8")).replaceAll(name, renamed));
    await rename(path.join(assets, name), path.join(assets, renamed));
    const other = await visit.open();
    await visit.newVersion(other).getByRole("button", { name: "Reload" }).click();
    await visit.untilTitle(other, "The new one");
    const status = await visit.page.evaluate(async (url) => (await fetch(url)).status, old);
    expect(status).toBe(200);
  },
);

test.runIf(isLong)(
  "an engine is cached after first use, and its newer files with the version that needs them",
  async () => {
    const kept = (): Promise<string[]> =>
      visit.page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith("pagehound-site-engine"));
        const keys = name ? await (await caches.open(name)).keys() : [];
        return keys.map(({ url }) => new URL(url).search);
      });
    await visit.untilKept();
    await visit.page.evaluate(async () => (await fetch("assets/wllama/wllama.wasm")).arrayBuffer());
    const [before, ...more] = await kept();
    expect(more).toEqual([]);

    const list = path.join(visit.site.folder, "service-worker.js");
    const revision = /(assets\/wllama\/wllama\.wasm[`"'],\s*revision:\s*[`"'])[^`"']+/;
    await writeFile(list, (await readFile(list, "utf8")).replace(revision, "$1newer"));
    await publish(visit.site.folder, "The new one");
    await visit.page.reload();
    await visit.newVersion().waitFor();
    expect((await kept()).sort()).toEqual([before, "?__WB_REVISION__=newer"].sort());
    await visit.newVersion().getByRole("button", { name: "Reload" }).click();
    await visit.untilTitle(visit.page, "The new one");
    await expect.poll(kept).toEqual(["?__WB_REVISION__=newer"]);
  },
);

test.runIf(isLong)(
  "an engine that does not fit in storage is fetched as if there were no service worker",
  async () => {
    await visit.untilKept();
    const session = await visit.context.newCDPSession(visit.page);
    const { origin } = new URL(visit.site.url);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
    const bytes = await visit.page.evaluate(async () => {
      const response = await fetch("assets/wllama/wllama.wasm");
      return (await response.arrayBuffer()).byteLength;
    });
    const { size } = await stat(path.join(visit.site.folder, "assets/wllama/wllama.wasm"));
    expect(bytes).toBe(size);
  },
);
