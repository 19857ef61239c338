import type { BrowserContext, Page } from "playwright";
import { checkLists, checkResumed, checkSearchable } from "./check-opened.js";
import { checkOrphans, checkStored, type Session } from "./check-stored.js";
import { compareFresh } from "./compare-fresh.js";
import type { PoolFile } from "./file-pool.js";
import { KillableBrowser } from "./killable-browser.js";
import { isCounted, type Moment, type Plan } from "./plan.js";
import {
  beginAdding,
  beginRemoving,
  listAll,
  openCollection,
  type Report,
  readSearchable,
  resume,
  retryHeld,
  runDry,
  unlock,
} from "./probe.js";
import { markPages, nothingStored, readStored, type StoredState } from "./stored-state.js";

const collection = "interrupted";

/** Counts what a run of seeds came across, to prove that it tested something. */
export interface Encounters {
  /** Pages stored for files that were only partly read. */
  stagedPages: number;
  waiting: number;
  /** Files that had produced no event when the page ended. */
  unannounced: number;
  /** Existing documents that a file being added was about to replace. */
  replacing: number;
  /** Files put on hold because they had crashed the page twice, or for lack of space. */
  held: number;
  /** The slowest opening, in milliseconds. */
  slowestOpening: number;
}

/** The counts at the start of a run. */
export const noEncounters: Readonly<Encounters> = {
  ...{ stagedPages: 0, waiting: 0, unannounced: 0, replacing: 0, held: 0, slowestOpening: 0 },
};

/** A collection whose page is killed again and again, with checks of what that leaves behind. */
export class InterruptedCollection {
  readonly encounters: Encounters = { ...noEncounters };
  readonly #browser: KillableBrowser;
  readonly #url: string;
  readonly #pool: readonly PoolFile[];
  readonly #texts: ReadonlyMap<string, readonly string[]>;
  #stored: StoredState = nothingStored;
  #session: Session = { files: new Map(), removing: [], reports: [] };
  /** Marked pages, by content, which must never be stored again. */
  readonly #marked = new Map<number, Set<number>>();
  #reports: Report[] = [];
  #heard: (report: Report) => void = () => {};
  readonly #faults: string[] = [];

  constructor(
    profile: string,
    options: {
      url: string;
      pool: readonly PoolFile[];
      texts: ReadonlyMap<string, readonly string[]>;
    },
  ) {
    this.#browser = new KillableBrowser(profile, (context) => this.#prepare(context));
    this.#url = options.url;
    this.#pool = options.pool;
    this.#texts = options.texts;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /**
   * Opens the collection, adds the plan's files and ends the page. Returns the problems found
   * before that.
   */
  async interrupt(plan: Plan): Promise<string[]> {
    const { page, problems } = await this.#reopen(plan.paused);
    if (problems.length > 0) return problems;
    const found = this.#stored;
    if (plan.finishes) {
      const unfinished = await this.#finish(page);
      if (unfinished.length > 0) return unfinished;
    }
    const files = new Map(plan.files.map((file) => [file.path, file]));
    const reports: Report[] = [];
    const removing = this.#drawDocuments(plan);
    this.#session = { files, removing, reports };
    let removalBegan = removing.length === 0;
    const removeIfDue = () => {
      if (removalBegan || reports.length < (plan.remove?.after ?? 0)) return;
      removalBegan = true;
      // The page may end in the meantime.
      void beginRemoving(page, removing).catch(() => {});
    };
    const due = this.#moment(plan.moment, reports, removeIfDue);
    const selection = plan.files.map((file) => ({
      file: this.#pool.indexOf(file),
      path: file.path,
    }));
    await page.locator("#files").setInputFiles(this.#pool.map(({ file }) => file));
    if (plan.room !== null) await grant(page, plan.room);
    await beginAdding(page, { files: selection, folders: plan.folders });
    await resume(page);
    removeIfDue();
    await due;
    await this.#browser.end(page, plan.ending);
    this.#heard = () => {};
    return [...checkResumed(this.#reports, stagedByPath(found, removing)), ...this.#takeFaults()];
  }

  /**
   * Opens the collection and reads everything that is waiting. Returns the problems found in the
   * result.
   */
  async settle(): Promise<string[]> {
    const { page, problems } = await this.#reopen(false);
    if (problems.length > 0) return problems;
    const unfinished = await this.#finish(page);
    if (unfinished.length > 0) return unfinished;
    const locked = this.#stored.entries.find(({ code }) => code === "password-required");
    if (locked) {
      await unlock(page, locked.path);
      const { files } = await runDry(page);
      if (files.some(({ path }) => path === locked.path)) return [`${locked.path}: still locked`];
    }
    await this.#browser.end(page, "tab");
    const last = await this.#newPage();
    await openCollection(last, collection);
    await last.locator("#files").setInputFiles(this.#pool.map(({ file }) => file));
    const name = `fresh ${this.#stored.entries.length}`;
    const { kept, fresh } = await compareFresh(last, { name, files: this.#pool });
    const orphans = checkOrphans(await readStored(last, collection));
    const different = kept.flatMap(({ query, hits }, index) => {
      const same = JSON.stringify(hits) === JSON.stringify(fresh[index]?.hits);
      return same ? [] : [`another result than in a fresh collection: ${query}`];
    });
    return [...orphans, ...different, ...this.#takeFaults()];
  }

  /** Reopens the collection after its page was ended. */
  async #reopen(paused: boolean): Promise<{ page: Page; problems: string[] }> {
    const page = await this.#newPage();
    const stored = await readStored(page, collection);
    const problems = [
      ...checkStored(this.#stored, this.#session, stored, this.#pool),
      ...this.#checkMarks(stored),
    ];
    this.#count(stored);
    this.#stored = stored;
    if (problems.length > 0) return { page, problems };
    const staged = stored.entries.filter(({ state }) => state === "queued");
    const known = stored.entries.length > 0;
    if (known) {
      await markPages(page, collection, { contents: staged.map((job) => job.content), paused });
      for (const { content } of staged) this.#marked.set(content, new Set(stored.pages[content]));
    }
    this.#reports = [];
    const began = performance.now();
    await openCollection(page, collection);
    const took = performance.now() - began;
    this.encounters.slowestOpening = Math.max(this.encounters.slowestOpening, took);
    const lists = checkLists(stored, await listAll(page), known && paused);
    const words = [...new Set(this.#pool.map(({ word }) => word))];
    const found = await readSearchable(page, { words, texts: paused });
    return { page, problems: [...lists, ...checkSearchable(found, this.#pool, this.#texts)] };
  }

  /** Reads all waiting files to the end. */
  async #finish(page: Page): Promise<string[]> {
    const staged = stagedByPath(this.#stored, []);
    await retryHeld(page);
    const list = await runDry(page);
    const stored = await readStored(page, collection);
    const words = [...new Set(this.#pool.map(({ word }) => word))];
    const found = await readSearchable(page, { words, texts: true });
    const quiet: Session = { files: new Map(), removing: [], reports: this.#reports };
    const problems = [
      ...checkStored(this.#stored, quiet, stored, this.#pool),
      ...this.#checkMarks(stored),
      ...checkResumed(this.#reports, staged),
      ...list.files
        .filter(({ state }) => state !== "held" && state !== "refused")
        .map(({ path, state }) => `${path}: still ${state}`),
      ...checkSearchable(found, this.#pool, this.#texts),
    ];
    this.#stored = stored;
    return [...problems, ...this.#takeFaults()];
  }

  /** Checks that marked pages are still marked, if their content still exists. */
  #checkMarks(stored: StoredState): string[] {
    const problems: string[] = [];
    for (const [content, numbers] of this.#marked) {
      const entry = stored.entries.find((one) => one.content === content);
      if (!entry || entry.state === "refused") continue;
      const left = new Set(stored.marked[content]);
      const again = [...numbers].filter((number) => !left.has(number));
      if (again.length > 0)
        problems.push(`${entry.path}: pages ${again.join(", ")} were read twice`);
    }
    return problems;
  }

  #count(stored: StoredState): void {
    const queued = stored.entries.filter(({ state }) => state === "queued");
    this.encounters.waiting += queued.length;
    const { entries } = stored;
    const curable = ["page-stopped", "storage-full"];
    this.encounters.held += entries.filter(({ code }) => code && curable.includes(code)).length;
    for (const { content, path } of queued) {
      this.encounters.stagedPages += stored.pages[content]?.length ?? 0;
      const ready = stored.entries.some((one) => one.path === path && one.state === "ready");
      if (ready) this.encounters.replacing++;
    }
    const heard = new Set(
      this.#session.reports.flatMap((report) =>
        report.type === "event" && "path" in report.event ? [report.event.path] : [],
      ),
    );
    for (const path of this.#session.files.keys()) {
      if (!heard.has(path)) this.encounters.unannounced++;
    }
  }

  #drawDocuments({ remove, random }: Plan): string[] {
    const ready = this.#stored.entries.filter(({ state }) => state === "ready");
    const drawn = Array.from({ length: remove?.count ?? 0 }, () => {
      return ready[Math.floor(random() * ready.length)]?.path;
    });
    return [...new Set(drawn)].filter((path) => path !== undefined);
  }

  /** Resolves at the given moment, or when nothing is left to interrupt. */
  #moment(moment: Moment, reports: Report[], onReport: () => void): Promise<void> {
    return new Promise((resolve) => {
      let left = "kind" in moment ? moment.count : 0;
      const soon = () => setTimeout(resolve, moment.milliseconds);
      if (!("kind" in moment)) soon();
      this.#heard = (report) => {
        reports.push(report);
        onReport();
        if (report.type === "added") resolve();
        if (!("kind" in moment) || !isCounted(report, moment)) return;
        left--;
        if (left === 0) soon();
      };
    });
  }

  async #newPage(): Promise<Page> {
    const page = await this.#browser.newPage();
    await page.goto(`${this.#url}/`);
    await page.waitForFunction(() => globalThis.harness !== undefined);
    return page;
  }

  async #prepare(context: BrowserContext): Promise<void> {
    context.on("weberror", (problem) => this.#faults.push(String(problem.error())));
    context.on("console", (message) => {
      if (message.type() === "error") this.#faults.push(message.text());
    });
    await context.exposeFunction("report", (report: Report) => {
      this.#reports.push(report);
      this.#heard(report);
    });
  }

  #takeFaults(): string[] {
    return this.#faults.splice(0);
  }
}

/** Lets the page store this many more bytes, until it is closed. */
async function grant(page: Page, room: number): Promise<void> {
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + room });
}

/**
 * The number of stored pages of each file being added. Pages shared with a removed document are not
 * counted, because they are deleted with it.
 */
function stagedByPath(
  { entries, pages }: StoredState,
  removing: readonly string[],
): Map<string, number> {
  const going = entries
    .filter(({ state, path }) => {
      return state === "removed" || (state === "ready" && removing.includes(path));
    })
    .map(({ content }) => content);
  const queued = entries.filter(
    ({ state, content }) => state === "queued" && !going.includes(content),
  );
  return new Map(queued.map(({ path, content }) => [path, pages[content]?.length ?? 0]));
}
