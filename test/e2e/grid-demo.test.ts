import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { tries } from "../tries.js";
import { collectComplaints } from "./collect-complaints.js";
import { connectModel } from "./connect-model.js";
import { expectAccessible } from "./demo-page.js";
import { SampleVisits } from "./sample-visits.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { builtSite, sitePolicy } from "./site-server.js";
import { answered, makeGrid } from "./states/grids.js";
import { focusOn } from "./states/press.js";

/** The questions of a grid that is left while it is made, to each of three documents. */
const questionsMade = tries(10, 24);
const questions = ["What was the operating profit in 2024?", "Who signed the letter?"];

let endpoint: ScriptedEndpoint;
let served: Served;
let browser: Browser;
let visits: SampleVisits;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  endpoint = await scriptedEndpoint();
  served = await serveFolder(await builtSite(), {
    headers: { "content-security-policy": sitePolicy },
    model: endpoint.url,
  });
  browser = await launchBrowser();
  visits = new SampleVisits(browser, served.url, { locale: "en-US", reducedMotion: "reduce" });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await endpoint?.close();
});

async function begin(): Promise<void> {
  complaints = [];
  page = await visits.open((opened) => collectComplaints(opened, complaints));
}

async function end(): Promise<void> {
  await visits.end();
  expect(complaints).toEqual([]);
}

const hash = (): string => new URL(page.url()).hash;
const cell = (row: number, column: number): Locator =>
  page.locator(`[data-place="${row} ${column}"]`);
const report = 2;
const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const names = (): Promise<string[]> =>
  page.locator(".grid-document > bdi:last-child").allInnerTexts();
const titles = (): Promise<string[]> => page.locator(".grid-document-title").allInnerTexts();

/** Adds a question whose answer is a number. */
async function addNumber(question: string, name: string): Promise<void> {
  await button("Add a question").click();
  await page.getByLabel("Question", { exact: true }).fill(question);
  await page.getByLabel("Column heading").fill(name);
  await page.getByLabel("Kind of answer").selectOption("number");
  await button("Save the question").click();
  await button(`Edit “${name}”`).waitFor();
  await answered(page);
}

describe("each in its own visit", () => {
  beforeEach(begin);
  afterEach(end);

  test("a grid shows an answer or says that there is none, and its address reopens it", async () => {
    await page.locator("#tab-grid").click();
    await expect.poll(hash).toBe("#view=grid");
    await makeGrid(page, questions);
    await expect.poll(hash).toMatch(/^#grid=[\w-]+$/);
    const address = hash();
    await expect.poll(() => page.locator(".grid-progress").innerText()).toContain("6 answers");
    await expect.poll(() => cell(report, 0).innerText()).toContain("14,150");
    for (const row of [0, 1]) {
      await expect
        .poll(() => cell(row, 0).innerText())
        .toMatch(/No clear answer|Not in this document/);
    }
    await cell(report, 0).click();
    await page.locator(".pagehound-viewer .mark-box").first().waitFor();
    await expect
      .poll(hash)
      .toMatch(
        /^#grid=[\w-]+&column=[\w-]+&row=[\da-f]{64}&doc=[\da-f]{64}&page=\d+&span=\d+-\d+$/,
      );
    const entries = await page.evaluate(() => history.length);
    await page.reload();
    await page.locator(".pagehound-viewer .mark-box").first().waitFor();
    await page.locator(".grid-answer", { hasText: "operating profit" }).waitFor();
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await expect.poll(() => cell(report, 0).innerText()).toContain("14,150");
    await page.goBack();
    await expect.poll(hash).toBe(address);
    await page.locator(".grid-answer").waitFor({ state: "detached" });

    // The order of rows is part of the address as well.
    const sort = page.locator(".grid-sort").first();
    await sort.click();
    await sort.click();
    await expect.poll(hash).toBe(`${address}&sort=&order=descending`);
    await page.reload();
    await expect.poll(() => sort.getAttribute("data-order")).toBe("descending");
    await sort.click();
    await expect.poll(hash).toBe(address);
    await page.goBack();
    await expect.poll(hash).toBe("#view=grid");
    await page.locator("#grid-start").waitFor();
    await page.locator(".grid-choice").click();
    await expect.poll(hash).toBe(address);

    // The page next to an answer belongs to its document, even if that document has no answer.
    for (const row of [report, 0, 1]) {
      await cell(row, 0).click();
      await expect.poll(hash).toMatch(/&row=([\da-f]{64})&doc=\1(?:&|$)/);
    }
  });

  test("a grid resumes on its own after a reload, and stays paused if it was paused", async () => {
    await page.locator("#tab-grid").click();
    const many = Array.from(
      { length: questionsMade },
      (_, at) => `What was the operating profit in ${2000 + at}?`,
    );
    await page.locator("#grid-start").fill(many.join("\n"));
    // Runs inside the page, which is left at the moment of the pause, so that no reply can arrive
    // first.
    const loaded = page.waitForEvent("load");
    const paused = button("Make the grid").evaluate(async (make: HTMLElement) => {
      const root = make.getRootNode() as ParentNode;
      make.click();
      for (;;) {
        const all = [...root.querySelectorAll("button")];
        const pause = all.find(({ textContent }) => textContent.trim() === "Pause");
        if (pause) {
          pause.click();
          return location.reload();
        }
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    // The reload may end the call before it returns.
    await Promise.all([loaded, paused.catch(() => {})]);
    await button("Start").waitFor();
    expect(await button("Pause").count()).toBe(0);
    await button("Start").click();
    await button("Pause").waitFor();
    await page.reload();
    await page
      .locator(".grid-progress", { hasText: `${3 * questionsMade} answers, complete` })
      .waitFor({ timeout: 120_000 });
  });

  test("a grid keeps reviews of answers, sorts, filters and computes totals", async () => {
    await makeGrid(page, questions);
    await addNumber("What was the operating profit in 2024?", "Profit");
    await expect.poll(() => cell(report, 2).innerText()).toMatch(/14,150,000/);
    const foot = page.locator(".grid-table tfoot");
    await expect.poll(() => foot.innerText()).toMatch(/14,150,000/);
    await foot.getByRole("button", { name: "Total, Profit" }).click();
    const total = page.locator("#grid-total");
    await expect
      .poll(() => total.innerText())
      .toMatch(/annual report.*14,150,000.*2 documents are left out/s);
    await total.getByRole("button", { name: /annual report/ }).click();
    await page.locator(".pagehound-viewer .mark-box").first().waitFor();
    await expectAccessible(page);
    await cell(report, 2).click();
    await expect.poll(() => total.count()).toBe(0);
    await button("Wrong").click();
    await expect.poll(() => foot.count()).toBe(0);
    await page.reload();
    await expect.poll(() => cell(report, 2).getAttribute("data-review")).toBe("wrong");
    await page.keyboard.press("Escape");
    await button("Sort by Document").click();
    await expect.poll(async () => (await names())[0]).toMatch(/^keyword-search/);
    // A title that only repeats the file's name is hidden.
    await expect
      .poll(titles)
      .toEqual(["Northwind Harbour Ferries: annual report 2024 (fictional)"]);
    await button("Sort by Profit").click();
    await expect.poll(async () => (await names())[0]).toMatch(/annual-report/);
    await page.getByRole("searchbox", { name: "Filter the documents" }).fill("user-guide");
    await expect.poll(names).toEqual(["pagehound-user-guide.pdf"]);
    await page.getByRole("searchbox", { name: "Filter the documents" }).fill("harbour ferries");
    await expect.poll(titles).toEqual([expect.stringContaining("annual report 2024")]);
    await page.getByRole("searchbox", { name: "Filter the documents" }).fill("no such thing");
    await page.getByText("No document fits the filter.").waitFor();
  });

  test("a grid shows answers and reviews from another tab", async () => {
    await makeGrid(page, questions);
    await expect.poll(hash).toMatch(/^#grid=[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const same = other.locator(`[data-place="${report} 0"]`);
    await expect.poll(() => same.innerText()).toContain("14,150");
    // A hidden tab draws once a second, and each action waits for that.
    await page.bringToFront();
    await cell(report, 0).click();
    await button("Wrong").click();
    await expect.poll(() => same.getAttribute("data-review")).toBe("wrong");
    await addNumber("What was the operating profit in 2024?", "Profit");
    await expect.poll(() => other.locator(".grid-sum").first().innerText()).toContain("14,150,000");
    await button("Save and more").click();
    await button("Delete the grid").click();
    await other.locator("#grid-start").waitFor();
    await other.close();
  });

  test("a grid asks a model about each document separately, and shows where no answer was found", async () => {
    endpoint.reply = ({ kind, prompt }) => {
      if (kind === "rewrite") return { question: "?", queries: ["operating profit"] };
      const isReport = prompt.includes("14,150");
      const sentences = isReport
        ? [
            {
              text: "It was $14,150 thousand.",
              citations: [
                { id: idOf(prompt, "14,150"), quote: "Operating profit 2 14,150 10,000" },
              ],
            },
          ]
        : [];
      const args = { enough: isReport, missing: isReport ? "" : "the profit", sentences };
      return { thought: "", calls: [{ tool: "answer", arguments: args }] };
    };
    await connectModel(page);
    await makeGrid(page, questions.slice(0, 1));
    await expect.poll(() => page.locator(".grid-progress").innerText()).toContain("scripted");
    await expect.poll(() => cell(report, 0).innerText()).toContain("It was $14,150 thousand.");
    await expect.poll(() => cell(0, 0).innerText()).toContain("Not in this document");
  });

  test("a grid draws thousands of answers without blocking the page", async () => {
    await page.locator("#tab-grid").click();
    const many = Array.from({ length: 100 }, (_, at) => `What was the profit of route ${at}?`);
    await page.locator("#grid-start").fill(many.join("\n"));
    await button("Make the grid").click();
    await button("Pause").click();
    await page.locator(".grid-scroll").evaluate((scroll) => scroll.scrollTo({ left: 1e6 }));
    await cell(0, 99).waitFor();
    expect(await page.locator("td[role=gridcell]").count()).toBeLessThan(100);
  });
});

describe("in one visit, one after the other", () => {
  let isOpen = false;
  beforeEach(async () => {
    if (isOpen) return;
    isOpen = true;
    await begin();
    await makeGrid(page, questions);
  });
  afterAll(end);

  test("a grid works by keyboard alone", async () => {
    await focusOn(page.locator("#tab-grid"));
    await focusOn(cell(0, 0));
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft"]) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => cell(report, 0).evaluate((td) => td.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(".grid-answer").waitFor();
    await page.locator(".pagehound-viewer .mark-box").first().waitFor();
    await focusOn(cell(report, 0));
    await page.keyboard.press("Control+Home");
    await expect.poll(() => cell(0, 0).evaluate((td) => td.matches(":focus"))).toBe(true);
    await expectAccessible(page);
  });

  test("removing a question or a grid can be undone", async () => {
    await button("Edit “Who signed the letter?”").click();
    await button("Remove the question").click();
    await page.locator(".grid-undo").waitFor();
    await expect.poll(() => page.locator("thead th").count()).toBe(2);
    await button("Undo").click();
    await expect.poll(() => page.locator("thead th").count()).toBe(3);
    await expect.poll(() => page.locator(".grid-progress").innerText()).toContain("6 answers");
    await button("Save and more").click();
    await button("Delete the grid").click();
    await page.locator("#grid-start").waitFor();
    await button("Undo").click();
    await expect.poll(() => page.locator("thead th").count()).toBe(3);
  });

  test("a grid is saved as files with links to the sources, and its questions as a template", async () => {
    const save = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
      await button("Save and more").click();
      const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const csv = await save("Save as CSV");
    expect(csv.name).toMatch(/^what-was-the-operating-profit-in-2024-\d{4}-\d\d-\d\d\.csv$/);
    const link = /http\S+#doc=[\da-f]{64}&page=\d+&span=\d+-\d+/.exec(csv.bytes.toString())?.[0];
    const xlsx = await save("Save as Excel workbook");
    expect([...xlsx.bytes.subarray(0, 2)]).toEqual([0x50, 0x4b]);
    expect((await save("Save as HTML")).bytes.toString()).toContain("<table>");
    expect((await save("Save as Markdown")).bytes.toString()).toContain("| --- |");
    const template = await save("Save the questions only");
    await button("All grids").or(button("Grids")).first().click();
    const chooser = page.waitForEvent("filechooser");
    await button("Open saved questions").click();
    await (await chooser).setFiles({
      name: template.name,
      mimeType: "application/json",
      buffer: template.bytes,
    });
    await page.getByRole("columnheader", { name: "Who signed the letter?" }).waitFor();
    await button("Start").waitFor();
    await page.goto(link ?? "");
    await page.locator(".pagehound-viewer .mark-box").first().waitFor();
  });
});
