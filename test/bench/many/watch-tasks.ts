import type { Page } from "playwright";
import { say } from "../command.js";
import { ProcessorTasks } from "./processor-tasks.js";

/** The tasks that blocked the demo page during one interaction. */
export interface PageTasks {
  readonly doing: string;
  /** Number of tasks of 50 ms or longer; browsers do not report shorter ones. */
  readonly long: number;
  /** The longest task, in milliseconds; 0 if there is none. */
  readonly longest: number;
  /** The most processor time of a task, in milliseconds. */
  readonly processor: number;
}

/** Interacts with a page, and records the tasks that this causes. */
export type TakeTasks = (doing: string, act: () => Promise<unknown>) => Promise<void>;

declare global {
  var manyTasks: { start: number; duration: number }[];
  /** When the browser, in a task of its own, last handed files to the page; 0 before. */
  var manyPicked: number;
}

/** Watches the main thread of a page, starting with its next document. */
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
    // Whatever follows the interaction is part of it.
    await page.waitForTimeout(1_000);
    tasks.push({ doing, ...(await taken(page)), processor: await processor.stop() });
  };
  return { take, tasks };
}

/** Runs in the page before its own scripts. */
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
    // The task that built the list of files started before the page knew about them.
    const own = globalThis.manyTasks.filter(({ start }) => start >= globalThis.manyPicked);
    globalThis.manyTasks.length = 0;
    return own.map(({ duration }) => duration).filter((duration) => duration >= 50);
  });
  return { long: durations.length, longest: Math.max(0, ...durations) };
}
