import { afterEach, describe, expect, it, vi } from "vitest";
import { connectEndpoint } from "../../../src/models/openai/endpoint-model.js";
import { findModelServers } from "../../../src/models/openai/find-servers.js";
import { openUnderPolicy } from "../page-under-policy.js";

const question = { messages: [{ role: "user", content: "What is a qersu?" }] } as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Puts a server in place of the network; requests and responses are the browser's own. */
function serve(chat: (request: Request) => Response): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const request = new Request(address, init);
    requests.push(request);
    return request.method === "GET"
      ? Response.json({ data: [{ id: "tiny", max_model_len: 4096 }] })
      : chat(request);
  });
  return requests;
}

describe("an endpoint, from a page", () => {
  it("reports an address that is not an endpoint", async () => {
    const url = `${location.origin}/no-such-endpoint/v1`;
    const call = connectEndpoint({ url, model: "m" }).then((model) => model.complete(question));
    await expect(call).rejects.toMatchObject({ code: "endpoint-failed" });
  });

  it("sends no cookies or referrer, and follows no redirects", async () => {
    const requests = serve(() => Response.json({ choices: [{ message: { content: "x" } }] }));
    const model = await connectEndpoint({ url: "http://127.0.0.1:9/v1", apiKey: "key-12345678" });
    await model.complete(question);
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request).toMatchObject({
        credentials: "omit",
        referrerPolicy: "no-referrer",
        // A redirect is not followed, and is distinguished from a missing server.
        redirect: "manual",
      });
      expect(request.headers.get("authorization")).toBe("Bearer key-12345678");
    }
  });

  it("streams, and ends the transfer when it is aborted", async () => {
    let cancelled = false;
    const bytes = new TextEncoder().encode(
      `data: ${JSON.stringify({ choices: [{ delta: { content: "Größe" } }] })}\r\n\r\n`,
    );
    serve((request) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          request.signal.addEventListener("abort", () => {
            cancelled = true;
            controller.error(request.signal.reason);
          });
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const model = await connectEndpoint({ url: "http://127.0.0.1:9/v1" });
    const abort = new AbortController();
    const reason = new Error("enough");
    const pieces: string[] = [];
    const call = model.complete(question, {
      signal: abort.signal,
      onProgress: (piece) => {
        pieces.push(piece);
        abort.abort(reason);
      },
    });
    await expect(call).rejects.toBe(reason);
    expect(pieces).toEqual(["Größe"]);
    await expect.poll(() => cancelled).toBe(true);
  });
});

describe("servers on this computer, from a page", () => {
  it.each([
    ["Ollama", { how: "start-with", what: `OLLAMA_ORIGINS=${location.origin}` }],
    ["LM Studio", { how: "switch-on", what: "Enable CORS" }],
    ["llama.cpp", { how: "start-with", what: `--cors-origins ${location.origin}` }],
    ["vLLM", { how: "start-with", what: `--allowed-origins '["${location.origin}"]'` }],
  ] as const)(
    "names the setting that lets this page use a server on this computer: %s",
    async (name, remedy) => {
      vi.stubGlobal("fetch", async (_address: string, { mode }: RequestInit) => {
        if (mode === "no-cors") return new Response();
        throw new TypeError("Failed to fetch");
      });
      const places = [{ name, url: "http://localhost:9/v1" }];
      const { servers, obstacle } = await findModelServers({ places });
      expect(servers).toMatchObject([{ name, state: "refuses", models: [], remedy }]);
      expect(servers[0]?.advice).toContain(remedy.what);
      expect(obstacle).toBeNull();
    },
  );

  it("distinguishes missing servers from a policy that forbids requests", async () => {
    const policy = `default-src 'none'; script-src 'self' ${location.origin} 'unsafe-inline'; connect-src ${location.origin}`;
    const page = new URL("find-servers-page.ts", import.meta.url).href;
    const { frame, outcome } = openUnderPolicy(policy, page, "http://localhost:9/v1");
    expect(await outcome).toEqual({ servers: [], obstacle: "policy" });
    frame.remove();
  });

  it("distinguishes servers that refuse the page from missing ones", async () => {
    const places = [{ name: "Jan", url: "http://127.0.0.1:9/v1" }] as const;
    expect(await findModelServers({ places })).toEqual({ servers: [], obstacle: null });
  });
});
