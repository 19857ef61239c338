import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { isDebugOn } from "../src/core/debug-log.js";
import { BadInput } from "./bad-input.js";
import type {} from "./harness.js";
import { browserArguments, localBrowser, playwrightChromium } from "./local-browser.js";
import { packageFolder } from "./package-folder.js";
import { messages } from "./printer.js";
import { type Mounts, type ServeOptions, serveFolder } from "./serve.js";

const noBrowser =
  "No Chromium, Chrome or Edge was found: install one, run `npx playwright-core install chromium`, or set PAGEHOUND_BROWSER to its path.";

/** A headless Chromium with the built library in it. */
export interface Driver {
  /** The harness page, with the library in `globalThis.harness`. `replace` changes the page. */
  readonly page: Page;
  readonly context: BrowserContext;
  /** Origin of the server. */
  readonly url: string;
  /** Console errors and uncaught errors of every page so far. */
  readonly problems: readonly string[];
  /** Puts local files on the harness page; `harness.files()` there returns them in this order. */
  setFiles(files: readonly string[]): Promise<void>;
  /** Provides the files of a model for `harness.modelFiles()`. They are not copied. */
  setModel(files: readonly string[]): Promise<void>;
  /** Loads the harness page again; what is stored stays. */
  reload(): Promise<void>;
  /** Ends the harness page at once, even a busy one, and loads another; what is stored stays. */
  replace(): Promise<void>;
}

/** Options of a driven browser, in addition to those of its server. */
export interface DriverOptions extends ServeOptions {
  /** Folders served next to the harness (`/`) and the built library (`/dist/`). */
  readonly mounts?: Mounts;
  /** The browser's executable; found automatically by default. */
  readonly browser?: string;
  /** Additional arguments for Chromium. */
  readonly browserArguments?: readonly string[];
}

/**
 * Runs `use` with a driven browser, and ends the browser and its server in any case. Throws
 * `BadInput` if there is no browser to drive.
 */
export async function driveChromium<T>(
  use: (driver: Driver) => Promise<T>,
  { mounts, browser, browserArguments: more = [], ...serveOptions }: DriverOptions = {},
): Promise<T> {
  const chromium = await playwrightChromium();
  const executablePath = browser ?? (await localBrowser());
  if (executablePath === null) throw new BadInput(noBrowser);
  const folders = {
    "/": path.join(import.meta.dirname, "page"),
    "/dist/": path.join(packageFolder, "dist"),
    ...mounts,
  };
  const server = await serveFolder(folders, serveOptions);
  try {
    // With a profile on disk: a private window keeps its databases in memory.
    const context = await chromium.launchPersistentContext("", {
      executablePath,
      args: [...browserArguments, ...more],
    });
    try {
      return await use(await prepare(context, server.url));
    } finally {
      await context.close();
    }
  } finally {
    await server.close();
  }
}

async function prepare(context: BrowserContext, url: string): Promise<Driver> {
  const problems: string[] = [];
  context.on("weberror", (problem) => problems.push(String(problem.error())));
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  if (isDebugOn()) await printDebugLog(context);
  let page = context.pages()[0] ?? (await context.newPage());
  const load = async () => {
    await page.goto(`${url}/`);
    const loaded = await page.evaluate(() => globalThis.harness !== undefined);
    if (!loaded) throw new Error(`The built library did not load. ${problems.join(" ")}`);
  };
  await load();
  return {
    get page() {
      return page;
    },
    context,
    url,
    problems,
    setFiles: (files) => page.locator("#files").setInputFiles([...files], { timeout: 0 }),
    setModel: (files) => page.locator("#model").setInputFiles([...files], { timeout: 0 }),
    reload: load,
    replace: async () => {
      // Opens a new page first, because a browser may exit with its last page.
      const next = await context.newPage();
      await page.close();
      page = next;
      await load();
    },
  };
}

/** Turns the library's debug log on in all pages, and prints it on standard error. */
async function printDebugLog(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem("pagehound", "debug");
    } catch {
      // The empty page that a browser starts with has no storage.
    }
  });
  context.on("console", (message) => {
    const text = message.text();
    if (message.type() === "debug" && text.startsWith("pagehound ")) {
      messages.line(text);
    }
  });
}
