import path from "node:path";
import type { Page } from "playwright";
import { drive } from "../../driver/driver.js";
import { repository } from "../../driver/repository.js";
import { say } from "../command.js";

/** Tasks that kept the demo page from answering while something was done there. */
export interface ListTasks {
  readonly doing: string;
  /** How many took 50 ms or longer; browsers report no shorter ones. */
  readonly long: number;
  /** The longest, in milliseconds; 0 if there is none. */
  readonly longest: number;
}

declare global {
  var manyTasks: { start: number; duration: number }[];
  var manyAdded: number;
  /** When the page was given the files. */
  var manyPicked: number;
}

/** Adds the files to the built demo page, with the list in sight, and does with it what readers do. */
export function measureList(files: readonly string[]): Promise<ListTasks[]> {
  return drive(
    async ({ context, url }) => {
      const page = await context.newPage();
      await page.addInitScript(watch);
      await page.goto(`${url}/demo/`);
      await page.locator("#pick-files").waitFor({ state: "attached" });
      await page.evaluate(watchPicking);
      const tasks: ListTasks[] = [];
      const take = async (doing: string, act: () => Promise<unknown>) => {
        say(`Demo page: ${doing}.`);
        await taken(page);
        await act();
        // What follows is part of it.
        await page.waitForTimeout(1_000);
        tasks.push({ doing, ...(await taken(page)) });
      };
      await take("adding files", async () => {
        await page.locator("#pick-files").setInputFiles([...files], { timeout: 0 });
        const all = (count: number) => globalThis.manyAdded >= count;
        await page.waitForFunction(all, files.length, { timeout: 0, polling: 500 });
      });
      const list = page.locator(".rows");
      await take("scrolling", async () => {
        for (let step = 1; step <= 30; step++) {
          await list.evaluate((rows, share) => {
            rows.scrollTo({ top: rows.scrollHeight * share });
          }, step / 30);
          await page.waitForTimeout(50);
        }
      });
      await take("choosing one", () => list.locator("input.pick").nth(3).uncheck());
      await take("choosing none", () => page.locator(".list-head .link").first().click());
      await take("deleting one", async () => {
        await list.locator(".row-open").nth(3).focus();
        await page.keyboard.press("Delete");
      });
      await take("opening the page again", async () => {
        await page.reload();
        await list.locator(".row").first().waitFor({ timeout: 0 });
      });
      return tasks;
    },
    { mounts: { "/demo/": path.join(repository, "site") } },
  );
}

/** Runs in the page, before it. */
function watch(): void {
  globalThis.manyTasks = [];
  globalThis.manyAdded = 0;
  globalThis.manyPicked = 0;
  new PerformanceObserver((entries) => {
    for (const { startTime: start, duration } of entries.getEntries()) {
      globalThis.manyTasks.push({ start, duration });
    }
  }).observe({ type: "longtask", buffered: true });
  addEventListener("pagehound-added", () => globalThis.manyAdded++);
}

/** Runs in the page. The browser makes a list of thousands of picked files in one task, in which it then tells the page. */
function watchPicking(): void {
  const root = document.querySelector("page-hound")?.shadowRoot;
  if (!root) throw new Error("The demo page has no element.");
  root.addEventListener("change", () => (globalThis.manyPicked = performance.now()), true);
  root.addEventListener("change", () => {
    const start = globalThis.manyPicked;
    globalThis.manyTasks.push({ start, duration: performance.now() - start });
  });
}

async function taken(page: Page): Promise<Omit<ListTasks, "doing">> {
  const durations = await page.evaluate(() => {
    // The task that made the list of files began before the page knew of them.
    const own = globalThis.manyTasks.filter(({ start }) => start >= globalThis.manyPicked);
    globalThis.manyTasks.length = 0;
    return own.map(({ duration }) => duration).filter((duration) => duration >= 50);
  });
  return { long: durations.length, longest: Math.max(0, ...durations) };
}
