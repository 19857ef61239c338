import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolServer } from "../../../../src/connect/mcp/tool-server.js";
import { engineReader } from "../../../../src/connect/sources/engine-reader.js";
import { HttpApi } from "../../../../src/connect/sources/http-api.js";
import { connectEndpoint } from "../../../../src/models/openai/endpoint-model.js";
import { openUnderPolicy } from "../../page-under-policy.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Everything that contacts a server by URL, with the name used in messages. */
const askers: readonly [string, (origin: string) => Promise<unknown>][] = [
  [
    "The search engine of the index books",
    (origin) => engineReader({ url: `${origin}/books` }).coverage(),
  ],
  ["The model server", (origin) => connectEndpoint({ url: `${origin}/v1` })],
  // Identified by its host in messages.
  ["", (origin) => new ToolServer({ url: `${origin}/mcp` }).connect()],
  ["", (origin) => new HttpApi({ url: `${origin}/openapi.json` }).connect()],
];

/** How each of them fails for a URL. */
async function failuresAt(origin: string): Promise<[name: string, failure: string][]> {
  return Promise.all(
    askers.map(async ([name, ask]) => [name, String(await ask(origin).catch((error) => error))]),
  );
}

describe("a server", () => {
  it("reports that an unknown or stopped server does not answer at its address", async () => {
    const origins = ["https://127.0.0.1:9", "https://nobody.invalid"];
    const failures = await Promise.all(origins.map((origin) => failuresAt(origin)));
    for (const [at, origin] of origins.entries()) {
      for (const [name, failure] of failures[at] ?? []) {
        expect(failure).toContain(
          `${name} does not respond at ${origin}. Check that it is running`,
        );
        expect(failure).not.toMatch(/cors|allow-origin|connect-src/i);
      }
    }
  });

  it("reports a server that blocks the page, and says what to allow", async () => {
    const requests: RequestInit[] = [];
    vi.stubGlobal("fetch", async (_address: string, request: RequestInit) => {
      if (request.mode !== "no-cors") throw new TypeError("Failed to fetch");
      requests.push(request);
      return new Response();
    });
    for (const [name, failure] of await failuresAt("https://127.0.0.1:9")) {
      expect(failure).toContain(
        `${name} responds at https://127.0.0.1:9, but does not allow this page to read its responses: its operator must`,
      );
      expect(failure).toContain(location.origin);
    }
    // Finding out sent nothing that a server could learn from.
    expect(requests).toHaveLength(askers.length);
    for (const request of requests) {
      expect(request).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer" });
      expect(request.headers).toBeUndefined();
    }
  });
});

describe("a server that the page's own policy does not name", () => {
  it("does not mistake a server that the page's policy does not name for one that does not answer", async () => {
    const policy = `default-src 'none'; script-src 'self' ${location.origin} 'unsafe-inline'; connect-src ${location.origin}`;
    const page = new URL("unreachable-page.ts", import.meta.url).href;
    const { frame, outcome } = openUnderPolicy(policy, page, "http://127.0.0.1:9/books");
    expect(await outcome).toContain("must add http://127.0.0.1:9 to connect-src.");
    frame.remove();
  });
});
