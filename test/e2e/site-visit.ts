import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Mounts } from "../../cli/serve.js";
import { collectComplaints } from "./collect-complaints.js";
import { ask, withoutServiceWorker } from "./demo-page.js";
import { type SiteServer, serveSite } from "./site-server.js";

/** The timeout for starting workers or fetching the site in the background. */
const patient = { timeout: 60_000 };

/**
 * A browser that visits a copy of the site for the first time, with its service worker unless the
 * visit is `online`: it fetches the whole site, which takes as long as many a test.
 */
export class SiteVisit {
  readonly site: SiteServer;
  readonly context: BrowserContext;
  page!: Page;
  /** Errors reported by a page, and every request to another origin. */
  readonly #complaints: string[] = [];
  #isCutOff = false;

  private constructor(site: SiteServer, context: BrowserContext) {
    this.site = site;
    this.context = context;
  }

  /** Visits the site as built, or after `change` has modified its folder. */
  static async begin(
    browser: Browser,
    mounts: Mounts = {},
    change?: (folder: string) => Promise<void>,
    { online = false }: { online?: boolean } = {},
  ): Promise<SiteVisit> {
    const site = await serveSite(mounts);
    await change?.(site.folder);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
    });
    if (online) await withoutServiceWorker(context);
    const visit = new SiteVisit(site, context);
    context.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !/^(?:blob|data):/.test(url)) visit.#complaints.push(url);
    });
    visit.page = await visit.open();
    return visit;
  }

  /** Closes everything, and fails if there were complaints. */
  async end(): Promise<void> {
    await this.context.close();
    await this.site.close();
    expect(this.#complaints).toEqual([]);
  }

  /** Opens another tab with the site. */
  async open(): Promise<Page> {
    const tab = await this.context.newPage();
    // Right after a reload Chromium may not know yet that it is offline, and the page looks for
    // models.
    const models = `${this.site.url}models/`;
    collectComplaints(tab, this.#complaints, (url) => this.#isCutOff && url.startsWith(models));
    await tab.goto(this.site.url);
    return tab;
  }

  /** Waits until the service worker has everything the site needs offline. */
  async untilKept(): Promise<void> {
    await this.page.locator("html[data-offline=ready]").waitFor(patient);
  }

  /** Cuts off both the network and the server. */
  async cutOff(): Promise<void> {
    this.#isCutOff = true;
    await this.context.setOffline(true);
    await this.site.close();
  }

  /**
   * Waits until a tab whose reader agreed to the new version shows it. With DevTools attached, as
   * in tests, Chromium stops the old service worker in the middle of a request, restarts it for
   * that request and keeps it running, so the new one would wait for minutes. The old worker is
   * therefore stopped once more, as Chromium does with an idle one when no DevTools are attached.
   */
  async untilTitle(tab: Page, title: string): Promise<void> {
    const session = await this.context.newCDPSession(tab);
    const versions = new Map<string, { versionId: string; status: string }>();
    session.on("ServiceWorker.workerVersionUpdated", (changed) => {
      for (const version of changed.versions) versions.set(version.versionId, version);
    });
    await session.send("ServiceWorker.enable");
    const stopOld = async (): Promise<void> => {
      const all = [...versions.values()];
      const old = all.find(({ status }) => status === "activated");
      if (!old || !all.some(({ status }) => status === "installed")) return;
      const { versionId } = old;
      // Meanwhile the new worker may have become active and the old one be gone.
      await session.send("ServiceWorker.stopWorker", { versionId }).catch(() => undefined);
    };
    const shown = async (): Promise<string> => {
      const now = await tab.title();
      if (now !== title) await stopOld();
      return now;
    };
    await expect.poll(shown, { ...patient, interval: 2000 }).toBe(title);
    await session.detach();
  }

  newVersion(tab: Page = this.page): Locator {
    return tab.getByRole("status").filter({ hasText: "A new version is ready." });
  }

  documents(): Locator {
    return this.page.getByRole("checkbox", { name: /^Search in / });
  }

  async add(...files: string[]): Promise<void> {
    await this.page.getByLabel("Files to add").setInputFiles(files);
    await expect.poll(() => this.documents().count(), patient).toBe(files.length);
  }

  ask(question: string): Promise<Locator> {
    return ask(this.page, question);
  }
}
