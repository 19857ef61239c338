import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { tries } from "../tries.js";
import { settled } from "./states/settled.js";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface TextFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function note(name: string, text: string = `This is ${name}.`): TextFile {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/** A file with little text that cannot be compressed for storage. */
export function heavy(name: string, megabytes: number): TextFile {
  const ballast = randomBytes(megabytes * 750_000).toString("base64");
  return note(name, `<p>This is ${name}.</p><!-- ${ballast} -->`);
}

/**
 * Disables the service worker in a context's pages: it would fetch the whole site in the
 * background, fill the storage, and answer in place of the server.
 */
export async function withoutServiceWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
  });
}

/** Drops files or folders from disk, as a person does. */
export async function dropOn(page: Page, ...paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    document.documentElement.dataset.dropped = "no";
    const dropped = () => {
      document.documentElement.dataset.dropped = "yes";
    };
    addEventListener("drop", dropped, { once: true });
  });
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  // Waits until the page accepts drops; an earlier one would be ignored.
  await expect
    .poll(async () => {
      for (const type of ["dragEnter", "dragOver", "drop"] as const) {
        await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
      return page.evaluate(() => document.documentElement.dataset.dropped);
    })
    .toBe("yes");
  await session.detach();
}

/** The part of axe-core's API used here. */
interface Axe {
  run(
    context: Document,
    options: { readonly runOnly?: readonly string[]; readonly resultTypes: readonly string[] },
  ): Promise<{ readonly violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * Runs axe on the page in light mode, and in dark mode as well in a long run. Everything listed in
 * `states` is checked by the accessibility tests instead, in all themes and widths.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of (["light", "dark"] as const).slice(0, tries(1, 2))) {
    await page.emulateMedia({ colorScheme });
    // Waits for transitions, whose intermediate colours do not count.
    await settled(page);
    // Injected through the DevTools protocol, which bypasses the page's policy.
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await axe);
    // Dark mode changes only colours.
    const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const found = await page.evaluate(async (rules) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Omits the elements that pass.
      const { violations } = await axe.run(document, { ...rules, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    }, rules);
    expect(found).toEqual([]);
  }
}

/** Moves to a control with the Tab key alone. */
export async function tabTo(page: Page, button: Locator): Promise<void> {
  await button.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await button.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not get there.");
}

/** Asks a question, and waits until it is finished. */
export async function ask(page: Page, question: string): Promise<Locator> {
  const turns = page.getByRole("article", { name: question, exact: true });
  const before = await turns.count();
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  const turn = turns.nth(before);
  await expect.poll(() => turn.getAttribute("data-state"), { timeout: 60_000 }).toBe("done");
  return turn;
}
