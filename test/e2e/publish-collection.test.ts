import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drive, type StartedDriver, startDriver } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { type CommandEnd, runCommand } from "../driver/run-command.js";
import { LibraryTab } from "./library-tab.js";
import { type PublishingServer, publishingServer } from "./publishing-server.js";
import { writePdf } from "./write-pdf.js";

let folder: string;

/** Runs the command as installed from the package. */
function publish(...parameters: string[]): Promise<CommandEnd> {
  return runCommand(["publish", ...parameters], { cwd: folder });
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-publish-"));
  await mkdir(path.join(folder, "handbook"));
  await writePdf(path.join(folder, "handbook/plant.pdf"), [
    "This page is about nothing in particular.",
    "The heliostat field has 4212 mirrors. They are washed each spring.",
  ]);
  await writeFile(path.join(folder, "handbook/cats.md"), "# Cats\n\nCats sleep a lot.\n");
  await writeFile(path.join(folder, "fake.pdf"), "This is a text file named .pdf.\n");
});
afterAll(() => rm(folder, { recursive: true }));

describe("the command", () => {
  test("writes a file that can be imported, and describes its content", async () => {
    const plant = await readFile(path.join(folder, "handbook/plant.pdf"));
    const source = createHash("sha256").update(plant).digest("hex");
    const note = { id: "1", source, text: "On page 2", questions: ["How many mirrors?"] };
    const counts = { ledTo: 1, ledNowhere: 0, createdAt: 1, usedAt: 1 };
    await writeFile(path.join(folder, "notes.json"), JSON.stringify([{ ...note, ...counts }]));
    const parameters = ["handbook", "--out", "plain.pagehound", "--guides", "notes.json"];
    const { code, out } = await publish(...parameters);
    expect(out).toMatch(/^plain\.pagehound: 2 documents, 2 pages, 1 part, \d+ bytes\.\n$/);
    expect(code).toBe(0);
    expect(await readdir(folder)).not.toContain("plain.pagehound.part");
    await drive(async ({ page, setFiles }) => {
      await setFiles([path.join(folder, "plain.pagehound")]);
      const taken = await page.evaluate(async () => {
        const hound = await globalThis.harness.library.Pagehound.open({ name: "import" });
        const [file] = globalThis.harness.files();
        if (!file) throw new Error("There is no file.");
        const { title, added } = await hound.collection.import(file);
        const { hits } = await hound.search("How many mirrors?");
        const pdf = added.find(({ path }) => path.endsWith(".pdf"));
        const original = pdf && (await hound.original(pdf.id)).size;
        const notes = (await hound.guides.list()).map(({ text }) => text);
        return { title, paths: added.map(({ path }) => path), first: hits[0], original, notes };
      });
      expect(taken).toMatchObject({
        title: "plain",
        paths: ["handbook/cats.md", "handbook/plant.pdf"],
        first: { path: "handbook/plant.pdf", page: 2 },
        original: plant.length,
        notes: ["On page 2"],
      });
    });
  });

  test("leaves out and names unreadable files", async () => {
    const parameters = ["handbook/cats.md", "fake.pdf", "--out", "less.pagehound"];
    const { code, out, err } = await publish(...parameters, "--no-originals", "--title", "Less");
    expect(out).toContain("less.pagehound: 1 documents");
    expect(err).toContain("fake.pdf");
    expect(code).toBe(1);
  });

  test.each([
    [["handbook"], "--out"],
    [["handbook", "--out", "handbook.zip"], ".pagehound"],
    [["--out", "a.pagehound"], "at least one file"],
    [["nowhere", "--out", "a.pagehound"], "nowhere"],
    [["handbook", "--out", "nowhere/a.pagehound"], "nowhere"],
    [["handbook", "--out", "a.pagehound", "--loud"], "--loud"],
    [["handbook", "--out", "a.pagehound", "--guides", "handbook/cats.md"], "cats.md"],
  ])("rejects %j with a one-line message", async (parameters, named) => {
    const { code, out, err } = await publish(...parameters);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toContain(named);
  });
});

describe("a page of the site that publishes it", () => {
  const at = "/published/handbook.pagehound";

  let started: StartedDriver;

  beforeAll(async () => {
    started = await startDriver();
  });
  afterAll(() => started?.end());

  /**
   * Opens a tab of a site that publishes the file. Each site has an origin, and so a collection,
   * that no other test uses.
   */
  async function onSite(
    use: (tab: LibraryTab, site: PublishingServer) => Promise<void>,
  ): Promise<void> {
    const site = await publishingServer(started.driver.url);
    site.files.set(at, await readFile(path.join(folder, "plain.pagehound")));
    try {
      const tab = await LibraryTab.open(started.driver.context, site.url, { name: "site" });
      await use(tab, site);
      await tab.close();
    } finally {
      await site.close();
    }
  }

  const add = (tab: LibraryTab, url: string) =>
    tab.hound.evaluate(async (hound, url) => {
      try {
        return (await hound.published.add(url)).fetched.map(({ path }) => path);
      } catch (error) {
        return String(error);
      }
    }, url);
  const hits = (tab: LibraryTab, query: string) =>
    tab.hound.evaluate(async (hound, query) => {
      return (await hound.search(query)).hits.map(({ path, page }) => `${path}:${page}`);
    }, query);

  test("accepts a relative address, and reports that nothing changed", async () => {
    await onSite(async (tab, { requests }) => {
      expect(await add(tab, "published/handbook.pagehound#top")).toEqual([
        "handbook/cats.md",
        "handbook/plant.pdf",
      ]);
      expect(await hits(tab, "How many mirrors?")).toContain("handbook/plant.pdf:2");
      expect(requests.map(({ status }) => status)).toEqual([206]);
      expect(await add(tab, at)).toEqual([]);
      expect(requests.map(({ status }) => status)).toEqual([206, 304]);
    });
  });

  test("follows redirects within the site, and contacts no other", async () => {
    await onSite(async (tab, { moved, url }) => {
      const other = await publishingServer(null);
      other.files.set(at, await readFile(path.join(folder, "plain.pagehound")));
      try {
        moved.set("/old.pagehound", at);
        expect(await add(tab, "/old.pagehound")).toHaveLength(2);
        moved.set("/away.pagehound", `${other.url}${at}`);
        expect(await add(tab, "/away.pagehound")).toContain("could not be downloaded");
        expect(other.requests).toEqual([]);
        // Fetching from the other site by its own address is allowed, but a redirect back is not.
        expect(await add(tab, `${other.url}${at}`)).toHaveLength(2);
        expect(other.requests.map(({ status }) => status)).toEqual([206]);
        other.moved.set("/back.pagehound", `${url}${at}`);
        expect(await add(tab, `${other.url}/back.pagehound`)).toContain("could not be downloaded");
        const sources = await tab.hound.evaluate(async (hound) => {
          return (await hound.documents()).map(({ source }) => source?.url ?? null);
        });
        expect([...new Set(sources)].sort()).toEqual(
          [`${url}/old.pagehound`, `${other.url}${at}`].sort(),
        );
      } finally {
        await other.close();
      }
    });
  });

  test("keeps nothing of an interrupted download, and succeeds the next time", async () => {
    await onSite(async (tab, site) => {
      site.breaksAfter = 3_000;
      expect(await add(tab, at)).toContain("could not be downloaded");
      expect(await hits(tab, "mirrors")).toEqual([]);
      site.breaksAfter = null;
      expect(await add(tab, at)).toHaveLength(2);
    });
  });

  test("refuses invalid addresses", async () => {
    await onSite(async (tab) => {
      for (const url of ["file:///etc/handbook.pagehound", "data:,x", "http://"]) {
        expect(await add(tab, url)).toContain("not the address of a published collection");
      }
    });
  });
});
