import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./demo-page.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";
import { type OrdersApi, ordersApi } from "./orders-api.js";
import { ask, type Called, type HostWindow, setUp } from "./scripted-page-model.js";

let orders: OrdersApi;
let intranet: Intranet;
let opened: Visit;
let page: Page;

/** Browsers ask the reader before a page may contact this computer. */
const options = { permissions: ["local-network-access"] };

beforeAll(async () => {
  orders = await ordersApi();
  orders.more = { "cache-control": "max-age=0" };
  intranet = await openIntranet({}, [orders.origin]);
  opened = await visit(intranet, `<page-hound apis="${orders.url}"></page-hound>`, options);
  ({ page } = opened);
  // Playwright's route handlers answer the browser's preflight requests in place of a server.
  await page.unrouteAll();
  await page.evaluate(setUp);
});

afterAll(async () => {
  await intranet?.close();
  await orders?.close();
});

const host = (): string => new URL(orders.origin).host;
const dialog = (): Locator => page.locator("dialog.confirm[open]");
const exchange = (): Locator => page.locator(".exchange").last();
const call = (args: Readonly<Record<string, unknown>>): Called => ({
  tool: "get_order",
  arguments: args,
});
const answer = (text: string, quote: string): Called => ({
  tool: "answer",
  arguments: {
    enough: true,
    missing: "",
    sentences: [{ text, citations: [{ id: "$LAST", quote }] }],
  },
});
const shown = (): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as HostWindow).prompts.at(-1)?.text ?? "");
const over = (): Promise<void> => page.getByRole("button", { name: "Ask", exact: true }).waitFor();

/** Opens the last answer's source with its marks. */
async function openSource(): Promise<Locator> {
  await exchange().locator(".cite").click();
  return page.locator(".pagehound-viewer");
}

test("an operation is found, confirmed, called, cited and opened, attributed to the API", async () => {
  expect(orders.requests).toEqual([]);
  await ask(page, call({ id: "4711" }), answer("The mirrors came in 37 crates.", "crates: 37"));
  await dialog().getByText(`Use a tool of Orders (${host()})?`).waitFor();
  const text = await dialog().innerText();
  expect(text).toMatch(/get_order[\s\S]*id 4711/);
  expect(orders.requests).toEqual([]);
  await dialog()
    .getByRole("button", { name: /^Allow all reading tools/ })
    .click();
  await over();
  expect(orders.requests).toEqual(["GET /v1/orders/4711"]);
  expect(orders.headers()).not.toHaveProperty("cookie");
  await expect.poll(shown).toContain(`From GET /orders/{id} of Orders (${host()}):`);
  const viewer = await openSource();
  await expect.poll(() => viewer.locator("mark").allTextContents()).toEqual(["crates: 37"]);
  const named = viewer.getByText("GET ∕orders∕{id}, Orders");
  await expect.poll(() => named.count()).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
});

test("unchanged answers are not sent again, and outdated ones state their age", async () => {
  const again = [call({ id: "4711" }), answer("It was shipped.", "state: shipped")] as const;
  await ask(page, ...again);
  await over();
  await expect.poll(() => orders.headers()["if-none-match"]).toBe('"shipped"');
  // Where conditional requests are not allowed across origins, everything is fetched again.
  orders.allows = "plain";
  await ask(page, ...again);
  await over();
  await expect.poll(() => orders.headers()["if-none-match"]).toBeUndefined();
  orders.trouble = "away";
  await ask(page, ...again);
  await over();
  const viewer = await openSource();
  await viewer.getByText("This is from less than a minute ago:").waitFor();
  await expect.poll(() => viewer.locator("mark").allTextContents()).toEqual(["state: shipped"]);
  await page.keyboard.press("Escape");
});

test("no answer, a failure and a CORS refusal are each explained in their own sentence", async () => {
  orders.trouble = null;
  await ask(page, call({ id: "12" }));
  await over();
  await expect.poll(shown).toContain("No answer: there is nothing for this (HTTP 404).");
  orders.trouble = { status: 500, body: '{"detail":"The database is away."}' };
  await ask(page, call({ id: "13" }));
  await over();
  await expect.poll(shown).toContain("returned an error (HTTP 500): “The database is away.”");
  Object.assign(orders, { trouble: null, allows: "nothing" });
  await ask(page, call({ id: "14" }));
  await over();
  const { origin } = new URL(page.url());
  await expect.poll(shown).toContain(`send Access-Control-Allow-Origin: ${origin}`);
  orders.allows = "all";
});

test("the settings, the status line and its panel show the API", async () => {
  await page.getByRole("button", { name: "Settings" }).click();
  const row = page.locator(".tool-server");
  await row.getByText("2 tools. 1 more cannot be used here.").waitFor();
  await row.getByText(`A service (API) at ${host()}, used read-only.`).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.locator(".expand").click();
  await page.getByRole("button", { name: `Calls you allow are sent to ${host()}` }).click();
  const panel = page.locator("dialog#network[open]");
  await panel.locator(".request[data-other]", { hasText: "/v1/orders/4711" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  // The browser may complain only about refused or unanswered requests.
  const known = /status of (?:404|500)|ERR_EMPTY_RESPONSE|ERR_FAILED|CORS policy/;
  expect(opened.complaints.filter((one) => !known.test(one))).toEqual([]);
});

test("the page sets keys through a property, and they are sent only to the API", async () => {
  Object.assign(orders, { key: "the-key", requests: orders.requests });
  const second = await visit(intranet, "<page-hound></page-hound>", options);
  await second.page.evaluate(setUp);
  await second.page.evaluate((url) => {
    const [hound] = document.querySelectorAll("page-hound");
    if (hound) hound.httpApis = [{ url, headers: { "X-Plant-Key": "the-key" } }];
  }, orders.url);
  await ask(second.page, call({ id: "4711" }));
  await second.page.getByRole("button", { name: "Allow once" }).click();
  await expect.poll(() => orders.headers()["x-plant-key"]).toBe("the-key");
  await second.page.getByRole("button", { name: "Ask", exact: true }).waitFor();
  const kept = await second.page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("the-key");
  await second.context.close();
});
