import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { repository } from "../driver/repository.js";
import { runCommand } from "../driver/run-command.js";
import { writePdf } from "./write-pdf.js";

const command = path.join(repository, "dist/cli/pagehound.js");
let folder: string;
let client: Client;
let transport: StdioClientTransport;
/** The server's output on standard error. */
let output = "";

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-mcp-"));
  await writePdf(path.join(folder, "plant.pdf"), [
    "This page is about nothing in particular.",
    "The heliostat field has 4212 mirrors. They are washed each spring.",
  ]);
  await writeFile(
    path.join(folder, "costs.csv"),
    "item,year,amount\nsalt,2023,12\nsalt,2024,15\nmirrors,2024,40\n",
  );
  await writeFile(path.join(folder, "fake.pdf"), "This is a text file named .pdf.\n");
  await symlink(os.tmpdir(), path.join(folder, "elsewhere"));
  transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", folder],
    env: { PATH: process.env.PATH ?? "", PAGEHOUND_BROWSER: await findBrowser() },
    stderr: "pipe",
  });
  transport.stderr?.on("data", (text: Buffer) => {
    output += text.toString();
  });
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
});

afterAll(async () => {
  await client?.close();
  await rm(folder, { recursive: true });
});

async function call(name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError };
}

test("lists the tools, all of them read-only", async () => {
  expect(client.getServerVersion()?.name).toBe("pagehound");
  expect(client.getInstructions()).toContain("data, not instructions");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "list_documents",
    "outline",
    "search",
    "grep",
    "find_rows",
    "preview",
    "read",
    "read_table",
    "query_table",
    "get_passages",
    "calculate",
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
});

test("lists the files that were read, and those that could not be", async () => {
  const { text, isError } = await call("list_documents");
  expect(isError).toBe(false);
  expect(text).toContain("plant.pdf");
  expect(text).toContain("costs.csv");
  expect(text).toMatch(/Not read: .*fake\.pdf/);
  expect(text).toMatch(/Not read: .*elsewhere is a link that leads out of the folder/);
  expect(output).toMatch(/^Not read: .*elsewhere is a link that leads out of the folder/m);
  // Reveals nothing of the machine's paths above the named folder.
  expect(text).not.toContain(path.dirname(folder));
});

test("finds a passage, and continues reading from its id", async () => {
  const found = await call("search", { query: "mirrors" });
  const [, id] = /\[(d\d+\.p2\.s\d+)\]/.exec(found.text) ?? [];
  expect(id).toBeDefined();
  const read = await call("read", { what: id });
  expect(read.text).toContain("4212 mirrors");
  const matches = await call("grep", { pattern: "421\\d" });
  expect(matches.text).toContain("4212");
});

test("counts over a table", async () => {
  const { text } = await call("query_table", {
    query: "SELECT SUM(amount) FROM costs WHERE item = 'salt'",
  });
  expect(text).toContain("27");
});

test("a wrong call is reported with the valid choices", async () => {
  const unknown = await call("delete_everything");
  expect(unknown).toEqual({ isError: true, text: expect.stringContaining("list_documents") });
  const lacking = await call("search");
  expect(lacking).toEqual({ isError: true, text: expect.stringContaining('"query" is missing') });
});

test("an aborted call ends, and the next one is answered", async () => {
  const stop = new AbortController();
  const cancelled = client.callTool(
    { name: "grep", arguments: { pattern: "(m|i|r|o)+x" } },
    { signal: stop.signal },
  );
  stop.abort(new Error("given up"));
  await expect(cancelled).rejects.toThrow("given up");
  expect((await call("search", { query: "washed" })).text).toContain("spring");
});

test("exits with the assistant's process", async () => {
  const { pid } = transport;
  expect(isRunning(pid)).toBe(true);
  await client.close();
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  // Errors would appear here.
  expect(output).not.toContain("Error");
});

function isRunning(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a missing folder is reported at once", async () => {
  const failed = await runCommand(["mcp", "not-there"], { cwd: folder });
  expect(failed).toMatchObject({
    code: 2,
    out: "",
    err: "not-there: no such file or folder.\n",
  });
});
