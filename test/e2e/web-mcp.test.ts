import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserArguments } from "../driver/find-browser.js";
import { type Intranet, openIntranet, type Visit, visit } from "./host-page.js";

let intranet: Intranet;
let opened: Visit;

beforeAll(async () => {
  intranet = await openIntranet({ args: [...browserArguments, "--enable-features=WebMCP"] });
  opened = await visit(
    intranet,
    '<page-hound web-mcp collection="one"></page-hound><page-hound web-mcp collection="two"></page-hound>',
  );
  const { page } = opened;
  await page.evaluate(async () => {
    const [hound] = document.querySelectorAll("page-hound");
    const text =
      "# Mirrors\n\nThe heliostat field has 4212 mirrors. They are washed each spring.\n";
    const added = new Promise((resolve) => hound?.addEventListener("pagehound-added", resolve));
    hound?.addFiles([new File([text], "plant.md")]);
    await added;
  });
});

afterAll(() => intranet?.close());

async function names(page: Page): Promise<string[]> {
  const tools = await page.webmcp.tools();
  return tools.map(({ name }) => name).sort();
}

async function call(name: string, input: Record<string, unknown> = {}) {
  const result = await opened.page.webmcp.callTool(name, input as never);
  const { content, isError } = result as unknown as {
    content: { text: string }[];
    isError: boolean;
  };
  return { text: content[0]?.text ?? "", isError };
}

test("each element offers its documents under names of its own", async () => {
  const own = ["ask", "grep", "list_documents", "read", "search"].map(
    (name) => `pagehound_${name}`,
  );
  const both = [...own, ...own.map((name) => `${name}_2`)].sort();
  await expect.poll(() => names(opened.page), { timeout: 60_000 }).toEqual(both);
  const tools = await opened.page.webmcp.tools();
  expect(tools.every(({ description }) => description.length > 20)).toBe(true);
});

test("an assistant finds a passage and reads it; what it gets wrong is told", async () => {
  const [first, second] = await Promise.all(
    ["pagehound_list_documents", "pagehound_list_documents_2"].map((name) => call(name)),
  );
  const [lists, lacks] = first?.text.includes("plant.md") ? [first, second] : [second, first];
  expect(lists?.text).toContain("plant.md");
  expect(lacks?.text).not.toContain("plant.md");
  const suffix = lists === first ? "" : "_2";
  const found = await call(`pagehound_search${suffix}`, { query: "mirrors" });
  const [, id] = /\[(d\d+\.p1\.s\d+)\]/.exec(found.text) ?? [];
  expect((await call(`pagehound_read${suffix}`, { what: id })).text).toContain("4212 mirrors");
  expect((await call(`pagehound_grep${suffix}`, { pattern: "42\\d2" })).text).toContain("4212");
  const wrong = await call(`pagehound_search${suffix}`, {});
  expect(wrong).toEqual({ isError: true, text: expect.stringContaining('"query" is missing') });
  const asked = await call(`pagehound_ask${suffix}`, { question: "How many mirrors are there?" });
  expect(asked.text).toContain("4212 mirrors");
  // As if the reader had asked: it stands on the page.
  await opened.page.getByRole("heading", { name: "How many mirrors are there?" }).waitFor();
});

test("the page says that assistants may read, and an element that goes takes its tools along", async () => {
  const { page, complaints } = opened;
  const line = page.getByRole("button", { name: "Assistants of this browser may read" });
  expect(await line.count()).toBeGreaterThan(0);
  await page.evaluate(() => document.querySelector("page-hound")?.remove());
  await expect.poll(async () => (await names(page)).length, { timeout: 60_000 }).toBe(5);
  await page.evaluate(() => document.querySelector("page-hound")?.removeAttribute("web-mcp"));
  await expect.poll(() => names(page), { timeout: 60_000 }).toEqual([]);
  expect(complaints).toEqual([]);
});

test("nothing is offered by default", async () => {
  const { page, context } = await visit(intranet, "<page-hound></page-hound>");
  await page.getByRole("button", { name: "Your documents and questions stay" }).waitFor();
  expect(await names(page)).toEqual([]);
  await context.close();
});
