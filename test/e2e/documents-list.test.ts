import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { askUntil } from "./states/asking.js";
import { focusOn, seen } from "./states/press.js";
import { Theatre } from "./states/stage.js";

let theatre: Theatre;
let page: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
  ({ page, close } = await theatre.show({
    name: "documents",
    documents: "samples",
    bring: async ({ page }) => {
      await seen(page, ".row");
      await seen(page, "#question");
    },
  }));
});
afterAll(async () => {
  await close?.();
  await theatre?.close();
});

const list = (): Locator => page.getByRole("list", { name: "All documents" }).first();
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.matches(":focus"));
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test("Tab reaches one control of the list, and the arrow keys reach all others", async () => {
  await focusOn(page.getByRole("button", { name: "None" }));
  await press("Tab");
  await expect.poll(() => isFocused(page.getByRole("combobox", { name: "Sort" }))).toBe(true);
  await press("Tab");
  const control = (row: number, name: string): Locator =>
    list().getByRole("listitem").nth(row).locator(`[data-control="${name}"]`);
  await expect.poll(() => isFocused(control(0, "open"))).toBe(true);
  await press("Tab");
  await expect.poll(() => list().evaluate((rows) => rows.matches(":focus-within"))).toBe(false);
  await press("Shift+Tab", "ArrowDown");
  await expect.poll(() => isFocused(control(1, "open"))).toBe(true);
  await press("ArrowRight");
  await expect.poll(() => isFocused(control(1, "details"))).toBe(true);
  await press("ArrowRight");
  await expect.poll(() => isFocused(control(1, "delete"))).toBe(true);
  await press("ArrowDown", "ArrowDown");
  await expect.poll(() => isFocused(control(2, "delete"))).toBe(true);
  await press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Home");
  await expect.poll(() => isFocused(control(0, "pick"))).toBe(true);
  // Tabbing back returns to the same control.
  await press("Tab");
  await expect.poll(() => list().evaluate((rows) => rows.matches(":focus-within"))).toBe(false);
  await press("Shift+Tab");
  await expect.poll(() => isFocused(control(0, "pick"))).toBe(true);
  await expect.poll(() => list().locator('[data-control][tabindex="0"]').count()).toBe(1);
});

test("the keyboard selects documents one by one, all, or none", async () => {
  const chip = page.locator("#scope-button");
  await expect.poll(() => chip.innerText()).toBe("all 3 documents");
  await focusOn(chip);
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Choose which documents to ask" });
  const boxes = dialog.getByRole("checkbox");
  await expect.poll(() => isFocused(boxes.first())).toBe(true);
  await expect
    .poll(() => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)))
    .toEqual([true, true, true]);
  await press("ArrowDown", "Space");
  await expect.poll(() => chip.innerText()).toBe("2 of 3 documents");
  await dialog.getByText("2 of 3 documents").waitFor();
  const second =
    (await boxes.nth(1).evaluate((one) => (one as HTMLInputElement).labels?.[0]?.title)) ?? "";
  await expect
    .poll(() => page.getByRole("checkbox", { name: `Search in ${second}` }).isChecked())
    .toBe(false);
  await expectAccessible(page);
  await press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => isFocused(chip)).toBe(true);

  await press("Enter");
  await dialog.getByRole("button", { name: "None" }).click();
  await expect.poll(() => chip.innerText()).toBe("0 of 3 documents");
  await press("Escape");
  await page.locator("#question").fill("What was the operating profit in 2024?");
  await page.locator("#question").press("Enter");
  await page
    .locator("#question-fault", { hasText: "Choose at least one document first." })
    .waitFor();

  await chip.click();
  await dialog.getByRole("button", { name: "All" }).click();
  await expect.poll(() => chip.innerText()).toBe("all 3 documents");
  // Pressing the chip again closes the dialog, and a closed list requests nothing.
  await chip.click();
  await expect.poll(() => dialog.count()).toBe(0);
  await askUntil(page, "done", "What was the operating profit in 2024?");
});

test("the check boxes of the documents are visible without hovering", async () => {
  await page.mouse.move(700, 10);
  const boxes = page.locator(".rows .pick");
  await expect
    .poll(() => boxes.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity)))
    .toEqual(["1", "1", "1"]);
});

test("the details of a document open its headings, and ask for a summary", async () => {
  const row = list().getByRole("listitem").filter({ hasText: "user-guide" });
  await row.getByRole("button", { name: "Details of pagehound-user-guide.pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "pagehound-user-guide.pdf" });
  await dialog.getByText("English").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "What can be read" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page
    .getByRole("region", { name: "Page" })
    .getByText("pagehound-user-guide.pdf")
    .first()
    .waitFor();
  await page.locator(".pagehound-viewer .mark-box").first().waitFor();
  await row.getByRole("button", { name: "Details of pagehound-user-guide.pdf" }).click();
  await dialog.getByRole("button", { name: "Summarise" }).click();
  await page.getByText("Summarise pagehound-user-guide.pdf").first().waitFor();
});
