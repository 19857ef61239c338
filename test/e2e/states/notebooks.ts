import type { Page } from "playwright";
import { press, seen } from "./press.js";
import type { State } from "./state.js";

/** Creates a notebook of all documents but the last, in the dialog. */
async function makeNotebook(page: Page, name: string): Promise<void> {
  await seen(page, "#notebooks-button");
  await page.locator(".pick").last().uncheck();
  await press(page, ".list-head > .link");
  await page.locator(".placing-new input").fill(name);
  await press(page, ".placing-new .button");
  await seen(page, ".placing-undo");
}

/** Creates such a notebook and selects it. */
async function openNotebook(page: Page, name: string): Promise<void> {
  await makeNotebook(page, name);
  await press(page, "#notebooks .icon-button");
  await press(page, "#notebooks-button");
  await press(page, "#notebooks-menu .menu-row:nth-child(2) .menu-item");
  await page.locator(".notebook-button").waitFor();
}

/** Notebooks: being put together, selected, and empty. */
export const notebookStates: readonly State[] = [
  {
    name: "notebook-first",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, "#notebooks-button");
      await seen(page, "#notebooks-menu .menu-name");
    },
  },
  {
    name: "notebook-placing",
    documents: "samples",
    spoils: true,
    bring: ({ page }) => makeNotebook(page, "Harbour and ferries"),
  },
  {
    name: "notebook",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await openNotebook(page, "Harbour and ferries");
    },
  },
  {
    name: "notebook-menu",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await openNotebook(page, "Harbour and ferries");
      await press(page, "#notebooks-button");
      await seen(page, "#notebooks-menu .menu-item");
    },
  },
  {
    name: "notebook-name",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await openNotebook(page, "Harbour and ferries");
      await press(page, "#notebooks-button");
      await press(page, "#notebooks-menu .menu-row:nth-child(2) .icon-button");
      await seen(page, "#notebooks-menu .menu-name input");
    },
  },
  {
    name: "notebook-pane",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await openNotebook(page, "Harbour and ferries");
      await page.setViewportSize({ width: 360, height: 740 });
      await press(page, ".switcher button");
      await press(page, "#notebooks-button");
      await seen(page, "#notebooks-menu .menu-item");
    },
  },
  {
    name: "notebook-empty",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await press(page, "#notebooks-button");
      await page.locator("#notebooks-menu .menu-name input").fill("Leases");
      await page.keyboard.press("Enter");
      await seen(page, ".notebook-button");
    },
  },
];
