import path from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { type PublishingServer, publishingServer } from "./publishing-server.js";

let server: PublishingServer;
let served: Served;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  server = await publishingServer(null);
  served = await serveFolder({
    "/": path.join(repository, "cli/page"),
    "/dist/": path.join(repository, "dist"),
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`${served.url}/`);
  await page.evaluate(`Promise.all([import("/dist/index.js"), import("/dist/connect.js")]).then(
    async ([{ Pagehound }, { addWebFolder }]) => {
      globalThis.hound = await Pagehound.open({ assetsBase: "/dist/assets/" });
      globalThis.addWebFolder = addWebFolder;
    },
  )`);
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await server?.close();
});

function publish(
  files: Readonly<Record<string, string>>,
  list: unknown = Object.keys(files),
): void {
  server.files.clear();
  for (const [name, text] of Object.entries(files)) {
    server.files.set(`/published/${encodeURI(name)}`, Buffer.from(text));
  }
  server.files.set("/published/list.json", Buffer.from(JSON.stringify(list)));
  server.requests.length = 0;
}

/** Updates the folder in the page, and returns the outcome. */
async function update(list = `${server.url}/published/list.json`): Promise<unknown> {
  return page.evaluate(`addWebFolder(hound, { list: ${JSON.stringify(list)}, name: "Handbook" }).then(
    ({ added, unchanged, refused, missing, failed }) => ({
      added: added.map(({ path }) => path).sort(),
      unchanged: unchanged.map(({ path }) => path).sort(),
      refused: refused.map(({ path, code }) => path + ": " + code),
      missing: missing.map(({ path }) => path),
      failed: failed.map(({ file, code, message }) => file + ": " + code + ": " + message).sort(),
    }),
    ({ name, code, message }) => [name, code, message],
  )`);
}

const found = (query: string): Promise<unknown> =>
  page.evaluate(
    `hound.search(${JSON.stringify(query)}).then(({ hits }) => hits.map(({ path }) => path))`,
  );
const requests = () =>
  server.requests.map(({ path, status }) => `${path.slice(11)} ${status}`).sort();

const boats = "# Boats\n\nThe ferry leaves at noon.\n";

test("reads the files of a list, and afterwards fetches only changed ones", async () => {
  publish({ "boats.md": boats, "rules/50 % off.txt": "Half price on Mondays." });
  expect(await update()).toEqual({
    added: ["Handbook/boats.md", "Handbook/rules/50 % off.txt"],
    ...{ unchanged: [], refused: [], missing: [], failed: [] },
  });
  expect(await found("ferry")).toEqual(["Handbook/boats.md"]);

  publish({ "boats.md": boats, "rules/50 % off.txt": "Half price on Mondays and Tuesdays." });
  expect(await update()).toMatchObject({
    added: ["Handbook/rules/50 % off.txt"],
    unchanged: ["Handbook/boats.md"],
  });
  expect(requests()).toEqual(["boats.md 304", "list.json 304", "rules/50%20%25%20off.txt 200"]);
  expect(await found("tuesdays")).toEqual(["Handbook/rules/50 % off.txt"]);
});

test("reports missing and failed files, and loses nothing", async () => {
  publish({ "boats.md": boats }, [
    { file: "./boats.md" },
    "away.md",
    "../private.md",
    "https://elsewhere.example/a.md",
  ]);
  const at = `${server.url}/published/`;
  // On a plainly configured server, pages of another origin cannot even read a 404.
  const unreadable = `cannot be fetched: nothing responds at ${new URL(at).origin}, or it does not allow this page to read its responses (Access-Control-Allow-Origin: ${new URL(page.url()).origin}), or this page's policy does not allow it (connect-src). Check the address and the connection, and try again.`;
  expect(await update()).toEqual({
    ...{ added: [], unchanged: ["Handbook/boats.md"], refused: [] },
    missing: ["Handbook/rules/50 % off.txt"],
    failed: [
      `../private.md: invalid-argument: “../private.md” is outside ${at}, the folder of the list.`,
      `away.md: download-failed: ${at}away.md ${unreadable}`,
      `https://elsewhere.example/a.md: download-failed: ${at}https%3A//elsewhere.example/a.md ${unreadable}`,
    ],
  });
  expect(await found("tuesdays")).toEqual(["Handbook/rules/50 % off.txt"]);
});

test("reports an invalid list, and does not follow a redirecting server", async () => {
  const list = `${server.url}/published/list.json`;
  publish({}, { files: [] });
  expect(await update()).toEqual([
    "PagehoundError",
    "download-failed",
    expect.stringMatching(
      /^http\S+ is not a list of files, which is a JSON array of at most 20000 paths/,
    ),
  ]);
  server.moved.set("/published/list.json", "https://elsewhere.example/list.json");
  expect(await update()).toEqual([
    "PagehoundError",
    "download-failed",
    `${list} redirects to another address, and redirects are not followed. Use the address it redirects to.`,
  ]);
  expect(await update("http://handbook.example/list.json")).toEqual([
    "PagehoundError",
    "download-failed",
    expect.stringContaining(
      "http://handbook.example/list.json cannot be fetched: nothing responds",
    ),
  ]);
});
