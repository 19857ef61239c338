import type { Page } from "../../core/page.js";
import type { Table } from "../../core/table.js";
import { continueTables, tablesOf } from "../../tables/tables-of.js";

/** A page with the tables on it, those that go on from pages before with the head they have there. */
export interface TabledPage {
  readonly page: Page;
  readonly tables: readonly Table[];
}

/** Pages before a table that are looked at for its head; a statement rarely runs over more. */
const furthestHead = 4;
/** How many pages' tables are remembered: as many as a question has looked through. */
const remembered = 128;

const openingLength = 5_000;

/** The tables of stored pages. Those of the last pages looked at are remembered. */
export class PageTables {
  readonly #read: (content: number, number: number) => Promise<Page | undefined>;
  readonly #found = new Map<string, TabledPage>();
  readonly #openings = new Map<number, string>();

  /** @param read reads a page, counting from 1; undefined where there is none */
  constructor(read: (content: number, number: number) => Promise<Page | undefined>) {
    this.#read = read;
  }

  /** How the first page of a content begins; empty where there is none. */
  async opening(content: number): Promise<string> {
    let opening = this.#openings.get(content);
    if (opening === undefined) {
      const page = await this.#read(content, 1);
      opening = page?.text.slice(0, openingLength) ?? "";
      this.#openings.set(content, opening);
    }
    return opening;
  }

  /** Null where there is no such page. */
  async on(content: number, number: number): Promise<TabledPage | null> {
    const own = await this.#onPage(content, number);
    if (!own) return null;
    const pages = [own.tables];
    for (let before = number - 1; before >= Math.max(1, number - furthestHead); before--) {
      const [first] = pages[0] ?? [];
      if (!first || first.headRows > 0) break;
      const page = await this.#onPage(content, before);
      if (!page) break;
      pages.unshift(page.tables);
    }
    return { page: own.page, tables: continueTables(pages).at(-1) ?? [] };
  }

  /** A page's tables as the page alone tells them. */
  async #onPage(content: number, number: number): Promise<TabledPage | null> {
    const key = `${content} ${number}`;
    const known = this.#found.get(key);
    this.#found.delete(key);
    const page = known ? known.page : await this.#read(content, number);
    if (!page) return null;
    // Where its text stands is not needed once its tables are known.
    const found = known ?? { page: { ...page, geometry: null }, tables: tablesOf(page) };
    this.#found.set(key, found);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= remembered) break;
      this.#found.delete(oldest);
    }
    return found;
  }
}
