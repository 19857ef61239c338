import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { installedBrowser } from "../../cli/installed-browser.js";
import { playwrightBrowser } from "../../cli/local-browser.js";
import { installFailure } from "./install-failure.js";
import { runQuietly } from "./run-quietly.js";

const require = createRequire(import.meta.url);

/** The result of an installation: the browser's path, or why every way to install it failed. */
export type InstalledBrowser =
  | { readonly browser: string }
  | { readonly browser: null; readonly reasons: readonly string[] };

const lacksLibraries =
  "what it downloaded does not start, since the system lacks libraries. Run npx playwright install-deps chromium as root";

/** Installs a Chromium in any way this machine supports. */
export async function installBrowser(): Promise<InstalledBrowser> {
  say("No browser found; downloading Chromium with Playwright.");
  const notDownloaded = await downloadWithPlaywright();
  const downloaded = notDownloaded === null ? await playwrightBrowser() : null;
  if (downloaded) return { browser: downloaded };
  const first = `Playwright: ${notDownloaded ?? lacksLibraries}.`;
  say(first);
  const notInstalled = await installDebianPackages(["chromium-headless-shell"]);
  const installed = notInstalled === null ? installedBrowser() : null;
  if (installed) return { browser: installed };
  const second = `apt-get: ${notInstalled ?? "what it installed is not on PATH"}.`;
  return { browser: null, reasons: [first, second] };
}

/** Resolves to null on success, else to the reason for the failure. */
async function downloadWithPlaywright(): Promise<string | null> {
  const program = path.join(path.dirname(require.resolve("playwright/package.json")), "cli.js");
  const ended = await runQuietly(process.execPath, [program, "install", "chromium"], {
    // A network that drops packets must not delay the other ways for long.
    silence: 90_000,
    limit: 15 * 60_000,
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
  });
  return ended.end === "succeeded" ? null : installFailure(ended);
}

/** Installs Debian packages. Resolves to null on success, else to the reason with the next step. */
export async function installDebianPackages(packages: readonly string[]): Promise<string | null> {
  const names = packages.join(" ");
  if (!existsSync("/etc/debian_version")) return "this system is no Debian, nor made from it";
  if (process.getuid?.() !== 0) {
    return `only root may install packages. Run apt-get install ${names} as root`;
  }
  say(`Installing from Debian: ${packages.join(", ")}.`);
  const limits = {
    silence: 3 * 60_000,
    limit: 10 * 60_000,
    environment: { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
  };
  const updated = await runQuietly("apt-get", ["update"], limits);
  if (updated.end !== "succeeded") return installFailure(updated);
  const installed = await runQuietly("apt-get", ["install", "-y", ...packages], limits);
  if (installed.end === "succeeded") return null;
  // Without a network the update succeeds with warnings, and the package is then unknown.
  return installFailure({ ...installed, output: `${updated.output}\n${installed.output}` });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
