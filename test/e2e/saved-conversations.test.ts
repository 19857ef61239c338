import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { askUntil } from "./states/asking.js";
import { choose, press, seen } from "./states/press.js";
import { Theatre } from "./states/stage.js";
import { type TextFile, text } from "./states/text-file.js";

let theatre: Theatre;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
});
afterAll(() => theatre?.close());

const tariff = text("tariff.txt", "The tariff of the harbour was raised by four percent in March.");
const others = [
  text("ferry.txt", "The ferry to the northern island has seven decks."),
  text("pier.txt", "The pier was built of oak in 1902."),
];

/** Shows a page with some documents of one's own. */
function shown(name: string, files: readonly TextFile[]) {
  return theatre.show({
    name,
    documents: "none",
    spoils: true,
    bring: async ({ page }) => {
      if (files.length === 0) return;
      await choose(page, files);
      await expect.poll(() => page.locator(".rows .row:has(.pick)").count()).toBe(files.length);
    },
  });
}

/** Saves the documents in the settings, with the conversations or without. */
async function saved(page: Page, conversations: boolean): Promise<TextFile> {
  await press(page, ".settings-button");
  const box = page.locator('.save-collection input[name="conversations"]');
  await expect.poll(() => box.isChecked()).toBe(true);
  if (!conversations) await box.uncheck();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    press(page, '.save-collection button[type="submit"]'),
  ]);
  await page.keyboard.press("Escape");
  const buffer = await readFile(await download.path());
  return { name: "saved.pagehound", mimeType: "application/octet-stream", buffer };
}

/** Opens the list of conversations. */
async function conversations(page: Page): Promise<Locator> {
  await press(page, "#conversations-button");
  return page.locator("[data-conversation]");
}

let whole: TextFile;
let bare: TextFile;

test("a collection is saved with its conversations, or without", async () => {
  const { page, close } = await shown("saved conversations", [tariff]);
  try {
    await askUntil(page, "done", "How much was the tariff of the harbour raised?");
    whole = await saved(page, true);
    bare = await saved(page, false);
  } finally {
    await close();
  }
});

test.each([
  ["an empty collection", [] as TextFile[]],
  ["one that has documents", others],
])("a saved conversation opens in %s, and its citations open the right page", async (_, files) => {
  const { page, close } = await shown("opened conversations", files);
  try {
    await choose(page, [whole]);
    await page.getByText("1 document added, 1 conversation added").first().waitFor();
    const listed = await conversations(page);
    await expect.poll(() => listed.count()).toBe(1);
    await press(page, "[data-conversation]");
    await seen(page, '.exchange[data-state="done"]');
    await press(page, ".exchange .where");
    await seen(page, ".pagehound-viewer mark, .pagehound-viewer .mark-box");
    const marked = page.locator(".pagehound-viewer mark");
    await expect
      .poll(async () => (await marked.allTextContents()).join(" "))
      .toContain("raised by four percent");
  } finally {
    await close();
  }
});

test("opening a file without conversations adds none", async () => {
  const { page, close } = await shown("no conversations", others);
  try {
    await choose(page, [bare]);
    await page.getByText("1 document added", { exact: true }).first().waitFor();
    const listed = await conversations(page);
    await page.getByText("No earlier conversation.").waitFor();
    expect(await listed.count()).toBe(0);
  } finally {
    await close();
  }
});
