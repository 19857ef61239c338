import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import { installedBrowser } from "../../../cli/installed-browser.js";
import { findBrowser, offByPlaywright } from "../../driver/find-browser.js";
import { temporaryFolder } from "./temporary-folder.js";

async function folderWith(name: string): Promise<string> {
  const folder = await temporaryFolder();
  const file = path.join(folder, name);
  await writeFile(file, "");
  await chmod(file, 0o755);
  return folder;
}

test("the environment variable takes precedence over installed browsers", async () => {
  const folder = await folderWith("my-browser");
  const named = path.join(folder, "my-browser");
  expect(await findBrowser({ PATH: process.env.PATH, PAGEHOUND_BROWSER: named })).toBe(named);
});

test("reports a wrong environment variable instead of working around it", async () => {
  await expect(findBrowser({ PAGEHOUND_BROWSER: "/nowhere/chromium" })).rejects.toThrow(
    "PAGEHOUND_BROWSER names /nowhere/chromium, but no such file exists.",
  );
});

test.skipIf(process.platform === "win32")("finds a browser on PATH", async () => {
  const folder = await folderWith("google-chrome");
  const PATH = ["/nowhere", folder].join(path.delimiter);
  expect(installedBrowser({ PATH })).toBe(path.join(folder, "google-chrome"));
});

test("says why no browser could be installed, and what to do", async () => {
  const reasons = [
    "Playwright: its server could not be reached.",
    "apt-get: another apt or dpkg is at work.",
  ];
  const means = {
    local: async () => null,
    install: async () => ({ browser: null, reasons }),
  };
  await expect(findBrowser({}, means)).rejects.toThrow(
    `none could be installed:\n- ${reasons.join("\n- ")}\nInstall one, or set PAGEHOUND_BROWSER to its path.`,
  );
});

test("the tests' own list of features disables all that Playwright disables", async () => {
  const executablePath = path.join(await folderWith("no-browser"), "no-browser");
  const error = await chromium.launch({ executablePath }).catch(String);
  const features = /--disable-features=(\S+)/.exec(String(error))?.[1]?.split(",");
  expect(offByPlaywright.toSorted()).toEqual(features?.toSorted());
});
