import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { expect } from "vitest";
import { withoutServiceWorker } from "./demo-page.js";
import { addSamples } from "./states/stored-samples.js";

/**
 * A window that has the samples. Each visit finds them there, but no questions or settings of
 * earlier visits.
 */
export class SampleVisits {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #options: BrowserContextOptions;
  readonly #prepare: (context: BrowserContext) => void;
  #context: BrowserContext | null = null;
  /**
   * A page of the window that shows a file of the site, and clears what visits leave behind. It is
   * not the visit's own: the browser requests an icon for whatever it shows, and its complaint
   * about the missing icon would fall into the visit.
   */
  #cleaner: Page | null = null;

  /** `prepare` is called with each window before its first page opens. */
  constructor(
    browser: Browser,
    url: string,
    options: BrowserContextOptions = {},
    prepare: (context: BrowserContext) => void = () => {},
  ) {
    this.#browser = browser;
    this.#url = url;
    this.#options = options;
    this.#prepare = prepare;
  }

  /** Opens the site with the samples. `prepare` is called with the page before it loads. */
  async open(prepare: (page: Page) => void = () => {}): Promise<Page> {
    const known = this.#context;
    const context = known ?? (await this.#newContext());
    this.#context = context;
    if (known) await this.#forget(known);
    const page = await context.newPage();
    prepare(page);
    await page.goto(`${this.#url}/`);
    await expect.poll(() => page.getByRole("checkbox").count(), { timeout: 60_000 }).toBe(3);
    return page;
  }

  async #forget(context: BrowserContext): Promise<void> {
    if (!this.#cleaner) {
      this.#cleaner = await context.newPage();
      await this.#cleaner.goto(`${this.#url}/samples/index.json`);
    }
    await this.#cleaner.evaluate(forget);
  }

  /**
   * Ends a visit. If it `spoils` the samples, the window is discarded, and the next visit gets
   * another.
   */
  async end({ spoils = false }: { spoils?: boolean } = {}): Promise<void> {
    const context = this.#context;
    if (spoils) {
      this.#context = null;
      this.#cleaner = null;
      await context?.close();
    } else {
      const visited = context?.pages().filter((page) => page !== this.#cleaner) ?? [];
      for (const page of visited) await page.close();
    }
  }

  async #newContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext(this.#options);
    await withoutServiceWorker(context);
    this.#prepare(context);
    await addSamples(context, this.#url);
    return context;
  }
}

/** Deletes everything but the documents of a site that has no open page. */
async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const storeNames = [
      "conversations",
      "turns",
      "traces",
      "guides",
      "grids",
      "gridAnswers",
      "notebooks",
    ];
    const stores = storeNames.filter((store) => database.objectStoreNames.contains(store));
    if (stores.length > 0) {
      const clearing = database.transaction(stores, "readwrite");
      for (const store of stores) clearing.objectStore(store).clear();
      await new Promise((resolve, reject) => {
        clearing.oncomplete = resolve;
        clearing.onabort = () => reject(clearing.error);
      });
    }
    database.close();
  }
}
