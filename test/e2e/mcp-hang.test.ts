import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { repository } from "../driver/repository.js";

/**
 * Runs before the collection worker's code, and hangs it on the first search for this text, without
 * using the processor.
 */
const stuckWorker = `
const never = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (message, ...rest) {
  post.call(this, message, ...rest);
  if (message?.type === "step" && message.step?.doing.includes("endless words"))
    Atomics.wait(never, 0, 0);
};
`;

/** Runs on the driven page, and hangs it as soon as it calculates this. */
const stuckPage = `
const { documentTools } = tools;
const stuck = (tool) => ({
  ...tool,
  run: (given, options) => {
    if (JSON.stringify(given).includes("6 * 7")) for (;;);
    return tool.run(given, options);
  },
});
globalThis.harness.tools = { ...tools, documentTools: (hound) => documentTools(hound).map(stuck) };
`;

let folder: string;
let client: Client;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-mcp-hang-"));
  const dist = path.join(folder, "dist");
  await cp(path.join(repository, "dist"), dist, { recursive: true });
  await cp(path.join(repository, "package.json"), path.join(folder, "package.json"));
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  const worker = path.join(dist, "workers/collection.worker.js");
  await writeFile(worker, stuckWorker + (await readFile(worker, "utf8")));
  await appendFile(path.join(dist, "cli/page/harness.js"), stuckPage);
  const note = path.join(folder, "note.txt");
  await writeFile(note, "A qersu is a boat. It has 4212 planks.");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(dist, "cli/pagehound.js"), "mcp", "--hang-seconds", "3", note],
    env: { PATH: process.env.PATH ?? "", PAGEHOUND_BROWSER: await findBrowser() },
  });
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
});

afterAll(async () => {
  await client?.close();
  await rm(folder, { recursive: true });
});

async function call(name: string, args: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError };
}

async function expectAnswers(): Promise<void> {
  const found = await call("search", { query: "planks" });
  expect(found).toMatchObject({ isError: false, text: expect.stringContaining("4212 planks") });
}

test("a call that hangs the collection worker fails with its name, and the next one works", async () => {
  await expectAnswers();
  expect(await call("search", { query: "endless words" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Searching for “endless words” took too long"),
  });
  await expectAnswers();
});

test("a call that hangs the page fails with its name, and the next one works", async () => {
  const failed = await call("calculate", { expression: "6 * 7" });
  expect(failed).toMatchObject({
    isError: true,
    text: expect.stringContaining("calculate took too long"),
  });
  await expectAnswers();
  expect(await call("calculate", { expression: "6 * 8" })).toMatchObject({
    isError: false,
    text: expect.stringContaining("48"),
  });
});
