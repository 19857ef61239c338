import type { Page } from "playwright";
import { askUntil, connect } from "./asking.js";
import { choose, press, seen } from "./press.js";
import { answers } from "./scripts.js";
import { settled } from "./settled.js";
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

/** Opens the page with the best answer, with its passage marked. */
export async function openPage(page: Page): Promise<void> {
  await askUntil(page, "done");
  await press(page, ".exchange .where");
  await seen(page, ".pagehound-viewer .mark-box");
}

/** Selects a visible line of the page by dragging over it. Returns its text. */
export async function selectLine(page: Page): Promise<string> {
  const { words, x, y, width, height } = await lineInView(page);
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await seen(page, ".selection-bar .button");
  return words;
}

/** A line of a page, and its position in the window. */
interface Line {
  readonly words: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A line in the middle of the view, once one has stopped moving: a page's text arrives after its
 * marks, and the pages above may still change height. The text is read together with the position,
 * because text of other pages may arrive before it.
 */
async function lineInView(page: Page): Promise<Line> {
  const lines = page.locator(".pagehound-viewer .sheet span[role=presentation]");
  for (let last = ""; ; await page.waitForTimeout(100)) {
    const line = await lines.evaluateAll((spans): Line | null => {
      for (const span of spans) {
        const { x, y, top, bottom, width, height } = span.getBoundingClientRect();
        const middle = innerHeight / 2;
        const isInView = width > 40 && top > middle - 150 && bottom < middle + 150;
        const words = span.textContent ?? "";
        if (isInView && words.trim() !== "") return { words, x, y, width, height };
      }
      return null;
    });
    const place = JSON.stringify(line);
    if (line && place === last) return line;
    last = place;
  }
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
    name: "page-selection",
    documents: "samples",
    bring: async ({ page }) => {
      await openPage(page);
      await settled(page);
      await selectLine(page);
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
