import type { Page } from "playwright";

/** Connects the demo page to the endpoint served next to it. */
export async function connectModel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Model: No model" }).click();
  // By keyboard, because arriving search results may move the button from under the pointer.
  await page.getByText("Connect to an OpenAI-compatible server").press("Enter");
  await page.getByLabel("Address").fill("/model");
  await page.getByRole("button", { name: "Connect and send text there" }).click();
  await page.getByText("scripted answers.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
}
