import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { askUntil } from "./states/asking.js";
import { makeGrid } from "./states/grids.js";
import { choose, focusOn, press, seen } from "./states/press.js";
import { saveCollection } from "./states/save-collection.js";
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

/** Shows a page with the reader's own documents. */
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

/** Saves the documents in the settings, with or without the conversations. */
async function saved(page: Page, conversations: boolean): Promise<TextFile> {
  await press(page, ".settings-button");
  const box = page.locator('.save-collection input[name="conversations"]');
  await expect.poll(() => box.isChecked()).toBe(true);
  if (!conversations) await box.uncheck();
  await expectAccessible(page);
  return saveCollection(page);
}

async function conversations(page: Page): Promise<Locator> {
  await press(page, "#conversations-button");
  return page.locator("[data-conversation]");
}

let whole: TextFile;
let bare: TextFile;

test("a collection is saved with its grids and conversations, or without conversations", async () => {
  const { page, close } = await shown("saved conversations", [tariff]);
  try {
    await askUntil(page, "done", "How much was the tariff of the harbour raised?");
    await makeGrid(page, ["How much was the tariff raised?"]);
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
    await page.getByText("1 document added, 1 grid added, 1 conversation added").first().waitFor();
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
    await page
      .getByText(/: 1 document added, 1 grid added$/)
      .first()
      .waitFor();
    const listed = await conversations(page);
    await page.getByText("No earlier conversation.").waitFor();
    expect(await listed.count()).toBe(0);
  } finally {
    await close();
  }
});

test("changes that a file made to grids and conversations can be undone by keyboard", async () => {
  const { page, close } = await shown("undone file", others);
  try {
    await choose(page, [whole]);
    const undo = page.getByRole("button", { name: "Undo changes to grids and conversations" });
    await undo.waitFor();
    await expectAccessible(page);
    await focusOn(undo);
    await page.keyboard.press("Enter");
    await page.getByText("Undone: 1 grid, 1 conversation").first().waitFor();
    await undo.waitFor({ state: "hidden" });
    await conversations(page);
    await page.getByText("No earlier conversation.").waitFor();
    await page.keyboard.press("Escape");
    await press(page, "#tab-grid");
    await seen(page, "#grid-start");
    await expect.poll(() => page.locator(".grid-choice").count()).toBe(0);
    // The file's documents stay.
    await expect.poll(() => page.locator(".rows .row:has(.pick)").count()).toBe(3);
  } finally {
    await close();
  }
});

test("a deleted conversation that returns with a file is reported as restored", async () => {
  const { page, close } = await shown("returned conversation", others);
  try {
    await choose(page, [whole]);
    await page.getByText("1 document added, 1 grid added, 1 conversation added").first().waitFor();
    const listed = await conversations(page);
    await expect.poll(() => listed.count()).toBe(1);
    await focusOn(page.getByRole("button", { name: /^Delete “How much/ }));
    await page.keyboard.press("Enter");
    await expect.poll(() => listed.count()).toBe(0);
    await page.keyboard.press("Escape");
    // The deletion can still be undone at this point.
    await choose(page, [whole]);
    await page
      .getByText("1 document was already here, 1 deleted conversation is here again")
      .first()
      .waitFor();
    await conversations(page);
    await expect.poll(() => listed.count()).toBe(1);
  } finally {
    await close();
  }
});
