import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright";
import { browserArguments, findBrowser } from "../../driver/find-browser.js";

/**
 * How a page ends abruptly: its tab is closed, its browser is closed, the browser is killed, or
 * only the process shared by the page and its workers crashes.
 */
export type Ending = "tab" | "browser" | "process" | "crash";

/** A Chromium with a profile on disk, whose pages are ended in the middle of their work. */
export class KillableBrowser {
  readonly #profile: string;
  readonly #prepare: (context: BrowserContext) => Promise<void>;
  #context: BrowserContext | null = null;

  /**
   * @param profile folder that outlives the browser
   * @param prepare called for every browser that is started
   */
  constructor(profile: string, prepare: (context: BrowserContext) => Promise<void>) {
    this.#profile = profile;
    this.#prepare = prepare;
  }

  /** Opens a tab, starting the browser if it is not running. */
  async newPage(): Promise<Page> {
    if (this.#context) return this.#context.newPage();
    // A killed browser leaves locks that say the profile is in use.
    for (const mark of ["SingletonLock", "SingletonSocket", "SingletonCookie"]) {
      await rm(path.join(this.#profile, mark), { force: true });
    }
    const executablePath = await findBrowser();
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      args: browserArguments,
    });
    await this.#prepare(this.#context);
    return this.#context.newPage();
  }

  /** Ends the page, whatever it is doing. */
  async end(page: Page, ending: Ending): Promise<void> {
    if (ending === "tab") await page.close();
    else if (ending === "browser") await this.close();
    else if (ending === "crash") await crash(page);
    else await this.#kill();
  }

  /** Closes the browser if it is running. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  async #kill(): Promise<void> {
    const context = this.#context;
    const session = await context?.browser()?.newBrowserCDPSession();
    if (!context || !session) throw new Error("The browser does not run.");
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const closed = new Promise((resolve) => context.once("close", resolve));
    // Kills the browser before its helpers, so that none of them can report to it.
    const processes = [...processInfo].sort((a, b) => rank(a) - rank(b));
    for (const { id } of processes) {
      try {
        process.kill(id, "SIGKILL");
      } catch {
        // It exited together with the previous one.
      }
    }
    await closed;
    this.#context = null;
    // The profile's files stay locked while any of them is alive.
    for (const { id } of processes) while (await isAlive(id)) await wait(5);
  }
}

/** Crashes the process of a page and its workers, as running out of memory would. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  // A crashed page never replies.
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

async function isAlive(id: number): Promise<boolean> {
  try {
    process.kill(id, 0);
    // A process stays listed until its exit status is read, but uses nothing by then.
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    return !/^State:\s+[ZX]/m.test(status);
  } catch {
    return false;
  }
}

function rank({ type }: { readonly type: string }): number {
  return type === "browser" ? 0 : 1;
}
