import type { Locator, Page } from "playwright";
import type { TextFile } from "./text-file.js";

/** Presses what a selector finds first. */
export async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click();
}

/** Waits until what a selector finds first is seen. */
export async function seen(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
}

/** Chooses files, as a person does in the browser's dialog. */
export async function choose(page: Page, files: readonly TextFile[] | string): Promise<void> {
  const field = page.locator("#pick-files");
  await field.setInputFiles(typeof files === "string" ? files : [...files]);
}

/** Focuses an element once it is in view: one that is not drawn yet would be passed over in silence. */
export async function focusOn(locator: Locator): Promise<void> {
  await locator.waitFor();
  await locator.focus();
}
