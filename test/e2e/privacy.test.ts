import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoggedRequest } from "../../src/index.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import {
  missingFrom,
  openBehindProxy,
  type PageBehindProxy,
  strictPolicy,
} from "./behind-proxy.js";

const harnessFolders = {
  "/": path.join(repository, "cli/page"),
  "/dist/": path.join(repository, "dist"),
};
const underPolicy = { "content-security-policy": strictPolicy };
/** A PDF whose characters can only be decoded with files from the site. */
const japanese = path.join(repository, "test/fixtures/pdf/cjk.pdf");
const columns = path.join(repository, "test/fixtures/pdf/two-columns.pdf");

let opened: PageBehindProxy;

beforeAll(() => ensureBuilt());

/** Opens the library's test page behind the proxy. */
async function open(headers: Record<string, string>): Promise<void> {
  opened = await openBehindProxy(harnessFolders, { headers });
}

afterEach(() => opened?.close());

/** The logged requests since the page was loaded. */
const log = (): Promise<readonly LoggedRequest[]> =>
  opened.page.evaluate(() => globalThis.harness.library.requestLog().requests);

const missing = async (): Promise<string[]> =>
  missingFrom(
    (await log()).map(({ url }) => url),
    opened,
  );

/** Requests that the log claims came over the network, but that the proxy has not seen. */
async function invented(): Promise<string[]> {
  const seen = new Set(opened.proxy.own);
  return (await log()).flatMap(({ url, bytes }) => ((bytes ?? 0) > 0 && !seen.has(url) ? url : []));
}

describe("the main task, behind a proxy and under a policy", () => {
  beforeEach(() => open(underPolicy));

  test("contacts no other origin, and the log lists every request", async () => {
    await opened.page.locator("#files").setInputFiles([japanese, columns]);
    const done = await opened.page.evaluate(async () => {
      const { Pagehound, requestLog } = globalThis.harness.library;
      requestLog();
      const hound = await Pagehound.open({ name: "privacy", parseWorkers: 2 });
      const ends: string[] = [];
      for await (const { type, path } of hound.add(globalThis.harness.files())) {
        if (/ready|refused/.test(type)) ends.push(`${path}: ${type}`);
      }
      const { hits } = await hound.search("切符");
      const { lines } = await hound.grep("港");
      let passages: readonly string[] = [];
      for await (const event of hound.ask("船は何回出ますか")) {
        if (event.type === "answer") passages = event.answer.passages.map(({ path }) => path);
      }
      const [document] = await hound.documents();
      const original = document ? await hound.original(document.id) : null;
      return {
        ends: ends.sort(),
        found: hits.map(({ path }) => path),
        lines: lines > 0,
        answered: passages[0],
        original: (original?.size ?? 0) > 0,
      };
    });
    expect(done).toEqual({
      ends: ["cjk.pdf: document-ready", "two-columns.pdf: document-ready"],
      found: ["cjk.pdf"],
      lines: true,
      answered: "cjk.pdf",
      original: true,
    });
    expect(opened.proxy.foreign).toEqual([]);
    await expect.poll(missing).toEqual([]);
    expect(await invented()).toEqual([]);
    const requests = await log();
    expect(requests.filter(({ origin, blocked }) => origin === "other" || blocked)).toEqual([]);
    // The log covers the page, its scripts, the workers' files, and requests made by a worker.
    const sources = new Map(requests.map(({ url, from }) => [url.slice(opened.url.length), from]));
    expect(Object.fromEntries(sources)).toMatchObject({
      "/": "page",
      "/dist/index.js": "page",
      "/dist/workers/collection.worker.js": "page",
      "/dist/workers/parse.worker.js": "page",
      "/dist/workers/grep.worker.js": "page",
      "/dist/workers/agent.worker.js": "page",
      "/dist/assets/cmaps/UniJIS-UTF16-H.bcmap": "parse worker",
    });
  });

  test("the self-test passes, and agrees with the proxy", async () => {
    const report = await opened.page.evaluate(() => globalThis.harness.library.selfTest());
    expect(report).toMatchObject({
      passed: true,
      failure: null,
      leaving: [],
      otherOrigins: [],
      blocked: [],
      leftOut: 0,
      unseen: 0,
    });
    expect(opened.proxy.foreign).toEqual([]);
    // The report was complete on its own, without extra time after the test.
    const reported = report.requests.map(({ url }) => url);
    expect(missingFrom(reported, opened)).toEqual([]);
  });

  test("forbidden requests are blocked, and the log lists them", async () => {
    await opened.page.evaluate(async () => {
      globalThis.harness.library.requestLog();
      await fetch("https://away.example/page").catch(() => {});
    });
    await expect
      .poll(async () => (await log()).filter(({ blocked }) => blocked))
      .toEqual([
        expect.objectContaining({
          url: "https://away.example/page",
          origin: "other",
          from: "page",
        }),
      ]);
    const report = await opened.page.evaluate(() => globalThis.harness.library.selfTest());
    expect(report).toMatchObject({ passed: true, leaving: [] });
    expect(report.blocked).toHaveLength(1);
    expect(opened.proxy.foreign).toEqual([]);
  });
});

test("a log that starts late reports how much the browser has discarded, and the self-test fails", async () => {
  await open(underPolicy);
  await opened.page.evaluate(async () => {
    for (let number = 0; number < 300; number++) await (await fetch(`/?early=${number}`)).text();
    globalThis.harness.library.requestLog();
  });
  const counted = () =>
    opened.page.evaluate(() => {
      const { requests, unseen } = globalThis.harness.library.requestLog();
      return { unseen, all: requests.length + unseen };
    });
  await expect.poll(async () => (await counted()).all).toBe(opened.proxy.own.length);
  expect((await counted()).unseen).toBeGreaterThan(0);
  const report = await opened.page.evaluate(() => globalThis.harness.library.selfTest());
  expect(report).toMatchObject({ passed: false, failure: null, leaving: [], blocked: [] });
  expect(report.trials.filter(({ noticed }) => !noticed)).toEqual([]);
});

describe("detection of deliberate requests to other origins", () => {
  const assetsBase = "http://assets.example/";
  const table = `${assetsBase}cmaps/UniJIS-UTF16-H.bcmap`;

  /**
   * Runs the self-test with the files that PDFs need on another origin, after the page has made two
   * requests there.
   */
  const leave = () =>
    opened.page.evaluate(async (assetsBase) => {
      globalThis.harness.library.requestLog();
      for (const url of ["http://away.example/page", "https://away.example/page"]) {
        await fetch(url).catch(() => {});
      }
      return globalThis.harness.library.selfTest({ assetsBase });
    }, assetsBase);

  test("detects a request without a policy, through the proxy and the log, for page and worker", async () => {
    await open({});
    const report = await leave();
    expect(report.passed).toBe(false);
    expect(report.otherOrigins).toEqual([
      "http://away.example",
      "https://away.example",
      "http://assets.example",
    ]);
    const left = report.leaving.map(({ from, url }) => `${from}: ${url}`);
    expect(left).toContain("page: http://away.example/page");
    expect(left).toContain("page: https://away.example/page");
    expect(left).toContain(`parse worker: ${table}`);
    // For a tunnel, the proxy only knows the destination.
    expect(new Set(opened.proxy.foreign)).toEqual(
      new Set([
        "away.example:443",
        ...report.leaving.map(({ url }) => url).filter((url) => url.startsWith("http:")),
      ]),
    );
  });

  test("detects a request with a policy, through the log alone, because blocked requests never leave", async () => {
    await open(underPolicy);
    const report = await leave();
    expect(report.leaving).toEqual([]);
    const stopped = report.blocked.map(({ from, url }) => `${from}: ${url}`);
    expect(stopped).toContain("page: http://away.example/page");
    expect(stopped).toContain("page: https://away.example/page");
    expect(stopped).toContain(`parse worker: ${table}`);
    expect(opened.proxy.foreign).toEqual([]);
  });
});
