import type { Page } from "playwright";
import { say } from "../command.js";
import { ProcessorTasks } from "./processor-tasks.js";

/** Tasks that kept the demo page from answering while something was done there. */
export interface PageTasks {
  readonly doing: string;
  /** How many took 50 ms or longer; browsers report no shorter ones. */
  readonly long: number;
  /** The longest, in milliseconds; 0 if there is none. */
  readonly longest: number;
  /** The most processor time that a task took, in milliseconds. */
  readonly processor: number;
}

/** Does something on a page, and records the tasks that it caused. */
export type TakeTasks = (doing: string, act: () => Promise<unknown>) => Promise<void>;

declare global {
  var manyTasks: { start: number; duration: number }[];
  /** When the page was last given files by the browser, whose own task that is; 0 before. */
  var manyPicked: number;
}

/** Watches the main thread of a page, from its next document on. */
export async function watchTasks(
  page: Page,
): Promise<{ readonly take: TakeTasks; readonly tasks: readonly PageTasks[] }> {
  const tasks: PageTasks[] = [];
  await page.addInitScript(watch);
  const processor = await ProcessorTasks.open(page);
  const take: TakeTasks = async (doing, act) => {
    say(`Demo page: ${doing}.`);
    await taken(page);
    await processor.start();
    await act();
    // What follows is part of it.
    await page.waitForTimeout(1_000);
    tasks.push({ doing, ...(await taken(page)), processor: await processor.stop() });
  };
  return { take, tasks };
}

/** Runs in the page, before it. */
function watch(): void {
  globalThis.manyTasks = [];
  globalThis.manyPicked = 0;
  new PerformanceObserver((entries) => {
    for (const { startTime: start, duration } of entries.getEntries()) {
      globalThis.manyTasks.push({ start, duration });
    }
  }).observe({ type: "longtask", buffered: true });
}

async function taken(page: Page): Promise<Pick<PageTasks, "long" | "longest">> {
  const durations = await page.evaluate(() => {
    // The task that made the list of files began before the page knew of them.
    const own = globalThis.manyTasks.filter(({ start }) => start >= globalThis.manyPicked);
    globalThis.manyTasks.length = 0;
    return own.map(({ duration }) => duration).filter((duration) => duration >= 50);
  });
  return { long: durations.length, longest: Math.max(0, ...durations) };
}
