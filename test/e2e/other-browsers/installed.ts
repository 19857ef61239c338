import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { startFirefox } from "./firefox.js";
import type { Remote, StartOptions } from "./remote.js";
import { startWebKit } from "./webkitgtk.js";

export interface OtherBrowser {
  readonly name: "Firefox" | "WebKitGTK";
  /** Debian's packages of the browser and of what drives it. */
  readonly packages: readonly string[];
  /** Starts the browser; null if part of it is not installed. */
  readonly start: ((options?: StartOptions) => Promise<Remote>) | null;
}

/** The first of some commands found on PATH. */
function onPath(...commands: string[]): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const files = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** True if a file is a snap or a launcher of one, because a snap cannot use a profile of ours. */
function isSnap(file: string): boolean {
  return file.startsWith("/snap/") || readFileSync(file).subarray(0, 4096).includes("/snap/");
}

/** WebKitGTK's test browser, which is not meant for end users and is not on PATH. */
function miniBrowser(): string | null {
  const libraries = "/usr/lib";
  if (!existsSync(libraries)) return null;
  const folders = ["", ...readdirSync(libraries)].flatMap((triplet) =>
    ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"].map((folder) =>
      path.join(libraries, triplet, folder),
    ),
  );
  const files = folders.map((folder) => path.join(folder, "MiniBrowser"));
  return files.find((file) => existsSync(file)) ?? null;
}

/**
 * The browsers other than Chromium that the site is tested in, with how to start those that are
 * installed.
 */
export function otherBrowsers(): OtherBrowser[] {
  const firefox = onPath("firefox-esr", "firefox");
  const driver = onPath("WebKitWebDriver");
  const display = onPath("Xvfb");
  const browser = miniBrowser();
  return [
    {
      name: "Firefox",
      packages: ["firefox-esr"],
      start:
        firefox === null || isSnap(firefox) ? null : (options) => startFirefox(firefox, options),
    },
    {
      name: "WebKitGTK",
      packages: ["webkit2gtk-driver", "xvfb"],
      start:
        driver === null || display === null || browser === null
          ? null
          : (options) => startWebKit({ driver, display, browser }, options),
    },
  ];
}
