import type { Page } from "playwright";
import { giveBuiltInModel } from "../built-in-model.js";
import { askUntil, connect, openModels, unfoldEndpoint } from "./asking.js";
import { makeGrid } from "./grids.js";
import { keepModelFile, runOutOfMemory, stockModels } from "./local-models.js";
import { choose, focusOn, press, seen } from "./press.js";
import { saveCollection } from "./save-collection.js";
import { answers, question } from "./scripts.js";
import { noServers, serveModels, silentServers } from "./servers.js";
import type { State } from "./state.js";

/** The dialogs on top of everything. */
export const panelStates: readonly State[] = [
  {
    name: "models",
    documents: "samples",
    bring: ({ page }) => openModels(page),
  },
  {
    name: "models-endpoint",
    documents: "samples",
    bring: async ({ page }) => {
      await openModels(page);
      await unfoldEndpoint(page);
      await page.locator('.endpoint input[name="url"]').fill("https://elsewhere.example/v1");
      await press(page, '.endpoint button[type="submit"]');
      await seen(page, '.endpoint input[aria-invalid="true"]');
    },
  },
  {
    name: "models-agree",
    documents: "samples",
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".offer-row .button");
      await seen(page, ".agree");
    },
  },
  {
    name: "collection-opened",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await askUntil(page, "done");
      await makeGrid(page, [question]);
      await press(page, ".settings-button");
      const file = await saveCollection(page);
      await press(page, "#grid-menu-button");
      await press(page, "#grid-menu .menu-part:last-child li:last-child .menu-item");
      await seen(page, ".grid-undo");
      await press(page, "#tab-ask");
      await press(page, "#conversations-button");
      await press(page, ".menu-row .icon-button:last-of-type");
      await page.keyboard.press("Escape");
      await choose(page, [file]);
      await seen(page, ".notice-actions");
    },
  },
  {
    name: "model-line",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".model-offer .link");
      await seen(page, ".model-offer .agree");
    },
  },
  {
    name: "model-file",
    documents: "samples",
    bring: async ({ page }) => {
      const buffer = Buffer.alloc(2_000_000, "GGUF");
      const file = { name: "SmolLM2-135M-Instruct-Q4_K_M.gguf", mimeType: "", buffer };
      await page.locator("#pick-files").setInputFiles(file);
      await seen(page, ".notice-actions");
    },
  },
  {
    name: "models-loading",
    documents: "samples",
    spoils: true,
    // The first byte never arrives.
    prepare: async ({ context }) => {
      await context.route(/\.gguf$/, () => {});
    },
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".offer-row .button");
      await press(page, ".agree .primary");
      await seen(page, ".model-state progress");
    },
  },
  {
    name: "models-failed",
    documents: "samples",
    // Tests never download from outside.
    prepare: async ({ context }) => {
      await context.route(/\.gguf$/, (route) => route.abort());
    },
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".offer-row .button");
      await press(page, ".agree .primary");
      await seen(page, ".model-state .failed");
    },
  },
  {
    name: "models-time",
    documents: "samples",
    spoils: true,
    prepare: async ({ context }) => {
      await context.addInitScript(() => {
        const id = "wllama:https://example.com/qwen2.5-0.5b-instruct-q4_k_m.gguf";
        const measured = { id, name: "Qwen2.5 0.5B", parameters: 0.49e9, times: [38_000] };
        localStorage.setItem("pagehound:question-time:wllama", JSON.stringify(measured));
      });
    },
    bring: ({ page }) => openModels(page),
  },
  {
    name: "models-too-large",
    documents: "samples",
    spoils: true,
    prepare: async (stage) => {
      await stockModels(stage);
      await runOutOfMemory(stage, 0, 9);
    },
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".offer-row .button");
      await press(page, ".agree .primary");
      await seen(page, ".model-state .primary");
    },
  },
  {
    name: "models-smaller",
    documents: "samples",
    spoils: true,
    prepare: async (stage) => {
      await stockModels(stage);
      await runOutOfMemory(stage, 1, 2);
    },
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".offer-row:nth-of-type(3) .button");
      await press(page, ".agree .primary");
      await seen(page, '.model-button[data-state="ready"]');
      // The smaller model is stored, and the other one does not fit.
      await press(page, ".offer-row:nth-of-type(1) .button");
      await press(page, ".agree .primary");
      // Shows what is used instead, what answers, and where it runs.
      await seen(page, ".model-state p:nth-of-type(3)");
      await seen(page, '.model-button[data-state="ready"]');
    },
  },
  {
    name: "model-line-again",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await keepModelFile({ page });
      await seen(page, ".model-offer .link >> nth=1");
    },
  },
  {
    name: "models-again",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await keepModelFile({ page });
      await openModels(page);
      await page.locator("#files-title").evaluate((title) => title.scrollIntoView());
    },
  },
  {
    name: "models-connected",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      answers(endpoint);
      await connect(page);
      await press(page, ".model-button");
      await seen(page, "dialog#models .offer-row");
    },
  },
  {
    name: "model-probe",
    documents: "samples",
    spoils: true,
    prepare: ({ context }) => giveBuiltInModel(context, true),
    bring: async ({ page }) => {
      await useBuiltIn(page);
      await page.keyboard.press("Escape");
      await seen(page, ".probe-line progress[max]");
    },
  },
  {
    name: "models-probe",
    documents: "samples",
    spoils: true,
    prepare: ({ context }) => giveBuiltInModel(context, true),
    bring: async ({ page }) => {
      await useBuiltIn(page);
      await seen(page, ".probe-state progress[max]");
    },
  },
  {
    name: "models-probed",
    documents: "samples",
    spoils: true,
    prepare: ({ context }) => giveBuiltInModel(context),
    bring: async ({ page }) => {
      await useBuiltIn(page);
      await press(page, ".probe-state .button");
      await seen(page, ".probe-state p + .button");
      await page.locator(".probe-state progress").waitFor({ state: "detached" });
    },
  },
  {
    name: "models-servers",
    documents: "samples",
    prepare: ({ page }) => serveModels(page),
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".server-search > .button");
      await seen(page, '.server-search[data-state="done"]');
      await page.locator(".server-search").evaluate((search) => search.scrollIntoView());
    },
  },
  {
    name: "models-servers-none",
    documents: "samples",
    prepare: ({ page }) => noServers(page),
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".server-search > .button");
      await seen(page, '.server-search[data-state="done"]');
      await page.locator(".server-search").evaluate((search) => search.scrollIntoView());
    },
  },
  {
    name: "models-servers-looking",
    documents: "samples",
    prepare: ({ page }) => silentServers(page),
    bring: async ({ page }) => {
      await openModels(page);
      await press(page, ".server-search > .button");
      await seen(page, ".server-search progress");
      await page.locator(".server-search").evaluate((search) => search.scrollIntoView());
    },
  },
  {
    name: "settings",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".settings-button");
      await seen(page, ".settings-choices");
      await seen(page, "dialog#settings section:nth-of-type(5)");
    },
  },
  {
    name: "keys",
    documents: "samples",
    bring: async ({ page }) => {
      await focusOn(page.locator("#tab-ask"));
      await page.keyboard.press("?");
      await seen(page, "dialog#keys .keys");
    },
  },
  {
    name: "settings-hints",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      answers(endpoint);
      await connect(page);
      await askUntil(page, "done");
      await press(page, ".settings-button");
      await seen(page, ".guide");
      await press(page, ".guide-edit");
      await seen(page, ".guide textarea");
      await page.locator(".guides").evaluate((notes) => notes.scrollIntoView());
    },
  },
  {
    name: "network",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".privacy-line");
      await seen(page, ".network-check");
    },
  },
  {
    name: "network-checked",
    documents: "samples",
    bring: async ({ page }) => {
      await press(page, ".privacy-line");
      await press(page, ".network-check .button");
      await seen(page, ".check-outcome");
    },
  },
];

/** Loads the browser's own model from the panel, which stays open. */
async function useBuiltIn(page: Page): Promise<void> {
  await openModels(page);
  await press(page, '[aria-labelledby="built-in-title"] .button');
  await seen(page, ".probe-state");
}
