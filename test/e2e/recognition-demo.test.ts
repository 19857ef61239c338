import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../driver/launch-browser.js";
import { expectAccessible, tabTo } from "./demo-page.js";
import { drawnPicture, pdfOfPicture } from "./scanned-file.js";
import { keepLess } from "./site-server.js";
import { SiteVisit } from "./site-visit.js";

const patient = { timeout: 120_000 };
let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-scans-"));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

test("a scan is searched after two clicks, without a network from then on, and its words are marked in the picture", async () => {
  const visit = await SiteVisit.begin(browser, {}, keepLess);
  const { page } = visit;
  await visit.untilKept();
  const scan = await drawnPicture(
    page,
    ["The harbour master keeps", "the lantern burning."],
    "jpeg",
  );
  const file = path.join(folder, "lantern.pdf");
  await writeFile(file, pdfOfPicture(scan));
  await visit.add(file);

  // In the notice, by keys alone.
  const notice = page.getByRole("region", { name: "1 document is ready" });
  const button = notice.getByRole("button", { name: "Recognise text (about 7 MB)" });
  await expectAccessible(page);
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await page.getByText("The text of 1 scanned page in 1 document was recognised").waitFor(patient);
  expect(await page.getByRole("button", { name: /^Recognise text/ }).count()).toBe(0);

  // What it took is kept: the next one, a picture, needs no network, and is done from its row.
  await visit.cutOff();
  await page.reload();
  const other = await drawnPicture(page, ["A ferry leaves the quay", "every second hour."], "png");
  const second = path.join(folder, "ferry.png");
  await writeFile(second, other.bytes);
  await page.getByLabel("Files to add").setInputFiles([second]);
  await page.getByRole("button", { name: "Recognise text (about 7 MB): ferry.png" }).click(patient);
  await page.getByText("The text of 1 scanned page in 1 document was recognised").waitFor(patient);

  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search your documents" }).fill("quay");
  const hit = page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
  await hit.waitFor(patient);
  expect(await hit.innerText()).toContain("page 1, recognised text");
  await hit.click();
  const mark = page.locator('.mark[data-strength="word"] .mark-box').first();
  await mark.waitFor(patient);
  // The last word of the first line, which was drawn near the top.
  const [box, sheet] = await Promise.all([
    mark.boundingBox(),
    page.locator(".sheet").first().boundingBox(),
  ]);
  const down = ((box?.y ?? 0) - (sheet?.y ?? 0)) / (sheet?.height ?? 1);
  const across = ((box?.x ?? 0) - (sheet?.x ?? 0)) / (sheet?.width ?? 1);
  expect(down).toBeGreaterThan(0.05);
  expect(down).toBeLessThan(0.25);
  expect(across).toBeGreaterThan(0.5);
  const named = "The text of this page was recognised in a picture; it may have mistakes.";
  await page.getByText(named, { exact: true }).waitFor(patient);
  await expectAccessible(page);
  await visit.end();
});
