import { localBrowser } from "../../cli/local-browser.js";
import { type InstalledBrowser, installBrowser } from "./install-browser.js";

export { browserArguments } from "../../cli/local-browser.js";

/** How a browser is come by. */
interface BrowserMeans {
  readonly local: (environment: NodeJS.ProcessEnv) => Promise<string | null>;
  readonly install: () => Promise<InstalledBrowser>;
}

/**
 * Finds a Chromium to drive: one that is there (`localBrowser`), else one that Playwright can download,
 * else Debian's own package. Costs a few file checks when a browser is there. Throws with the reason
 * why none could be installed.
 */
export async function findBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  means: BrowserMeans = { local: localBrowser, install: installBrowser },
): Promise<string> {
  const found = await means.local(environment);
  if (found) return found;
  const installed = await means.install();
  if (installed.browser !== null) return installed.browser;
  const why = installed.reasons.map((reason) => `- ${reason}`).join("\n");
  throw new Error(
    `No Chromium, Chrome or Edge was found, and none could be installed:\n${why}\nInstall one, or set PAGEHOUND_BROWSER to its path.`,
  );
}
