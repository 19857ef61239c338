import type { Page } from "playwright";

/** Has the demo page ask the endpoint that is served beside it. */
export async function connectModel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Model: No model" }).click();
  await page.getByText("Connect to an OpenAI-compatible server").click();
  await page.getByLabel("Address").fill("/model");
  await page.getByRole("button", { name: "Connect and send text there" }).click();
  await page.getByText("scripted answers.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
}
