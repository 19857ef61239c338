import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deck } from "../browser/element/slide-deck-file.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { dropOn } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { ask, setUp } from "./scripted-page-model.js";

/** Requires Trusted Types for HTML and scripts, and allows a single policy. */
const directives = "require-trusted-types-for 'script'; trusted-types pagehound";

let intranet: Intranet;
let opened: Visit;
let page: Page;

beforeAll(async () => {
  intranet = await openIntranet({}, [], directives);
  opened = await visit(intranet, "<page-hound></page-hound>");
  ({ page } = opened);
});

afterAll(async () => {
  await intranet?.close();
});

const mail = `From: a@example.org\r\nSubject: Mill\r\nContent-Type: text/html\r\n\r\n<p>The <b>mill</b> is late.</p><img src="https://away.example/p.png">\r\n`;

async function choose(name: string, bytes: string | Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes);
  await page.locator("#pick-files").setInputFiles({ name, mimeType: "", buffer });
}

test("the page refuses HTML and scripts not created by a policy", async () => {
  const refused = await page.evaluate(() => {
    const names = [
      () => {
        document.createElement("div").innerHTML = "<b>x</b>";
      },
      () => void new Worker("../tools/hound/pagehound.js"),
    ];
    return names.map((each) => {
      try {
        each();
        return "";
      } catch (error) {
        return String(error);
      }
    });
  });
  expect(refused).toEqual([expect.stringMatching(/Trusted/), expect.stringMatching(/Trusted/)]);
  // Both violations were intended; the browser and its console report each of them.
  await expect.poll(() => opened.complaints.length).toBe(4);
});

test("the element starts, adds files, searches, opens pages and answers under that policy", async () => {
  await page.evaluate(setUp);
  // The violations caused on purpose so far.
  const before = opened.complaints.length;
  const pdf = await readFile(path.join(repository, "test/fixtures/pdf/headings.pdf"));
  for (const [name, bytes] of [
    ["headings.pdf", pdf],
    ["plan.pptx", deck()],
    ["mill.eml", mail],
    ["page.html", "<h1>Wharf</h1><p>The <em>wharf</em> is closed.</p>"],
  ] as const) {
    await choose(name, bytes);
  }
  await page.locator(".ask-box .chip", { hasText: "5 documents" }).waitFor();

  const citations = [{ id: "d1.p1.s1", quote: "has 4212 mirrors" }];
  const sentences = [{ text: "There are **4212** mirrors, `all` of them *washed*.", citations }];
  await ask(page, { tool: "answer", arguments: { enough: true, missing: "", sentences } });
  const answer = page.locator(".exchange").last();
  await answer.locator("strong", { hasText: "4212" }).waitFor();
  await answer.locator(".cite").first().click();
  const viewer = page.locator(".pagehound-viewer");
  await expect.poll(() => viewer.locator("mark").allTextContents()).not.toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Search" }).click();
  const box = page.getByRole("searchbox");
  for (const [query, name, seen] of [
    ["twelve percent", "plan.pptx", "Profit rose"],
    ["mending by hand", "headings.pdf", ""],
    ["mill is late", "mill.eml", "mill"],
    ["wharf", "page.html", "wharf"],
  ] as const) {
    await box.fill(query);
    await page
      .locator(".results .result", { hasText: name })
      .first()
      .locator("button.where")
      .click();
    await viewer.getByText(name).first().waitFor();
    // Waits for the page to be drawn, rather than shown as text.
    if (name === "plan.pptx") await viewer.locator(".drawn").getByText("spaced").first().waitFor();
    if (seen === "") await expect.poll(() => viewer.locator("canvas").count()).toBeGreaterThan(0);
    else await viewer.getByText(seen).first().waitFor();
    await page.keyboard.press("Escape");
  }
  expect(opened.complaints.slice(before)).toEqual([]);
});

test("a model on the processor starts under that policy, and answers", async () => {
  const before = opened.complaints.length;
  await page.evaluate(() => {
    const [hound] = document.querySelectorAll("page-hound");
    if (hound) hound.model = null;
  });
  await dropOn(page, await storedRandomGguf());
  await page.getByRole("button", { name: "Use this model" }).click();
  await page.locator('.model-button[data-state="ready"]', { hasText: "random" }).waitFor();
  // The engine's own worker, which it has created.
  expect(page.workers().filter((worker) => worker.url().startsWith("blob:"))).not.toEqual([]);
  await page.getByRole("tab", { name: "Ask" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill("How many mirrors are there?");
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "How many mirrors are there?" }).waitFor();
  await page.getByRole("button", { name: "Stop" }).first().click();
  expect(opened.complaints.slice(before)).toEqual([]);
});
