import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { type BenchCommand, say } from "./command.js";
import { pageProcessMemory } from "./scale/process-memory.js";
import { cellsPerRow, makeWorkbook, type WorkbookSize } from "./workbook/make-workbook.js";

const usage = `Usage: npm run -s bench -- workbook [--json] [--quick]

Adds a workbook of 50 MB with a million cells, made for it, to a collection in a page, and tells how
long it takes until it can be searched, how much memory the page's process takes at most, how often it
was told how far it is, and that a number in its last row is found by its cell. Then adds it to another
collection, aborts while it is opened, and tells how long that takes.

  --json      print one JSON object
  --quick     ten thousand cells, which only shows that everything works
`;

const full: WorkbookSize = { sheets: 5, rows: 10_000 };
const small: WorkbookSize = { sheets: 2, rows: 250 };

interface WorkbookRun {
  readonly cells: number;
  readonly bytes: number;
  readonly pages: number;
  /**
   * Seconds until the file was opened, until all pages were stored, and until it could be searched.
   */
  readonly openSeconds: number;
  readonly readSeconds: number;
  readonly readySeconds: number;
  /** The number of progress reports, and the longest gap between two of them. */
  readonly signs: number;
  readonly longestSilence: number;
  /**
   * Peak bytes of the page's process above its starting value; null if the system does not report
   * it.
   */
  readonly peak: number | null;
  readonly searchMilliseconds: number;
  /** Where the last row's number was found. */
  readonly found: string | null;
  /** Time from aborting until it took effect; null if the file was already open. */
  readonly abortMilliseconds: number | null;
}

async function workbook({ json, quick }: BenchArguments): Promise<string> {
  const size = quick ? small : full;
  await ensureBuilt();
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-workbook-"));
  try {
    const file = path.join(folder, "orders.xlsx");
    const bytes = await makeWorkbook(file, size);
    say(`Adding a workbook of ${(bytes / 1e6).toFixed(1)} MB.`);
    const run = await measure(file, bytes, size);
    return json ? `${JSON.stringify(run, null, 2)}\n` : report(run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measure(
  file: string,
  bytes: number,
  { sheets, rows }: WorkbookSize,
): Promise<WorkbookRun> {
  // The number in the first cell of the last row.
  const last = String(sheets * 1_000_000 + rows + 1);
  return drive(async ({ page, setFiles }) => {
    await setFiles([file]);
    const before = await pageProcessMemory();
    let most = before;
    const timer = setInterval(async () => {
      const now = await pageProcessMemory().catch(() => null);
      most = now === null ? most : Math.max(most ?? 0, now);
    }, 250);
    const added = await add(page, last);
    clearInterval(timer);
    const abortMilliseconds = await abortWhileOpening(page);
    const peak = before === null || most === null ? null : most - before;
    return { cells: sheets * (rows + 1) * cellsPerRow, bytes, peak, abortMilliseconds, ...added };
  });
}

/** Adds the harness page's file to a new collection, and searches it. */
function add(
  page: Page,
  wanted: string,
): Promise<Omit<WorkbookRun, "cells" | "bytes" | "peak" | "abortMilliseconds">> {
  return page.evaluate(async (wanted) => {
    const { Pagehound } = globalThis.harness.library;
    const hound = await Pagehound.open({ name: "bench-workbook" });
    const [file] = globalThis.harness.files();
    if (!file) throw new Error("There is no file.");
    const start = performance.now();
    const at = { document: 0, indexing: 0, ready: 0 };
    let [signs, last, longestSilence, pages] = [0, start, 0, 0];
    for await (const event of hound.add([{ file, path: file.name }])) {
      const now = performance.now();
      signs++;
      longestSilence = Math.max(longestSilence, now - last);
      last = now;
      if (event.type === "document-started") [at.document, pages] = [now, event.pages];
      if (event.type === "document-indexing" && event.share === undefined) at.indexing = now;
      if (event.type === "document-ready") at.ready = now;
      if (event.type === "document-refused") throw new Error(event.message);
    }
    const searched = performance.now();
    const { hits } = await hound.search(wanted);
    const [hit] = hits;
    const seconds = (time: number) => (time - start) / 1000;
    const run = {
      pages,
      openSeconds: seconds(at.document),
      readSeconds: seconds(at.indexing),
      readySeconds: seconds(at.ready),
      signs,
      longestSilence: longestSilence / 1000,
      searchMilliseconds: performance.now() - searched,
      found: hit ? `${hit.pageLabel}` : null,
    };
    await hound.close();
    return run;
  }, wanted);
}

/** Adds the file again, and aborts at the second progress report. */
function abortWhileOpening(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const { Pagehound } = globalThis.harness.library;
    const hound = await Pagehound.open({ name: "bench-workbook-aborted" });
    const [file] = globalThis.harness.files();
    if (!file) throw new Error("There is no file.");
    const abort = new AbortController();
    let signs = 0;
    let aborted: number | null = null;
    try {
      for await (const event of hound.add([{ file, path: file.name }], { signal: abort.signal })) {
        if (event.type !== "document-opening" || ++signs < 2) continue;
        aborted = performance.now();
        abort.abort();
      }
    } catch (error) {
      if (aborted === null) throw error;
    }
    const taken = aborted === null ? null : performance.now() - aborted;
    const { files } = await hound.queue.list();
    if (taken !== null && files.length > 0) throw new Error("It is still in the queue.");
    await hound.close();
    return taken;
  });
}

function report(run: WorkbookRun): string {
  const { cells, bytes, pages, signs, peak, found, abortMilliseconds } = run;
  const lines = [
    `${cells.toLocaleString("en")} cells, ${(bytes / 1e6).toFixed(1)} MB, ${pages.toLocaleString("en")} pages`,
    `gone through after ${run.openSeconds.toFixed(1)} s, all pages stored after ${run.readSeconds.toFixed(1)} s, searchable after ${run.readySeconds.toFixed(1)} s`,
    `told ${signs} times how far it is, at most ${run.longestSilence.toFixed(1)} s apart`,
    `memory of the page's process: ${peak === null ? "not known" : `${Math.round(peak / 1e6)} MB at most, beyond the empty page`}`,
    `the last row's number found at ${found ?? "no place"} after ${Math.round(run.searchMilliseconds)} ms`,
    `aborted while it was opened: ${abortMilliseconds === null ? "it was open before" : `over after ${Math.round(abortMilliseconds)} ms`}`,
  ];
  return `${lines.join("\n")}\n`;
}

export const benchmark: BenchCommand = {
  usage,
  data: repository,
  options: ["json", "quick"],
  run: workbook,
};
