import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { installedBrowser } from "../../cli/installed-browser.js";
import { playwrightBrowser } from "../../cli/local-browser.js";
import { runQuietly } from "./run-quietly.js";

const require = createRequire(import.meta.url);

/** Installs a Chromium by the means this machine has. Null when none of them works here. */
export async function installBrowser(): Promise<string | null> {
  say("No browser found; downloading Chromium with Playwright.");
  if (await downloadWithPlaywright()) {
    const file = await playwrightBrowser();
    if (file) return file;
  }
  return (await installDebianPackages(["chromium-headless-shell"])) ? installedBrowser() : null;
}

function downloadWithPlaywright(): Promise<boolean> {
  const program = path.join(path.dirname(require.resolve("playwright/package.json")), "cli.js");
  return runQuietly(process.execPath, [program, "install", "chromium"], {
    // A network that swallows packets must not hold up the other means for long.
    silence: 90_000,
    limit: 15 * 60_000,
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
  });
}

function isDebianRoot(): boolean {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

/** Installs packages of Debian's. False where that is not possible, or does not succeed. */
export async function installDebianPackages(packages: readonly string[]): Promise<boolean> {
  if (!isDebianRoot()) return false;
  say(`Installing from Debian: ${packages.join(", ")}.`);
  const limits = {
    silence: 3 * 60_000,
    limit: 10 * 60_000,
    environment: { DEBIAN_FRONTEND: "noninteractive" },
  };
  return (
    (await runQuietly("apt-get", ["update"], limits)) &&
    (await runQuietly("apt-get", ["install", "-y", ...packages], limits))
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
