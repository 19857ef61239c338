import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { tries } from "../tries.js";
import { settled } from "./states/settled.js";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A file to choose. */
export interface TextFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A text file. */
export function note(name: string, text: string = `This is ${name}.`): TextFile {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/** A file with little text that cannot be stored in less than its size. */
export function heavy(name: string, megabytes: number): TextFile {
  const ballast = randomBytes(megabytes * 750_000).toString("base64");
  return note(name, `<p>This is ${name}.</p><!-- ${ballast} -->`);
}

/**
 * Has the pages of a context do without a service worker, which would fetch the whole site in the
 * background, fill the storage with it, and answer for the server.
 */
export async function withoutServiceWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
  });
}

/** Drops files or folders of the disk, as a person does. */
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
  // What comes before the page has answered that it takes them is not taken for a drop.
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

/** What is called of axe-core. */
interface Axe {
  run(
    context: Document,
    options: { readonly runOnly?: readonly string[]; readonly resultTypes: readonly string[] },
  ): Promise<{ readonly violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * Has axe look at the page in light, and in a long run in dark as well. What has a name in `states`
 * is looked at in the tests of accessibility, in all its looks.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of (["light", "dark"] as const).slice(0, tries(1, 2))) {
    await page.emulateMedia({ colorScheme });
    // Colours in transition do not count.
    await settled(page);
    // Through the protocol, which the page's policy does not bind.
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await axe);
    // Only colours are different in the dark.
    const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const found = await page.evaluate(async (rules) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Without names for all elements that pass.
      const { violations } = await axe.run(document, { ...rules, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    }, rules);
    expect(found).toEqual([]);
  }
}

/** Goes to a control with the Tab key alone. */
export async function tabTo(page: Page, button: Locator): Promise<void> {
  await button.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await button.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not get there.");
}
