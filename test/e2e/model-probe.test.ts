import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { type BuiltInWindow, giveBuiltInModel } from "./built-in-model.js";
import { collectComplaints } from "./collect-complaints.js";
import { ask, note, withoutServiceWorker } from "./demo-page.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";

const question = "When does the ferry leave?";
const patience = { timeout: 120_000 };

let endpoint: ScriptedEndpoint;
let site: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  endpoint = await scriptedEndpoint();
  site = await serveFolder(`${repository}/site`, { model: endpoint.url });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), endpoint?.close()]);
});

beforeEach(async () => {
  complaints = [];
  endpoint.requests.length = 0;
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await withoutServiceWorker(context);
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const line = (): Locator => page.locator(".probe-line");
const card = (): Locator => page.getByRole("region", { name: "Now" });

async function visit(): Promise<void> {
  page = await context.newPage();
  collectComplaints(page, complaints);
  await page.goto(`${site.url}/`);
  await page.locator("#pick-files").setInputFiles(note("ferry.txt", "The ferry leaves at nine."));
  await page.getByRole("checkbox").waitFor();
}

/** Loads the browser's own model. */
async function useBuiltIn(): Promise<void> {
  await openCard("No model");
  await button("Use the browser's model").click();
  await card().getByText("answers.").waitFor(patience);
}

async function openCard(name: string = "The browser's built-in model"): Promise<void> {
  await button(`Model: ${name}`).click();
}

async function closeCard(): Promise<void> {
  await button("Close").click();
}

/** What the model was asked last. */
function lastPrompt(): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as BuiltInWindow).prompts.at(-1) ?? "");
}

function kept(): Promise<unknown> {
  return page.evaluate(() =>
    JSON.parse(localStorage.getItem("pagehound:model-probe:browser") ?? "null"),
  );
}

const followsTools = { strategy: "auto-tools", asked: 4, right: 4, reason: "answers" };

test("a model is tried out when the page is idle, and from then on uses tools", async () => {
  await giveBuiltInModel(context);
  await visit();
  await useBuiltIn();
  await card().getByText("with 4 of 4 questions answered right").waitFor(patience);
  expect(await kept()).toMatchObject(followsTools);
  await closeCard();
  expect(await line().count()).toBe(0);
  await (await ask(page, question)).getByText("The ferry leaves at nine.").first().waitFor();
  expect(await lastPrompt()).toContain("Calls left: 10");

  // Another visit knows it.
  await page.close();
  await visit();
  await useBuiltIn();
  await card().getByText("with 4 of 4 questions answered right").waitFor(patience);
  await closeCard();
  await ask(page, question);
  const prompts = () =>
    page.evaluate(() => (globalThis as unknown as BuiltInWindow).prompts.length);
  expect([await prompts(), await lastPrompt()]).toEqual([
    1,
    expect.stringContaining("Calls left: 10"),
  ]);
});

test("a question interrupts the trial, which runs again later", async () => {
  await giveBuiltInModel(context, true);
  await visit();
  await useBuiltIn();
  await closeCard();
  await line().getByText("question 1 of 5").waitFor(patience);
  await page.waitForFunction(() => (globalThis as unknown as BuiltInWindow).unanswered > 0);
  // The model is silent until the trial gives way.
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  const turn = page.getByRole("article", { name: question });
  await expect.poll(() => turn.getAttribute("data-state"), patience).toBe("done");
  await turn.getByText("The ferry leaves at nine.").first().waitFor();
  await expect.poll(kept, patience).toMatchObject(followsTools);
});

test("the reader can skip a trial by keyboard, and start it later", async () => {
  await giveBuiltInModel(context, true);
  await visit();
  await useBuiltIn();
  await closeCard();
  await line().waitFor(patience);
  await button("Skip").focus();
  await page.keyboard.press("Enter");
  await line().waitFor({ state: "detached" });
  await expect
    .poll(() =>
      page.getByRole("textbox", { name: "Question" }).evaluate((box) => box.matches(":focus")),
    )
    .toBe(true);
  expect(await kept()).toEqual({ version: 1 });

  await page.close();
  await visit();
  await page.evaluate(() => Object.assign(globalThis, { silent: false }));
  await useBuiltIn();
  await button("Try it out").waitFor();
  await button("Try it out").press("Enter");
  await card().getByText("with 4 of 4 questions answered right").waitFor(patience);
  expect(
    await card().evaluate(
      (part) => part.contains(document.activeElement) || part.matches(":focus"),
    ),
  ).toBe(true);
  expect(await kept()).toMatchObject(followsTools);
  await button("Try it out again").waitFor();
});

test("a server is sent nothing before the reader presses the button for that", async () => {
  endpoint.reply = ({ prompt }) => {
    const answer = prompt.includes("350 crowns")
      ? {
          enough: true,
          missing: "",
          sentences: [
            {
              text: "It is 350 crowns.",
              citations: [{ id: idOf(prompt, "350 crowns"), quote: "350 crowns" }],
            },
          ],
        }
      : null;
    const call = answer
      ? { tool: "answer", arguments: answer }
      : { tool: "search", arguments: { query: "deposit key" } };
    return { thought: "", calls: [call] };
  };
  await visit();
  await openCard("No model");
  await page.getByText("Connect to an OpenAI-compatible server").press("Enter");
  await page.getByLabel("Address").fill("/model");
  await button("Connect and send text there").click();
  await card().getByText("scripted answers.").waitFor(patience);
  const { host } = new URL(site.url);
  await card().getByText(`About 15,000 words are sent to http://${host}`).waitFor();
  expect(endpoint.requests).toEqual([]);
  await button("Try it out").click();
  // It says the same of each question.
  await card().getByText("with 1 of 3 questions answered right").waitFor(patience);
  expect(endpoint.requests.some(({ prompt }) => prompt.includes("ferry"))).toBe(false);
  await closeCard();
  endpoint.requests.length = 0;
  endpoint.reply = () => ({});
  await ask(page, question);
  // Led by code, it is asked for plain text.
  expect(endpoint.requests.filter(({ prompt }) => prompt.includes("Calls left"))).toEqual([]);
});
