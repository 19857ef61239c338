import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { buildDemo } from "../driver/build.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { isLong } from "../tries.js";
import { advanceableClock } from "./advance-clock.js";
import { collectComplaints } from "./collect-complaints.js";
import {
  ask,
  dropOn,
  expectAccessible,
  heavy,
  note,
  type TextFile,
  tabTo,
  withoutServiceWorker,
} from "./demo-page.js";
import { holdReadingMidway } from "./hold-reading.js";
import { focusOn } from "./states/press.js";
import { writePdf } from "./write-pdf.js";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";
const dist = path.join(repository, "site");
const fixtures = path.join(repository, "test/fixtures/pdf");
const long = 300;

let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** The files that tests drop; recreated for each test. */
let folder: string;
/** A PDF that takes a while to read. */
let longPdf: string;
/** Every error of the pages, and every request to another origin. */
let complaints: string[];

beforeAll(async () => {
  if (!existsSync(path.join(dist, "index.html"))) await buildDemo();
  served = await serveFolder(dist, { headers: { "content-security-policy": policy } });
  browser = await launchBrowser();
  longPdf = path.join(await mkdtemp(path.join(os.tmpdir(), "pagehound-long-")), "atlas.pdf");
  await writePdf(
    longPdf,
    Array.from({ length: long }, (_, page) => `Plate ${page} shows strata. `.repeat(40)),
  );
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await rm(path.dirname(longPdf), { recursive: true });
});

beforeEach(async () => {
  complaints = [];
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-drop-"));
  context = await newContext();
  page = await newTab();
});

afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true });
  expect(complaints).toEqual([]);
});

async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  await withoutServiceWorker(made);
  made.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${served.url}/`) && !/^(?:blob|data):/.test(url)) complaints.push(url);
  });
  return made;
}

/** @param prepare is called before the tab shows anything */
async function newTab(prepare?: (tab: Page) => Promise<unknown>): Promise<Page> {
  const tab = await context.newPage();
  collectComplaints(tab, complaints);
  await prepare?.(tab);
  await tab.goto(`${served.url}/`);
  return tab;
}

/** Grants the page other storage; without `quotaSize`, as much as usual. */
type Grant = (quotaSize?: number) => Promise<unknown>;

/**
 * Opens the page again with only this much storage, in bytes. Chromium does not ask for the quota again
 * for half a minute, so that the page must never have had more.
 */
async function openWithQuota(quotaSize: number): Promise<Grant> {
  await context.close();
  context = await newContext();
  let grant: Grant = () => Promise.resolve();
  page = await newTab(async (tab) => {
    const session = await context.newCDPSession(tab);
    grant = (size) =>
      session.send("Storage.overrideQuotaForOrigin", {
        origin: served.url,
        ...(size === undefined ? {} : { quotaSize: size }),
      });
    await grant(quotaSize);
  });
  return grant;
}

const rows = (tab: Page = page): Locator =>
  tab.getByRole("list", { name: "All documents" }).getByRole("listitem");
const row = (name: string, tab: Page = page): Locator => rows(tab).filter({ hasText: name });
const notice = (title: string | RegExp): Locator => page.getByRole("region", { name: title });
const queueHead = (tab: Page = page): Locator =>
  tab.getByRole("group", { name: "Files being read" });

/** The number of documents that can be opened; those still being read have no button yet. */
function ready(tab: Page = page): Promise<number> {
  return tab.getByRole("checkbox", { name: /^Search in / }).count();
}

async function untilReady(count: number, tab: Page = page): Promise<void> {
  await expect.poll(() => ready(tab), { timeout: 60_000 }).toBe(count);
}

async function choose(files: readonly TextFile[] | string, tab: Page = page): Promise<void> {
  await tab
    .getByLabel("Files to add")
    .setInputFiles(typeof files === "string" ? files : [...files]);
}

/** Holds up reading until the returned function is called. */
async function holdReading(): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pattern = /parse\.worker[^/]*\.js/;
  await context.route(pattern, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await context.unroute(pattern);
  };
}

test("dropping a folder again offers to remove documents missing from it, and to restore them", async () => {
  const reports = path.join(folder, "Reports");
  await mkdir(path.join(reports, "2024"), { recursive: true });
  for (const name of ["spring.md", "summer.md", "2024/autumn.md"]) {
    await writeFile(path.join(reports, name), `# Report\n\nThe report is called ${name}.\n`);
  }
  await dropOn(page, reports);
  await untilReady(3);
  await dropOn(page, reports);
  const unchanged = notice("These files are already here, unchanged.");
  await unchanged.waitFor();
  await expect.poll(() => unchanged.textContent()).toContain("2024/autumn.md");
  expect(await ready()).toBe(3);

  await rm(path.join(reports, "2024"), { recursive: true });
  await dropOn(page, reports);
  const gone = notice("1 document is no longer in the folder Reports");
  await gone.waitFor();
  await expect.poll(() => gone.innerText()).toContain("2024/autumn.md");
  await expect
    .poll(() => gone.innerText())
    .toContain("All its other files are already here, unchanged.");
  await expectAccessible(page);
  await gone.getByRole("button", { name: "Remove it" }).click();
  await untilReady(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await untilReady(3);

  await dropOn(page, reports);
  await gone.getByRole("button", { name: "Keep" }).click();
  await gone.waitFor({ state: "hidden" });
  expect(await ready()).toBe(3);
});

test("two notices can be read above the question box, more wait behind a button, and offers to undo cover none", async () => {
  await choose([note("alpha.txt", "Strata are layers of rock."), note("beta.txt")]);
  await untilReady(2);
  await ask(page, "What are strata?");
  await choose([note("empty.txt", "")]);
  await notice("1 file could not be read").waitFor();
  await page.getByRole("button", { name: "Save the answer to the notes" }).click();
  await notice("Answer saved to the notes.").waitFor();
  const shown = page.locator(".notice:visible");
  const edges = (locator: Locator): Promise<{ top: number; bottom: number }[]> =>
    locator.evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return { top, bottom };
      }),
    );
  await expect
    .poll(async () => {
      const [{ top } = { top: 0 }] = await edges(page.locator(".ask-box"));
      return (await edges(shown)).map(({ bottom }) => bottom <= top);
    })
    .toEqual([true, true]);

  await choose([note("broken.pagehound")]);
  await page.getByRole("button", { name: "Show all 3" }).waitFor();
  await expect.poll(() => shown.count()).toBe(2);
  await expectAccessible(page);
  await focusOn(page.getByRole("button", { name: "Show all 3" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => shown.count()).toBe(3);
  await expect.poll(() => page.locator(".notice :focus").count()).toBe(1);

  await page.getByRole("button", { name: "Delete beta.txt" }).focus();
  await page.keyboard.press("Enter");
  await untilReady(1);
  const toast = page.locator(".toast:visible");
  await toast.waitFor();
  await expect
    .poll(async () => {
      const [{ bottom } = { bottom: Number.POSITIVE_INFINITY }] = await edges(toast);
      return (await edges(shown)).every(({ top }) => bottom <= top);
    })
    .toBe(true);
});

test("deletions are undone one after another, and the focus stays in reach on a phone", async () => {
  await choose([note("alpha.txt"), note("beta.txt"), note("gamma.txt")]);
  await untilReady(3);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Documents", exact: true }).click();
  for (const [name, left] of [
    ["alpha.txt", 2],
    ["gamma.txt", 1],
  ] as const) {
    await page.getByRole("button", { name: `Delete ${name}` }).focus();
    await page.keyboard.press("Enter");
    await untilReady(left);
  }
  const undo = page.getByRole("button", { name: "Undo" });
  for (const [name, count] of [
    ["gamma.txt", 2],
    ["alpha.txt", 3],
  ] as const) {
    await page.getByRole("region", { name: "Deleted" }).getByText(name).waitFor();
    await undo.focus();
    await page.keyboard.press("Enter");
    await untilReady(count);
  }
  await undo.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator(".switcher :focus").count()).toBe(1);
});

test("deletions can be undone after a reload, and while the offer has pointer or focus", async () => {
  await choose([note("alpha.txt"), note("beta.txt")]);
  await untilReady(2);
  for (const [name, left] of [
    ["beta.txt", 1],
    ["alpha.txt", 0],
  ] as const) {
    await page.getByRole("button", { name: `Delete ${name}` }).focus();
    await page.keyboard.press("Enter");
    await untilReady(left);
  }
  await page.getByRole("region", { name: "Deleted" }).getByText("alpha.txt").waitFor();
  const files = page.getByRole("button", { name: "Choose files" });
  await expect.poll(() => files.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.reload();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.clock.install();
  await undo.focus();
  // The pointer comes and goes; the focus stays.
  await undo.hover();
  await page.mouse.move(0, 0);
  await page.clock.runFor(60_000);
  await undo.press("Enter");
  await untilReady(2);
  await undo.waitFor({ state: "hidden" });
  await page.reload();
  await untilReady(2);
  expect(await undo.count()).toBe(0);
});

test("a changed file replaces its old version, and a copy elsewhere is reported", async () => {
  await choose([note("notes.txt", "The first version speaks of heliostats.")]);
  await untilReady(1);
  await choose([note("notes.txt", "The second version speaks of turbines.")]);
  await page.getByRole("tab", { name: "Search" }).click();
  // Typed only once, because each keystroke postpones the search.
  await page.getByRole("searchbox").fill("turbines");
  const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect.poll(() => results.count()).toBe(1);
  await expect.poll(ready).toBe(1);
  await choose([note("copy.txt", "The second version speaks of turbines.")]);
  await notice("1 document is ready").waitFor();
  await expect
    .poll(() => notice("1 document is ready").innerText())
    .toContain("copy.txt has the same content as notes.txt.");
  const mark = row("copy.txt").getByRole("img");
  await expect
    .poll(() => mark.getAttribute("aria-label"))
    .toBe("It has the same content as notes.txt.");
});

test.runIf(isLong)("notices about earlier files disappear when others are added", async () => {
  await choose([note("notes.txt"), note("copy.txt", "This is notes.txt.")]);
  await notice("2 documents are ready").waitFor();
  await choose([note("notes.txt")]);
  await notice("notes.txt is already here, unchanged.").waitFor();
  expect(await notice("2 documents are ready").count()).toBe(0);
  await choose([note("other.txt")]);
  await untilReady(3);
  await expect.poll(() => notice(/already here/).count()).toBe(0);
});

test.runIf(isLong)(
  "only the visible rows of a long list are rendered, and the focus is kept",
  async () => {
    const names = Array.from({ length: 150 }, (_, index) => `note-${index}.txt`);
    await choose(names.map((name) => note(name)));
    await page.getByRole("button", { name: "all 150 documents" }).waitFor({ timeout: 60_000 });
    await row("note-0.txt").waitFor();
    expect(await rows().count()).toBeLessThan(80);
    await expect.poll(() => rows().first().getAttribute("aria-setsize")).toBe("150");
    await focusOn(page.getByRole("button", { name: /^note-1\.txt, / }));
    const list = page.getByRole("list", { name: "All documents" });
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await row("note-149.txt").waitFor();
    expect(await row("note-75.txt").count()).toBe(0);
    const focused = await page.evaluate(() =>
      document.querySelector("page-hound")?.shadowRoot?.activeElement?.getAttribute("aria-label"),
    );
    expect(focused).toMatch(/^note-1\.txt, /);
    await expectAccessible(page);
  },
);

test("reading is paused, the page reloaded, and reading resumes where it stopped", async () => {
  const { letRead } = await holdReadingMidway(context);
  await choose(longPdf);
  await row("atlas.pdf")
    .getByText(/^[1-9]\d* of 300 pages/)
    .waitFor();
  await queueHead().getByRole("button", { name: "Pause" }).click();
  await row("atlas.pdf")
    .getByText(/^Paused · [1-9]\d* of 300 pages/)
    .waitFor();
  await letRead();
  await page.reload();
  await row("atlas.pdf")
    .getByText(/^Paused · [1-9]\d* pages read$/)
    .waitFor();
  await expect.poll(() => queueHead().innerText()).toContain("Paused · 1 file to read");

  const release = await holdReading();
  await queueHead().getByRole("button", { name: "Resume" }).click();
  await row("atlas.pdf")
    .getByText(/^Waiting/)
    .waitFor();
  await page.reload();
  await queueHead().getByText("Resuming where it stopped.").waitFor();
  await release();
  await page.reload();
  await untilReady(1);
  await expect.poll(() => row("atlas.pdf").innerText()).toContain("300 pages");
});

test("by keyboard, the reader can move files to the front, remove them, and stop and continue reading", async () => {
  const release = await holdReading();
  await choose([note("one.txt"), note("two.txt"), note("three.txt"), note("four.txt")]);
  await expect.poll(() => rows().count()).toBe(4);
  const first = page.getByRole("button", { name: "Read four.txt first" });
  await tabTo(page, first);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await rows().first().innerText()).trim()).toMatch(/^four\.txt/);
  const kept = page.getByRole("button", { name: "Remove four.txt" });
  await expect.poll(() => kept.evaluate((button) => button.matches(":focus"))).toBe(true);
  await tabTo(page, page.getByRole("button", { name: "Remove two.txt" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => rows().count()).toBe(3);
  await expectAccessible(page);

  await page.keyboard.press("Shift+Tab");
  await focusOn(queueHead().getByRole("button", { name: "Stop" }));
  await page.keyboard.press("Enter");
  const stopped = notice("Stopped. 3 files were not added.");
  await stopped.waitFor();
  await expectAccessible(page);
  await release();
  await tabTo(page, stopped.getByRole("button", { name: "Continue" }));
  await page.keyboard.press("Enter");
  await untilReady(3);
});

test("an encrypted file asks for its password, again after a wrong one and after a reload", async () => {
  await choose(path.join(fixtures, "user-password.pdf"));
  const question = notice("user-password.pdf needs a password");
  await question.waitFor();
  await expect.poll(() => row("user-password.pdf").innerText()).toContain("Needs a password");
  await page.reload();
  await question.waitFor();

  const field = page.getByRole("textbox", { name: "Password of user-password.pdf" });
  await field.fill("a guess");
  await field.press("Enter");
  await question.getByText("That is not its password. Try another.").waitFor();
  await row("user-password.pdf").getByText("Wrong password").waitFor();
  // The cursor is in the field for the next attempt.
  await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);

  // The row asks instead of the notice once it is pressed.
  await page.getByRole("button", { name: "Enter the password of user-password.pdf" }).click();
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
  expect(await row("user-password.pdf").locator("input").count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.type("open sesame");
  await page.keyboard.press("Enter");
  await untilReady(1);
  await question.waitFor({ state: "hidden" });

  const open = page.getByRole("button", { name: /^user-password\.pdf, / });
  await open.click();
  await page.locator(".sheet canvas").first().waitFor();
  await page.reload();
  await open.click();
  await page.getByText("This document needs its password to be shown.").first().waitFor();
  await page.getByLabel("Password", { exact: true }).fill("open sesame");
  await page.keyboard.press("Enter");
  await page.locator(".sheet canvas").first().waitFor();
});

test.runIf(isLong)(
  "the passwords of several encrypted files are requested in turn, and can be skipped together",
  async () => {
    const encrypted = await readFile(path.join(fixtures, "user-password.pdf"));
    const mimeType = "application/pdf";
    await choose([
      note("open.txt"),
      ...["a.pdf", "b.pdf", "c.pdf"].map((name, index) => ({
        name,
        mimeType,
        // Trailing bytes give each file different content.
        buffer: Buffer.concat([encrypted, Buffer.from("\n".repeat(index))]),
      })),
    ]);
    await untilReady(1);
    const question = notice("3 files need a password");
    await question.getByText("2 more after this one.").waitFor();
    await expect.poll(() => question.getByRole("textbox").count()).toBe(1);
    await question.getByRole("textbox").fill("open sesame");
    await page.keyboard.press("Enter");
    await untilReady(2);
    // The cursor is in the field for the next password.
    const next = notice("2 files need a password").getByLabel(/^Password of /);
    await expect.poll(() => next.evaluate((input) => input.matches(":focus"))).toBe(true);
    await expectAccessible(page);

    await notice("2 files need a password").getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: "2 files need a password" }).click();
    const inRow = rows()
      .getByLabel(/^Password of /)
      .first();
    await expect.poll(() => inRow.evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.reload();
    await notice("2 files need a password").getByRole("button", { name: "Skip all 2" }).click();
    await expect.poll(() => rows().count()).toBe(2);
    expect(
      await page.evaluate(
        () => document.querySelector("page-hound")?.shadowRoot?.activeElement?.id,
      ),
    ).toBe("question");
  },
);

test.runIf(isLong)("an encrypted file can be skipped", async () => {
  await choose([note("open.txt")]);
  await untilReady(1);
  await choose(path.join(fixtures, "user-password.pdf"));
  const question = notice("user-password.pdf needs a password");
  await question.getByRole("button", { name: "Skip user-password.pdf" }).click();
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => rows().count()).toBe(1);
  await page.reload();
  await untilReady(1);
  expect(await rows().count()).toBe(1);
});

test("a question asked before the first document is read says so, and is answered once it is ready", async () => {
  const release = await holdReading();
  await choose([note("alpha.txt")]);
  await row("alpha.txt")
    .getByText(/^(?:Waiting|Reading)/)
    .waitFor();
  await page.locator("#question").fill("What is in the note?");
  await page.locator("#question").press("Enter");
  const fault = page.locator("#question-fault");
  await fault.getByText("The first documents are still being read.").waitFor();
  await release();
  await untilReady(1);
  await expect.poll(() => fault.innerText()).toBe("");
  await page.locator("#question").press("Enter");
  await page.locator(".exchange").waitFor();
});

test("a question answered while files are read can be asked again once they are read", async () => {
  const { letRead } = await holdReadingMidway(context);
  await choose([note("alpha.txt", "Strata are layers of rock.")]);
  await untilReady(1);
  await choose(longPdf);
  await row("atlas.pdf")
    .getByText(/^[1-9]\d* of 300 pages/)
    .waitFor();
  const question = "What shows strata?";
  const early = await ask(page, question);
  const again = page.getByRole("button", { name: "Ask again" });
  expect(await again.count()).toBe(0);
  await letRead();
  await untilReady(2);
  const readSince = early.getByText("1 more document has been read since.");
  await readSince.waitFor();
  const top = (locator: Locator): Promise<number> =>
    locator.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top(readSince)).toBeLessThan(await top(early.locator(".result").first()));
  // A text file has no pages.
  await page.getByText("2 documents · 300 pages", { exact: true }).waitFor();
  await expectAccessible(page);

  await again.click();
  await expect
    .poll(() => page.getByRole("article", { name: question, exact: true }).count())
    .toBe(2);
  await page.locator(".exchange").last().getByText("atlas.pdf").first().waitFor();
  await again.waitFor({ state: "hidden" });
});

test.runIf(isLong)("another tab shows the same state at the same time", async () => {
  const other = await newTab();
  const release = await holdReading();
  await choose([note("alpha.txt"), note("beta.txt")]);
  await row("beta.txt", other).waitFor();
  await queueHead(other).getByText("Another tab reads them.").waitFor();
  await queueHead(other).getByRole("button", { name: "Pause" }).click();
  await queueHead().getByText("Paused · 2 files to read").waitFor();
  await queueHead().getByRole("button", { name: "Resume" }).click();
  await queueHead(other).getByText("Another tab reads them.").waitFor();
  await release();
  await page.reload();
  await untilReady(2);
  await untilReady(2, other);

  await page.getByRole("button", { name: "Delete alpha.txt" }).click({ force: true });
  await untilReady(1, other);
  await page.getByRole("button", { name: "Undo" }).click();
  await untilReady(2, other);
});

test("unreadable files stay listed with their reasons until the list is cleared", async () => {
  await choose([
    note("letter.pdf", "Dear Sir or Madam,"),
    note("minutes.docx", "PK\u0003\u0004 no document"),
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  ]);
  const report = notice("3 files could not be read");
  await report.waitFor();
  // Folded, so that a long report does not cover the answers above it.
  const reason = report.getByText("minutes.docx");
  expect(await reason.isVisible()).toBe(false);
  await report.getByText("Show all 3").click();
  await reason.waitFor();
  await page.reload();
  const list = page.getByRole("list", { name: "Files that could not be read" });
  await list.getByRole("button", { name: "3 could not be read" }).click();
  await list.getByText("letter.pdf").first().waitFor({ state: "attached" });

  await choose([note("good.txt")]);
  await untilReady(1);
  const mark = row("letter.pdf").getByRole("img");
  await expect.poll(() => mark.getAttribute("aria-label")).toContain("letter.pdf");
  await tabTo(page, mark);
  await expect.poll(() => row("letter.pdf").locator(".tip").isVisible()).toBe(true);
  await expectAccessible(page);
  await page
    .getByRole("button", { name: "Clear the list of files that could not be read" })
    .click();
  await expect.poll(() => rows().count()).toBe(1);
});

/** The live regions in the accessibility tree, with their texts by id. */
async function liveRegions(): Promise<Map<string, string>> {
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    const parts = (node?.childIds ?? []).map(textOf);
    return node?.role?.value === "StaticText" ? String(node.name?.value) : parts.join(" ");
  };
  const roots = nodes.filter(({ properties = [] }) => {
    const names = properties.map(({ name }) => name);
    return names.includes("live") && !names.includes("root");
  });
  return new Map(roots.map(({ nodeId }) => [nodeId, textOf(nodeId).trim()]));
}

test("the first notice is announced once, by a live region that was on the page before it", async () => {
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  const before = await liveRegions();
  await choose([note("letter.pdf", "Dear Sir or Madam,")]);
  await notice("1 file could not be read").waitFor();
  const heard = async (): Promise<string[]> =>
    [...(await liveRegions())].flatMap(([id, text]) =>
      /could not be read/.test(text) ? [before.has(id) ? "existing" : "new"] : [],
    );
  await expect.poll(heard).toEqual(["existing"]);
});

test("on a phone, refused files take one line next to an answer, until their list is opened", async () => {
  await page.setViewportSize({ width: 390, height: 740 });
  const refused = ["minutes.docx", "plan.docx"].map((name) => note(name, "PK\u0003\u0004 none"));
  await choose([...refused, note("good.txt", "The lock opens at seven in the morning.")]);
  const report = notice("1 document is ready; 2 files could not be read");
  await report.waitFor();
  await ask(page, "When does the lock open?");
  const answer = page.locator('.exchange[data-state="done"] .result').first();
  await answer.waitFor();
  const height = await report.evaluate((one) => one.getBoundingClientRect().height);
  expect(height).toBeLessThan(48);
  expect(await report.getByText("minutes.docx").isVisible()).toBe(false);
  const toggle = report.getByRole("button", { name: "2 files could not be read Show" });
  await toggle.click();
  await report.getByText("minutes.docx").waitFor();
  await expectAccessible(page);
  // It stays open in the other view, and once read, it makes room for the next answer.
  await page.getByRole("tab", { name: "Search" }).click();
  await report.getByText("minutes.docx").waitFor();
  await page.getByRole("tab", { name: "Ask" }).click();
  await ask(page, "Who opens the lock?");
  await expect.poll(() => report.count()).toBe(0);
});

test("counts a file that waits for its password apart from the files that were not added", async () => {
  await choose([note("good.txt"), note("minutes.docx", "PK\u0003\u0004 none")]);
  await untilReady(1);
  const link = page.locator(".not-added");
  await expect.poll(() => link.innerText()).toBe("1 file not added");
  await choose(path.join(fixtures, "user-password.pdf"));
  await expect.poll(() => link.innerText()).toBe("1 file not added · 1 file needs a password");
  await notice("user-password.pdf needs a password").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => link.innerText()).toBe("1 file needs a password");
});

test("a message about files disappears once they are deleted, and returns with them", async () => {
  await choose([note("good.txt", "Same."), note("copy.txt", "Same.")]);
  const report = notice("2 documents are ready");
  await report.getByText("copy.txt has the same content as good.txt.").waitFor();
  await row("copy.txt").hover();
  await page.getByRole("button", { name: "Delete copy.txt" }).click();
  await report.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Undo" }).click();
  await report.waitFor();
});

test("a question that waits until more files are read covers them, and does not offer to be asked again", async () => {
  await choose([note("alpha.txt", "Strata are layers of rock.")]);
  await untilReady(1);
  const { letRead } = await holdReadingMidway(context);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/agent\.worker[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await untilReady(1);
  await choose(longPdf);
  await row("atlas.pdf")
    .getByText(/^[1-9]\d* of 300 pages/)
    .waitFor();
  await page.locator("#question").fill("What shows strata?");
  await page.locator("#question").press("Enter");
  await page.locator('.exchange[data-state="running"]').waitFor();
  await letRead();
  await untilReady(2);
  release();
  const turn = page.locator('.exchange[data-state="done"]');
  await turn.getByText("atlas.pdf").first().waitFor();
  await turn.getByText(/covered 2 documents/).waitFor();
  expect(await page.getByRole("button", { name: "Ask again" }).count()).toBe(0);
});

test("on a phone, a password is asked for in one line, which opens the form", async () => {
  await page.setViewportSize({ width: 390, height: 740 });
  await choose([note("good.txt", "The lock opens at seven in the morning.")]);
  await page.locator("#question").waitFor();
  await choose(path.join(fixtures, "user-password.pdf"));
  const locked = notice("user-password.pdf needs a password");
  const toggle = locked.getByRole("button", { name: "user-password.pdf needs a password Show" });
  await toggle.waitFor();
  const field = locked.getByLabel("Password of user-password.pdf");
  expect(await field.isVisible()).toBe(false);
  await focusOn(toggle);
  await page.keyboard.press("Enter");
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await locked.getByText("That is not its password. Try another.").waitFor();
  await expectAccessible(page);
});

test("names the files that do not fit when the storage is full, and deleting frees space", async () => {
  const grant = await openWithQuota(9_000_000);
  const advance = await advanceableClock(context);
  await page.reload();
  await choose([heavy("large.html", 2)]);
  await untilReady(1);
  await choose([heavy("more.html", 12)]);
  const full = notice("No room for more.html");
  await full.waitFor();
  await full.getByText(/^(?:3\sMB more storage|12\sMB of storage) is needed/).waitFor();
  await expect.poll(() => row("more.html").innerText()).toContain("No room");

  await full.getByRole("button", { name: "Delete large.html" }).click();
  await full.getByText(/^Deleted documents free their space half a minute later/).waitFor();
  await grant();
  // Retrying waits until the deletion can no longer be undone.
  await full.getByRole("button", { name: "Try again" }).click();
  await full.getByText(/^Trying again as soon as/).waitFor();
  await expectAccessible(page);
  await advance(40_000);
  await untilReady(1);
  await expect.poll(() => rows().innerText()).toContain("more.html");
});

test("without storage the page warns that closing the tab loses everything", async () => {
  await openWithQuota(1000);
  const words = page.getByText(/^Kept in this tab only: this browser does not let the page store/);
  await words.waitFor();
  await choose([note("brief.txt")]);
  await untilReady(1);
  expect(await words.isVisible()).toBe(true);
});

test("reports how much is stored, and whether the browser keeps it", async () => {
  await choose([note("brief.txt")]);
  await untilReady(1);
  await page
    .getByRole("button", { name: "Your documents and questions stay on this device" })
    .click();
  await page.getByText(/used of the .* that the browser grants this site\./).waitFor();
  await page.getByText(/The browser (?:may clear this when space runs short|keeps it)/).waitFor();
  await expectAccessible(page);
});

test.runIf(isLong)("the page asks for a reload when a newer version is open", async () => {
  await choose([note("brief.txt")]);
  await untilReady(1);
  const newer = await context.newPage();
  await newer.goto(`${served.url}/samples/index.json`);
  await newer.evaluate(async () => {
    const [{ name = "", version = 1 } = {}] = await indexedDB.databases();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, version + 1);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
  });
  const bar = page.getByRole("alert").filter({ hasText: "A newer version of this page is open" });
  await bar.waitFor();
  await page.getByRole("button", { name: "Delete brief.txt" }).click({ force: true });
  expect(await page.getByRole("region", { name: "Notices" }).getByRole("button").count()).toBe(0);
  await bar.getByRole("button", { name: "Reload" }).waitFor();
});
