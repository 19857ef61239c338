import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveFolder } from "../../../cli/serve.js";
import { launchBrowser } from "../../driver/launch-browser.js";
import { builtSite, siteHeaders } from "../../e2e/site-server.js";

let browser: Browser;
let folder: string;
/** The site as served by a careful host, and by a host that cannot send headers. */
let careful: Served;
let bare: Served;
/** Someone else's site. */
let attacker: Served;

beforeAll(async () => {
  const site = await builtSite();
  folder = await mkdtemp(path.join(tmpdir(), "pagehound-framing-"));
  careful = await serveFolder({ "/": site, "/own/": folder }, { headers: siteHeaders });
  bare = await serveFolder({ "/": site, "/own/": folder });
  attacker = await serveFolder(folder);
  browser = await launchBrowser();
  const frame = (address: string): string =>
    `<!doctype html><title>Framing</title><iframe src="${address}" width="900" height="600"></iframe>`;
  await writeFile(path.join(folder, "careful.html"), frame(`${careful.url}/index.html`));
  await writeFile(path.join(folder, "bare.html"), frame(`${bare.url}/index.html?q=1#there`));
  // A frame by the attacker inside a page of the site's origin counts as well.
  await writeFile(path.join(folder, "nested.html"), frame(`${attacker.url}/bare.html`));
  await writeFile(path.join(folder, "own.html"), frame("/index.html"));
});

afterAll(async () => {
  await browser?.close();
  for (const served of [careful, bare, attacker]) await served?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page, and returns it once all its frames are loaded. */
async function visit(address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: "load" });
  return page;
}

/** To a browser, localhost and 127.0.0.1 are two sites, like two hosts; different ports are not. */
function elsewhere(address: string): string {
  return address.replace("127.0.0.1", "localhost");
}

test("a page of another site that frames this one gets nothing", async () => {
  const page = await browser.newPage();
  const refused = page.waitForEvent("console", (message) =>
    message.text().includes("frame-ancestors 'self'"),
  );
  await page.goto(elsewhere(`${attacker.url}/careful.html`));
  await refused;
  const [, frame] = page.frames();
  expect(await frame?.locator("page-hound").count()).toBe(0);
  expect(await frame?.evaluate(() => location.origin).catch(() => "null")).toBe("null");
  await page.close();
});

test("the page itself, and frames of the same site, are shown", async () => {
  for (const address of [`${careful.url}/index.html`, `${careful.url}/own/own.html`]) {
    // The site's own policy applies to its pages, and blocks the frame in this one.
    const page = await browser.newPage();
    await page.route("**/own/own.html", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: '<!doctype html><iframe src="/index.html"></iframe>',
      }),
    );
    await page.goto(address);
    const shown = page.frames().at(-1) ?? page.mainFrame();
    await shown.locator("page-hound").getByRole("button").first().waitFor();
    expect(await shown.locator(".framed").count()).toBe(0);
    await page.close();
  }
});

test("a script of the site can be embedded, because it is not a frame", async () => {
  const page = await browser.newPage();
  await page.route("**/own/host.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><script type="module" src="/pagehound.js"></script><page-hound></page-hound>',
    }),
  );
  await page.goto(`${careful.url}/own/host.html`);
  await page.locator("page-hound").getByRole("button").first().waitFor();
  await page.close();
});

test.each(["bare.html", "nested.html"])(
  "without the header the page shows a message and a link instead of its interface: %s",
  async (name) => {
    const origin = name === "nested.html" ? `${bare.url}/own` : elsewhere(attacker.url);
    const page = await visit(`${origin}/${name}`);
    const shown = page.frames().find((frame) => frame.url().includes("/index.html"));
    const link = shown?.getByRole("link", { name: "Open Pagehound" });
    await link?.waitFor();
    expect(await link?.getAttribute("href")).toBe(`${bare.url}/`);
    expect(await link?.getAttribute("rel")).toContain("noopener");
    expect(await shown?.locator("page-hound").count()).toBe(0);
    // Nothing is opened in the background either.
    expect(page.workers()).toEqual([]);
    await page.close();
  },
);
