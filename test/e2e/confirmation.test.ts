import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { ask, type Called, type HostWindow, setUp } from "./scripted-page-model.js";

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

/** Waits until the question is finished and exactly these tools have run. */
async function expectDone(page: Page, ...tools: string[]): Promise<void> {
  await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
  await expect.poll(() => done(page)).toEqual(tools);
  await expect.poll(() => dialog(page).count()).toBe(0);
}

test("a call that may change something runs only after the reader has seen and allowed it", async () => {
  const { page } = opened;
  await ask(page, call("pay", "twice\u202e \u{e0041}the price"));
  const shown = dialog(page);
  await shown.getByText("Use a tool of this page?").waitFor();
  // Shows who runs the tool, what it does, and all its arguments, including invisible characters.
  const text = await shown.innerText();
  expect(text).toContain("Use a tool of this page?");
  expect(text).toContain("may change something");
  expect(text).toMatch(/pay[\s\S]*note twice⟨U\+202E⟩ ⟨U\+E0041⟩the price/);
  await expectAccessible(page);
  // Refusing is the default, and what Escape does; a press outside the dialog refuses too.
  const refuse = shown.getByRole("button", { name: "Refuse" });
  await expect.poll(() => refuse.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.keyboard.press("Escape");
  await expectDone(page);
  await page.locator(".exchange").last().locator(".turn-line").click();
  await page.getByText("You refused it.").waitFor();
  await ask(page, call("pay"), call("pay", "again"));
  await shown.waitFor();
  await page.mouse.click(5, 5);
  // The next call asks again.
  await shown.getByText("again").waitFor();
  await shown.getByRole("button", { name: "Allow once" }).press("Enter");
  await expectDone(page, "pay");
});

test("a permission covers one unchanged tool, or a server's reading tools, in one conversation", async () => {
  const { page } = opened;
  const shown = dialog(page);
  const press = (name: string) => shown.getByRole("button", { name }).click();
  await ask(page, call("write_there"), call("write_there", "more"), call("erase_there"));
  await shown.waitFor();
  await expect
    .poll(() => shown.innerText())
    .toContain("Everything below is sent to tools.example.");
  await press("Allow this tool in this conversation");
  await shown.getByText("erase_there").first().waitFor();
  await press("Refuse");
  await expectDone(page, "write_there", "write_there");
  // "Read-only" is the server's own claim, and the arguments leave the page either way.
  await ask(page, call("look_there"), call("ask_there"), call("write_there"), call("erase_there"));
  await shown.waitFor();
  await expect.poll(() => shown.innerText()).toContain("tools.example says, only reads");
  await press("Allow all reading tools of tools.example in this conversation");
  await shown.getByText("erase_there").first().waitFor();
  await page.keyboard.press("Escape");
  await expectDone(page, "look_there", "ask_there", "write_there");
  // A tool that changes its description counts as another tool.
  await page.evaluate(() => {
    const [hound] = document.querySelectorAll("page-hound");
    if (hound) hound.tools = hound.tools.map((one) => ({ ...one, description: "Is harmless." }));
  });
  await ask(page, call("write_there"));
  await shown.getByText("Is harmless.").waitFor();
  // Stopping a question closes its dialog.
  await page.evaluate(() => document.querySelector("page-hound")?.remove());
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(await done(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
