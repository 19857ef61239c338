import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright";
import { type Driver, drive } from "../../driver/driver.js";
import { heapByThread } from "../heap.js";
import { pageProcessMemory } from "../scale/process-memory.js";
import { addInPage, openInPage } from "./add-in-page.js";
import type { ListedFile } from "./manifest.js";
import { type Ending, type FileOutcome, outcomeOf } from "./outcome.js";

export interface AddedFile extends FileOutcome {
  readonly listed: ListedFile;
  readonly milliseconds: number;
  /** Peak memory of the page's process above its starting value, in bytes; null if unknown. */
  readonly peak: number | null;
  /** Text of the pages that have a reference; empty if the file was not added. */
  readonly texts: readonly string[];
  /** Pages whose text is missing because the total would be too long. */
  readonly textsLeftOut: number;
}

/** Bytes of JavaScript memory, including array buffers, of the page and all its workers. */
export interface Memory {
  readonly before: number;
  /** With all files added and the parsers exited. */
  readonly after: number;
  /** With the same collection after a reload, which is what the index itself needs. */
  readonly reloaded: number;
}

export interface Run {
  readonly files: readonly AddedFile[];
  /** Null if a crash or a hang required a new browser. */
  readonly memory: Memory | null;
}

/** The longest time to wait without any sign of progress. */
const patience = 120_000;
/** The longest time for one file, even if it makes progress. */
const longest = 20 * 60_000;
/** The most characters the page returns for one file, far more than any reference has. */
const mostText = 100e6;
const collection = "bench-robustness";

/** Adds files one by one, in a new browser after each hang or crash. */
export async function runFiles(
  listed: readonly ListedFile[],
  report: (file: AddedFile) => void,
): Promise<Run> {
  const files: AddedFile[] = [];
  let memory: Memory | null = null;
  let browsers = 0;
  while (files.length < listed.length) {
    browsers++;
    memory = await drive(async (driver) => {
      await openInPage(driver.page, collection);
      const before = await memoryOf(driver.page);
      while (files.length < listed.length) {
        const file = await addOne(driver, listed[files.length] as ListedFile);
        files.push(file);
        report(file);
        if (file.state === "hang" || file.state === "crash") return null;
      }
      return { before, ...(await memoryAfterwards(driver)) };
    });
  }
  return { files, memory: browsers === 1 ? memory : null };
}

async function addOne(driver: Driver, listed: ListedFile): Promise<AddedFile> {
  const { problems, page } = driver;
  const known = problems.length;
  await driver.setFiles([listed.location]);
  const { peak, ending, milliseconds } = await watched(async () => {
    const started = performance.now();
    const ending = await orCrash(page, addWithPassword(page, listed));
    return { ending, milliseconds: performance.now() - started };
  });
  const { texts, textsLeftOut } = ending.kind === "added" ? ending : { texts: [], textsLeftOut: 0 };
  const outcome = outcomeOf(ending, problems.slice(known));
  return { ...outcome, listed, milliseconds, peak, texts, textsLeftOut };
}

/** Samples the memory of the page's process while something runs. */
async function watched<Result>(
  work: () => Promise<Result>,
): Promise<Result & { readonly peak: number | null }> {
  const before = await pageProcessMemory();
  let most = before;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const now = await pageProcessMemory();
      most = now === null ? most : Math.max(most ?? 0, now);
      await wait(25);
    }
  })();
  try {
    const result = await work();
    return { ...result, peak: before === null || most === null ? null : most - before };
  } finally {
    over.abort();
    await watching;
  }
}

/**
 * Adds a file without a password. If one is required, tries a wrong one, which must be refused, and
 * then the right one.
 */
async function addWithPassword(
  page: Page,
  { file, password, reference, isWhole }: ListedFile,
): Promise<Ending> {
  const add = (password: string | null) =>
    addInPage(page, {
      path: file,
      password: password,
      texts: isWhole && reference ? 1e6 : (reference?.length ?? 0),
      mostText,
      patience,
    });
  const ending = await add(null);
  if (!asksForPassword(ending) || password === null) return ending;
  const wrong = await add(`not ${password}`);
  if (asksForPassword(wrong)) return add(password);
  return { kind: "unknown", message: "It did not ask again after a wrong password." };
}

function asksForPassword(ending: Ending): boolean {
  return ending.kind === "refused" && ending.code === "password-required";
}

/** The page's answer, or a crash or a hang if it never comes. */
async function orCrash(page: Page, answer: Promise<Ending>): Promise<Ending> {
  const over = new AbortController();
  try {
    return await Promise.race([
      answer.catch((error: unknown): Ending => ({ kind: "crash", message: String(error) })),
      page
        .waitForEvent("crash", { timeout: 0 })
        .then((): Ending => ({ kind: "crash", message: "The page crashed." })),
      wait(longest, { kind: "hang" } as const, { signal: over.signal }),
    ]);
  } finally {
    over.abort();
  }
}

async function memoryAfterwards({ page, reload }: Driver): Promise<Omit<Memory, "before">> {
  await parsersEnded(page);
  const after = await memoryOf(page);
  await reload();
  await openInPage(page, collection);
  return { after, reloaded: await memoryOf(page) };
}

/** Idle parse workers exit after some seconds. */
async function parsersEnded(page: Page): Promise<void> {
  const parser = page.workers().find((worker) => worker.url().includes("parse.worker"));
  if (!parser) return;
  await parser.waitForEvent("close", { timeout: 60_000 }).catch(() => {});
  await parsersEnded(page);
}

async function memoryOf(page: Page): Promise<number> {
  return [...(await heapByThread(page)).values()].reduce((sum, bytes) => sum + bytes, 0);
}
