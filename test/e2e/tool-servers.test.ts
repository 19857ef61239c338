import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { ask, type Called, type HostWindow, setUp } from "./scripted-page-model.js";
import { type TestToolServer, testToolServer } from "./tool-server.js";

let server: TestToolServer;
let intranet: Intranet;
let opened: Visit;
let page: Page;

/** Browsers ask the reader before a page may contact this computer. */
const options = { permissions: ["local-network-access"] };

beforeAll(async () => {
  server = await testToolServer();
  intranet = await openIntranet({}, [server.origin]);
  const body = `<page-hound tool-servers="${server.url}" add-tool-servers allowed-origins="${server.origin}"></page-hound>`;
  opened = await visit(intranet, body, options);
  ({ page } = opened);
  await page.evaluate(setUp);
});

afterAll(async () => {
  await intranet?.close();
  await server?.close();
});

const call = (tool: string, args: Readonly<Record<string, unknown>> = {}): Called => ({
  tool,
  arguments: args,
});
const dialog = (): Locator => page.locator("dialog.confirm[open]");
const press = (name: string | RegExp): Promise<void> =>
  dialog().getByRole("button", { name }).click();
const host = (): string => new URL(server.url).host;
const over = (): Promise<void> => page.getByRole("button", { name: "Ask", exact: true }).waitFor();
const prompts = (): Promise<HostWindow["prompts"]> =>
  page.evaluate(() => (globalThis as unknown as HostWindow).prompts);
/** Searches for a tool, after which the model may call it. */
const find = (query: string): Called => call("find_tools", { query });
/** The latest message shown to the model. */
const shown = async (): Promise<string> => (await prompts()).at(-1)?.text ?? "";

/** Asks, allows every request for confirmation, and waits for the end. */
async function askAllowing(...calls: Called[]): Promise<string> {
  await ask(page, ...calls);
  const ask_ = page.getByRole("button", { name: "Ask", exact: true });
  const allow = dialog().getByRole("button", { name: /^Allow all reading tools/ });
  const either = allow.or(ask_).first();
  while (true) {
    await either.waitFor();
    if (await ask_.isVisible()) return shown();
    await allow.click();
    await dialog().waitFor({ state: "detached" });
  }
}

test("a server's tool is found among 300, confirmed, called, and its result cited and opened", async () => {
  // Nothing is sent before a model is asked.
  expect(server.calls).toEqual([]);
  const answer = {
    enough: true,
    missing: "",
    sentences: [
      {
        text: "The mirrors came in 37 crates.",
        citations: [{ id: "$LAST", quote: "was shipped on 12 March 2026 in 37 crates" }],
      },
    ],
  };
  await ask(
    page,
    call("find_tools", { query: "where is an order of mirrors" }),
    call("order_status", { order: "4711" }),
    call("answer", answer),
  );
  await dialog().getByText(`Use a tool of ${host()}?`).waitFor();
  const text = await dialog().innerText();
  expect(text).toContain("says, only reads");
  expect(text).toMatch(/order_status[\s\S]*order 4711/);
  expect(server.calls).toEqual([]);
  await press("Allow once");
  await over();
  expect(server.calls).toEqual([{ tool: "orderStatus", arguments: { order: "4711" } }]);
  const [first] = await prompts();
  const [, tools = ""] = /\nTools:\n([\s\S]*?)\n\nIds:/.exec(first?.system ?? "") ?? [];
  expect(tools).toContain("- find_tools(");
  expect(encode(tools).length).toBeLessThanOrEqual(1800);
  await expect.poll(shown).toContain(`From order_status of ${host()}:\nOrder 4711 was shipped`);
  // The result is attributed to the server, with the time, and opens as a tool result.
  const exchange = page.locator(".exchange").last();
  await exchange.locator(".answer-text", { hasText: "37 crates" }).waitFor();
  await exchange.locator(".cite").click();
  const viewer = page.locator(".pagehound-viewer");
  await expect
    .poll(() => viewer.locator("mark").allTextContents())
    .toEqual(["was shipped on 12 March 2026 in 37 crates"]);
  await expect.poll(() => viewer.getByText("order_status (").count()).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await exchange.locator(".turn-line").click();
  await exchange.getByText("Used order_status").waitFor();
});

test("a server's claims change nothing that the reader did not allow", async () => {
  server.calls.length = 0;
  // A tool that deletes is not read-only, whatever it claims; instructions in results are data.
  await ask(
    page,
    ...["gives orders", "harmless", "creates a ticket"].map(find),
    ...[call("orders"), call("erase"), call("create_ticket", { title: "pwned" })],
  );
  await dialog().waitFor();
  await press(/^Allow all reading tools/);
  for (const tool of ["erase", "create_ticket"]) {
    await dialog().locator("code", { hasText: tool }).first().waitFor();
    await expect.poll(() => dialog().innerText()).toContain("may change something");
    await page.keyboard.press("Escape");
  }
  await over();
  expect(server.calls.map(({ tool }) => tool)).toEqual(["orders"]);
  const text = (await prompts()).map((prompt) => `${prompt.system}\n${prompt.text}`).join("\n");
  // No control tokens, no invisible characters, and nothing that ends the surrounding fence.
  expect(text).not.toMatch(/<\|im_start\|>|\u{e0041}/u);
  expect(text).toContain("Done.</ result>");
  expect(text).not.toMatch(/^- answer\(x\)/m);
  // A tool of the library cannot be replaced.
  const searched = await askAllowing(
    ...[find("searches the wiki"), call("search", { query: "mirrors" }), call("server_search")],
  );
  expect(searched).toContain("4212 mirrors");
  expect(server.calls.at(-1)).toEqual({ tool: "search", arguments: {} });
});

test("failures end in one sentence, and long results or pages are shown as text", async () => {
  const failed = await askAllowing(
    ...["fails", "says too much", "gives another form than it says"].map(find),
    ...["fail", "huge", "misfit"].map((name) => call(name)),
  );
  expect(failed).toContain(`${host()} reported an error: The database is away.`);
  expect(failed).toContain(`${host()} sent more than 8 MB in one response, which is too large.`);
  expect(failed).toContain(`${host()} returned a result that does not match its tool's schema.`);
  const text = await askAllowing(
    ...["gives a page", "says a lot", "reads a resource"].map(find),
    ...[call("page"), call("long"), call("read_resource", { uri: "pump" })],
  );
  expect(text).toMatch(/Wiki\s+The pump is red\./);
  expect(text).not.toMatch(/<p>|fetch\(/);
  expect(text).toMatch(/A long line of words[\s\S]*…/);
  expect(text).toContain("wiki://pump says: grease it weekly.");
  const prompt = await askAllowing(
    find("gets a text that is proposed"),
    call("get_prompt", { name: "handover", shift: "3" }),
  );
  expect(prompt).toContain("Sum up shift 3.");
});

test("stopping a question ends its tool call", async () => {
  await ask(page, find("takes for ever"), call("slow"));
  await expect.poll(() => server.calls.at(-1)?.tool).toBe("slow");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => server.abandoned()).toBe(1);
});

test("tools that arrive later are available to the next question, even from a server that was down", async () => {
  server.more = ["brand_new"];
  server.changed();
  await page.getByRole("button", { name: "Settings" }).click();
  const row = page.locator(".tool-server");
  await row.getByText("314 tools.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await ask(page, find("brand new"), call("brand_new"));
  await dialog().waitFor();
  await press("Allow once");
  await over();
  expect(server.calls.at(-1)?.tool).toBe("brand_new");
  // The status line and its panel show what leaves the page.
  await page.locator(".expand").click();
  await page.getByRole("button", { name: `Calls you allow are sent to ${host()}` }).click();
  const panel = page.locator("dialog#network[open]");
  await panel.getByText(`A model's calls to tools of ${host()} are sent there`).waitFor();
  await panel
    .locator(".request[data-other]", { hasText: `${host()}/mcp` })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  // Closes the document list, which covers the rest.
  await page.keyboard.press("Escape");
  expect(opened.complaints).toEqual([]);
});

test("a server that does not answer, or lets no page read it, is explained in one sentence", async () => {
  const other = await testToolServer();
  const settings = page.locator("dialog#settings[open]");
  const address = settings.getByLabel("Address of another server");
  const add = async (url: string): Promise<void> => {
    await address.fill(url);
    await address.press("Enter");
  };
  await page.getByRole("button", { name: "Settings" }).click();
  await add("https://elsewhere.example/mcp");
  const fault = settings.locator("#tool-server-fault");
  await fault.getByText("This page may not contact elsewhere.example").waitFor();
  // On this computer any address may be contacted, as far as the page's own policy allows.
  await add(other.url);
  const row = settings.locator(".tool-server", { hasText: new URL(other.url).host });
  await row.getByText(`must add ${other.origin} to connect-src`).waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
  server.allows = false;
  await add(`${server.origin}/other/mcp`);
  const refused = settings.locator(".tool-server", { hasText: `${host()}/other` });
  await refused
    .getByText(`send Access-Control-Allow-Origin: ${new URL(page.url()).origin}`)
    .waitFor();
  server.allows = true;
  await refused.getByRole("button", { name: "Connect" }).click();
  await refused.getByText("has nothing at this address").waitFor();
  await refused.getByRole("button", { name: "Remove" }).click();
  await page.keyboard.press("Escape");
  await other.close();
});

/** A page with a locked server, whose reader is asked to sign in. */
async function lockedVisit(opensWindows: boolean): Promise<{ visited: Visit; row: Locator }> {
  server.locked = true;
  server.signIns.length = 0;
  server.calls.length = 0;
  const visited = await visit(
    intranet,
    `<page-hound tool-servers="${server.url}" sign-in="../tools/hound/signed-in.html"></page-hound>`,
    options,
  );
  // User activation lasts only seconds, so it is set explicitly.
  await visited.page.evaluate((isActive) => {
    Object.defineProperty(navigator, "userActivation", { value: { isActive } });
  }, opensWindows);
  await visited.page.evaluate(setUp);
  await visited.page.getByRole("button", { name: "Settings" }).click();
  const row = visited.page.locator(".tool-server");
  await row.getByRole("button", { name: `Connect to ${host()}` }).click();
  await row.getByText("requires signing in first").waitFor();
  return { visited, row };
}

test("a reader signs in if the server requires it, and out again", async () => {
  const { visited: second, row } = await lockedVisit(true);
  // The sign-in server is not contacted before the reader wants to sign in.
  expect(server.signIns).toEqual([]);
  const popup = second.context.waitForEvent("page");
  await row.getByRole("button", { name: `Sign in to ${host()}` }).click();
  const signInPage = await popup;
  await signInPage.getByRole("link", { name: "Let me in" }).waitFor();
  // The sign-in page cannot navigate the reader's page.
  expect(await signInPage.evaluate(() => window.opener)).toBeNull();
  expect(await signInPage.evaluate(() => document.referrer)).toBe("");
  const closed = signInPage.waitForEvent("close");
  await signInPage.getByRole("link", { name: "Let me in" }).click();
  await row.getByText("314 tools.").waitFor();
  await closed;
  expect(server.signIns).toEqual(expect.arrayContaining(["/register", "/authorize", "/token"]));
  const kept = await second.page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("access_token");
  await row.getByRole("button", { name: `Sign out of ${host()}` }).click();
  await row.getByText("requires signing in first").waitFor();
  // The browser complains only that no one is signed in yet.
  expect(second.complaints.filter((one) => !one.includes("status of 401"))).toEqual([]);
  server.locked = false;
});

test("a reader whose browser opens no window signs in by a link, or cancels", async () => {
  const { visited, row } = await lockedVisit(false);
  const { context } = visited;
  const signIn = row.getByRole("button", { name: `Sign in to ${host()}` });
  const link = row.getByRole("link", { name: `Open the sign-in page at ${host()}` });
  await signIn.click();
  await link.waitFor();
  expect(context.pages()).toHaveLength(1);
  await expectAccessible(visited.page);
  await row.getByRole("button", { name: "Cancel" }).click();
  await row.getByText("requires signing in first").waitFor();
  await expect.poll(() => link.count()).toBe(0);

  await signIn.click();
  const popup = context.waitForEvent("page");
  await link.click();
  const signInPage = await popup;
  const letIn = signInPage.getByRole("link", { name: "Let me in" });
  await letIn.waitFor();
  expect(await signInPage.evaluate(() => window.opener)).toBeNull();
  const back = new URL((await letIn.getAttribute("href")) ?? "");
  // A code is accepted only with the state of this very sign-in.
  for (const state of ["", "guessed", crypto.randomUUID()]) {
    const wrong = new URL(back);
    wrong.searchParams.set("state", state);
    const other = await context.newPage();
    await other.goto(wrong.href);
    await other.getByText("You can close this window.").waitFor();
    expect(new URL(other.url()).search).toBe("");
    await other.close();
  }
  expect(server.signIns).not.toContain("/token");
  await letIn.click();
  await row.getByText("314 tools.").waitFor();
  server.locked = false;
});
