import { browserArguments as everywhere, localBrowser } from "../../cli/local-browser.js";
import { type InstalledBrowser, installBrowser } from "./install-browser.js";

/** Features that Playwright turns off. Of several lists of features Chromium obeys only the last. */
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
 * Features that cost processes for each page which nobody sees: the suggestions below the address bar,
 * which a browser with windows draws as pages, and a process in reserve. They take about a fifth of the
 * processor's time in tests of the site.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/** The argument that turns off what tests do not need. */
export const fewerProcesses: string = `--disable-features=${[...offByPlaywright, ...unseen].join(",")}`;

/** How tests start Chromium. */
export const browserArguments: string[] = [...everywhere, fewerProcesses];

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
