import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { type Mounts, type Served, serveFolder } from "../../../cli/serve.js";
import { launchBrowser } from "../../driver/launch-browser.js";
import { type ScriptedEndpoint, scriptedEndpoint } from "../scripted-endpoint.js";
import { sitePolicy } from "../site-server.js";
import { hostPage, sitePage } from "./host-page.js";
import type { Stage, State } from "./state.js";
import { addSamples } from "./stored-samples.js";

/** A page in a state. The caller closes it. */
export interface Shown {
  readonly page: Page;
  close(): Promise<void>;
}

/** Brings the built site into states, in one language. */
export class Theatre {
  readonly #browser: Browser;
  readonly #served: Served;
  readonly #endpoint: ScriptedEndpoint;
  /** The folder of the site's pages in that language. */
  readonly #pages: string;
  readonly #language: string;
  /** A context with the samples, shared by states that leave them intact. */
  #stocked: Promise<BrowserContext> | null = null;

  private constructor(
    browser: Browser,
    served: Served,
    endpoint: ScriptedEndpoint,
    place: { pages: string; language: string },
  ) {
    this.#browser = browser;
    this.#served = served;
    this.#endpoint = endpoint;
    this.#pages = place.pages;
    this.#language = place.language;
  }

  /** Starts a server for a built site, a model and a browser. */
  static async open(site: string, language: string): Promise<Theatre> {
    const endpoint = await scriptedEndpoint();
    const pages = await pagesIn(language, site);
    const served = await serveFolder(await mountsOf(site, pages), {
      headers: { "content-security-policy": sitePolicy },
      model: endpoint.url,
    });
    const browser = await launchBrowser();
    return new Theatre(browser, served, endpoint, { pages, language });
  }

  /** Opens a page and brings it into a state. */
  async show(state: State): Promise<Shown> {
    const shared = state.documents === "samples" && !state.spoils;
    const context = await (shared ? this.#withSamples() : this.#newContext());
    if (state.documents === "samples" && !shared) await addSamples(context, this.#served.url);
    const page = await context.newPage();
    const close = (): Promise<void> => (shared ? page.close() : context.close());
    try {
      const stage: Stage = { context, page, origin: this.#served.url, endpoint: this.#endpoint };
      await state.prepare?.(stage);
      await page.goto(`${this.#served.url}/${addresses[state.mode ?? "page"]}`);
      await state.bring(stage);
    } catch (error) {
      await close();
      throw new Error(`The page does not come into the state “${state.name}”.`, { cause: error });
    }
    return { page, close };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#served.close();
    await this.#endpoint.close();
    await rm(this.#pages, { recursive: true, force: true });
  }

  #withSamples(): Promise<BrowserContext> {
    this.#stocked ??= (async () => {
      const context = await this.#newContext();
      await addSamples(context, this.#served.url);
      return context;
    })();
    return this.#stocked;
  }

  async #newContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      locale: this.#language,
    });
    // A service worker would fetch the whole site in the background, and answer in place of the
    // server.
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
    });
    return context;
  }
}

const addresses = { page: "", panel: "panel.html", button: "button.html" } as const;

/**
 * A folder with the site's own files, and its page and those of other sites in a language. They are
 * files because a browser whose requests are intercepted keeps no scripts, compiled or not.
 */
async function pagesIn(language: string, site: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "pagehound-pages-"));
  const entries = await readdir(site, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile()))
    await copyFile(path.join(site, name), path.join(folder, name));
  const index = await readFile(path.join(site, "index.html"), "utf8");
  const pages = {
    "index.html": sitePage(index, language),
    "panel.html": hostPage("panel", language),
    "button.html": hostPage("button", language),
  };
  for (const [name, page] of Object.entries(pages)) await writeFile(path.join(folder, name), page);
  return folder;
}

/** Pages from their own folder, and everything below them from the site's. */
async function mountsOf(site: string, pages: string): Promise<Mounts> {
  const entries = await readdir(site, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return {
    "/": pages,
    ...Object.fromEntries(folders.map(({ name }) => [`/${name}/`, path.join(site, name)])),
  };
}
