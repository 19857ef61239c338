import type { Page } from "playwright";
import { press, seen } from "./press.js";
import type { State } from "./state.js";

async function open(page: Page): Promise<void> {
  await press(page, "#tab-grid");
  await seen(page, "#grid-start");
}

/** Creates a grid of questions, and waits until every answer is there. */
export async function makeGrid(page: Page, questions: readonly string[]): Promise<void> {
  await open(page);
  await page.locator("#grid-start").fill(questions.join("\n"));
  await press(page, ".grid-start button[type=submit]");
  await seen(page, ".grid-table tbody td");
  await answered(page);
}

/** Waits until no answer is missing. */
export async function answered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector("page-hound")?.shadowRoot;
    const cells = [...(root?.querySelectorAll<HTMLElement>("td[role=gridcell]") ?? [])];
    const left = cells.filter(({ dataset }) => /missing|asking/.test(dataset.status ?? ""));
    return cells.length > 0 && left.length === 0;
  });
}

const questions = [
  "How long is the crossing?",
  "What is the dividend per share?",
  "Who is responsible for safety?",
];

/** Adds a question whose answer is a number. */
async function addNumber(page: Page, question: string, name: string): Promise<void> {
  await press(page, ".grid-add");
  await page.locator("#grid-question").fill(question);
  await page.locator("#grid-name").fill(name);
  await page.locator("#grid-type").selectOption("number");
  await press(page, ".grid-draft button[type=submit]");
  await seen(page, '[data-place="0 3"]');
  await answered(page);
}

/** One question to every document: how a grid starts, what it shows, and how it is changed. */
export const gridStates: readonly State[] = [
  { name: "grid-start", documents: "samples", bring: ({ page }) => open(page) },
  {
    name: "grid",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await addNumber(page, "How many passengers were carried?", "Passengers");
    },
  },
  {
    name: "grid-answer",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await press(page, 'td[data-status="likely"], td[data-status="possible"]');
      await seen(page, ".grid-answer");
      await seen(page, ".pagehound-viewer mark, .pagehound-viewer .mark-box");
    },
  },
  {
    name: "grid-total",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await addNumber(page, "What was the operating profit in 2024?", "Profit");
      await press(page, ".grid-sum");
      await seen(page, "#grid-total");
    },
  },
  {
    name: "grid-column",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await press(page, ".grid-add");
      await page.locator("#grid-type").selectOption("choice");
      await press(page, ".grid-draft button[type=submit]");
    },
  },
  {
    name: "grid-menu",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await press(page, "#grid-menu-button");
      await seen(page, "#grid-menu .menu-item");
    },
  },
  {
    name: "grid-undo",
    documents: "samples",
    spoils: true,
    bring: async ({ page }) => {
      await makeGrid(page, questions);
      await press(page, ".grid-column-head .icon-button");
      await press(page, ".grid-draft .button >> nth=2");
      await seen(page, ".grid-undo");
    },
  },
];
