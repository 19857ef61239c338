import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { BrowserType } from "playwright-core";
import { BadInput } from "./bad-input.js";
import { installedBrowser } from "./installed-browser.js";

/** How Chromium is always started here: without background requests, and usable as root. */
export const browserArguments: string[] = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * An available Chromium: the one that the environment variable `PAGEHOUND_BROWSER` names, else an
 * installed Chromium, Chrome or Edge, else one that Playwright has downloaded, else null. Costs a
 * few file checks. Throws `BadInput` if the variable names no file.
 */
export async function localBrowser(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const named = environment.PAGEHOUND_BROWSER;
  if (!named) return installedBrowser(environment) ?? (await playwrightBrowser());
  if (existsSync(named)) return named;
  throw new BadInput(`PAGEHOUND_BROWSER names ${named}, but no such file exists.`);
}

/** A Chromium that Playwright has already downloaded, or null if none starts. */
export async function playwrightBrowser(): Promise<string | null> {
  const file = (await playwrightChromium()).executablePath();
  return existsSync(file) && starts(file) ? file : null;
}

/** The Chromium driver. Throws `BadInput` if it is not installed: the page does not need it. */
export async function playwrightChromium(): Promise<BrowserType> {
  try {
    return (await import("playwright-core")).chromium;
  } catch {
    throw new BadInput(
      "This command reads documents in a browser, which it starts with playwright-core. That is not installed: run `npm install playwright-core`, or put `npx -p pagehound -p playwright-core` in front of `pagehound`.",
    );
  }
}

/** Playwright's download comes without the system libraries it needs; bare machines lack them. */
function starts(file: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    execFileSync(file, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
