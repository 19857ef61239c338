import type { Locator, Page } from "playwright";
import type { TextFile } from "./text-file.js";

/** Presses the first match of a selector. */
export async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click();
}

/** Waits until the first match of a selector is visible. */
export async function seen(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
}

/** Chooses files, as in the browser's dialog. */
export async function choose(page: Page, files: readonly TextFile[] | string): Promise<void> {
  const field = page.locator("#pick-files");
  await field.setInputFiles(typeof files === "string" ? files : [...files]);
}

/** Focuses an element once it is visible, because focusing an undrawn one silently does nothing. */
export async function focusOn(locator: Locator): Promise<void> {
  await locator.waitFor();
  await locator.focus();
}
