import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright";
import { delayPages, delayResponses, requestedDelays } from "./delays.js";
import { browserArguments, findBrowser } from "./find-browser.js";

/** Milliseconds that a step of a test waits for the page. On a busy machine, too, only what hangs is to fail. */
const patience = 120_000;

const delays = requestedDelays();
if (delays) delayResponses(delays);

/** The browser of this worker, which its files of tests share. It ends with the worker. */
let shared: Promise<Browser> | null = null;

/**
 * Opens the browser that tests drive. Without options it is the one that all files of a worker share,
 * each in contexts of its own: closing it closes these. Outside the test runner, whose workers are
 * ended, nobody would end it, so that each caller has its own.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const isAlone = Object.keys(options).length > 0 || process.env.VITEST === undefined;
  if (isAlone) return ownContexts(await start(options));
  shared = startUnlessConnected(shared);
  return ownContexts(await shared, { isShared: true });
}

/** The shared browser, or a new one if there is none, or a test has crashed it. */
async function startUnlessConnected(running: Promise<Browser> | null): Promise<Browser> {
  const browser = await running;
  return browser?.isConnected() ? browser : start({});
}

async function start(options: LaunchOptions): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ executablePath, args: browserArguments, ...options });
}

/**
 * A browser with longer timeouts than Playwright's own. Closing a shared one closes only the
 * contexts that were opened here.
 */
function ownContexts(browser: Browser, { isShared = false } = {}): Browser {
  const opened = new Set<BrowserContext>();
  const newContext: Browser["newContext"] = async (given) => {
    const context = await browser.newContext(given);
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
