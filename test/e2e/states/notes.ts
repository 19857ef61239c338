import type { Page } from "playwright";
import { openPage, selectLine } from "./pages.js";
import { press, seen } from "./press.js";
import { settled } from "./settled.js";
import type { State } from "./state.js";

/** Opens a page and writes a note on one of its lines. */
async function writeNote(page: Page): Promise<void> {
  await openPage(page);
  await settled(page);
  await selectLine(page);
  await press(page, ".selection-bar .button:nth-child(2)");
  await page.locator(".note-card textarea").fill("Compare with the report of 2023.");
}

/** Notes and highlights, on their pages and in the list. */
export const noteStates: readonly State[] = [
  {
    name: "note",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await writeNote(page);
      await seen(page, ".pagehound-viewer .note-pin");
    },
  },
  {
    name: "note-color",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await writeNote(page);
      await page.locator(".note-colors input[data-color=pink]").check();
      await seen(page, ".note-card blockquote[data-color=pink]");
    },
  },
  {
    name: "notes",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await writeNote(page);
      await page.keyboard.press("Escape");
      await press(page, ".exchange .turn-foot .icon-button:nth-of-type(3)");
      await press(page, ".pagehound-viewer [data-icon=note]");
      await seen(page, ".note-list li");
    },
  },
  {
    name: "notes-writing",
    documents: "samples",
    spoils: true,
    bring: async ({ context, page }) => {
      await writeNote(page);
      await page.keyboard.press("Escape");
      await press(page, ".pagehound-viewer [data-icon=note]");
      await seen(page, ".note-list li");
      // The copy is written by a worker that never loads.
      await context.route(/draw\.worker[^/]*\.js/, () => {});
      await press(page, "#save-notes-pdf");
      await seen(page, ".notes-writing progress");
    },
  },
];
