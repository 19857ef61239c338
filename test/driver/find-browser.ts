import { localBrowser } from "../../cli/local-browser.js";
import { installBrowser } from "./install-browser.js";

export { browserArguments } from "../../cli/local-browser.js";

/**
 * Finds a Chromium to drive: one that is there (`localBrowser`), else one that Playwright can download,
 * else Debian's own package. Costs a few file checks when a browser is there.
 */
export async function findBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const found = (await localBrowser(environment)) ?? (await installBrowser());
  if (found) return found;
  throw new Error(
    "No Chromium, Chrome or Edge was found and none could be installed: install one, or set PAGEHOUND_BROWSER to its path.",
  );
}
