import type { Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { note } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { focusOn } from "./states/press.js";

const tides = note("tides.txt", "High tide is at four in the afternoon.");

let intranet: Intranet;
let visits: Visit[] = [];
/** Complaints that a test causes on purpose. */
let expected: RegExp | null;

beforeAll(async () => {
  intranet = await openIntranet();
});

afterAll(() => intranet?.close());

afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits) await context.close();
  visits = [];
  expect(complaints.filter((text) => !expected?.test(text))).toEqual([]);
  expected = null;
});

async function open(body: string): Promise<Page> {
  const one = await visit(intranet, body);
  visits.push(one);
  return one.page;
}

/** Adds an element to a page that has loaded the script, as the page's own script does. */
async function put(page: Page, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.evaluate(async (attributes) => {
    await customElements.whenDefined("page-hound");
    const element = document.createElement("page-hound");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
  }, attributes);
}

const question = (within: Page | Locator): Locator =>
  within.getByRole("textbox", { name: "Question" });

/** Waits until this many documents are ready. */
async function ready(within: Page | Locator, chip: string): Promise<void> {
  await within.locator(".ask-box .chip", { hasText: chip }).waitFor();
}

async function choose(within: Page | Locator, ...files: (typeof tides)[]): Promise<void> {
  await within.locator("#pick-files").setInputFiles(files);
}

const focused = (box: Locator): Promise<boolean> => box.evaluate((one) => one.matches(":focus"));

test("the first paint waits for no worker, no PDF reader and no collection", async () => {
  const page = await open("");
  await page.evaluate(() => customElements.whenDefined("page-hound"));
  const held: (() => void)[] = [];
  const heavy = /\/workers\/|\/assets\/(?:pdf|viewer|esm|pagehound|panes)[-.]/;
  let holds = true;
  await page.context().route(heavy, async (route) => {
    if (holds) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await put(page);
  await page.getByRole("heading", { name: "Drop documents here" }).waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(page.workers()).toEqual([]);
  // Playwright does not treat the file system access picker as a file chooser.
  await page.evaluate(() => void Reflect.deleteProperty(globalThis, "showOpenFilePicker"));
  // The page reacts to presses and chosen files from here on.
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  await (await chooser).setFiles([tides]);
  await expect
    .poll(() => page.locator("page-hound").evaluate((element) => Reflect.get(element, "busy")))
    .toBe(true);
  holds = false;
  for (const go of held) go();
  await ready(page, "1 document");
});

test("attributes take effect within the task in which a script sets them", async () => {
  const page = await open("");
  await page.evaluate(async () => {
    await customElements.whenDefined("page-hound");
    const element = document.createElement("page-hound");
    element.setAttribute("collection", "archive");
    document.body.append(element);
    const add = (name: string): void =>
      Reflect.get(element, "addFiles").call(element, [new File([`This is ${name}.`], name)]);
    add("first.txt");
    Reflect.set(globalThis, "add", add);
  });
  await ready(page, "1 document");
  await page.evaluate(() => {
    document.querySelector("page-hound")?.setAttribute("collection", "other");
    Reflect.get(globalThis, "add")("second.txt");
  });
  await expect.poll(() => page.locator(".row-open", { hasText: "second.txt" }).count()).toBe(1);
  await expect.poll(() => page.locator(".row-open", { hasText: "first.txt" }).count()).toBe(0);
});

test("a button that becomes a panel opens its documents, and so does a dialog with another collection", async () => {
  const page = await open('<page-hound collection="a"></page-hound>');
  await choose(page, tides);
  await ready(page, "1 document");
  await page.evaluate(() => document.querySelector("page-hound")?.remove());
  await put(page, { collection: "b", mode: "button" });
  await page.getByRole("button", { name: "Ask your documents" }).click();
  await page.getByText("Drop documents here").waitFor();
  await page.evaluate(() => {
    document.querySelector("page-hound")?.setAttribute("collection", "a");
  });
  await ready(page, "1 document");
  await page.evaluate(() => document.querySelector("page-hound")?.remove());
  await put(page, { collection: "a", mode: "button" });
  await page.getByRole("button", { name: "Ask your documents" }).waitFor();
  await page.evaluate(() => document.querySelector("page-hound")?.setAttribute("mode", "panel"));
  await ready(page, "1 document");
});

test("an invalid question is rejected, and retrying in one element reopens the other as well", async () => {
  const page = await open("");
  await page.evaluate(() => {
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
    Reflect.set(globalThis, "broken", true);
  });
  await put(page);
  await put(page);
  const failed = page.getByRole("heading", { name: "Your documents could not be opened" });
  await expect.poll(() => failed.count()).toBe(2);
  const [reason, busy] = await page
    .locator("page-hound")
    .first()
    .evaluate(async (element) => {
      const ask = Reflect.get(element, "ask").call(element, "When is high tide?");
      const settled = await ask.then(String, (error: Error) => error.message);
      return [settled, Reflect.get(element, "busy")];
    });
  expect(reason).toMatch(/^The collection worker \(http.*\) failed: no workers today\.$/);
  expect(busy).toBe(false);
  await page.evaluate(() => Reflect.set(globalThis, "broken", false));
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect.poll(() => page.getByText("Drop documents here").count()).toBe(2);
});

test("reports that the page is not served securely", async () => {
  const page = await open("");
  await page.evaluate(() => {
    // As browsers do on insecure pages.
    Object.defineProperty(globalThis, "isSecureContext", { value: false });
    Reflect.deleteProperty(Crypto.prototype, "randomUUID");
  });
  await put(page);
  await page.getByText("Pagehound works only on pages served over HTTPS").waitFor();
});

test("the element works if localStorage is full or disabled", async () => {
  const page = await open("");
  await page.evaluate(() => {
    const refuse = (): never => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    Object.defineProperty(globalThis, "localStorage", {
      value: { getItem: () => null, setItem: refuse, removeItem: refuse },
    });
  });
  await put(page);
  await choose(page, tides);
  await ready(page, "1 document");
  await question(page).fill("When is high tide?");
  await page.keyboard.press("Enter");
  await page
    .getByRole("button", { name: /tides\.txt/ })
    .first()
    .waitFor();
});

test("a language that cannot be loaded falls back to English, left to right", async () => {
  expected = /Failed to load resource/;
  const page = await open("");
  await page.context().route(/\/assets\/ar-/, (route) => route.abort());
  await put(page, { lang: "ar" });
  await page.getByRole("heading", { name: "Drop documents here" }).waitFor();
  await expect.poll(() => page.locator("page-hound .frame").getAttribute("dir")).toBe("ltr");
});

test("the key goes to the first element that can answer", async () => {
  const page = await open(
    '<a href="#top">A link</a><page-hound id="empty"></page-hound><page-hound id="full" collection="full"></page-hound>',
  );
  const full = page.locator("#full");
  await choose(full, tides);
  await ready(full, "1 document");
  await focusOn(page.getByRole("link", { name: "A link" }));
  await page.keyboard.press("Control+k");
  await expect.poll(() => focused(question(full))).toBe(true);
});

test("a dialog moved with its element stays open, and closes at one press", async () => {
  const page = await open(
    '<div id="a"><page-hound mode="button"></page-hound></div><div id="b"></div>',
  );
  await page.evaluate(() => {
    const heard: boolean[] = [];
    Reflect.set(globalThis, "heard", heard);
    addEventListener("pagehound-toggle", (event) => heard.push(Reflect.get(event, "open")));
  });
  const button = page.getByRole("button", { name: "Ask your documents" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Your documents" });
  await dialog.getByText("Drop documents here").waitFor();
  await page.evaluate(() => {
    const element = document.querySelector("page-hound");
    if (element) document.querySelector("#b")?.append(element);
  });
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => dialog.isVisible()).toBe(false);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "heard")))
    .toEqual([true, false]);
});

test("the page is notified of a failed question, and keeps its own model", async () => {
  const page = await open("<page-hound></page-hound>");
  await page.getByText("Drop documents here").waitFor();
  const heard = await page.locator("page-hound").evaluate(async (element) => {
    const events: string[] = [];
    element.addEventListener("pagehound-error", (event) => {
      events.push(Reflect.get(Reflect.get(event, "error"), "code"));
    });
    const info = { id: "page:own", name: "Own", backend: "endpoint", contextLength: 8192 };
    const limits = { constrained: false, toolCalls: false, reportsUsage: false };
    const model = {
      info: { ...info, ...limits, runsOn: "elsewhere" },
      complete: () => Promise.reject(new Error("not today")),
      unload: async () => void events.push("unloaded"),
    };
    Reflect.set(element, "model", model);
    const answer = await Reflect.get(element, "ask").call(element, "When is high tide?");
    events.push(String(answer));
    element.remove();
    await new Promise((done) => setTimeout(done));
    return events;
  });
  expect(heard).toEqual(["no-documents", "null"]);
});
