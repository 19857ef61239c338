import { askUntil } from "./asking.js";
import { press, seen } from "./press.js";
import type { State } from "./state.js";

/** The element as a panel in a page, and behind a button. */
export const modeStates: readonly State[] = [
  {
    name: "panel-empty",
    mode: "panel",
    documents: "none",
    bring: ({ page }) => seen(page, ".drop-area"),
  },
  {
    name: "panel",
    mode: "panel",
    documents: "samples",
    bring: ({ page }) => seen(page, "#question"),
  },
  {
    name: "panel-documents",
    mode: "panel",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".expand");
      await seen(page, ".pick");
    },
  },
  {
    name: "panel-page",
    mode: "panel",
    documents: "samples",
    bring: async ({ page }) => {
      await askUntil(page, "done");
      await press(page, ".exchange .where");
      await seen(page, ".pagehound-viewer .mark-box");
    },
  },
  {
    name: "button",
    mode: "button",
    documents: "samples",
    bring: ({ page }) => seen(page, ".launcher"),
  },
  {
    name: "button-empty",
    mode: "button",
    documents: "none",
    bring: async ({ page }) => {
      await press(page, ".launcher");
      await seen(page, ".drop-area");
    },
  },
  {
    name: "button-open",
    mode: "button",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".launcher");
      await askUntil(page, "done");
      await seen(page, ".exchange .result");
    },
  },
];
