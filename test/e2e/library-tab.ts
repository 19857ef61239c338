import type { BrowserContext, JSHandle, Page } from "playwright";
import type {} from "../../cli/harness.js";
import type {
  CollectionChange,
  DocumentSummary,
  IngestEvent,
  IngestList,
  Pagehound,
  PagehoundOptions,
} from "../../src/index.js";

/** The fields that the awaited event must have. */
export type Wanted = Readonly<Record<string, string | number | boolean | null>>;

/** What a tab keeps on its page. */
interface InPage {
  readonly hound: Pagehound;
  /** All events so far, from every tab, as received by this one. */
  readonly changes: CollectionChange[];
  /** Called after each change. */
  readonly onChange: Set<() => void>;
}

declare global {
  var libraryTab: InPage;
  /** Reports a tab's events to the test for as long as the tab lives. */
  var tell: (tab: string, type: string, path: string) => Promise<void>;
}

/** A tab with the built library and an open collection. */
export class LibraryTab {
  readonly #page: Page;
  /** The open collection, to be called in the tab. */
  readonly hound: JSHandle<Pagehound>;

  private constructor(page: Page, hound: JSHandle<Pagehound>) {
    this.#page = page;
    this.hound = hound;
  }

  /**
   * Opens a tab with the collection. If `tell` is set, it receives every event under the tab's
   * name.
   */
  static async open(
    context: BrowserContext,
    url: string,
    options: PagehoundOptions,
    name: string | null = null,
  ): Promise<LibraryTab> {
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await page.evaluate(
      async ([options, name]) => {
        const hound = await globalThis.harness.library.Pagehound.open(options);
        const changes: CollectionChange[] = [];
        const onChange = new Set<() => void>();
        globalThis.libraryTab = { hound, changes, onChange };
        void (async () => {
          for await (const change of hound.changes()) {
            changes.push(change);
            for (const look of onChange) look();
            const path = "path" in change ? change.path : "";
            if (name !== null) void globalThis.tell(name, change.type, path);
          }
        })();
      },
      [options, name] as const,
    );
    const hound = await page.evaluateHandle(() => globalThis.libraryTab.hound);
    return new LibraryTab(page, hound);
  }

  /** Adds text files, and resolves once each has finished. */
  async add(files: Readonly<Record<string, string>>): Promise<IngestEvent[]> {
    return await this.#page.evaluate(async (files) => {
      const events: IngestEvent[] = [];
      const inputs = Object.entries(files).map(([path, text]) => ({
        path,
        file: new Blob([text]),
      }));
      for await (const event of globalThis.libraryTab.hound.add(inputs)) events.push(event);
      return events;
    }, files);
  }

  /** Adds a file from disk, and resolves once it has finished. */
  async addFile(file: string, password?: string): Promise<IngestEvent[]> {
    await this.#page.locator("#files").setInputFiles(file);
    return await this.#page.evaluate(async (password) => {
      const events: IngestEvent[] = [];
      const inputs = globalThis.harness
        .files()
        .map((file) => ({ file, path: file.name, password }));
      for await (const event of globalThis.libraryTab.hound.add(inputs)) events.push(event);
      return events;
    }, password);
  }

  /**
   * Resolves with the first change since `from` that has the expected fields, waiting if necessary.
   */
  async change<Type extends CollectionChange["type"]>(
    type: Type,
    fields: Wanted = {},
    from = 0,
  ): Promise<Extract<CollectionChange, { type: Type }>> {
    const found = await this.#page.evaluate(
      ([wanted, from]) => {
        const { changes, onChange } = globalThis.libraryTab;
        return new Promise<CollectionChange>((resolve) => {
          const look = () => {
            const change = changes.slice(from).find((change) => {
              const fields: Wanted = { ...change } as unknown as Wanted;
              return Object.entries(wanted).every(([name, value]) => fields[name] === value);
            });
            if (!change) return;
            onChange.delete(look);
            resolve(change);
          };
          onChange.add(look);
          look();
        });
      },
      [{ type, ...fields } as Wanted, from] as const,
    );
    return found as Extract<CollectionChange, { type: Type }>;
  }

  /** Resolves with the queue once it satisfies `wanted`; checked after each change. */
  async queueWhere(wanted: (list: IngestList) => boolean): Promise<IngestList> {
    for (;;) {
      const seen = await this.changeCount();
      const list = await this.queue();
      if (wanted(list)) return list;
      await this.#page.evaluate((seen) => {
        const { changes, onChange } = globalThis.libraryTab;
        return new Promise<void>((resolve) => {
          const look = () => {
            if (changes.length === seen) return;
            onChange.delete(look);
            resolve();
          };
          onChange.add(look);
          look();
        });
      }, seen);
    }
  }

  /** The number of changes so far. */
  changeCount(): Promise<number> {
    return this.#page.evaluate(() => globalThis.libraryTab.changes.length);
  }

  changes(): Promise<CollectionChange[]> {
    return this.#page.evaluate(() => globalThis.libraryTab.changes);
  }

  documents(): Promise<DocumentSummary[]> {
    return this.#page.evaluate(() => globalThis.libraryTab.hound.documents());
  }

  /** The sorted paths of all documents; a document that exists twice is listed twice. */
  async paths(): Promise<string[]> {
    return (await this.documents()).map(({ path }) => path).sort();
  }

  /** Where a query is found, as sorted `path:page`, including places with the same text. */
  find(query: string): Promise<string[]> {
    return this.#page.evaluate(async (query) => {
      const { hits } = await globalThis.libraryTab.hound.search(query, { limit: 100 });
      const places = hits.flatMap((hit) => [hit, ...(hit.alsoIn ?? [])]);
      return places.map(({ path, page }) => `${path}:${page}`).sort();
    }, query);
  }

  queue(): Promise<IngestList> {
    return this.#page.evaluate(() => globalThis.libraryTab.hound.queue.list());
  }

  /**
   * Navigates to a page without the library; the browser may keep this one in its back-forward
   * cache.
   */
  async leave(url: string): Promise<void> {
    await this.#page.goto(`${url}/harness.js`);
  }

  /** Closes the page itself, as a person closing the tab does. */
  close(): Promise<void> {
    return this.#page.close();
  }
}
