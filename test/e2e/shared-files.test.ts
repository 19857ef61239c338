import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../driver/launch-browser.js";
import { isLong } from "../tries.js";
import { expectAccessible } from "./demo-page.js";
import { keepLess } from "./site-server.js";
import { SiteVisit } from "./site-visit.js";

let browser: Browser;
let visit: SiteVisit;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  visit = await SiteVisit.begin(browser, {}, keepLess);
});
afterEach(() => visit.end());

test("files shared by another program wait for the reader's consent, and are added once", async () => {
  await visit.untilKept();
  await visit.page.goto(`${visit.site.url}example.html`);
  // As the system does, the browser navigates with a form.
  await visit.page.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "share" });
    const files = document.createElement("input");
    Object.assign(files, { type: "file", name: "files", multiple: true });
    const transfer = new DataTransfer();
    transfer.items.add(new File(["The quorum was met."], "minutes: one.txt"));
    transfer.items.add(new File(["Nothing was decided."], "minutes 50 %.txt"));
    files.files = transfer.files;
    form.append(files);
    document.body.append(form);
    form.submit();
  });
  const offer = visit.page.getByRole("alert", { name: "Another app sent 2 files" });
  await offer.getByText("minutes: one.txt").waitFor();
  expect(visit.page.url()).toBe(visit.site.url);
  await expectAccessible(visit.page);
  expect(await visit.documents().count()).toBe(0);
  await visit.page.reload();
  // Another tab offers the same files until one of them decides.
  const other = await visit.open();
  const shown = other.getByRole("alert", { name: "Another app sent 2 files" });
  await shown.waitFor();
  await offer.getByRole("button", { name: "Add" }).press("Enter");
  await expect.poll(() => visit.documents().count(), { timeout: 60_000 }).toBe(2);
  await shown.waitFor({ state: "detached" });
  await expect.poll(() => offer.count()).toBe(0);
  await other.close();
  await visit.page.getByText("minutes: one.txt").first().waitFor();
  await visit.page.getByText("minutes 50 %.txt").first().waitFor();
  await expect.poll(() => visit.page.evaluate(sharedCount)).toBe(0);
});

test.runIf(isLong)("shared text becomes a document once the reader agrees", async () => {
  await visit.untilKept();
  // As the system does, a new page opens with the shared content.
  const opened = await visit.context.newPage();
  await opened.goto(`${visit.site.url}example.html`);
  await opened.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "share" });
    const shared = { title: "Ferry times", text: "The ferry leaves at nine." };
    for (const [name, value] of Object.entries(shared)) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  });
  // The page that is already open updates without a reload.
  await visit.page.getByText("Ferry times.txt").first().waitFor();
  await visit.page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => visit.documents().count(), { timeout: 60_000 }).toBe(1);
});

test("a file opened with the installed page is added, and replaces nothing without asking", async () => {
  await visit.page.close();
  await visit.context.addInitScript(() => {
    // Emulated, because only a system with the page installed opens files with it.
    let consumer: ((launch: object) => void) | null = null;
    Object.defineProperty(globalThis, "launchQueue", {
      value: { setConsumer: (callback: (launch: object) => void) => (consumer = callback) },
    });
    Object.assign(globalThis, { launch: (files: object[]) => consumer?.({ files }) });
  });
  visit.page = await visit.open();
  const launch = (text: string): Promise<void> =>
    visit.page.evaluate(async (written) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle("minutes.txt", { create: true });
      const writable = await handle.createWritable();
      await writable.write(written);
      await writable.close();
      (globalThis as unknown as { launch(files: object[]): void }).launch([handle]);
    }, text);
  const passages = async (query: string): Promise<number> => {
    const box = visit.page.getByRole("searchbox", { name: "Search your documents" });
    // Typing the same text again would restart the search on every check.
    if ((await box.inputValue()) !== query) await box.fill(query);
    const results = visit.page.getByRole("list", { name: "Results" });
    await results
      .or(visit.page.getByText(/^Nothing/))
      .first()
      .waitFor();
    return results.getByRole("listitem").count();
  };
  await launch("The quorum was met.");
  await expect.poll(() => visit.documents().count(), { timeout: 60_000 }).toBe(1);
  await visit.page.getByText("minutes.txt").first().waitFor();

  // The same file again needs no consent; a different one of the same name does.
  await launch("The quorum was met.");
  await visit.page
    .locator(".notice")
    .getByText("minutes.txt is already here, unchanged.")
    .waitFor();
  await launch("The quorum was missed.");
  const offer = visit.page.getByRole("alert", {
    name: "A document of this name is already here, with other content",
  });
  await offer.getByRole("button", { name: "Keep both" }).click();
  await expect.poll(() => visit.documents().count(), { timeout: 60_000 }).toBe(2);
  await visit.page.getByText("minutes (2).txt").first().waitFor();

  await launch("The quorum was lost.");
  await offer.getByRole("button", { name: "Discard" }).click();
  await launch("The quorum was forgotten.");
  await offer.getByRole("button", { name: "Replace" }).click();
  const undo = visit.page.getByRole("region", { name: "Replaced" });
  await undo.getByText("minutes.txt").waitFor();
  await visit.page.getByRole("tab", { name: "Search" }).click();
  await expect.poll(() => passages("forgotten")).toBe(1);
  await undo.getByRole("button", { name: "Undo" }).click();
  await visit.page.getByRole("tab", { name: "Search" }).click();
  await expect.poll(() => passages("forgotten")).toBe(0);
  await expect.poll(() => passages("met")).toBe(1);
  await expect.poll(() => visit.documents().count()).toBe(2);
});

function sharedCount(): Promise<number> {
  return caches
    .keys()
    .then((names) => names.find((name) => name.startsWith("pagehound-site-shared")))
    .then(async (name) => (name ? (await (await caches.open(name)).keys()).length : 0));
}
