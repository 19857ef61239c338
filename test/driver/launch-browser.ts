import { type Browser, chromium, type LaunchOptions } from "playwright";
import { browserArguments, findBrowser } from "./find-browser.js";

/** Milliseconds that a step of a test waits for the page. On a busy machine, too, only what hangs is to fail. */
const patience = 120_000;

/** Starts the browser that tests drive. Its pages are waited for longer than Playwright does by itself. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments, ...options });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (given) => {
    const context = await newContext(given);
    context.setDefaultTimeout(patience);
    return context;
  };
  return browser;
}
