import type { Page } from "playwright";
import { press, seen } from "./press.js";
import type { State } from "./state.js";

async function search(page: Page, words: string): Promise<void> {
  await press(page, "#tab-search");
  await page.locator("#search").fill(words);
}

async function match(page: Page, pattern: string): Promise<void> {
  await press(page, "#tab-search");
  await page.locator(".toggle").last().click();
  await page.locator("#search").fill(pattern);
}

/** The search, by words and by pattern. */
export const searchStates: readonly State[] = [
  {
    name: "search-help",
    documents: "samples",
    bring: async ({ page }) => {
      await search(page, "");
      await seen(page, ".help .example");
    },
  },
  {
    name: "search-results",
    documents: "samples",
    bring: async ({ page }) => {
      await search(page, "dividnd per share zebra");
      await seen(page, ".results .result");
    },
  },
  {
    name: "search-nothing",
    documents: "samples",
    bring: async ({ page }) => {
      await search(page, '"proposes board" doc:user');
      await seen(page, ".answer h2");
    },
  },
  {
    name: "pattern-help",
    documents: "samples",
    bring: async ({ page }) => {
      await match(page, "");
      await seen(page, ".help .example");
    },
  },
  {
    name: "pattern-lines",
    documents: "samples",
    bring: async ({ page }) => {
      await match(page, "dividend of \\$0\\.\\d+ per share");
      await seen(page, ".line");
    },
  },
  {
    name: "pattern-nothing",
    documents: "samples",
    bring: async ({ page }) => {
      await match(page, "zyzzyva");
      await seen(page, ".answer h2");
    },
  },
  {
    name: "pattern-wrong",
    documents: "samples",
    bring: async ({ page }) => {
      await match(page, "(dividend");
      await seen(page, '#search[aria-invalid="true"]');
    },
  },
];
