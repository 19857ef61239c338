import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { connectModel } from "./connect-model.js";
import { expectAccessible } from "./demo-page.js";
import { SampleVisits } from "./sample-visits.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { builtSite, sitePolicy } from "./site-server.js";

const question = "What was the operating profit in 2024?";
const row = "Operating profit 2 14,150 10,000";

let endpoint: ScriptedEndpoint;
let served: Served;
let browser: Browser;
let visits: SampleVisits;
let page: Page;

beforeAll(async () => {
  endpoint = await scriptedEndpoint();
  served = await serveFolder(await builtSite(), {
    headers: { "content-security-policy": sitePolicy },
    model: endpoint.url,
  });
  browser = await launchBrowser();
  // Colours have too little contrast halfway through the transition from light to dark.
  const options = { locale: "en-US", reducedMotion: "reduce" } as const;
  visits = new SampleVisits(browser, served.url, options);
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
});

beforeEach(async () => {
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    const sentences = [
      {
        text: "The operating profit was **$14,150 thousand** in 2024.",
        citations: [{ id: idOf(prompt, "14,150"), quote: row }],
      },
    ];
    return {
      thought: "",
      calls: [{ tool: "answer", arguments: { enough: true, missing: "", sentences } }],
    };
  };
  page = await visits.open();
});

afterEach(() => visits.end());

const announced = (): Promise<string> => page.locator("#announcements").innerText();
const earlier = (): Locator => page.getByRole("button", { name: "Earlier conversations" });
const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot && root.activeElement === element;
  });

async function answered(): Promise<Locator> {
  const box = page.getByRole("textbox", { name: "Question" });
  await box.fill(question);
  await box.press("Enter");
  const turn = page.getByRole("article", { name: question }).last();
  await expect.poll(() => turn.getAttribute("data-state"), { timeout: 60_000 }).toBe("done");
  return turn;
}

/** Presses a button with the keyboard, and returns the file it saves. */
async function saved(name: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent("download");
  await button(name).press("Enter");
  const download = await saving;
  const text = await readFile(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

test("the sources of an answer are listed on request, and each opens its page", async () => {
  await connectModel(page);
  const turn = await answered();
  const sources = turn.getByRole("button", { name: "1 source", exact: true });
  expect(await sources.getAttribute("aria-expanded")).toBe("false");
  await sources.press("Enter");
  const listed = turn.getByRole("list", { name: "Sources" }).getByRole("listitem");
  await listed.getByRole("cell", { name: "14,150" }).waitFor();
  await expect
    .poll(() => listed.innerText())
    .toMatch(/^1\s*northwind-.+page 6\s.+Operating profit\s+2\s+14,150/s);
  await expectAccessible(page);
  await listed.locator("button.where").press("Enter");
  await page.locator(".mark-box").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => isFocused(listed.locator("button.where"))).toBe(true);
  await sources.press("Enter");
  await expect.poll(() => listed.count()).toBe(0);
});

test("a reload restores the listed sources of an answer, and Back closes them", async () => {
  await connectModel(page);
  const turn = await answered();
  const hash = (): string => new URL(page.url()).hash;
  await expect.poll(hash).toMatch(/^#conversation=[\w-]+$/);
  const conversation = hash();
  const sources = turn.getByRole("button", { name: "1 source", exact: true });
  const listed = turn.getByRole("list", { name: "Sources" }).getByRole("listitem");
  await sources.press("Enter");
  await expect.poll(hash).toBe(`${conversation}&sources=1`);
  await listed.waitFor();
  const entries = await page.evaluate(() => history.length);
  await page.reload();
  await listed.waitFor();
  expect(await sources.getAttribute("aria-expanded")).toBe("true");
  expect(hash()).toBe(`${conversation}&sources=1`);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect.poll(() => sources.getAttribute("aria-expanded")).toBe("false");
  await expect.poll(() => listed.count()).toBe(0);
  expect(hash()).toBe(conversation);
  await page.goForward();
  await listed.waitFor();
});

test("a conversation is saved as Markdown and as JSON, by keyboard, with an announcement", async () => {
  await connectModel(page);
  await answered();
  await earlier().press("Enter");
  await button("Save as JSON").waitFor();
  await expectAccessible(page);
  const markdown = await saved("Save as Markdown");
  expect(markdown.name).toMatch(/^what-was-the-operating-profit-in-2024-\d{4}-\d\d-\d\d\.md$/);
  expect(markdown.text).toContain(
    `## ${question}\n\nThe operating profit was **$14,150 thousand**`,
  );
  expect(markdown.text).toMatch(/^\[\^1\]: northwind-.+, page 6: “Operating profit · 2 · 14,150/m);
  await expect.poll(announced).toBe(`The browser saves it as ${markdown.name}.`);
  await expect.poll(() => isFocused(earlier())).toBe(true);

  await earlier().press("Enter");
  const json = JSON.parse((await saved("Save as JSON")).text);
  expect(json).toMatchObject({ version: 1, title: question });
  expect(json.turns).toHaveLength(1);
  expect(json.turns[0]).toMatchObject({
    question,
    answer: { kind: "answered" },
    sources: [{ number: 1, page: 6 }],
    trace: { traceVersion: 1 },
  });

  await earlier().press("Enter");
  const written = await saved("Save as HTML");
  expect(written.name).toMatch(/\.html$/);
  expect(written.text).toContain(
    `<h2>${question}</h2>\n<p>The operating profit was <strong>$14,150 thousand</strong>`,
  );
});

test.runIf(isLong)("an answer is saved as Markdown, CSV or JSON", async () => {
  await connectModel(page);
  const turn = await answered();
  const save = turn.getByRole("button", { name: "Save the answer" });
  expect(await save.getAttribute("aria-expanded")).toBe("false");
  await save.press("Enter");
  await button("Save as CSV").waitFor();
  await expectAccessible(page);
  const csv = await saved("Save as CSV");
  expect(csv.name).toMatch(/^what-was-the-operating-profit-in-2024-\d{4}-\d\d-\d\d\.csv$/);
  const [head, first] = csv.text.split("\r\n");
  expect(head).toBe("\u{feff}Sentence,Remark,Document,Page,Quote");
  expect(first).toMatch(/^"?The operating profit was .*northwind-.+,page 6,/);
  await expect.poll(announced).toBe(`The browser saves it as ${csv.name}.`);
  expect((await saved("Save as Markdown")).text).toContain(`## ${question}\n`);
  expect(JSON.parse((await saved("Save as JSON")).text)).toMatchObject({ kind: "answered" });
  await save.press("Enter");
  await expect.poll(() => button("Save as CSV").count()).toBe(0);
});

test("all conversations are deleted at once, and restored by undo", async () => {
  await answered();
  await button("New conversation").click();
  await answered();
  await earlier().click();
  await expect.poll(() => button(/^Delete “/).count()).toBe(2);
  await button("Delete all conversations").press("Enter");
  await expect.poll(announced).toBe("2 conversations deleted. You can undo this for ten seconds.");
  await expect.poll(() => page.getByRole("article").count()).toBe(0);
  await expect.poll(() => isFocused(earlier())).toBe(true);
  await page.getByText("No earlier conversation.").waitFor();
  await button("Undo").click();
  await expect.poll(announced).toBe("2 conversations are back.");
  // The one that was shown is shown again.
  await page.locator('.exchange[data-state="done"]').waitFor();
  await earlier().click();
  await expect.poll(() => button(/^Delete “/).count()).toBe(2);
});

test("conversations are renamed and found by keyboard", async () => {
  for (let count = 0; count < 5; count++) {
    if (count > 0) await button("New conversation").click();
    await answered();
  }
  await earlier().press("Enter");
  const titles = page.locator("#conversations .menu-item .menu-title");
  await expect.poll(() => titles.count()).toBeGreaterThanOrEqual(5);
  await button(`Rename “${question}”`).last().press("Enter");
  const title = page.getByRole("textbox", { name: "Title of the conversation" });
  await expect.poll(() => isFocused(title)).toBe(true);
  await title.press("Escape");
  const last = page.locator("[data-conversation]").last();
  await expect.poll(() => isFocused(last)).toBe(true);
  await expect.poll(() => title.count()).toBe(0);
  await button(`Rename “${question}”`).last().press("Enter");
  await expect.poll(() => isFocused(title)).toBe(true);
  await page.keyboard.type("The year's profit");
  await page.keyboard.press("Enter");
  await button("Rename “The year's profit”").waitFor();
  const box = page.getByRole("searchbox", { name: "Find in conversations" });
  await box.fill("YEAR profit the");
  await expect.poll(() => button(/^Rename “/).count()).toBe(1);
  await expectAccessible(page);
  await box.fill("zzz");
  await page.getByText("No conversation has these words.").waitFor();
  await box.press("Escape");
  await expect.poll(() => isFocused(earlier())).toBe(true);
});

test("hints from answers can be read, edited, deleted, restored and turned off by keyboard", async () => {
  await connectModel(page);
  await answered();
  await button("Settings").press("Enter");
  const settings = page.getByRole("dialog", { name: "Settings" });
  const notes = settings.getByRole("region", { name: "Hints from earlier answers" });
  const note = notes.getByRole("listitem");
  await expect.poll(() => note.count()).toBe(1);
  await expect.poll(() => notes.innerText()).toContain("In the table: “Operating profit”");
  await expect.poll(() => notes.innerText()).toContain(`Asked: “${question}”`);
  await expect.poll(() => notes.innerText()).toMatch(/Led to \d+ checked answer/);
  const heard = (): Promise<string> => settings.locator(".announcements").innerText();

  // Hints are exported with the documents only on request.
  const along = settings.getByRole("checkbox", { name: "With hints from earlier answers" });
  await expect.poll(() => along.isChecked()).toBe(false);

  // The hint links to its page.
  await note.getByRole("button", { name: "Page 6" }).press("Enter");
  const number = page.getByRole("textbox", { name: "Page number" });
  await expect.poll(() => number.inputValue(), { timeout: 30_000 }).toBe("6");
  await page.getByRole("button", { name: "Close the page" }).press("Enter");
  await button("Settings").press("Enter");

  // When editing, Escape discards the change, and Enter saves it.
  const edit = note.getByRole("button", { name: /^Edit hint 1 of / });
  const box = note.getByRole("textbox", { name: "What the hint says" });
  await edit.press("Enter");
  await expect.poll(() => isFocused(box)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => isFocused(edit)).toBe(true);
  expect(await settings.isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(box)).toBe(true);
  await box.fill("Amounts are in thousands.");
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(edit)).toBe(true);
  await expect.poll(() => note.innerText()).toContain("Amounts are in thousands.");
  await expect.poll(() => note.innerText()).toContain("Written by you.");
  await expectAccessible(page);

  // Once deleted, the same button restores the hint while the settings are open.
  const kept = async (): Promise<string[]> => {
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".guides").count()).toBe(0);
    await button("Settings").press("Enter");
    await notes.getByRole("checkbox", { disabled: false }).waitFor();
    return note.allInnerTexts();
  };
  await note.getByRole("button", { name: /^Delete hint 1 of / }).press("Enter");
  await expect.poll(heard).toBe("1 hint deleted.");
  const undo = note.getByRole("button", { name: /^Bring back hint 1 of / });
  await expect.poll(() => isFocused(undo)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(heard).toBe("1 hint brought back.");
  expect(await kept()).toEqual([expect.stringContaining("Amounts are in thousands.")]);
  await note.getByRole("button", { name: /^Delete hint 1 of / }).press("Enter");
  await expect.poll(heard).toBe("1 hint deleted.");
  expect(await kept()).toEqual([]);

  // With the setting off, the next answer leaves no hint.
  await notes.getByRole("checkbox", { name: "Keep these hints" }).press(" ");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".guides").count()).toBe(0);
  await answered();
  await button("Settings").press("Enter");
  await expect.poll(() => notes.innerText()).toContain("There are none yet.");
  await expect.poll(() => notes.getByRole("checkbox").isChecked()).toBe(false);
});
