import type { Page } from "playwright";
import { openModels } from "./asking.js";
import { meaningReady, prepareMeaning, stockModels, withoutWeights } from "./local-models.js";
import { choose, press, seen } from "./press.js";
import type { Stage, State } from "./state.js";
import { text } from "./text-file.js";

async function search(page: Page, words: string): Promise<void> {
  await press(page, "#tab-search");
  await page.locator("#search").fill(words);
}

async function match(page: Page, pattern: string): Promise<void> {
  await press(page, "#tab-search");
  await page.locator(".toggle").last().click();
  await page.locator("#search").fill(pattern);
}

/** Passages that keep an embedder busy for a while. */
const long = Array.from(
  { length: 4000 },
  (_, index) => `${`Paragraph ${index} says of ${index} what there is to say. `.repeat(16)}\n\n`,
).join("");

/**
 * Search by meaning, from its offer to its end. Each state has its own documents, because vectors
 * are stored with them.
 */
const meaningSteps: readonly Pick<State, "name" | "prepare" | "bring">[] = [
  {
    name: "meaning-offered",
    bring: async ({ page }) => {
      await press(page, "#tab-search");
      await seen(page, ".meaning-state .link");
    },
  },
  {
    name: "meaning-agree",
    bring: async ({ page }) => {
      await press(page, "#tab-search");
      await press(page, ".meaning-state .link");
      await seen(page, ".meaning-agree");
    },
  },
  {
    name: "meaning-fetching",
    prepare: (stage) => withoutWeights(stage, "never"),
    bring: async (stage) => {
      await prepareMeaning(stage);
      await seen(stage.page, ".meaning-state progress");
    },
  },
  {
    name: "meaning-failed",
    prepare: (stage) => withoutWeights(stage, "broken"),
    bring: async (stage) => {
      await prepareMeaning(stage);
      await seen(stage.page, ".meaning-state .failed");
    },
  },
  {
    name: "meaning-making",
    bring: async (stage) => {
      await choose(stage.page, [text("minutes.txt", long)]);
      await seen(stage.page, ".pick >> nth=3");
      await prepareMeaning(stage);
      await seen(stage.page, '.meaning-state[data-step="making"] progress');
    },
  },
  ...(["both", "meaning", "words"] as const).map((by) => ({
    name: `meaning-${by}`,
    bring: async (stage: Stage) => {
      await meaningReady(stage);
      await stage.page.locator(`.search-by input[value="${by}"]`).check();
      await stage.page.locator("#search").fill("dividend per share");
      await seen(stage.page, ".results .result");
    },
  })),
  {
    name: "models-meaning",
    bring: async (stage) => {
      await meaningReady(stage);
      await openModels(stage.page);
      await stage.page.locator("#meaning-title").evaluate((title) => title.scrollIntoView());
    },
  },
  {
    name: "models-meaning-deleted",
    bring: async (stage) => {
      await meaningReady(stage);
      await openModels(stage.page);
      await press(stage.page, ".meaning .delete-model");
      await stage.page.locator(".meaning .delete-model").waitFor({ state: "detached" });
      await stage.page.locator("#meaning-title").evaluate((title) => title.scrollIntoView());
    },
  },
];

const meaningStates = meaningSteps.map(
  ({ prepare, ...step }): State => ({
    ...step,
    documents: "samples",
    spoils: true,
    prepare: async (stage) => {
      await stockModels(stage);
      await prepare?.(stage);
    },
  }),
);

/** Search by words and by pattern. */
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
    name: "search-tables",
    documents: "samples",
    bring: async ({ page }) => {
      await search(page, "operating profit segment");
      await seen(page, ".results .table-text");
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
  ...meaningStates,
];
