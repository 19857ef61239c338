import { createServer } from "node:http";
import path from "node:path";
import { expect, it } from "vitest";
import { benchArguments } from "../../bench/bench-arguments.js";
import { RecordedServer } from "../../bench/grid/recorded-server.js";
import { benchmark } from "../../bench/interrupted-grid.js";

async function run(...parameters: string[]): Promise<string> {
  const options = benchArguments(parameters, benchmark);
  if (!options) throw new Error("Only help was asked for.");
  return benchmark.run(options);
}

/** A server that answers every request with its body, or never finishes. */
async function serve(isOpen: boolean): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (!isOpen || request.url?.endsWith("/models")) request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}/v1`, close };
}

it("says whether a server's answer or documents are missing", async () => {
  const gone = await serve(false);
  gone.close();
  await expect(run("--server", gone.url)).rejects.toThrow(`No model server answers at ${gone.url}`);
  const server = await serve(false);
  try {
    const empty = path.join(import.meta.dirname, "none");
    const result = run("--server", server.url, "--path", empty);
    await expect(result).rejects.toThrow(`There are no documents in ${empty}`);
  } finally {
    server.close();
  }
});

it("records completion requests, and whether their replies were delivered whole", async () => {
  const replying = await serve(false);
  const recorded = new RecordedServer(replying.url);
  try {
    const url = await recorded.listen();
    const body = JSON.stringify({ prompt: "How many mirrors?" });
    const reply = await fetch(`${url}/chat/completions`, { method: "POST", body });
    expect(await reply.text()).toBe(body);
    await fetch(`${url}/models`);
    expect(recorded.requests).toEqual([{ body, replied: true }]);
  } finally {
    recorded.close();
    replying.close();
  }
  const open = await serve(true);
  const other = new RecordedServer(open.url);
  try {
    const url = await other.listen();
    const stop = new AbortController();
    const response = fetch(`${url}/completions`, {
      method: "POST",
      body: "?",
      signal: stop.signal,
    });
    await expect.poll(() => other.requests.length).toBe(1);
    stop.abort();
    await expect(response).rejects.toThrow();
    expect(other.requests).toEqual([{ body: "?", replied: false }]);
  } finally {
    other.close();
    open.close();
  }
});
