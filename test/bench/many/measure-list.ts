import path from "node:path";
import { drive } from "../../driver/driver.js";
import { repository } from "../../driver/repository.js";
import type { browsersOwn } from "./processor-tasks.js";
import { type PageTasks, watchTasks } from "./watch-tasks.js";

declare global {
  var manyAdded: number;
}

/**
 * Adds a folder's files to the built demo page with the list in view, and uses the list the way
 * readers do. The folder starts out collapsed.
 */
export function measureList(folder: string, count: number): Promise<readonly PageTasks[]> {
  return drive(
    async ({ context, url }) => {
      const page = await context.newPage();
      const { take, tasks } = await watchTasks(page);
      await page.addInitScript(countAdded);
      await page.goto(`${url}/demo/`);
      await page.locator("#pick-files").waitFor({ state: "attached" });
      await page.evaluate(watchPicking);
      await take("adding files", async () => {
        await page.locator("#pick-folder").setInputFiles(folder, { timeout: 0 });
        const all = (count: number) => globalThis.manyAdded >= count;
        await page.waitForFunction(all, count, { timeout: 0, polling: 500 });
      });
      const list = page.locator(".rows");
      const shown = (name: string) => list.locator(".row", { hasText: name }).first().waitFor();
      const fold = list.locator(".row-folder button");
      await take("opening the page again", async () => {
        await page.reload();
        await list.locator(".row, .row-folder").first().waitFor({ timeout: 0 });
      });
      if ((await fold.first().getAttribute("aria-expanded")) === "false") {
        await take("unfolding the folder", async () => {
          await fold.first().click();
          await shown("note-2.txt");
        });
      }
      await take("scrolling", async () => {
        for (let step = 1; step <= 30; step++) {
          await list.evaluate((rows, share) => {
            rows.scrollTo({ top: rows.scrollHeight * share });
          }, step / 30);
          await page.waitForTimeout(50);
        }
      });
      await take("finding", async () => {
        await page.locator(".list-filter input").pressSequentially("note-777", { delay: 60 });
        await shown("note-777.txt");
        await page.locator(".list-filter input").fill("");
      });
      for (const order of ["date", "author", "added", "folder"]) {
        await take(`sorting: ${order}`, async () => {
          await page.locator(".list-head .order").selectOption(order);
        });
      }
      await take("choosing one", () => list.locator("input.pick").nth(3).uncheck());
      await take("choosing none", () => page.locator(".list-head .link").nth(1).click());
      await take("choosing all", () => page.locator(".list-head .link").first().click());
      await take("deleting one", async () => {
        await list.locator(".row-open").nth(3).focus();
        await page.keyboard.press("Delete");
      });
      return tasks;
    },
    { mounts: { "/demo/": path.join(repository, "site") } },
  );
}

/** Runs in the page before its own scripts. */
function countAdded(): void {
  globalThis.manyAdded = 0;
  addEventListener("pagehound-added", () => globalThis.manyAdded++);
}

/**
 * Runs in the page. The browser lists thousands of picked files in one task, before the event
 * fires.
 */
function watchPicking(): void {
  const root = document.querySelector("page-hound")?.shadowRoot;
  if (!root) throw new Error("The demo page has no element.");
  root.addEventListener(
    "change",
    () => {
      globalThis.manyPicked = performance.now();
      performance.mark("bench-browsers-own" satisfies typeof browsersOwn);
    },
    true,
  );
  root.addEventListener("change", () => {
    const start = globalThis.manyPicked;
    globalThis.manyTasks.push({ start, duration: performance.now() - start });
  });
}
