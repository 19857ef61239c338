import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { driveChromium } from "../../cli/driver.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { type OrdersApi, ordersApi } from "./orders-api.js";
import { type PublishingServer, publishingServer } from "./publishing-server.js";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.js";
import { ask, type Called, type HostWindow, setUp } from "./scripted-page-model.js";
import { focusOn } from "./states/press.js";

/**
 * Sentences that only the file, only the published collection, or only the engine contains. The
 * engine's index must contain its sentence.
 */
export const facts = {
  local: "The heliostat field has 4212 mirrors",
  published: "The boiler holds 900 litres",
  engine: "The receiver tower is 140 metres high",
} as const;
/** The API's answer, as displayed. */
const answered = "crates: 37";

/** The keys that the page provides, each of which may only reach its owner. */
export const keys = { engine: "ApiKey c2VjcmV0", api: "b3JkZXJz" } as const;

/** A call that finds all of these sentences. */
export const search: Called = {
  tool: "search",
  arguments: { query: "heliostat mirrors boiler receiver tower" },
};

/** The host that full Chromium, unlike the headless shell, contacts about form fields. */
const autofill = "content-autofill.googleapis.com:443";

/**
 * A page with a file, a published collection, an engine called Intranet and an API. All its
 * requests go through a proxy.
 */
export class FourPlaces {
  readonly intranet: Intranet;
  readonly publisher: PublishingServer;
  readonly orders: OrdersApi;
  readonly proxy: RecordingProxy;
  readonly #visit: Visit;

  private constructor(
    servers: Pick<FourPlaces, "intranet" | "publisher" | "orders" | "proxy">,
    opened: Visit,
  ) {
    ({
      intranet: this.intranet,
      publisher: this.publisher,
      orders: this.orders,
      proxy: this.proxy,
    } = servers);
    this.#visit = opened;
  }

  /** The page's requests to other origins. */
  get foreign(): readonly string[] {
    return this.proxy.foreign.filter((url) => url !== autofill);
  }

  /** Opens the page; `engine` is the URL of an index. */
  static async open(engine: string): Promise<FourPlaces> {
    const publisher = await publishingServer(null);
    publisher.files.set("/published/handbook.pagehound", await publishedFile());
    const orders = await ordersApi();
    orders.key = keys.api;
    const contacted = [new URL(engine).origin, publisher.url, orders.origin];
    const intranet = await openIntranet({}, contacted);
    const proxy = await recordingProxy(intranet.served.url, ...contacted);
    const body = `<page-hound published="${publisher.url}/published/handbook.pagehound" allowed-origins="${publisher.url}"></page-hound>`;
    const opened = await visit(intranet, body, {
      permissions: ["local-network-access"],
      // Without this, local traffic would bypass the proxy.
      proxy: { server: proxy.server, bypass: "<-loopback>" },
    });
    const { page } = opened;
    // Playwright's route handlers answer the browser's preflight requests in place of a server.
    await page.unrouteAll();
    await page.evaluate(
      ([engine, api, keys]) => {
        const [hound] = document.querySelectorAll("page-hound");
        if (!hound) return;
        const headers = { authorization: keys.engine };
        hound.engines = [{ url: engine, name: "Intranet", headers }];
        hound.httpApis = [{ url: api, headers: { "X-Plant-Key": keys.api } }];
      },
      [engine, orders.url, keys] as const,
    );
    await page.evaluate(setUp);
    await page.locator(".list-head", { hasText: "2 documents" }).waitFor({ state: "attached" });
    return new FourPlaces({ intranet, publisher, orders, proxy }, opened);
  }

  get page(): Page {
    return this.#visit.page;
  }

  get complaints(): readonly string[] {
    return this.#visit.complaints;
  }

  /** The latest question with its answer. */
  get exchange(): Locator {
    return this.page.locator(".exchange").last();
  }

  /** Resolves once an answer is complete. */
  over(): Promise<void> {
    return this.page.getByRole("button", { name: "Ask", exact: true }).waitFor();
  }

  /** The latest message shown to the model. */
  async shown(): Promise<string> {
    const prompts = await this.page.evaluate(() => (globalThis as unknown as HostWindow).prompts);
    return prompts.at(-1)?.text ?? "";
  }

  /** The ids of the passages with these sentences, in order, as last shown to the model. */
  async ids(): Promise<string[]> {
    const text = await this.shown();
    return Object.values(facts).map((sentence) => {
      const before = text.slice(0, text.lastIndexOf(sentence));
      return [...before.matchAll(/\[(d\d+\.p\d+\.s\d+)\]/g)].at(-1)?.[1] ?? "";
    });
  }

  /** Asks one question, allows the call to the API, and checks that the answer cites all four. */
  async askAll(): Promise<void> {
    const { page, exchange } = this;
    await ask(page, search);
    await this.over();
    const ids = await this.ids();
    expect(ids[2]).toMatch(/^d1\d{7}\.p1\.s1$/);
    expect(new Set(ids.map((id) => id.split(".")[0])).size).toBe(3);
    const quoted = Object.values(facts).map((text, at) => [ids[at] ?? "", text] as const);
    await ask(page, search, order("4711"), answer(...quoted, ["$LAST", answered]));
    await page.getByRole("button", { name: /^Allow all reading tools/ }).click();
    await this.over();
    await exchange.locator(".answer-text", { hasText: "140 metres" }).waitFor();
    await expect.poll(() => exchange.locator(".cite").count()).toBe(4);
    await expect.poll(() => exchange.locator(".missing").count()).toBe(0);
    await expect.poll(() => exchange.locator(".engine-failures").count()).toBe(0);
  }

  /**
   * Opens each citation of that answer by keyboard, checks the marks, and returns the links to the
   * originals.
   */
  async openEach(): Promise<(string | null)[]> {
    const { page, exchange } = this;
    const chips = exchange.locator(".cite");
    const viewer = page.locator(".pagehound-viewer");
    const link = viewer.getByRole("link", { name: "Open the original" });
    const links: (string | null)[] = [];
    for (const [at, sentence] of [...Object.values(facts), answered].entries()) {
      await focusOn(chips.nth(at));
      await page.keyboard.press("Enter");
      await expect.poll(() => viewer.locator("mark").allTextContents()).toEqual([sentence]);
      const exists = (await link.count()) > 0;
      links.push(exists ? await link.getAttribute("href") : null);
      if (exists) {
        expect(await link.getAttribute("target")).toBe("_blank");
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      }
      await page.keyboard.press("Escape");
      await expect.poll(() => chips.nth(at).evaluate(hasFocus)).toBe(true);
    }
    return links;
  }

  /**
   * Asks with the engine and the API down: each is reported in one line, and the answer is still
   * complete.
   */
  async askWithoutOthers(): Promise<void> {
    const { page, exchange, orders } = this;
    orders.trouble = "away";
    await ask(page, search);
    await this.over();
    const [local = ""] = await this.ids();
    await ask(page, search, order("12"), answer([local, facts.local]));
    await this.over();
    await expect.poll(() => this.shown()).toContain("Intranet could not be searched: ");
    await exchange.locator(".answer-text", { hasText: "4212 mirrors" }).waitFor();
    await expect.poll(() => exchange.locator(".cite").count()).toBe(1);
    await expect.poll(() => exchange.locator(".missing").count()).toBe(0);
    const failures = exchange.locator(".engine-failures li");
    const gone = (name: string): string =>
      `${name} cannot be reached, or does not allow requests from this page. The answer comes from the others.`;
    const api = `Orders (${new URL(orders.origin).host})`;
    await expect.poll(() => failures.allInnerTexts()).toEqual([gone("Intranet"), gone(api)]);
  }

  async close(): Promise<void> {
    await this.intranet.close();
    await this.proxy.close();
    await this.publisher.close();
    await this.orders.close();
  }
}

function order(id: string): Called {
  return { tool: "get_order", arguments: { id } };
}

/** An answer made of these sentences, each quoting the passage with an id. */
function answer(...quoted: readonly (readonly [id: string, quote: string])[]): Called {
  const sentences = quoted.map(([id, quote]) => {
    return { text: `${quote}.`, citations: [{ id, quote }] };
  });
  return { tool: "answer", arguments: { enough: true, missing: "", sentences } };
}

/** Runs on the page: true if an element has the focus, in whatever shadow root. */
function hasFocus(one: Element): boolean {
  return (one.getRootNode() as ShadowRoot).activeElement === one;
}

/** A collection, as published by a site. */
async function publishedFile(): Promise<Buffer> {
  return driveChromium(async ({ page }) => {
    const text = JSON.stringify(`# Boiler\n\n${facts.published}.\n`);
    const encoded = await page.evaluate(`import("/dist/index.js").then(async ({ Pagehound }) => {
      const hound = await Pagehound.open({ assetsBase: "/dist/assets/" });
      await hound.add([new File([${text}], "boiler.md")]);
      const file = await hound.collection.export({ title: "Handbook" });
      return btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
    })`);
    return Buffer.from(String(encoded), "base64");
  });
}
