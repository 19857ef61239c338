import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** The Chromium that Playwright has downloaded before, or null when there is none that starts. */
export function playwrightBrowser(): string | null {
  const file = chromium.executablePath();
  return existsSync(file) && starts(file) ? file : null;
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
