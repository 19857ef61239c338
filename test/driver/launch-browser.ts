import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright";
import { delayPages, delayResponses, requestedDelays } from "./delays.js";
import { browserArguments, findBrowser } from "./find-browser.js";

/**
 * Milliseconds that a step of a test waits for the page, so that even on a busy machine only hangs
 * fail.
 */
const patience = 120_000;

const delays = requestedDelays();
if (delays) delayResponses(delays);

/** This worker's browser, shared by its test files. It closes when the worker exits. */
let shared: Promise<Browser> | null = null;

/**
 * Opens the browser that tests drive. Without options, all files of a worker share one, each in its
 * own contexts, and closing it closes only those. Outside the test runner every caller gets a new
 * browser, because no worker's exit would close a shared one.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const isAlone = Object.keys(options).length > 0 || process.env.VITEST === undefined;
  if (isAlone) return ownContexts(await start(options));
  shared = startUnlessConnected(shared);
  return ownContexts(await shared, { isShared: true });
}

/** The shared browser, or a new one if there is none or a test has crashed it. */
async function startUnlessConnected(running: Promise<Browser> | null): Promise<Browser> {
  const browser = await running;
  return browser?.isConnected() ? browser : start({});
}

async function start(options: LaunchOptions): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ executablePath, args: browserArguments, ...options });
}

/**
 * A browser with longer timeouts than Playwright's defaults. Closing a shared one closes only the
 * contexts opened here.
 */
function ownContexts(browser: Browser, { isShared = false } = {}): Browser {
  const opened = new Set<BrowserContext>();
  const newContext: Browser["newContext"] = async (options) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patience);
    if (delays) await delayPages(context, delays);
    opened.add(context);
    context.on("close", () => opened.delete(context));
    return context;
  };
  const close = async (): Promise<void> => {
    if (!isShared) return browser.close();
    await Promise.all([...opened].map((context) => context.close()));
  };
  return new Proxy(browser, {
    get: (target, name) => {
      if (name === "newContext") return newContext;
      if (name === "close") return close;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
