import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { type Served, serveFolder } from "../../cli/serve.js";
import { buildDemo } from "../driver/build.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { isLong } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { connectModel } from "./connect-model.js";
import { SampleVisits } from "./sample-visits.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { focusOn } from "./states/press.js";
import { serveModels } from "./states/servers.js";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' http://localhost:* http://127.0.0.1:*; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";
const dist = path.join(repository, "site");
const desktop = { viewport: { width: 1280, height: 800 } };
const question = "What was the operating profit in 2024?";

let endpoint: ScriptedEndpoint;
let served: Served;
/** A folder with a model of random weights under the name of one that the page offers. */
let models: string;
let browser: Browser;
let visits: SampleVisits;
let context: BrowserContext;
let page: Page;
/** Whether the test changes the documents or the stored models. */
let spoils: boolean;
let axe: string;
/** Every page error, and every request to another origin. */
let complaints: string[];

beforeAll(async () => {
  if (!existsSync(path.join(dist, "index.html"))) await buildDemo();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  endpoint = await scriptedEndpoint();
  models = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  await copyFile(await storedRandomGguf(), path.join(models, "Qwen3-0.6B-Q8_0.gguf"));
  await writeList(models);
  const mounts = { "/": dist, "/models/": models };
  served = await serveFolder(mounts, {
    headers: { "content-security-policy": policy },
    model: endpoint.url,
  });
  browser = await launchBrowser();
  visits = new SampleVisits(browser, served.url, desktop, (opened) => {
    opened.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${served.url}/`) && !/^(?:blob|data):/.test(url)) complaints.push(url);
    });
  });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
  await rm(models, { recursive: true });
});

async function begin(): Promise<void> {
  complaints = [];
  spoils = false;
  page = await visits.open((opened) => collectComplaints(opened, complaints));
  context = page.context();
}

async function end(): Promise<void> {
  await visits.end({ spoils });
  expect(complaints).toEqual([]);
}

beforeEach(() => {
  endpoint.requests.length = 0;
});

const box = (): Locator => page.getByRole("textbox", { name: "Question" });
const turns = (): Locator => page.getByRole("article");
const turn = (text: string): Locator => page.getByRole("article", { name: text, exact: true });
const announced = (): Promise<string> => page.locator("#announcements").innerText();
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.matches(":focus"));

async function ask(text: string): Promise<Locator> {
  await box().fill(text);
  await box().press("Enter");
  await turn(text).last().waitFor();
  return turn(text).last();
}

async function answered(turn: Locator): Promise<void> {
  await expect.poll(() => turn.getAttribute("data-state"), { timeout: 60_000 }).toBe("done");
}

/** Runs axe past the page's policy, which forbids foreign code, and returns what it finds. */
async function faults(): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  await session.detach();
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

const act = (...calls: object[]): object => ({ thought: "", calls });
const search = (query: string): object => ({ tool: "search", arguments: { query } });
type Sentence = { text: string; citations: { id: string; quote: string }[] };
const conclude = (...sentences: Sentence[]): object =>
  act({ tool: "answer", arguments: { enough: true, missing: "", sentences } });
const row = "Operating profit 2 14,150 10,000";

/** Searches once, then answers from the results. */
function answersWith(sentences: (id: string) => Sentence[]): void {
  let searches = 0;
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    if (kind === "action" && searches++ === 0) return act(search("operating profit 2024"));
    return conclude(...sentences(idOf(prompt, "14,150")));
  };
}

describe("each in its own visit", () => {
  beforeEach(begin);
  afterEach(end);

  test("passages for a question with unknown words are said to come nearest, not to match it", async () => {
    const turn = await ask("What is the airspeed of the Marigold?");
    await turn.getByText("No document contains “airspeed”.").waitFor();
    await turn
      .getByText("These passages come nearest. No clear answer in these passages.")
      .waitFor();
    // A word of any length stays within the answer.
    const long = await ask(`What is the operating profit of ${"x".repeat(300)}?`);
    const remark = long.locator(".missing-words");
    await remark.waitFor();
    expect(await remark.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    // Without a word that any document has, nothing is shown, not even of the question before.
    await (await ask("zzzz?")).getByText("No matching passages").waitFor();
  });

  test("without a model the best passages are shown at once, with the answering sentence marked", async () => {
    expect(await faults()).toEqual([]);
    const turn = await ask(question);
    await answered(turn);
    await turn.getByRole("heading", { name: "The best passages" }).waitFor();
    await turn.getByText(/^No model was used\./).waitFor();
    const passages = turn.getByRole("list", { name: "Passages" }).getByRole("listitem");
    await expect.poll(() => passages.count()).toBeGreaterThan(1);
    const marks = await turn.locator("mark").allInnerTexts();
    expect(marks.join("\n")).toMatch(
      /Operating profit.*14,150|operating profit to \$14\.2 million/s,
    );
    await turn.getByText(/^all \d+ pages covered · /).waitFor();
    await turn.getByText(/A model could write an answer from these: .+ to download/).waitFor();
    await expect.poll(announced).toMatch(/^\d passages\. The best is in .+, page \d+\.$/);
    expect(await faults()).toEqual([]);

    await passages.first().locator(".where").click();
    await page.locator(".mark-box").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(passages.first().locator(".where"))).toBe(true);
  });

  test("each question of a message has its own passages, and the arrow keys move through all", async () => {
    const turn = await ask(
      "What was the operating profit in 2024, and how does a library keep documents on this device?",
    );
    await answered(turn);
    const first = turn.getByRole("region", { name: "What was the operating profit in 2024?" });
    const second = turn.getByRole("region", {
      name: "How does a library keep documents on this device?",
    });
    // The table replaces its text once it is recognised.
    await expect
      .poll(async () => (await first.locator("mark").allInnerTexts()).join("\n"))
      .toMatch(/14,150|14\.2 million/);
    await second.getByRole("listitem").first().waitFor();
    expect(await faults()).toEqual([]);

    await first.locator(".where").last().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => isFocused(second.locator(".where").first())).toBe(true);
  });

  test("a model searches and answers; a chip shows the quote and opens exactly that place", async () => {
    answersWith((id) => [
      {
        text: "The operating profit was $14,150 thousand in 2024.",
        citations: [{ id, quote: row }],
      },
    ]);
    await connectModel(page);
    const turn = await ask(question);
    await answered(turn);
    const text = turn.locator(".answer-text");
    await expect
      .poll(() => text.innerText())
      .toContain("The operating profit was $14,150 thousand in 2024.");
    await turn.getByText("The model and the search agree on the place.").waitFor();
    await expect.poll(announced).toBe("Answer: The operating profit was $14,150 thousand in 2024.");

    const chip = turn.getByRole("button", { name: "Source 1" });
    await chip.hover();
    const card = page.getByRole("group", { name: "Source" });
    await card.getByText(/Operating profit.+14,150.+10,000/).waitFor();
    await card.getByText("northwind-harbour-ferries-annual-report-2024.pdf, page 6").waitFor();
    expect(await faults()).toEqual([]);
    await page.mouse.move(5, 5);
    await card.waitFor({ state: "hidden" });

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await turn.getByRole("button", { name: "Copy the answer with its sources" }).click();
    await expect.poll(announced).toBe("Copied.");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/in 2024\. \[1\]\n\n\[1\] northwind-.+, page 6: “Operating profit /);

    await turn.getByRole("button", { name: /search.*covered/ }).click();
    const trace = turn.getByRole("region", { name: "What it searched" });
    await trace.getByText("Looked for “operating profit 2024”").waitFor();
    await trace.getByRole("button", { name: "More detail" }).click();
    await trace.getByText("Generated tokens").waitFor();
    const saving = page.waitForEvent("download");
    await trace.getByRole("button", { name: "Save what it searched" }).click();
    const saved = JSON.parse(await readFile(await (await saving).path(), "utf8"));
    expect(saved).toMatchObject({ traceVersion: 1, question, answer: { kind: "answered" } });
    expect(await faults()).toEqual([]);

    await chip.click();
    await page.locator(".mark-box").first().waitFor();
    const marked = page.locator('.mark[data-strength="word"]');
    const words = await marked.evaluateAll((marks) =>
      marks.map((mark) => mark.getAttribute("data-text")).join(" "),
    );
    expect(words.replace(/\s/g, "")).toBe(row.replace(/\s/g, ""));
    expect(await faults()).toEqual([]);
  });

  test.runIf(isLong)(
    "a number from another year's column is reported with its location, not as missing",
    async () => {
      answersWith((id) => [
        {
          text: "The operating profit was $10,000 thousand in 2024.",
          citations: [{ id, quote: row }],
        },
      ]);
      await connectModel(page);
      const turn = await ask(question);
      await answered(turn);
      await turn.getByRole("button", { name: "Not found in your documents" }).click();
      const card = page.getByRole("group", { name: "Source" });
      await card
        .getByText("$10,000 thousand is in the column “2023”; the sentence says 2024.")
        .waitFor();
      expect(await card.getByText("Not found in your documents.").count()).toBe(0);
      await expect
        .poll(() => card.locator("[data-cited]").allInnerTexts())
        .toEqual(["10,000\n(marked)"]);
      expect(await faults()).toEqual([]);
    },
  );

  test("a calculated number shows its formula, and each operand opens its source", async () => {
    let turnsSeen = 0;
    endpoint.reply = ({ kind, prompt }) => {
      if (kind === "rewrite") return { question, queries: ["operating profit"] };
      turnsSeen++;
      if (turnsSeen === 1 && kind === "action") return act(search("operating profit 2024"));
      const id = idOf(prompt, "14,150");
      if (turnsSeen === 2 && kind === "action") {
        const values = [
          { name: "a", id, number: "10,000" },
          { name: "b", id, number: "14,150" },
        ];
        return act({
          tool: "calculate",
          arguments: { expression: "percent_change(a, b)", values },
        });
      }
      return conclude({
        text: "The operating profit rose by 41.5 %.",
        citations: [{ id, quote: row }],
      });
    };
    await connectModel(page);
    const turn = await ask("By how much did the operating profit rise?");
    await answered(turn);
    const number = turn.getByRole("button", { name: "41.5", exact: true });
    await focusOn(number);
    const card = page.getByRole("group", { name: "Source" });
    await page.keyboard.press("Enter");
    await card.getByText(/percent_change.*= 41\.5/).waitFor();
    const operands = card.getByRole("button");
    await expect.poll(() => operands.count()).toBe(2);
    await expect.poll(() => isFocused(operands.first())).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(number)).toBe(true);
    await page.keyboard.press("Enter");
    // A table too wide for the card is a tab stop of its own.
    for (let presses = 0; presses < 2; presses++) {
      if (!(await isFocused(operands.nth(1)))) await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.locator(".mark-box").first().waitFor();
    const marked = page.locator('.mark[data-strength="word"]');
    await expect.poll(() => marked.first().getAttribute("data-text")).toContain("14,150");
  });

  test.runIf(isLong)("checked sentences replace drafts without moving a word", async () => {
    let hold = true;
    const sentencesOf = (id: string): Sentence[] => [
      {
        text: "The operating profit was $14,150 thousand in 2024.",
        citations: [{ id, quote: row }],
      },
      {
        text: "It was $10,000 thousand in the year before that one.",
        citations: [{ id, quote: row }],
      },
      { text: "Everybody was astonished by this, and said so in the press.", citations: [] },
    ];
    answersWith(sentencesOf);
    const whole = endpoint.reply;
    endpoint.reply = (request) => {
      const reply = whole(request);
      const text = JSON.stringify(reply);
      return hold && text.includes('"answer"') ? { silentAfter: text.slice(0, -12) } : reply;
    };
    await connectModel(page);
    const first = await ask(question);
    const sentences = first.locator(".sentence");
    await expect.poll(() => sentences.count()).toBe(3);
    await expect.poll(() => sentences.last().innerText()).toContain("in the press.");
    expect(await faults()).toEqual([]);
    const lines = (turn: Locator): Promise<number[][]> =>
      turn.locator(".sentence").evaluateAll((all) => {
        const { top, left } = all[0]?.getBoundingClientRect() ?? { top: 0, left: 0 };
        return all.map((one) =>
          [...one.getClientRects()].flatMap((r) => [r.left - left, r.top - top].map(Math.round)),
        );
      });
    const before = await lines(first);
    hold = false;
    await page.getByRole("button", { name: "Stop" }).click();
    await first.getByText("Stopped. What is written above was not checked.").waitFor();
    answersWith(sentencesOf);
    const second = await ask("What was the operating profit in 2024, again?");
    await answered(second);
    expect(await lines(second)).toEqual(before);
  });

  test("a follow-up is understood in context, and conversations are stored", async () => {
    answersWith((id) => [
      { text: "The operating profit was $14,150 thousand.", citations: [{ id, quote: row }] },
    ]);
    await connectModel(page);
    await answered(await ask(question));
    const inFull = "What was the operating profit in 2023?";
    endpoint.reply = ({ kind, prompt }) => {
      if (kind === "rewrite") return { question: inFull, queries: ["operating profit 2023"] };
      return conclude({
        text: "In 2023 it was $10,000 thousand.",
        citations: [{ id: idOf(prompt, "14,150"), quote: row }],
      });
    };
    const second = await ask("And in 2023?");
    await answered(second);
    const rewriting = endpoint.requests.findLast(({ kind }) => kind === "rewrite");
    expect(rewriting?.prompt).toContain(question);
    await second.locator(".turn-line").click();
    await second.getByText(`Understood as “${inFull}”`).waitFor();

    await page.getByRole("button", { name: "New conversation" }).click();
    await expect.poll(() => turns().count()).toBe(0);
    await page.reload();
    const earlier = page.getByRole("button", { name: "Earlier conversations" });
    await earlier.click();
    await page.getByRole("button", { name: /2 questions/ }).click();
    await expect.poll(() => turns().count()).toBe(2);
    await turn("And in 2023?").getByRole("button", { name: "Source 1" }).waitFor();
    await expect.poll(() => isFocused(box())).toBe(true);

    await earlier.click();
    await page.getByRole("button", { name: `Delete “${question}”` }).click();
    await expect.poll(() => turns().count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => isFocused(box())).toBe(true);
    await earlier.click();
    await page.getByRole("button", { name: /2 questions/ }).waitFor();
    expect(await faults()).toEqual([]);
  });

  test("an endpoint on another origin is refused with a plain reason before anything is sent", async () => {
    await page.getByRole("button", { name: "Model: No model" }).click();
    await page.getByText("Connect to an OpenAI-compatible server").press("Enter");
    await page
      .getByText("Your questions, and text of your documents, then leave this page")
      .waitFor();
    await page.getByLabel("Address").fill("https://elsewhere.example/v1");
    await page.getByRole("button", { name: "Connect and send text there" }).click();
    await page
      .locator("#endpoint-fault")
      .getByText(/The rules of this page let it contact .+ only\. Make/)
      .waitFor();
    expect(await faults()).toEqual([]);
  });

  test.runIf(isLong)("a server on this computer is found on request, and answers", async () => {
    const requests: string[] = [];
    page.on("request", (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (hostname === "localhost") requests.push(pathname);
    });
    let chats = 0;
    await serveModels(page, async (route) => {
      const refused = chats++ === 0;
      const message = "Failed to initialize samplers: failed to parse grammar";
      const headers = { "access-control-allow-origin": "*" };
      if (refused) return route.fulfill({ status: 400, headers, json: { error: { message } } });
      // The page may be closed while a reply is in transit.
      const response = await route
        .fetch({ url: `${endpoint.url}/chat/completions` })
        .catch(() => null);
      if (!response) return;
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
    });
    await page.getByRole("button", { name: "Model: No model" }).click();
    const look = page.getByRole("button", { name: "Look for model servers" });
    await look.waitFor();
    expect(requests).toEqual([]);
    await look.click();
    await page.getByRole("button", { name: "Look again" }).waitFor();
    const search = page.getByRole("group", { name: "Model servers on this computer" });
    const text = await search.innerText();
    expect(text).toMatch(/A program answers at localhost:1234.*LM Studio, switch on Enable CORS/);
    expect(text).toContain("reads about 6,100 words at once, up to 98,000");
    await search.getByRole("button", { name: "Enter the key of Jan" }).click();
    await expect
      .poll(() => page.getByLabel("Address").inputValue())
      .toBe("http://localhost:1337/v1");
    await search.getByRole("button", { name: "Use llama3.2:latest of Ollama" }).click();
    await page.getByText("llama3.2:latest answers.").waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    endpoint.reply = () => ({ enough: false, missing: "all", sentences: [] });
    await box().fill(question);
    await box().press("Enter");
    await expect.poll(() => chats).toBeGreaterThan(1);
    await page.getByRole("button", { name: /^Model: llama3\.2/ }).click();
    await page.getByText("This server cannot enforce an exact format").waitFor();
    await page.close();
    // Ignores the requests themselves, and the browser's log entries for unanswered ones.
    complaints = complaints.filter((complaint) => !/localhost:|Failed to load/.test(complaint));
  });

  test.runIf(isLong)("the context length of an endpoint accepts only a number", async () => {
    endpoint.reply = () => ({ enough: false, missing: "all", sentences: [] });
    await page.getByRole("button", { name: "Model: No model" }).click();
    await page.getByText("Connect to an OpenAI-compatible server").press("Enter");
    const tokens = page.getByLabel("Tokens it reads at once");
    await tokens.waitFor({ state: "hidden" });
    await page.getByText("Advanced", { exact: true }).click();
    await page.getByLabel("Address").fill("/model");
    await tokens.fill("8k");
    await page.getByRole("button", { name: "Connect and send text there" }).click();
    await page
      .locator("#endpoint-fault")
      .getByText("Enter how many tokens the model reads at once, a whole number")
      .waitFor();
    await expect.poll(() => tokens.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.getByLabel("Address").getAttribute("aria-invalid")).toBe("false");
    expect(await faults()).toEqual([]);
    await tokens.fill("3,000");
    await page.getByRole("button", { name: "Connect and send text there" }).click();
    await page.getByText("scripted answers.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await answered(await ask(question));
    // The small context has no room for tools; the assumed one does.
    const kinds = endpoint.requests.map(({ kind }) => kind);
    expect(kinds).toContain("answer");
    expect(kinds).not.toContain("action");
    // On the next visit the server is offered again, but nothing is sent until the reader asks.
    endpoint.requests.length = 0;
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await page.reload();
    // Restoring the conversation would close a dialog that was opened before.
    await turn(question).waitFor();
    await page.getByRole("button", { name: "Model: No model" }).click();
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("/model");
    await expect.poll(() => tokens.inputValue()).toBe("3,000");
    expect(sent.filter((path) => path.startsWith("/model/"))).toEqual([]);
    await page.getByRole("button", { name: "Connect and send text there" }).click();
    await page.getByText("scripted answers.").waitFor();
  });

  test.runIf(isLong)(
    "a model is downloaded only after consent, and a failed download says what to do",
    async () => {
      await page.getByRole("button", { name: "Model: No model" }).click();
      const requests: string[] = [];
      context.on("request", (request) => requests.push(new URL(request.url()).pathname));
      await page.getByRole("button", { name: "Download Qwen2.5 0.5B" }).click();
      await page.getByText("Qwen2.5 0.5B: 491 MB from huggingface.co, once.").waitFor();
      await page.getByText("Your documents stay here.").waitFor();
      expect(requests.filter((pathname) => pathname.endsWith(".gguf"))).toEqual([]);
      expect(await faults()).toEqual([]);
      await page
        .getByRole("group", { name: "Download" })
        .getByRole("button", { name: /^Download/ })
        .click();
      const now = page.getByRole("region", { name: "Now" });
      await now.getByRole("button", { name: "Try again" }).waitFor();
      // The server's own policy is stricter than the page's.
      const text = await now.innerText();
      expect(text).toMatch(/could not be reached.*connect-src/s);
      expect(await faults()).toEqual([]);
      complaints = complaints.filter((complaint) => !complaint.includes("huggingface.co"));
    },
  );

  test.runIf(isLong)(
    "a model is loaded, answers on the device, remains after a reload, and can be deleted",
    async () => {
      spoils = true;
      const panel = page.getByRole("dialog", { name: "Model" });
      const now = panel.getByRole("region", { name: "Now" });
      const open = (): Promise<void> => page.getByRole("button", { name: /^Model: / }).click();
      await open();
      await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).click();
      const agreement = panel.getByRole("group", { name: "Download" });
      await expect.poll(() => isFocused(agreement.getByRole("button").first())).toBe(true);
      await page.keyboard.press("Enter");
      await expect
        .poll(() => now.innerText(), { timeout: 60_000 })
        .toContain("Qwen3 0.6B answers.");
      await expect
        .poll(() => now.innerText())
        .toContain("It runs on this device; nothing is sent.");
      expect(await faults()).toEqual([]);
      await page.keyboard.press("Escape");
      // With random weights the reply is arbitrary: there is either an answer or the reason for
      // having none.
      const turn = await ask(question);
      await answered(turn);
      expect(await turn.locator(".turn-body").innerText()).not.toBe("");

      await page.reload();
      // Restoring the conversation would close a dialog that was opened before.
      await page.locator(".exchange", { hasText: question }).waitFor();
      await open();
      await panel.getByRole("button", { name: "Load Qwen3 0.6B" }).click();
      await expect
        .poll(() => now.innerText(), { timeout: 60_000 })
        .toContain("Qwen3 0.6B answers.");
      await now.getByRole("button", { name: "Unload" }).click();
      await expect.poll(() => now.innerText()).toBe("No model is loaded.");
      await panel.getByRole("button", { name: /^Delete from this device/ }).click();
      await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).waitFor();
      await expect.poll(() => isFocused(now)).toBe(true);
    },
  );

  test("everything can be done with the keyboard", async () => {
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(box())).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator("#question-fault").getByText("Write a question first.").waitFor();
    await page.keyboard.type("What was the operating profit");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("in 2024?");
    await expect.poll(() => box().inputValue()).toBe("What was the operating profit\nin 2024?");
    await page.keyboard.press("Enter");
    await answered(turns().first());
    await expect.poll(() => isFocused(box())).toBe(true);
    await expect.poll(() => box().inputValue()).toBe("");

    const first = turns().first().locator(".where").first();
    for (let presses = 0; presses < 40 && !(await isFocused(first)); presses++) {
      await page.keyboard.press("Shift+Tab");
    }
    await page.keyboard.press("Enter");
    await page.locator(".mark-box").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(first)).toBe(true);

    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(page.getByRole("searchbox"))).toBe(true);
    for (const tab of ["Grid", "Ask", "Search"]) {
      const shown = page.getByRole("tab", { selected: true });
      await focusOn(shown);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => shown.innerText()).toBe(tab);
      await expect.poll(() => isFocused(shown)).toBe(true);
    }
  });

  test.runIf(isLong)("a word is not submitted while an input method composes it", async () => {
    await focusOn(box());
    const session = await context.newCDPSession(page);
    await session.send("Input.imeSetComposition", {
      text: "にほ",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await session.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Process",
      windowsVirtualKeyCode: 229,
    });
    await box().dispatchEvent("keydown", { key: "Enter", isComposing: true });
    expect(await turns().count()).toBe(0);
    await session.send("Input.insertText", { text: "日本" });
    await expect.poll(() => box().inputValue()).toBe("日本");
  });

  test("documents can be added and deleted while a question runs", async () => {
    spoils = true;
    endpoint.reply = () => ({ silentAfter: '{"thought":"' });
    await connectModel(page);
    const turn = await ask(question);
    await expect.poll(() => endpoint.requests.length).toBe(1);
    await page.getByLabel("Files to add").setInputFiles([
      {
        name: "notes.md",
        mimeType: "text/markdown",
        buffer: Buffer.from("# Minutes\n\nA quorum.\n"),
      },
    ]);
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(4);
    await page
      .getByRole("button", { name: "Delete pagehound-user-guide.pdf" })
      .click({ force: true });
    await expect.poll(() => page.getByRole("checkbox").count()).toBe(3);
    expect(await turn.getAttribute("data-state")).toBe("running");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => turn.getAttribute("data-state")).toBe("stopped");
  });
});

describe("in one visit with a model, each in its own conversation", () => {
  let isOpen = false;
  beforeEach(async () => {
    if (isOpen) {
      await page.getByRole("button", { name: "New conversation" }).click();
      await expect.poll(() => turns().count()).toBe(0);
      return;
    }
    isOpen = true;
    await begin();
    await connectModel(page);
  });
  afterAll(end);

  test("a question can be stopped, which ends the request to the model, and the box keeps the focus", async () => {
    endpoint.reply = () => ({ silentAfter: '{"thought":"' });
    const turn = await ask(question);
    await expect.poll(() => endpoint.requests.length).toBe(1);
    // Search results appear before the model says anything, and stay when it is stopped.
    await turn.getByText("Found by search. The model's answer follows.").waitFor();
    await turn.getByRole("cell", { name: "14,150" }).first().waitFor();
    const before = endpoint.abandoned();
    await box().press("Escape");
    await expect.poll(() => turn.getAttribute("data-state")).toBe("stopped");
    await turn.getByText("The best passages").waitFor();
    await turn.getByRole("cell", { name: "14,150" }).first().waitFor();
    await expect.poll(() => endpoint.abandoned()).toBe(before + 1);
    await expect.poll(() => isFocused(box())).toBe(true);
    await expect.poll(announced).toBe("Stopped.");
    expect(await faults()).toEqual([]);

    answersWith((id) => [
      { text: "The operating profit was $14,150 thousand.", citations: [{ id, quote: row }] },
    ]);
    await turn.getByRole("button", { name: "Ask again" }).click();
    await expect.poll(() => turns().count()).toBe(2);
    await answered(turns().last());
  });

  test("an unanswerable question ends as not found, and injected markup is inert", async () => {
    const nasty =
      'Next year it <b>doubles</b> <img src="https://evil.example/a.png" onerror="alert(1)"> says [this](https://evil.example/b) ![x](https://evil.example/c.png) <script>alert(2)</script>.';
    answersWith((id) => [
      { text: "The operating profit was **$14,150 thousand**.", citations: [{ id, quote: row }] },
      { text: nasty, citations: [{ id, quote: "it will surely double next year" }] },
    ]);
    const turn = await ask(question);
    await answered(turn);
    const text = turn.locator(".answer-text");
    expect(await text.locator("img, a, b, script").count()).toBe(0);
    await expect.poll(() => text.locator("strong").innerText()).toBe("$14,150 thousand");
    await expect.poll(() => text.innerText()).toContain('<img src="https://evil.example/a.png"');
    const missing = turn.getByRole("button", { name: "Not found in your documents" });
    await missing.click();
    await page
      .getByRole("group", { name: "Source" })
      .getByText("Not found in your documents.")
      .waitFor();
    await expect.poll(() => text.innerText()).toContain("(not found in your documents)");
    await expect.poll(announced).toContain("1 sentence not found in your documents.");
    expect(await faults()).toEqual([]);
  });

  test("“not found” is an answer that lists what was tried and the closest passages", async () => {
    endpoint.reply = ({ kind }) => {
      if (kind === "rewrite")
        return { question: "Who flew the airship?", queries: ["airship pilot"] };
      if (kind === "action") return act(search("airship"));
      return act({
        tool: "answer",
        arguments: { enough: false, missing: "airships", sentences: [] },
      });
    };
    const turn = await ask("Who flew the airship?");
    await answered(turn);
    await turn.getByRole("heading", { name: "Not found in your documents" }).waitFor();
    await turn.getByRole("heading", { name: "What was tried" }).waitFor();
    await expect.poll(announced).toBe("This was not found in your documents.");
    expect(await faults()).toEqual([]);
  });

  test("when the model fails, the passages are shown with the reason", async () => {
    endpoint.reply = () => {
      throw new Error("out of memory");
    };
    const turn = await ask(question);
    await answered(turn);
    await turn.getByRole("heading", { name: "The best passages" }).waitFor();
    expect(await turn.locator(".about").innerText()).not.toMatch(/^No model was used/);
    // The browser's console logs the failed request.
    expect(complaints.every((complaint) => complaint.includes("500"))).toBe(true);
    complaints.length = 0;
  });
});
