import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { changeFolder, movedText, offerFolder } from "./disk-folder.js";
import { builtSite } from "./site-server.js";
import { focusOn } from "./states/press.js";
import { Theatre } from "./states/stage.js";

let theatre: Theatre;
let page: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
  ({ page, close } = await theatre.show({
    name: "folders",
    documents: "none",
    prepare: ({ context }) => offerFolder(context),
    bring: async ({ page }) => {
      await changeFolder(page, {
        write: {
          "a.txt": "The ferry has seven decks.",
          "b.txt": "The pier was built in 1902.",
          "old/tariff.txt": movedText,
        },
      });
      await page.getByRole("button", { name: "Watch a folder" }).click();
    },
  }));
});
afterAll(async () => {
  await close?.();
  await theatre?.close();
});

const documents = (): Promise<string[]> =>
  page
    .locator(".row [data-control=open]")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).title).sort());

test("without documents the start page says that a watched folder waits for permission", async () => {
  const { page, close } = await theatre.show({
    name: "start",
    documents: "none",
    prepare: ({ context }) => offerFolder(context),
    bring: async ({ page }) => {
      await page.getByRole("button", { name: "Watch a folder" }).click();
      await page.getByText("1 watched folder").waitFor();
    },
  });
  try {
    await changeFolder(page, { write: { "a.txt": "The ferry has seven decks." } });
    await page.evaluate(() => localStorage.setItem("asks", "yes"));
    await page.reload();
    await page.getByText("The browser has to ask before the folder Reports is read").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow reading the folder Reports" }).press("Enter");
    await page.locator(".row [data-control=open][title='Reports/a.txt']").waitFor();
  } finally {
    await close();
  }
});

test("without the browser's picker the start page offers to choose a folder", async () => {
  const { page, close } = await theatre.show({
    name: "start",
    documents: "none",
    prepare: async ({ context }) => {
      await context.addInitScript({ content: "delete globalThis.showDirectoryPicker" });
    },
    bring: ({ page }) => page.getByRole("button", { name: "Choose a folder" }).waitFor(),
  });
  expect(await page.getByText("watched folder").count()).toBe(0);
  await close();
});

test("a chosen folder is kept in sync, also while the page is open", async () => {
  await page.locator(".notice").getByText("Folder Reports: 3 new").waitFor();
  await expect
    .poll(documents)
    .toEqual(["Reports/a.txt", "Reports/b.txt", "Reports/old/tariff.txt"]);
  await changeFolder(page, {
    remove: ["b.txt", "old/tariff.txt"],
    write: {
      "a.txt": "The ferry has eight decks.",
      "c.txt": "The pier burned down in 1931.",
      "new/tariff.txt": movedText,
    },
  });
  await page
    .locator(".notice")
    .getByText("Folder Reports: 1 new, 1 changed, 1 moved, and 1 gone")
    .waitFor();
  const changed = ["Reports/a.txt", "Reports/b.txt", "Reports/c.txt", "Reports/new/tariff.txt"];
  await expect.poll(documents).toEqual(changed);
  const gone = page.getByRole("img", { name: "no longer in the watched folder" });
  await expect.poll(() => gone.count()).toBe(1);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove the one that is gone" }).click();
  await expect.poll(documents).toEqual(changed.filter((path) => path !== "Reports/b.txt"));
});

test("the older version of a changed file can be restored", async () => {
  await changeFolder(page, { write: { "c.txt": "The pier was never rebuilt." } });
  await page.locator(".notice").getByText("Folder Reports: 1 changed").waitFor();
  // By keyboard, because the notice of the previous deletion covers the button for a while.
  await page.getByRole("button", { name: "Bring the old version back" }).press("Enter");
  await page.getByText("c.txt is back.").waitFor({ state: "attached" });
  await page.locator("[data-control=open][title='Reports/c.txt']").click();
  await page.getByText("The pier burned down in 1931.").first().waitFor();
});

test("after a reload, permission is requested only on a key press, and only if needed", async () => {
  await page.evaluate(() => localStorage.setItem("asks", "yes"));
  await changeFolder(page, { write: { "d.txt": "The quay is a listed monument." } });
  await page.reload();
  const allow = page.getByRole("button", { name: "Allow reading the folder Reports" });
  await allow.waitFor();
  expect(await page.evaluate(() => localStorage.asked)).toBeUndefined();
  expect(await documents()).not.toContain("Reports/d.txt");
  await expectAccessible(page);
  await allow.press("Enter");
  await page.locator(".notice").getByText("Folder Reports: 1 new").waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.asked)).toBe("1");

  await changeFolder(page, { remove: ["d.txt"] });
  await page.reload();
  await page.locator(".notice").getByText("Folder Reports: 1 gone").waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.asked)).toBe("1");
});

test("folders collapse by keyboard, and the list's search finds titles and folders", async () => {
  await changeFolder(page, {
    write: { "guides/1.md": "# How to moor\n\nSlowly.", "guides/2.md": "# Knots\n\nMany." },
  });
  await page.locator(".notice").getByText("Folder Reports: 2 new").waitFor();
  const folder = page.getByRole("button", { name: "guides, folder with 2 documents" });
  await focusOn(folder);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => folder.getAttribute("aria-expanded")).toBe("false");
  expect(await documents()).not.toContain("Reports/guides/1.md");
  await page.keyboard.press("ArrowRight");
  await expect.poll(documents).toContain("Reports/guides/1.md");
  await page.keyboard.press("ArrowDown");
  const first = page.locator("[data-control=open][title='Reports/guides/1.md']");
  await expect.poll(() => first.evaluate((row) => row.matches(":focus"))).toBe(true);
  await expect.poll(() => first.getAttribute("aria-label")).toBe("How to moor, 1.md");

  const field = page.getByRole("searchbox", { name: "Find a document" });
  await field.fill("moor");
  await expect.poll(documents).toEqual(["Reports/guides/1.md"]);
  await expectAccessible(page);
  await field.fill("guides");
  await expect.poll(documents).toEqual(["Reports/guides/1.md", "Reports/guides/2.md"]);
  await field.press("Escape");
  await expect.poll(documents).toContain("Reports/a.txt");
});

test("forgetting a folder keeps its documents", async () => {
  await page.getByText("1 watched folder").click();
  await page.getByRole("button", { name: "Stop watching the folder Reports" }).click();
  await expect.poll(() => page.locator(".folders").count()).toBe(0);
  await expect.poll(documents).toContain("Reports/a.txt");
});
