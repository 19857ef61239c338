import { existsSync } from "node:fs";
import { installBrowser } from "./install-browser.js";
import { installedBrowser } from "./installed-browser.js";
import { playwrightBrowser } from "./playwright-browser.js";

/** How Chromium is started wherever we drive it: quiet on the network, and usable as root. */
export const browserArguments: string[] = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Finds a Chromium to drive: the one named by the environment variable `PAGEHOUND_BROWSER`, else an
 * installed Chromium, Chrome or Edge, else one that Playwright has or can download, else Debian's
 * own package. Costs a few file checks when a browser is there.
 */
export async function findBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = environment.PAGEHOUND_BROWSER;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`PAGEHOUND_BROWSER names ${named}, but no such file exists.`);
  }
  const found = installedBrowser(environment) ?? playwrightBrowser() ?? (await installBrowser());
  if (found) return found;
  throw new Error(
    "No Chromium, Chrome or Edge was found and none could be installed: install one, or set PAGEHOUND_BROWSER to its path.",
  );
}
