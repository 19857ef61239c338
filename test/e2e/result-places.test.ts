import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Locator } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { isLong } from "../tries.js";
import { SiteVisit } from "./site-visit.js";

const text =
  "# Notes\n\nThe harbour keeps its heliostat ledger under the old bridge, which nobody visits in winter. Whoever needs it asks the master of the harbour for the key, and signs the list.\n";
const copies = ["2019", "2020", "2021", "2022", "2023", "2024", "2025"];

let browser: Browser;
let folder: string;
/** The visit in which all tests search, each after the previous one. */
let visit: SiteVisit;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = path.join(await mkdtemp(path.join(tmpdir(), "places-")), "harbour");
  for (const year of copies) {
    await mkdir(path.join(folder, year), { recursive: true });
    await writeFile(path.join(folder, year, "report.md"), text);
  }
  const margins = path.join(repository, "test/fixtures/pdf/margins.pdf");
  await cp(margins, path.join(folder, "margins.pdf"));
  visit = await SiteVisit.begin(browser, {}, undefined, { online: true });
  await visit.page.getByLabel("Folder to add").setInputFiles(folder);
});

afterAll(async () => {
  await visit?.end();
  await browser?.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

const results = (): Locator =>
  visit.page.getByRole("list", { name: "Results" }).locator(":scope > li");

async function search(query: string): Promise<Locator> {
  const { page } = visit;
  await expect.poll(() => visit.documents().count()).toBe(copies.length + 1);
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search your documents" }).fill(query);
  await results().first().waitFor();
  return results().first();
}

/** The text copied when a part of the page is selected. */
const copied = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });

test("a result's file, folder, page and heading are separated, even when read aloud or copied", async () => {
  const result = await search("heliostat ledger");
  const apart = /^report\.md\s+harbour\/20\d\d\s+Notes\s+The harbour/;
  await expect.poll(async () => (await result.innerText()).trim()).toMatch(apart);
  expect((await copied(result)).trim()).toMatch(apart);
  expect((await result.evaluate((element) => element.textContent ?? "")).trim()).toMatch(
    /^report\.md\s+harbour\/20\d\d\s+Notes\s/,
  );
  await result
    .getByRole("button", { name: /^report\.md\W+harbour\/20\d\d$/ })
    .first()
    .waitFor();
});

test.runIf(isLong)(
  "other places of the same text form a separate, partly collapsed list",
  async () => {
    const result = await search("heliostat ledger");
    const places = result.getByRole("listitem");
    await expect.poll(() => places.count()).toBe(5);
    for (const place of await places.allInnerTexts()) {
      expect(place.trim()).toMatch(/^report\.md\s+harbour\/20\d\d$/);
    }
    await result.getByText("1 more place").click();
    await expect.poll(() => places.count()).toBe(6);
    // Expanding the list opens no page; choosing a place opens its own page.
    expect(await visit.page.getByRole("toolbar", { name: "Page controls" }).count()).toBe(0);
    const last = places.last();
    const year = /20\d\d/.exec(await last.innerText())?.[0] ?? "";
    await last.getByRole("button").click();
    const row = visit.page.getByRole("list", { name: "All documents" }).locator("[data-open]");
    // The list shows folders as a tree, and the row of a folder is above those of its documents.
    const folderOf = (item: Element): string => {
      let above = item.previousElementSibling;
      while (above && !above.matches(".row-folder")) above = above.previousElementSibling;
      return above?.textContent ?? "";
    };
    await expect.poll(() => row.evaluate(folderOf)).toContain(year);
  },
);

test("a printed page number is distinguished from the page's position, in the results and in the viewer", async () => {
  const result = await search("rules for the workshop");
  await expect.poll(() => result.innerText()).toContain("page 1 (3 of 4)");
  await result.getByRole("button").first().click();
  const controls = visit.page.getByRole("toolbar", { name: "Page controls" });
  await controls.getByText("printed as 1").waitFor();
  await expect
    .poll(() => controls.getByRole("textbox", { name: "Page number" }).inputValue())
    .toBe("3");
  await visit.page.getByRole("group", { name: "Page 1 (3 of 4)" }).waitFor();
});
