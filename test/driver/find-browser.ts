import { browserArguments as everywhere, localBrowser } from "../../cli/local-browser.js";
import { type InstalledBrowser, installBrowser } from "./install-browser.js";

/**
 * Features that Playwright turns off. They are repeated here because Chromium only obeys the last
 * of several lists.
 */
export const offByPlaywright: readonly string[] = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/**
 * Features that run a process per page that nobody sees: the suggestions below the address bar,
 * which a browser with windows draws as pages, and a spare renderer. They use about a fifth of the
 * processor time in tests of the site.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/** The argument that turns off what tests do not need. */
export const fewerProcesses: string = `--disable-features=${[...offByPlaywright, ...unseen].join(",")}`;

/**
 * Has V8 note the positions of code when it compiles it. Otherwise it reads each script of a worker
 * a second time for them while DevTools is attached, as in tests, which is a tenth of a worker's
 * start.
 */
const positionsAtOnce = "--js-flags=--no-enable-lazy-source-positions";

/** The arguments with which tests start Chromium. */
export const browserArguments: string[] = [...everywhere, fewerProcesses, positionsAtOnce];

/** Ways to obtain a browser. */
interface BrowserMeans {
  readonly local: (environment: NodeJS.ProcessEnv) => Promise<string | null>;
  readonly install: () => Promise<InstalledBrowser>;
}

/**
 * Finds a Chromium to drive: an installed one (`localBrowser`), else one that Playwright can
 * download, else Debian's package. Takes only a few file checks if one is installed. Throws with
 * the reason why none could be installed.
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
