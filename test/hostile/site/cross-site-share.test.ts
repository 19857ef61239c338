import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Served, serveFolder } from "../../../cli/serve.js";
import { launchBrowser } from "../../driver/launch-browser.js";
import { keepLess, type SiteServer, serveSite } from "../../e2e/site-server.js";
import { isLong } from "../../tries.js";

let browser: Browser;
let folder: string;
let strange: Served;
/** A page of another site that the reader happens to visit. */
let strangePage: string;
let site: SiteServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-strange-"));
  await writeFile(
    path.join(folder, "index.html"),
    '<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title><p>Win a prize.</p>',
  );
  strange = await serveFolder(folder);
  strangePage = strange.url.replace("127.0.0.1", "localhost");
});
afterAll(async () => {
  await browser?.close();
  await strange?.close();
  await rm(folder, { recursive: true });
});

/** Makes the reader visit their own site, and add a report. */
async function visit(): Promise<void> {
  site = await serveSite();
  await keepLess(site.folder);
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await page.goto(site.url);
  await page.locator("html[data-offline=ready]").waitFor({ timeout: 60_000 });
  await page.getByLabel("Files to add").setInputFiles(textFile("report.txt", "The profit was 40."));
  await settled();
  expect(await names()).toEqual(["report.txt"]);
}

async function leave(): Promise<void> {
  await context.close();
  await site.close();
}

const textFile = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** The documents in the list, in order. */
async function names(): Promise<string[]> {
  const picks = await page.getByRole("checkbox", { name: /^Search in / }).all();
  const labels = await Promise.all(picks.map((pick) => pick.getAttribute("aria-label")));
  return labels.map((label) => label?.replace("Search in ", "") ?? "").sort();
}

const offer = (tab: Page = page): Locator => tab.locator("page-hound section.offer");

/** Waits until a search of the documents finds a passage. */
async function finds(query: string, passage: string): Promise<void> {
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search your documents" }).fill(query);
  const list = page.getByRole("list", { name: "Results" });
  await list.getByRole("listitem").filter({ hasText: passage }).first().waitFor();
}

/** The number of stored files that were shared with the page. */
async function sharedCount(): Promise<number> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith("pagehound-site-shared"));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  });
}

interface Sent {
  readonly name: string;
  /** The file's text, or its size in bytes. */
  readonly content: string | number;
}

/** Posts files with a form on the other site, as any page can without a click. */
async function send(files: readonly Sent[], tab: Page = page): Promise<void> {
  await tab.goto(strangePage);
  await tab.evaluate(
    ({ action, sent }) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "multipart/form-data", action });
      const field = document.createElement("input");
      Object.assign(field, { type: "file", name: "files", multiple: true });
      const transfer = new DataTransfer();
      for (const { name, content } of sent) {
        const part = typeof content === "number" ? new Uint8Array(content) : content;
        transfer.items.add(new File([part], name, { type: "text/plain" }));
      }
      field.files = transfer.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { action: `${site.url}share`, sent: files },
  );
  await tab.waitForURL(site.url);
}

/** Waits until the page has opened its documents, and shows any question it has to ask. */
async function settled(tab: Page = page): Promise<void> {
  await tab.getByRole("checkbox", { name: "Search in report.txt" }).waitFor({ timeout: 60_000 });
}

// None of these tests changes the reader's documents, and each decides about the waiting files.
describe("files without the reader's consent", () => {
  beforeAll(visit);
  afterAll(leave);

  test("shows files that another site posts, but adds and replaces nothing, even across reloads", async () => {
    await send([
      { name: "report.txt", content: "The profit was 4,000,000." },
      { name: "advice.txt", content: "Pay the invoice at once." },
    ]);
    for (const round of ["at first", "after a reload"]) {
      await offer().getByText("Another app sent 2 files").waitFor();
      await settled();
      expect([round, await names()]).toEqual([round, ["report.txt"]]);
      await expect
        .poll(() => offer().getByRole("listitem").allInnerTexts())
        .toEqual([
          expect.stringMatching(/report\.txt\s+25\sbytes\s+will be called report \(2\)\.txt/),
          expect.stringMatching(/advice\.txt\s+24\sbytes/),
        ]);
      if (round === "at first") await page.reload();
    }
    await finds("profit", "was 40.");
    await offer().getByRole("button", { name: "Discard" }).click();
    await offer().waitFor({ state: "detached" });
    await expect.poll(sharedCount).toBe(0);
    await page.reload();
    await settled();
    expect(await names()).toEqual(["report.txt"]);
    expect(await offer().count()).toBe(0);
  });

  test("limits the number of shared files, and counts the rejected ones", async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}.txt`,
      content: `No. ${at}`,
    }));
    await send(many);
    await offer().getByText("Another app sent 50 files").waitFor();
    await offer().getByText("10 files were rejected").waitFor();
    await send(many.slice(0, 5));
    await offer().getByText("15 files were rejected").waitFor();
    await expect.poll(() => offer().getByRole("listitem").count()).toBe(50);
    await offer().getByRole("button", { name: "Discard" }).click();
    await expect.poll(sharedCount).toBe(0);

    // Together they exceed the limit.
    for (const name of ["a.txt", "b.txt"]) await send([{ name, content: 60_000_000 }]);
    await offer().getByText("Another app sent 1 file").waitFor();
    await offer().getByText("1 file was rejected").waitFor();
    // This is too much for one request, and the rest of it is not even read.
    await send([{ name: "c.txt", content: 110_000_000 }]);
    await offer().getByText("2 files were rejected").waitFor();
    await expect
      .poll(() => offer().getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringMatching(/^a\.txt\s+60\sMB/)]);
    await offer().getByRole("button", { name: "Discard" }).click();
    await expect.poll(sharedCount).toBe(0);
  });

  test("gives a foreign page no other way to add, ask about or show files without the reader's consent", async () => {
    // The foreign page's own requests do not count as coming from the reader's page.
    await page.goto(strangePage);
    await page.evaluate(async (action) => {
      const form = new FormData();
      form.append("files", new File(["By fetch."], "fetch.txt"));
      await fetch(action, { method: "POST", mode: "no-cors", body: form }).catch(() => undefined);
      await fetch(action, {
        method: "POST",
        mode: "no-cors",
        credentials: "include",
        body: form,
      }).catch(() => undefined);
      navigator.sendBeacon(action, form);
    }, `${site.url}share`);
    // Neither does a form that targets a frame.
    await page.evaluate((action) => {
      const frame = Object.assign(document.createElement("iframe"), { name: "inside" });
      const form = document.createElement("form");
      Object.assign(form, {
        method: "post",
        enctype: "multipart/form-data",
        action,
        target: "inside",
      });
      const text = Object.assign(document.createElement("input"), {
        name: "text",
        value: "By frame.",
      });
      form.append(text);
      document.body.append(frame, form);
      form.submit();
    }, `${site.url}share`);
    const answered = page.frames().find((frame) => frame.name() === "inside");
    await answered?.waitForLoadState();
    await page.goto(site.url);
    await settled();
    expect(await names()).toEqual(["report.txt"]);
    expect([await offer().count(), await sharedCount()]).toEqual([0, 0]);

    // URLs cannot ask or add anything.
    const words = ["q", "query", "ask", "add", "url", "text", "title", "published"];
    const search = new URLSearchParams(
      words.map((word) => [word, "profit https://evil.example/x"]),
    );
    await page.goto(`${site.url}?${search}&search=profit&open=page#${search}`);
    await settled();
    await expect.poll(() => page.getByRole("textbox", { name: "Question" }).inputValue()).toBe("");
    expect(await page.getByRole("article").count()).toBe(0);

    // Only the reader sees the location in a hash: not even the number of history entries reveals
    // whether a document exists.
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url)) elsewhere.push(request.url());
    });
    await page.goto(`${site.url}#search=profit+https%3A%2F%2Fevil.example%2Fx`);
    await settled();
    await expect
      .poll(() => page.getByRole("searchbox").inputValue())
      .toBe("profit https://evil.example/x");
    const existing = createHash("sha256").update("The profit was 40.").digest("hex");
    const lengths: number[] = [];
    for (const document of [existing, "0".repeat(64)]) {
      const tab = await context.newPage();
      await tab.goto(`${site.url}#doc=${document}&page=9&span=0-4`);
      await settled(tab);
      const shown =
        document === existing
          ? tab.getByText("The profit was 40.")
          : tab
              .locator(".notice")
              .getByText("This link opens a document that is not here", { exact: false });
      await shown.first().waitFor({ timeout: 60_000 });
      lengths.push(await tab.evaluate(() => history.length));
      await tab.close();
    }
    expect(lengths[0]).toBe(lengths[1]);
    expect(elsewhere).toEqual([]);

    // The opened window receives nothing.
    const opener = await context.newPage();
    await opener.goto(strangePage);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      opener.evaluate((url) => {
        Object.assign(globalThis, { opened: open(url) });
      }, site.url),
    ]);
    await settled(opened);
    await opener.evaluate(() => {
      const { opened } = globalThis as unknown as { opened: Window };
      const file = new File(["By message."], "message.txt");
      const messages = [
        file,
        [file],
        { files: [file] },
        { type: "take-over" },
        { type: "add", files: [file] },
        { type: "ask", question: "profit" },
        "profit",
      ];
      for (const message of messages) opened.postMessage(message, "*");
    });
    // Messages arrive in order, so all of these have arrived once its own has.
    await opened.evaluate(
      () =>
        new Promise((done) => {
          addEventListener("message", ({ data }) => data === "last" && done(null));
          postMessage("last", "*");
        }),
    );
    expect(await opened.getByRole("checkbox", { name: /^Search in / }).count()).toBe(1);
    expect(await opened.getByRole("article").count()).toBe(0);
    expect(await offer(opened).count()).toBe(0);
    // A tab behind others draws once a second, which would slow down the tests that follow.
    await opened.close();
    await opener.close();
  });

  test("does not ask for consent inside a frame of another site, where it could be stolen", async () => {
    await send([{ name: "advice.txt", content: "Pay the invoice at once." }]);
    await offer().getByText("Another app sent 1 file").waitFor();
    await page.goto(strangePage);
    await page.evaluate((url) => {
      const frame = document.createElement("iframe");
      Object.assign(frame, { src: url, width: "1200", height: "700" });
      return new Promise<void>((resolve) => {
        frame.onload = () => resolve();
        document.body.append(frame);
      });
    }, site.url);
    // The browser, or the page itself, blocks the interface.
    expect(await page.frameLocator("iframe").locator("page-hound").count()).toBe(0);
    await page.goto(site.url);
    await offer().getByText("Another app sent 1 file").waitFor();
    expect(await names()).toEqual(["report.txt"]);
  });
});

describe("files with the reader's consent", () => {
  beforeEach(visit);
  afterEach(leave);

  test.runIf(isLong)("gives files a new name, and leaves the existing ones unchanged", async () => {
    await send([
      { name: "report.txt", content: "The profit was 4,000,000." },
      { name: "REPORT.TXT", content: "The profit was none." },
      { name: "../report.txt", content: "The profit was odd." },
      { name: "report\u202e.txt", content: "The profit was hidden." },
    ]);
    await offer().getByRole("button", { name: "Add" }).click();
    await expect
      .poll(names, { timeout: 60_000 })
      .toEqual(
        [
          "REPORT (3).TXT",
          ".._report.txt",
          "report (2).txt",
          "report (4).txt",
          "report.txt",
        ].sort(),
      );
    await finds("profit 40", "was 40.");
    // Sending the same file again creates no other document.
    await send([{ name: "report.txt", content: "The profit was 40." }]);
    await offer().getByRole("button", { name: "Add" }).click();
    await page.locator(".notice").getByText("is already here, unchanged.").waitFor();
    expect(await names()).toHaveLength(5);
  });

  test.runIf(isLong)("adds the files of a collection to a separate folder", async () => {
    // A collection from another device, with a document of the same name as the reader's.
    const away = await browser.newContext();
    const maker = await away.newPage();
    await maker.goto(site.url);
    await maker
      .getByLabel("Files to add")
      .setInputFiles(textFile("report.txt", "The profit was 4,000,000."));
    await maker.getByRole("checkbox", { name: "Search in report.txt" }).waitFor();
    await maker.locator(".settings-button").click();
    const [saved] = await Promise.all([
      maker.waitForEvent("download"),
      maker.getByRole("button", { name: "Save your document to a file" }).click(),
    ]);
    const bytes = await readFile(await saved.path());
    await away.close();

    await page.goto(strangePage);
    await page.evaluate(
      ({ action, content }) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", enctype: "multipart/form-data", action });
        const field = document.createElement("input");
        Object.assign(field, { type: "file", name: "files" });
        const transfer = new DataTransfer();
        const data = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([data], "report.txt.pagehound"));
        field.files = transfer.files;
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      { action: `${site.url}share`, content: bytes.toString("base64") },
    );
    await offer().getByText("will be called report.txt (2)/").waitFor();
    expect(await names()).toEqual(["report.txt"]);
    await offer().getByRole("button", { name: "Add" }).click();
    await page.locator(".notice").getByText("1 document added").waitFor();
    const rows = page.locator("page-hound .row");
    await expect.poll(() => rows.count()).toBe(2);
    await finds("40", "was 40.");
  });
});
