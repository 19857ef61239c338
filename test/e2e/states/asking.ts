import type { Page } from "playwright";
import { press, seen } from "./press.js";
import { question } from "./scripts.js";

/** Connects the page to the model served next to it. */
export async function connect(page: Page): Promise<void> {
  await openModels(page);
  await unfoldEndpoint(page);
  await page.locator('.endpoint input[name="url"]').fill("/model");
  await press(page, '.endpoint button[type="submit"]');
  await seen(page, '.model-button[data-state="ready"]');
  await page.keyboard.press("Escape");
}

/** Expands the endpoint form, which is already open after an earlier connection. */
export async function unfoldEndpoint(page: Page): Promise<void> {
  await page.locator(".endpoint").evaluate((details) => details.setAttribute("open", ""));
}

/** Opens the models panel, and waits until it knows what can run here. */
export async function openModels(page: Page): Promise<void> {
  await press(page, ".model-button");
  await seen(page, "dialog#models .offers, dialog#models .endpoint");
  await seen(page, "dialog#models .offer-row");
}

/** Asks, and waits until the question is shown. */
export async function ask(page: Page, words: string = question): Promise<void> {
  await page.locator("#question").fill(words);
  await page.locator("#question").press("Enter");
  await seen(page, ".exchange");
}

/** Asks, and waits until the question has reached a state. */
export async function askUntil(page: Page, state: string, words?: string): Promise<void> {
  await ask(page, words);
  await seen(page, `.exchange[data-state="${state}"]`);
}
