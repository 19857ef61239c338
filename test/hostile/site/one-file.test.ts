import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {} from "../../../cli/harness.js";
import { type Served, serveFolder } from "../../../cli/serve.js";
import type { StoredAttempts } from "../../../src/store/schema.js";
import { ensureBuilt } from "../../driver/ensure-built.js";
import { repository } from "../../driver/repository.js";
import { crash, KillableBrowser } from "../../e2e/interruption/killable-browser.js";
import type {} from "../../e2e/interruption/probe.js";

/**
 * A file that crashes the page whenever it is processed. What that takes differs between machines,
 * so the page is killed from outside instead, at a moment that is held open for it.
 */
let folder: string;
let server: Served;
let browser: KillableBrowser;
/** While true, parse workers wait for their code. */
let holdsParsers = false;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-one-file-"));
  await writeFile(path.join(folder, "bomb.txt"), "It ends the page, says the legend of Qersu.");
  await writeFile(path.join(folder, "other.txt"), "Harmless words about Umbriel.");
  server = await serveFolder({
    "/": path.join(repository, "cli/page"),
    "/dist/": path.join(repository, "dist"),
  });
  browser = new KillableBrowser(path.join(folder, "profile"), async (context) => {
    await context.route("**/parse.worker*.js", async (route) => {
      // Left unanswered, because the page ends first.
      if (!holdsParsers) await route.continue();
    });
  });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await page.evaluate(async (collection) => {
    globalThis.hound = await globalThis.harness.library.Pagehound.open({ name: collection });
  }, name);
  return page;
}

async function add(page: Page, file: string): Promise<void> {
  await page.locator("#files").setInputFiles(path.join(folder, file));
  await page.evaluate(() => {
    const { hound } = globalThis;
    void (async () => {
      for await (const _event of hound?.add(globalThis.harness.files()) ?? []);
    })().catch(() => {});
  });
}

/**
 * Waits until a job is recorded as in progress by a session other than `before`, whose attempt
 * stays recorded until this one has taken over. Returns that session.
 */
async function begun(page: Page, name: string, before: string): Promise<string> {
  const running = async () => {
    const attempts = await storedAttempts(page, name);
    return attempts?.jobs.some((job) => job.running) ? attempts.session : before;
  };
  await expect.poll(running).not.toBe(before);
  return running();
}

function storedAttempts(page: Page, name: string): Promise<StoredAttempts | null> {
  return page.evaluate(async (database) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opened = await settled(indexedDB.open(database));
    const stored = opened.transaction("settings").objectStore("settings").get("attempts");
    const attempts = (await settled(stored))?.value;
    opened.close();
    return attempts ?? null;
  }, `pagehound:${name}`);
}

function list(page: Page) {
  return page.evaluate(async () => {
    const { hound } = globalThis;
    const { files } = (await hound?.queue.list()) ?? { files: [] };
    const documents = (await hound?.documents()) ?? [];
    return {
      files: files.map(({ path, state, problem }) => ({ path, state, code: problem?.code })),
      messages: files.map(({ problem }) => problem?.message),
      documents: documents.map(({ path }) => path),
    };
  });
}

test("holds and names a file that crashes the page twice, continues with the others, and lets the reader retry it", async () => {
  const name = "bomb";
  holdsParsers = true;
  let session = "";
  for (const time of [1, 2]) {
    const page = await open(name);
    if (time === 1) await add(page, "bomb.txt");
    session = await begun(page, name, session);
    await crash(page);
  }
  holdsParsers = false;
  const page = await open(name);
  await expect
    .poll(() => list(page))
    .toMatchObject({ files: [{ path: "bomb.txt", state: "held", code: "page-stopped" }] });
  const [message] = (await list(page)).messages;
  expect(message).toMatch(/^bomb\.txt stopped the page twice while it was being read/);
  await add(page, "other.txt");
  await expect.poll(async () => (await list(page)).documents).toEqual(["other.txt"]);
  await page.evaluate(() => globalThis.hound?.queue.retry(["bomb.txt"]));
  await expect
    .poll(async () => (await list(page)).documents.sort())
    .toEqual(["bomb.txt", "other.txt"]);
  await page.close();
});

test("closing the page while a file is read does not count against the file", async () => {
  const name = "left";
  holdsParsers = true;
  let session = "";
  for (const time of [1, 2, 3]) {
    const page = await open(name);
    if (time === 1) await add(page, "bomb.txt");
    session = await begun(page, name, session);
    await page.goto("about:blank");
    await page.close();
  }
  holdsParsers = false;
  const page = await open(name);
  await expect.poll(() => list(page)).toMatchObject({ files: [], documents: ["bomb.txt"] });
  await page.close();
});

test("searches a file with more distinct words than an index can hold, and reports that", async () => {
  const lines = Array.from({ length: 25_000 }, (_, line) => {
    const ids = Array.from({ length: 12 }, (_, word) => `x${(line * 12 + word).toString(36)}q`);
    return `${ids.join(" ")} checkpoint`;
  });
  await writeFile(path.join(folder, "ids.log"), lines.join("\n"));
  const page = await open("words");
  await add(page, "ids.log");
  await expect
    .poll(async () => (await list(page)).documents, { timeout: 110_000 })
    .toEqual(["ids.log"]);
  const last = `x${(299_999).toString(36)}q`;
  const found = await page.evaluate(async (id) => {
    const { hound } = globalThis;
    const [document] = (await hound?.documents()) ?? [];
    const common = await hound?.search("checkpoint");
    const lines = await hound?.grep(id, { wholeWord: true });
    return {
      leftOut: document?.termsLeftOut ?? 0,
      covered: common?.coverage.termsLeftOut ?? 0,
      hits: common?.hits.length,
      lines: lines?.lines,
    };
  }, last);
  expect(found).toMatchObject({ hits: 10, lines: 1 });
  expect(found.leftOut).toBeGreaterThan(80_000);
  expect(found.covered).toBe(found.leftOut);
  await page.close();
});
