import path from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { repository } from "../driver/repository.js";
import { isLong, tries } from "../tries.js";
import { dropOn, expectAccessible, note, tabTo } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { focusOn } from "./states/press.js";
import { settled } from "./states/settled.js";

const knots = path.join(repository, "test/fixtures/pdf/headings.pdf");

let intranet: Intranet;
let visits: Visit[] = [];

beforeAll(async () => {
  intranet = await openIntranet();
});

afterAll(() => intranet?.close());

afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits) await context.close();
  visits = [];
  expect(complaints).toEqual([]);
});

async function open(body: string, options?: Parameters<typeof visit>[2]): Promise<Page> {
  const one = await visit(intranet, body, options);
  visits.push(one);
  return one.page;
}

const question = (within: Page | Locator): Locator =>
  within.getByRole("textbox", { name: "Question" });

async function choose(
  within: Page | Locator,
  files: Parameters<Locator["setInputFiles"]>[0],
): Promise<void> {
  await within.locator("#pick-files").setInputFiles(files);
}

/** Waits until this many documents are ready. */
async function ready(within: Page | Locator, chip: string): Promise<void> {
  await within.locator(".ask-box .chip", { hasText: chip }).waitFor();
}

/** The number of workers that the page runs. */
const workers = (page: Page): number => page.workers().length;
/** The collection workers, which stay the same unless a collection is reopened. */
const collections = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes("collection.worker"));

test("a plain page drops a PDF, asks, and opens the citation", async () => {
  const page = await open("<page-hound></page-hound>");
  await page.getByText("Drop documents here").waitFor();
  await dropOn(page, knots);
  await ready(page, "1 document");
  await question(page).fill("What is said about mending by hand?");
  await page.keyboard.press("Enter");
  const source = page.getByRole("button", { name: /headings\.pdf/ }).first();
  await source.click();
  const viewer = page.locator(".pagehound-viewer");
  await viewer.getByText("headings.pdf").first().waitFor();
  await expect.poll(() => viewer.locator("canvas").count()).toBeGreaterThan(0);
  // The page covers the answers, which are unreachable until it is closed.
  await expect.poll(() => page.locator(".pane.middle").getAttribute("inert")).toBe("");
  await page.keyboard.press("Escape");
  await expect.poll(() => source.evaluate((button) => button.matches(":focus"))).toBe(true);
});

test("the page's styles do not affect the element, whatever its font size", async () => {
  const page = await open("<page-hound></page-hound>");
  const title = page.getByRole("heading", { name: "Drop documents here" });
  await title.waitFor();
  const style = await title.evaluate((element) => {
    const { fontStyle, textTransform, letterSpacing, backgroundColor, fontSize } =
      getComputedStyle(element);
    return { fontStyle, textTransform, letterSpacing, backgroundColor, fontSize };
  });
  expect(style).toEqual({
    fontStyle: "normal",
    textTransform: "none",
    letterSpacing: expect.stringMatching(/^-0\.\d+px$/),
    backgroundColor: "rgba(0, 0, 0, 0)",
    fontSize: "22px",
  });
  await page.evaluate(() => {
    document
      .querySelector<HTMLElement>("page-hound")
      ?.style.setProperty("--pagehound-font-size", "20px");
  });
  expect(await title.evaluate((element) => getComputedStyle(element).fontSize)).toBe("27.5px");
});

test.runIf(isLong)("two elements share a collection, and a third has its own", async () => {
  const page = await open(
    '<page-hound id="one"></page-hound><page-hound id="two"></page-hound><page-hound id="three" collection="other"></page-hound>',
  );
  const [one, two, three] = ["one", "two", "three"].map((id) => page.locator(`#${id}`));
  if (!one || !two || !three) throw new Error("no elements");
  await choose(one, [note("shared.txt", "The lighthouse is lit at dusk.")]);
  await ready(one, "1 document");
  await ready(two, "1 document");
  await expect(three.getByText("Drop documents here").waitFor()).resolves.toBeUndefined();
  expect(collections(page)).toHaveLength(2);
});

test("files added before the collection is open are kept for it", async () => {
  const page = await open("");
  await page.evaluate(async () => {
    await customElements.whenDefined("page-hound");
    const element = document.createElement("page-hound");
    document.body.append(element);
    // In the same task, so nothing can be open yet.
    Reflect.get(element, "addFiles").call(element, [
      new File(["The ferry leaves at nine."], "early.txt", { type: "text/plain" }),
    ]);
  });
  await ready(page, "1 document");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("pagehound:has-documents:default")))
    .toBe("yes");
});

test("attributes and properties take effect at once", async () => {
  const page = await open("<page-hound></page-hound>");
  const set = (name: string, value: string | null): Promise<void> =>
    page.locator("page-hound").evaluate(
      (element, change) => {
        if (change.value === null) element.removeAttribute(change.name);
        else element.setAttribute(change.name, change.value);
      },
      { name, value },
    );
  await choose(page, [note("tides.txt", "High tide is at four.")]);
  await question(page).waitFor();
  await set("view", "search");
  await page.getByRole("searchbox").waitFor();
  const background = (): Promise<string> =>
    page
      .locator("page-hound .pane.middle")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await set("theme", "light");
  await settled(page);
  const light = await background();
  await set("theme", "dark");
  await expect.poll(background).not.toBe(light);
  await set("theme", "light");
  await expect.poll(background).toBe(light);
  await page.locator("page-hound").evaluate((element) => {
    Reflect.set(element, "strings", { "widget.panes": "Everything", "ask.pane": "Enquire" });
  });
  await page.getByRole("tab", { name: "Enquire" }).waitFor();
  const models = page.getByRole("button", { name: /^Model: / });
  const settings = page.getByRole("button", { name: "Settings" });
  await expect.poll(async () => [await models.count(), await settings.count()]).toEqual([1, 1]);
  await set("without", "models settings");
  await expect.poll(async () => [await models.count(), await settings.count()]).toEqual([0, 0]);
  await page.locator("page-hound").evaluate((element) => Reflect.set(element, "without", "models"));
  await settings.waitFor();
  await expect.poll(() => models.count()).toBe(0);
  await set("dir", "rtl");
  const frame = page.locator("page-hound .frame");
  await expect
    .poll(() => frame.evaluate((element) => getComputedStyle(element).direction))
    .toBe("rtl");
  await set("collection", "empty");
  await page.getByText("Drop documents here").waitFor();
  await set("collection", null);
  await page.getByRole("searchbox").waitFor();
  await set("mode", "page");
  await page.getByRole("list", { name: "All documents" }).waitFor();
});

test("reports events to the page", async () => {
  const page = await open("");
  await page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(globalThis, "heard", heard);
    for (const name of ["ready", "added", "answer", "open", "error"]) {
      addEventListener(`pagehound-${name}`, (event) => heard.push(event.type));
    }
    document.body.append(document.createElement("page-hound"));
  });
  await choose(page, [note("tides.txt", "High tide is at four in the afternoon.")]);
  // The question box is available while the document is still being read.
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "heard")))
    .toContain("pagehound-added");
  const kind = await page.locator("page-hound").evaluate(async (element) => {
    const answer = await Reflect.get(element, "ask").call(element, "When is high tide?");
    return answer?.kind;
  });
  expect(kind).toBe("passages");
  await page
    .getByRole("button", { name: /tides\.txt/ })
    .first()
    .click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "heard")))
    .toEqual(["pagehound-ready", "pagehound-added", "pagehound-answer", "pagehound-open"]);
});

test("the button's dialog works by keyboard alone", async () => {
  const page = await open(
    '<p><a href="#top">A link</a></p><div class="moved"><page-hound mode="button"></page-hound></div>',
  );
  const button = page.getByRole("button", { name: "Ask your documents" });
  await button.waitFor();
  expect(workers(page)).toBe(0);
  await expectAccessible(page);
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Your documents" });
  await dialog.waitFor();
  await dialog.getByText("Drop documents here").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((one) => one.matches(":focus"))).toBe(true);
  expect(await dialog.isVisible()).toBe(false);
  await choose(page, [note("tides.txt", "High tide is at four.")]);
  await focusOn(page.getByRole("link", { name: "A link" }));
  await page.keyboard.press("Control+k");
  await question(dialog).waitFor();
  await expect.poll(() => question(dialog).evaluate((box) => box.matches(":focus"))).toBe(true);
  // The dialog is on top even where the host page transforms and clips its boxes.
  const box = await dialog.boundingBox();
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1280 - 20);
  await expectAccessible(page);
  await ready(dialog, "1 document");
  await page.keyboard.type("When is high tide?");
  await page.keyboard.press("Enter");
  await dialog
    .getByRole("button", { name: /tides\.txt/ })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.isVisible()).toBe(false);
});

test("the documents and page sheets return the focus when closed", async () => {
  const page = await open("<page-hound></page-hound>");
  await choose(page, [note("tides.txt", "High tide is at four."), note("winds.txt")]);
  const show = page.getByRole("button", { name: "Show the list of documents" });
  await show.click();
  const hide = page.getByRole("button", { name: "Hide the list of documents" });
  await expect.poll(() => hide.evaluate((button) => button.matches(":focus"))).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => show.evaluate((button) => button.matches(":focus"))).toBe(true);
});

test("the element is laid out right to left in a right-to-left language", async () => {
  const page = await open('<page-hound dir="rtl"></page-hound>');
  await choose(page, [note("tides.txt", "High tide is at four.")]);
  await page.getByRole("button", { name: "Show the list of documents" }).click();
  const host = await page.locator("page-hound").boundingBox();
  // The list slides in from the side where reading starts.
  const end = (one: typeof host): number => Math.round((one?.x ?? 0) + (one?.width ?? 0));
  await expect
    .poll(async () => end(await page.locator(".pane.documents").boundingBox()))
    .toBe(end(host) - 1);
  const box = await page.locator(".pane.documents").boundingBox();
  expect(box?.width).toBeCloseTo(320);
});

test("a moved element keeps working, and a removed one leaves nothing behind", async () => {
  const page = await open('<div id="a"><page-hound></page-hound></div><div id="b"></div>');
  await choose(page, [note("tides.txt", "High tide is at four.")]);
  await question(page).fill("half a question");
  const before = collections(page);
  expect(before).toHaveLength(1);
  await page.evaluate(() => {
    const element = document.querySelector("page-hound");
    if (element) document.querySelector("#b")?.append(element);
  });
  await expect.poll(() => question(page).inputValue()).toBe("half a question");
  expect(collections(page)).toHaveLength(1);
  expect(collections(page)[0]).toBe(before[0]);
  await page.evaluate(() => {
    const element = document.querySelector("page-hound");
    Reflect.set(globalThis, "kept", element);
    element?.remove();
  });
  await expect.poll(() => workers(page)).toBe(0);
  // The key works for the page again.
  const taken = await page.evaluate(
    () =>
      !dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true })),
  );
  expect(taken).toBe(false);
  await page.evaluate(() => document.body.append(Reflect.get(globalThis, "kept")));
  await question(page).waitFor();
  await ready(page, "1 document");
});

test("a failure to open is reported, and can be retried without reloading the page", async () => {
  const page = await open("");
  await page.evaluate(() => {
    const { open } = indexedDB;
    Reflect.set(
      globalThis,
      "Worker",
      class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          if (Reflect.get(globalThis, "broken")) throw new Error("no workers today");
          super(url, options);
        }
      },
    );
    Reflect.set(globalThis, "broken", open !== undefined);
    document.body.append(document.createElement("page-hound"));
  });
  await page.getByRole("heading", { name: "Your documents could not be opened" }).waitFor();
  await page.evaluate(() => Reflect.set(globalThis, "broken", false));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Drop documents here").waitFor();
  await choose(page, [note("tides.txt", "High tide is at four.")]);
  await ready(page, "1 document");
});

test.each(tries([320], [1280, 360, 320]))(
  "the element is accessible and overflows nowhere at %i pixels",
  async (width) => {
    const page = await open("<page-hound></page-hound>", { viewport: { width, height: 800 } });
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    await expectAccessible(page);
    await choose(page, [note("tides.txt", "High tide is at four.")]);
    await question(page).waitFor();
    await expectAccessible(page);
    const wider = await page.locator("page-hound .frame").evaluate((frame) => {
      const edge = frame.getBoundingClientRect().right;
      const tooWide = (element: Element): boolean => element.getBoundingClientRect().right > edge;
      // Content that is truncated with an ellipsis or scrollable counts as wide as its container.
      const isCut = (element: Element): boolean => {
        const parent = element.parentElement;
        if (!parent || parent === frame) return false;
        return (
          (getComputedStyle(parent).overflowX !== "visible" && !tooWide(parent)) || isCut(parent)
        );
      };
      return [...frame.querySelectorAll("*:not(.unseen)")]
        .filter((element) => element.checkVisibility() && tooWide(element) && !isCut(element))
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(wider).toEqual([]);
  },
);

test("by keyboard, the button's dialog fills the window and returns to its corner", async () => {
  const page = await open(`<page-hound mode="button"></page-hound>`);
  await page.getByRole("button", { name: "Ask your documents" }).click();
  const width = (): Promise<number> =>
    page.locator("page-hound .frame").evaluate((frame) => frame.getBoundingClientRect().width);
  const corner = await width();
  await page.getByRole("button", { name: "Use the whole window" }).press("Enter");
  await expect.poll(width).toBeGreaterThan(1200);
  await page.getByRole("button", { name: "Back to the corner" }).press("Enter");
  await expect.poll(width).toBe(corner);
});
