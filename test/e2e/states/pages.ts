import type { Page } from "playwright";
import { askUntil, connect } from "./asking.js";
import { choose, press, seen } from "./press.js";
import { answers } from "./scripts.js";
import type { State } from "./state.js";
import { text } from "./text-file.js";

const minutes = `# Minutes of the harbour board

The **quorum** was met. See [the tariff](https://example.org/tariff).

## Fares

- Foot passengers pay less in winter.
- Bicycles travel free.

| Route | Fare |
| ----- | ---- |
| North | 4.20 |
| South | 3.90 |

> The chair thanked the crews.
`;

/** Opens the page that answers best, with its passage marked. */
async function openPage(page: Page): Promise<void> {
  await askUntil(page, "done");
  await press(page, ".exchange .where");
  await seen(page, ".pagehound-viewer .mark-box");
}

/** Pages of documents in the viewer. */
export const pageStates: readonly State[] = [
  {
    name: "page",
    documents: "samples",
    bring: ({ page }) => openPage(page),
  },
  {
    name: "page-cell",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      answers(endpoint);
      await connect(page);
      await askUntil(page, "done");
      await press(page, ".cite");
      await seen(page, ".pagehound-viewer .cell-frame");
    },
  },
  {
    name: "page-find",
    documents: "samples",
    bring: async ({ page }) => {
      await openPage(page);
      await page.locator(".pagehound-viewer .controls button[aria-expanded]").nth(1).click();
      await page.locator(".find-field input").fill("profit");
      await seen(page, ".find-count:not(:empty)");
    },
  },
  {
    name: "page-outline",
    documents: "samples",
    bring: async ({ page }) => {
      await openPage(page);
      await press(page, ".pagehound-viewer .controls button[aria-expanded]");
      await seen(page, ".outline-row");
    },
  },
  {
    name: "page-thumbnails",
    documents: "samples",
    bring: async ({ page }) => {
      await openPage(page);
      await press(page, ".pagehound-viewer .controls button[aria-expanded]");
      await press(page, "#tab-pages");
      await seen(page, ".thumb canvas, .thumb img");
    },
  },
  {
    name: "page-of-text",
    documents: "none",
    bring: async ({ page }) => {
      await choose(page, [text("minutes.md", minutes, "text/markdown")]);
      await seen(page, ".pick");
      await askUntil(page, "done", "Was the quorum met?");
      await press(page, ".exchange .where");
      await seen(page, ".prose mark");
    },
  },
];
