import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { press } from "./press.js";
import type { TextFile } from "./text-file.js";

/** Saves all documents in the settings with the current options, and closes the settings. */
export async function saveCollection(page: Page): Promise<TextFile> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    press(page, '.save-collection button[type="submit"]'),
  ]);
  // The end is named where the progress was.
  await page.locator("dialog#settings p.transfer").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog#settings").waitFor({ state: "hidden" });
  const buffer = await readFile(await download.path());
  return { name: "saved.pagehound", mimeType: "application/octet-stream", buffer };
}
