import { say } from "./command.js";
import { pageCount, upTo } from "./documents.js";
import { ProcessorTasks } from "./many/processor-tasks.js";
import { longestTaskRow, type Row } from "./row.js";
import type { BenchSetup } from "./setup.js";

declare global {
  var longestTask: number;
  /** The number of documents the page has reported. */
  var documentsAdded: number;
}

/**
 * The longest main-thread task of the built demo page while it adds files: by the clock, which also
 * counts the time when workers have the processor, and by its own processor time.
 */
export async function measureDemo({ driver, sizes, ...setup }: BenchSetup): Promise<Row[]> {
  const documents = upTo(setup.documents, sizes.ingestPages);
  const page = await driver.context.newPage();
  await page.goto(`${driver.url}/demo/`);
  await page.locator("#pick-files").waitFor({ state: "attached" });
  // Reset here, because loading the page is not part of adding files.
  await page.evaluate(() => {
    globalThis.longestTask = 0;
    globalThis.documentsAdded = 0;
    addEventListener("pagehound-added", () => globalThis.documentsAdded++);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        globalThis.longestTask = Math.max(globalThis.longestTask, duration);
      }
    }).observe({ type: "longtask" });
  });
  const processor = await ProcessorTasks.open(page);
  await processor.start();
  say(`Demo page: reading ${pageCount(documents)} pages.`);
  const files = documents.flatMap(({ file }) => setup.files[file] ?? []);
  await page.locator("#pick-files").setInputFiles(files, { timeout: 0 });
  const working = page.locator(".overall");
  await working.waitFor({ timeout: 60_000 });
  await working.waitFor({ state: "detached", timeout: 0 });
  // A long list renders only the rows in view, so counting rows would not work.
  const read = await page.evaluate(() => globalThis.documentsAdded);
  if (read < files.length) throw new Error(`The demo page read ${read} of ${files.length} files.`);
  const longest = await page.evaluate(() => globalThis.longestTask);
  const busiest = await processor.stop();
  await page.close();
  const pages = pageCount(documents);
  return [
    longestTaskRow(`Longest main-thread task, demo page, ${pages} pages`, longest),
    longestTaskRow("The same, processor time alone", busiest),
  ];
}
