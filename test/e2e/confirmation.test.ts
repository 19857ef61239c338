import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { ask, type Called, type HostWindow, setUp } from "./told-model.js";

let intranet: Intranet;
let opened: Visit;

beforeAll(async () => {
  intranet = await openIntranet();
  opened = await visit(intranet, "<page-hound></page-hound>");
  await opened.page.evaluate(setUp);
});

afterAll(() => intranet?.close());

const call = (tool: string, note = tool): Called => ({ tool, arguments: { note } });
const dialog = (page: Page): Locator => page.locator("dialog.confirm[open]");
const done = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as unknown as HostWindow).done.map(({ tool }) => tool));

/** Waits until the question is over, with these calls carried out. */
async function expectDone(page: Page, ...tools: string[]): Promise<void> {
  await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
  await expect.poll(() => done(page)).toEqual(tools);
  await expect.poll(() => dialog(page).count()).toBe(0);
}

test("a call that may change something is made only after the reader has seen and allowed it", async () => {
  const { page } = opened;
  await ask(page, call("pay", "twice\u202e \u{e0041}the price"));
  const shown = dialog(page);
  await shown.getByText("Use a tool of this page?").waitFor();
  // Who runs it, what it is, and all that it is given, what cannot be seen included.
  const said = await shown.innerText();
  expect(said).toContain("Use a tool of this page?");
  expect(said).toContain("may change something");
  expect(said).toMatch(/pay[\s\S]*note twice⟨U\+202E⟩ ⟨U\+E0041⟩the price/);
  await expectAccessible(page);
  // By default, and on Escape, it is refused; so is a press next to it.
  const refuse = shown.getByRole("button", { name: "Refuse" });
  await expect.poll(() => refuse.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.keyboard.press("Escape");
  await expectDone(page);
  await page.locator(".exchange").last().locator(".turn-line").click();
  await page.getByText("You refused it.").waitFor();
  await ask(page, call("pay"), call("pay", "again"));
  await shown.waitFor();
  await page.mouse.click(5, 5);
  // The next call is a question of its own.
  await shown.getByText("again").waitFor();
  await shown.getByRole("button", { name: "Allow once" }).press("Enter");
  await expectDone(page, "pay");
});

test("a permission holds for one conversation and the unchanged tool, and separately for reading", async () => {
  const { page } = opened;
  const shown = dialog(page);
  const press = (name: string) => shown.getByRole("button", { name }).click();
  await ask(page, call("write_there"), call("write_there", "more"), call("erase_there"));
  await shown.waitFor();
  await expect
    .poll(() => shown.innerText())
    .toContain("All that stands below is sent to tools.example.");
  await press("Allow this tool in this conversation");
  await shown.getByText("erase_there").first().waitFor();
  await press("Refuse");
  await expectDone(page, "write_there", "write_there");
  // That it only reads is what the server says; its arguments leave the page all the same.
  await ask(page, call("look_there"), call("ask_there"), call("write_there"), call("erase_there"));
  await shown.waitFor();
  await expect.poll(() => shown.innerText()).toContain("tools.example says, only reads");
  await press("Allow all reading tools of tools.example in this conversation");
  await shown.getByText("erase_there").first().waitFor();
  await page.keyboard.press("Escape");
  await expectDone(page, "look_there", "ask_there", "write_there");
  // It is another tool when it describes itself otherwise.
  await page.evaluate(() => {
    const [hound] = document.querySelectorAll("page-hound");
    if (hound) hound.tools = hound.tools.map((one) => ({ ...one, description: "Is harmless." }));
  });
  await ask(page, call("write_there"));
  await shown.getByText("Is harmless.").waitFor();
  // A question that is stopped takes its dialog along.
  await page.evaluate(() => document.querySelector("page-hound")?.remove());
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(await done(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
