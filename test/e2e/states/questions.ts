import { ask, askUntil, connect } from "./asking.js";
import { focusOn, press, seen } from "./press.js";
import {
  answers,
  breaks,
  calculates,
  fallsSilent,
  fallsSilentAnswering,
  findsNothing,
  takesWrongColumn,
} from "./scripts.js";
import type { Stage, State } from "./state.js";

/** Asks a model that answers. */
async function answered({ page, endpoint }: Stage): Promise<void> {
  answers(endpoint);
  await connect(page);
  await askUntil(page, "done");
  await seen(page, ".cite");
}

/**
 * Gives the page its own model, which takes long to read. It is a string because compilers add
 * helper calls to functions.
 */
const slowReader = `document.querySelector("page-hound").model = {
  info: {
    id: "custom:slow", name: "Qwen3 4B", provider: "custom",
    contextLength: 8192, sendsTo: null, choosesTools: false,
  },
  complete(request, { onReading }) {
    onReading({ read: 1280, total: 3421, millisecondsLeft: 41000 });
    return new Promise(() => {});
  },
  async unload() {},
};`;

/** Questions and how they end. Each has its own conversation. */
export const questionStates: readonly State[] = [
  {
    name: "empty-question",
    documents: "samples",
    bring: async ({ page }) => {
      await page.locator("#question").press("Enter");
      await seen(page, "#question-fault");
    },
  },
  {
    name: "running",
    documents: "samples",
    spoils: true,
    bring: async ({ page, endpoint }) => {
      fallsSilent(endpoint);
      await connect(page);
      await askUntil(page, "running");
      await seen(page, ".exchange .result");
    },
  },
  {
    name: "reading",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await page.evaluate(slowReader);
      await seen(page, '.model-button[data-state="ready"]');
      await askUntil(page, "running");
      await page
        .getByText(/1[.,٬]?280|١٬٢٨٠/)
        .first()
        .waitFor();
    },
  },
  {
    name: "writing",
    documents: "samples",
    spoils: true,
    bring: async ({ page, endpoint }) => {
      fallsSilentAnswering(endpoint);
      await connect(page);
      await ask(page);
      await seen(page, ".answer-text[data-draft] .sentence");
    },
  },
  {
    name: "passages",
    documents: "samples",
    bring: async ({ page }) => {
      await askUntil(page, "done");
      await seen(page, ".exchange .result .table-text");
    },
  },
  ...Object.entries({
    "direct-yes": "Does the board propose a dividend?",
    "direct-highest": "Which segment had the highest revenue in 2024?",
    "direct-share": "What share of total revenue came from freight in 2024?",
    "direct-count": "How many ways are there to add documents?",
    "direct-year": "In which year was total revenue highest?",
    "direct-unsaid": "Who wrote the user guide?",
  }).map(
    ([name, question]): State => ({
      name,
      documents: "samples",
      bring: async ({ page }) => {
        await askUntil(page, "done", question);
        await seen(page, ".exchange .direct");
      },
    }),
  ),
  {
    name: "about-document",
    documents: "samples",
    bring: async ({ page }) => {
      await askUntil(page, "done", "How many pages does the user guide have?");
      await seen(page, ".exchange .answer-text .cite");
    },
  },
  {
    name: "definition",
    documents: "samples",
    bring: async ({ page }) => {
      await askUntil(page, "done", "What is a scan?");
      await seen(page, ".exchange .result");
    },
  },
  {
    name: "table-whole",
    documents: "samples",
    bring: async ({ page }) => {
      await askUntil(page, "done");
      await press(page, ".table-tool");
      await seen(page, ".table-tools button:nth-child(3)");
    },
  },
  { name: "answer", documents: "samples", bring: answered },
  {
    name: "source-card",
    documents: "samples",
    bring: async (stage) => {
      await answered(stage);
      await focusOn(stage.page.locator(".cite").first());
      await seen(stage.page, ".source-card:popover-open .table-text [data-cited]");
    },
  },
  {
    name: "unsupported",
    documents: "samples",
    bring: async (stage) => {
      await answered(stage);
      await press(stage.page, ".cite.missing");
      await seen(stage.page, ".source-card:popover-open");
    },
  },
  {
    name: "mismatch",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      takesWrongColumn(endpoint);
      await connect(page);
      await askUntil(page, "done");
      await press(page, ".cite.missing");
      await seen(page, ".source-card:popover-open");
    },
  },
  {
    name: "calculated",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      calculates(endpoint);
      await connect(page);
      await askUntil(page, "done");
      await focusOn(page.locator(".calculated").first());
      await page.keyboard.press("Enter");
      await seen(page, ".formula");
    },
  },
  {
    name: "sources",
    documents: "samples",
    bring: async (stage) => {
      await answered(stage);
      await press(stage.page, ".evidence-button");
      await seen(stage.page, ".evidence .result .table-text [data-cited]");
    },
  },
  {
    name: "answer-forms",
    documents: "samples",
    bring: async (stage) => {
      await answered(stage);
      await press(stage.page, '.turn-foot [aria-controls$="-forms"]');
    },
  },
  {
    name: "trace",
    documents: "samples",
    bring: async (stage) => {
      await answered(stage);
      await press(stage.page, ".turn-line");
      await press(stage.page, ".trace-foot .link");
      await seen(stage.page, ".numbers");
    },
  },
  {
    name: "not-found",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      findsNothing(endpoint);
      await connect(page);
      await askUntil(page, "done", "Who flew the airship?");
    },
  },
  {
    name: "stopped",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      fallsSilentAnswering(endpoint);
      await connect(page);
      await ask(page);
      await seen(page, ".answer-text[data-draft] .sentence");
      await page.locator("#question").press("Escape");
      await seen(page, '.exchange[data-state="stopped"]');
    },
  },
  {
    name: "model-broke",
    documents: "samples",
    bring: async ({ page, endpoint }) => {
      breaks(endpoint);
      await connect(page);
      await askUntil(page, "done");
      await seen(page, ".exchange .result");
    },
  },
  {
    name: "conversations",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await askUntil(page, "done");
      // Enough to make the search box appear.
      for (const topic of ["crossing", "dividend", "safety", "bicycle"]) {
        await page.locator(".conversations > .icon-button").last().click();
        await askUntil(page, "done", `What does the annual report of the year say about ${topic}?`);
      }
      await press(page, "#conversations-button");
      await press(page, "#conversations .menu-row .icon-button");
      await seen(page, "#conversations .menu-name");
    },
  },
  {
    name: "conversation-deleted",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await askUntil(page, "done");
      await press(page, "#conversations-button");
      await press(page, "#conversations .menu-row .icon-button:last-child");
      await seen(page, ".toast:not([hidden])");
      await page.locator(".toast:not([hidden])").hover();
    },
  },
];
