import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { isLong } from "../tries.js";
import { SiteVisit } from "./site-visit.js";
import { writePdf } from "./write-pdf.js";

/** A PDF whose characters can only be decoded with a cMap. */
const japanese = path.join(repository, "test/fixtures/pdf/cjk.pdf");

let browser: Browser;
let visit: SiteVisit;
let folder: string;
/** A PDF set in Helvetica, which is not embedded. */
let plant: string;
/** A folder with a model of random weights under the name of one that the page offers. */
let models: string;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-offline-"));
  plant = path.join(folder, "heliostat.pdf");
  await writePdf(plant, [
    "The heliostat plant has 1,204 mirrors.",
    "Each mirror turns twice an hour.",
  ]);
  models = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  await copyFile(await storedRandomGguf(), path.join(models, "Qwen3-0.6B-Q8_0.gguf"));
  await writeList(models);
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
  await rm(models, { recursive: true });
});
beforeEach(async () => {
  visit = await SiteVisit.begin(browser, { models });
});
afterEach(() => visit.end());

/** True if anything is drawn on the open page. */
async function drawn(): Promise<boolean> {
  return visit.page
    .locator(".sheet canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      // A bitmap canvas cannot be read, so its picture is copied to another one.
      const copy = new OffscreenCanvas(width, height).getContext("2d");
      copy?.drawImage(canvas, 0, 0);
      const data = copy?.getImageData(0, 0, width, height).data ?? [];
      return data.some((value, index) => index % 4 === 0 && value < 128);
    })
    .catch(() => false);
}

test("after one visit, reloading, new files, search and pages all work offline", async () => {
  await visit.untilKept();
  await visit.cutOff();
  await visit.page.reload();
  await visit.add(japanese, plant);

  const turn = await visit.ask("How many mirrors has the heliostat plant?");
  await expect.poll(() => turn.innerText()).toContain("1,204 mirrors");
  await turn.getByText("1,204 mirrors").first().click();
  await visit.page.locator(".mark-box").first().waitFor();
  // Without the site's copy of the font, which the file lacks, nothing would be drawn.
  await expect.poll(drawn).toBe(true);

  await visit.page.getByRole("tab", { name: "Search" }).click();
  await visit.page.getByRole("searchbox", { name: "Search your documents" }).fill("切符");
  const found = visit.page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
  await found.waitFor();
  await expect.poll(() => found.innerText()).toContain("切符は窓口で");
  await found.click();
  await visit.page.locator(".mark-box").first().waitFor();
});

test.runIf(isLong)("a model that was loaded once loads and answers offline", async () => {
  const panel = visit.page.getByRole("dialog", { name: "Model" });
  const now = panel.getByRole("region", { name: "Now" });
  await visit.untilKept();
  await visit.add(plant);
  await visit.page.getByRole("button", { name: /^Model: / }).click();
  await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).click();
  await panel.getByRole("group", { name: "Download" }).getByRole("button").first().click();
  await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");

  await visit.cutOff();
  await visit.page.reload();
  await visit.page.getByRole("button", { name: /^Model: / }).click();
  await panel.getByRole("button", { name: "Load Qwen3 0.6B" }).click();
  await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");
  await visit.page.keyboard.press("Escape");
  // With random weights the reply is arbitrary: there is either an answer or the reason for having
  // none.
  const turn = await visit.ask("How many mirrors has the heliostat plant?");
  expect(await turn.innerText()).not.toBe("");
});

/** Checks that none of the page's caches holds model files. */
async function expectNoModels(): Promise<void> {
  const kept = await visit.page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return caught.flat();
  });
  expect(kept.some((url) => url.includes("/assets/cmaps/UniJIS-UTF16-H.bcmap"))).toBe(true);
  expect(kept.filter((url) => /\/models\/|wllama.*\.wasm|web-llm/.test(url))).toEqual([]);
}

test.runIf(isLong)(
  "ranges and foreign files in the folder come from the server, samples are optional offline, and model files are not cached",
  async () => {
    await visit.untilKept();
    await expectNoModels();
    await writeFile(path.join(visit.site.folder, "samples/index.json"), "from the server");
    await mkdir(path.join(visit.site.folder, "handbook"));
    await writeFile(
      path.join(visit.site.folder, "handbook/index.html"),
      '<link rel="icon" href="data:,"><title>Handbook</title>',
    );
    const [whole, part] = await visit.page.evaluate(async () => {
      const fetchWith = (headers: Record<string, string>) =>
        fetch("samples/index.json", { headers });
      const answers = await Promise.all([fetchWith({}), fetchWith({ range: "bytes=0-99" })]);
      return Promise.all(answers.map((answer) => answer.text()));
    });
    expect(whole).not.toBe("from the server");
    expect(part).toBe("from the server");
    await visit.page.goto(`${visit.site.url}handbook/index.html`);
    expect(await visit.page.title()).toBe("Handbook");

    // The samples are available offline as they were when stored.
    await visit.cutOff();
    await visit.page.goto(visit.site.url);
    await visit.page.getByRole("button", { name: "Try the samples" }).click();
    await expect.poll(() => visit.documents().count(), { timeout: 60_000 }).toBe(3);
  },
);
