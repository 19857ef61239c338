import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "../driver/repository.js";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { choose, seen } from "./states/press.js";
import { Theatre } from "./states/stage.js";

let theatre: Theatre;
let page: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
  ({ page, close } = await theatre.show({
    name: "encoding-choice",
    documents: "none",
    spoils: true,
    bring: async ({ page }) => {
      await choose(page, path.join(repository, "test/fixtures/reported/enc_cp1251.txt"));
      await seen(page, ".pick");
      await page.locator(".row-open").click();
      await seen(page, ".encoding select");
    },
  }));
});
afterAll(async () => {
  await close?.();
  await theatre?.close();
});

test("an opened text shows its encoding, can be reread in another one, and the change can be undone", async () => {
  const choice = page.getByRole("combobox", { name: "Characters read as" });
  const text = page.getByText("Склад находится в Казани");
  await text.waitFor();
  await expect
    .poll(() => choice.locator("option:checked").innerText())
    .toBe("windows-1251 (detected)");
  await expectAccessible(page);

  await choice.selectOption("koi8-r");
  await text.waitFor({ state: "detached" });
  await expect.poll(() => choice.inputValue()).toBe("koi8-r");
  await expect.poll(() => choice.locator("option:checked").innerText()).toBe("koi8-r · Russian");
  await page.locator(".notice").getByText("enc_cp1251.txt was read again as koi8-r.").waitFor();

  // The encoding is stored.
  await page.reload();
  await page.locator(".row-open").click();
  await expect.poll(() => choice.inputValue()).toBe("koi8-r");
  await choice.selectOption("auto");
  await text.waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => choice.inputValue()).toBe("koi8-r");
});
