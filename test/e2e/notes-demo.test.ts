import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { builtSite } from "./site-server.js";
import { askUntil } from "./states/asking.js";
import { openPage, selectLine } from "./states/pages.js";
import { choose, focusOn, press, seen } from "./states/press.js";
import { settled } from "./states/settled.js";
import { Theatre } from "./states/stage.js";
import { text } from "./states/text-file.js";

let theatre: Theatre;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
});
afterAll(() => theatre?.close());

const minutes = `# Minutes

The quorum was met. The chair thanked the crews.

The tariff of the harbour was raised by four percent. The quorum was met again at noon.
`;

/** Selects the last of several identical texts on the page, as dragging the pointer does. */
async function selectText(page: Page, wanted: string): Promise<void> {
  await page.locator(".pagehound-viewer .sheet").evaluateAll((sheets, text) => {
    for (const sheet of sheets) {
      const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.lastIndexOf(text) ?? -1;
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
      }
      sheet.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, composed: true }));
    }
  }, wanted);
  await seen(page, ".selection-bar .button");
}

/** Selects from the last line of one page to the first line of the next, once both are drawn. */
async function selectOverPages(page: Page): Promise<void> {
  const at = (select: boolean): Promise<boolean> =>
    page.locator(".pagehound-viewer .sheet").evaluateAll((sheets, select) => {
      const lines = sheets.map((sheet) =>
        [...sheet.querySelectorAll(".text span[role=presentation]")].filter(({ textContent }) =>
          textContent?.trim(),
        ),
      );
      const index = lines.findIndex((some, at) => some.length > 0 && lines[at + 1]?.length);
      const [from, to] = [lines[index]?.at(-1)?.firstChild, lines[index + 1]?.[0]?.firstChild];
      if (!from || !to) return false;
      if (select) {
        getSelection()?.setBaseAndExtent(from, 0, to, to.textContent?.length ?? 0);
        sheets[index]?.dispatchEvent(
          new PointerEvent("pointerup", { bubbles: true, composed: true }),
        );
      } else to.parentElement?.scrollIntoView({ block: "center" });
      return true;
    }, select);
  await expect.poll(() => at(false)).toBe(true);
  await settled(page);
  await at(true);
  await seen(page, ".selection-bar .button");
}

test("a highlight is drawn, opened, annotated, listed, found, deleted and restored", async () => {
  const { page, close } = await theatre.show({
    name: "noted page",
    documents: "samples",
    spoils: true,
    bring: ({ page }) => openPage(page),
  });
  try {
    await settled(page);
    const line = (await selectLine(page)).replace(/\s+/g, " ").trim();
    await press(page, ".selection-bar .button:first-child");
    const highlight = page.locator(".pagehound-viewer .note");
    await expect.poll(() => highlight.getAttribute("data-text")).toContain(line.slice(0, 20));
    // By keyboard: opens the note from its button, writes it, and closes it, which returns the
    // focus to the button.
    const pin = page.locator(".pagehound-viewer .note-pin");
    await focusOn(pin);
    await page.keyboard.press("Enter");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("Ask Anna about this.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => pin.getAttribute("aria-label")).toBe("Note: Ask Anna about this.");
    await expect.poll(() => pin.evaluate((one) => one.matches(":focus"))).toBe(true);
    // The list opens the note's place, which the address then names.
    await press(page, ".pagehound-viewer [data-icon=note]");
    await seen(page, ".note-list li");
    await expectAccessible(page);
    await page.locator(".notes input[type=search]").fill("ÀNNA this");
    await expect.poll(() => page.locator(".note-list li").count()).toBe(1);
    await page.locator(".notes input[type=search]").fill("Bertha");
    await expect.poll(() => page.locator(".note-list li").count()).toBe(0);
    await page.locator(".notes input[type=search]").fill("");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save a PDF with highlights" }).click();
    const bytes = await readFile(await (await saved).path());
    expect(bytes.toString("latin1")).toContain("/Highlight");
    await press(page, "button.note-open");
    await expect.poll(() => new URL(page.url()).hash).toMatch(/doc=[\da-f]{64}&page=\d+&span=/);
    // By keyboard: the colour is changed, and the next highlight uses it.
    await pin.click();
    const green = page.getByRole("radio", { name: "Green" });
    await expect.poll(() => green.isChecked()).toBe(true);
    await focusOn(green);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => highlight.getAttribute("data-color")).toBe("blue");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("pagehound:note-color")))
      .toBe("blue");
    await press(page, ".pagehound-viewer [data-icon=note]");
    const colors = page.getByRole("combobox", { name: "Highlight colour" });
    await colors.selectOption("Pink");
    await expect.poll(() => page.locator(".note-list li").count()).toBe(0);
    await colors.selectOption("Blue");
    await expect.poll(() => page.locator(".note-list li").count()).toBe(1);
    await page.keyboard.press("Escape");
    // Deleting it on the page can be undone, which restores the text.
    await pin.click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.poll(() => pin.count()).toBe(0);
    await page.locator(".note-card").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => pin.getAttribute("aria-label")).toBe("Note: Ask Anna about this.");
  } finally {
    await close();
  }
});

test("only the selected one of several identical sentences is highlighted, even after a reload", async () => {
  const { page, close } = await theatre.show({
    name: "noted text",
    documents: "none",
    spoils: true,
    bring: async ({ page }) => {
      await choose(page, [text("minutes.md", minutes, "text/markdown")]);
      await seen(page, ".pick");
      await askUntil(page, "done", "What was raised by four percent?");
      await press(page, ".exchange .where");
      await seen(page, ".prose mark");
    },
  });
  try {
    await settled(page);
    await selectText(page, "The quorum was met");
    await press(page, ".selection-bar .button:first-child");
    const marked = page.locator(".pagehound-viewer mark.note");
    const paragraph = () =>
      marked.evaluateAll((all) => all.map((one) => one.closest("p")?.textContent.slice(0, 10)));
    await expect.poll(paragraph).toEqual(["The tariff"]);
    await expect.poll(() => new URL(page.url()).hash).toContain("doc=");
    await page.reload();
    await seen(page, ".pagehound-viewer mark.note");
    await expect.poll(paragraph).toEqual(["The tariff"]);
    // A key highlights the marked passage without any selection.
    await press(page, ".exchange .where");
    // The address restored the mark already; showing the passage moves the focus there.
    await seen(page, ".pagehound-viewer .scroller:focus");
    await seen(page, ".pagehound-viewer mark.mark");
    await page.keyboard.press("h");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("So much?");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.locator(".pagehound-viewer .note-pin").count()).toBe(2);
    // A text in one piece has no pages to name.
    await press(page, ".pagehound-viewer [data-icon=note]");
    await press(page, ".notes-actions .button:first-child");
    // The card of a new note starts empty, whatever was written in the last one.
    expect(await page.locator("textarea:focus").inputValue()).toBe("");
    await page.keyboard.type("Ask the harbour.");
    await page.keyboard.press("Control+Enter");
    const pin = page.getByRole("button", { name: "Note: Ask the harbour.", exact: true });
    await pin.waitFor();
    await press(page, ".pagehound-viewer [data-icon=note]");
    await page.getByRole("button", { name: "Add a note", exact: true }).waitFor();
    const labels = page.getByRole("button", { name: "Delete the note on minutes.md" });
    await expect.poll(() => labels.count()).toBe(3);
    expect(await page.locator(".note-list").innerText()).not.toMatch(/page/i);
  } finally {
    await close();
  }
});

test("a selection across two pages is one note, marked on both and deleted from both", async () => {
  const { page, close } = await theatre.show({
    name: "noted pages",
    documents: "samples",
    spoils: true,
    bring: ({ page }) => openPage(page),
  });
  try {
    await settled(page);
    await selectOverPages(page);
    await press(page, ".selection-bar .button:first-child");
    const noted = page.locator(".pagehound-viewer .sheet", { has: page.locator(".note") });
    await expect.poll(() => noted.count()).toBe(2);
    await press(page, ".pagehound-viewer [data-icon=note]");
    await seen(page, ".note-list li");
    await expect.poll(() => page.locator(".note-list li").count()).toBe(1);
    const [first, last] = await noted.evaluateAll((sheets) =>
      sheets.map((sheet) => Number(sheet.getAttribute("aria-label")?.match(/\d+/)?.[0])),
    );
    expect(last).toBe((first ?? 0) + 1);
    await page.locator(".note-list li").getByText(`Pages ${first}–${last}`).waitFor();
    await page.getByRole("button", { name: `Delete the note on Pages ${first}–${last}` }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => noted.count()).toBe(0);
  } finally {
    await close();
  }
});

test("an answer is saved to the notes with its sources", async () => {
  const { page, close } = await theatre.show({
    name: "noted answer",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      // The list exists before any page is opened.
      await press(page, ".notes-button");
      await seen(page, "dialog#notes[open] .notes");
      await page.keyboard.press("Escape");
      await openPage(page);
    },
  });
  try {
    await page.getByRole("button", { name: "Save the answer to the notes" }).click();
    await press(page, ".pagehound-viewer [data-icon=note]");
    await seen(page, ".note-places li");
    await page.locator(".note-places button").first().click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/doc=[\da-f]{64}&page=6&span=/);
  } finally {
    await close();
  }
});
