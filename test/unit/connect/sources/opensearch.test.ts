import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { engineReader } from "../../../../src/connect/sources/engine-reader.js";
import { recordsVersion } from "../../../../src/connect/sources/engine-records.js";
import { EngineIndex } from "../../../../src/connect/sources/opensearch.js";
import { documentId } from "../../../../src/core/document.js";
import { engineDouble } from "../../../engine-double.js";
import { writtenSummary } from "./written-records.js";

/** The next responses; further requests fail. */
let answers: { status: number; body: unknown }[] = [];
let requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] =
  [];
let server: Server | null = null;

async function serving(...next: { status: number; body: unknown }[]): Promise<string> {
  answers = next;
  requests = [];
  const started = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, headers, body });
    const answer = answers.shift() ?? { status: 500, body: "nothing more was expected" };
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  server = started;
  await new Promise<void>((listening) => started.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()));
  server = null;
});

const mapping = (pagehound: number | undefined) => ({
  status: 200,
  body: { books: { mappings: { _meta: pagehound === undefined ? {} : { pagehound } } } },
});

async function failure(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error("It did not fail.");
}

describe("an index of an engine", () => {
  test.each([
    "https://search.example",
    "ftp://search.example/books",
    "https://a:b@search.example/books",
    "https://search.example/Books",
    "books",
  ])("rejects the address %s", (url) => {
    expect(() => new EngineIndex({ url })).toThrow(/The address of an index must be like/);
    expect(() => new EngineIndex({ url })).not.toThrow(/a:b@/);
  });

  test("requests an index only at its address, with the configured headers", async () => {
    const base = await serving(mapping(recordsVersion));
    const headers = { authorization: "ApiKey c2VjcmV0" };
    const index = new EngineIndex({ url: `${base}/search/books/`, headers });
    expect(await index.version()).toBe(recordsVersion);
    expect(requests).toMatchObject([{ method: "GET", url: "/search/books/_mapping", headers }]);
  });

  test("creates an index if it is missing, and leaves an existing one alone", async () => {
    const base = await serving(
      { status: 404, body: {} },
      { status: 200, body: {} },
      mapping(recordsVersion),
    );
    const index = new EngineIndex({ url: `${base}/books` });
    await index.make();
    await index.make();
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      ...["GET /books/_mapping", "PUT /books", "GET /books/_mapping"],
    ]);
    expect(JSON.parse(requests[1]?.body ?? "")).toMatchObject({ mappings: { dynamic: false } });
  });

  test.each([
    [undefined, "was not written by Pagehound"],
    [99, "was written by another version"],
  ])("rejects an index with the version %s, and writes nothing", async (version, expected) => {
    const base = await serving(mapping(version));
    const { code, message } = await failure(new EngineIndex({ url: `${base}/books` }).make());
    expect(code).toBe("invalid-argument");
    expect(message).toContain(expected);
    expect(requests).toHaveLength(1);
  });

  test.each([
    [401, "Check the key"],
    [404, "Check the name"],
    [429, "Try again"],
    [503, "Try again"],
    [400, "Check the address"],
  ])("explains a refusal with %i without showing the key", async (status, next) => {
    const body = { error: { type: "denied", reason: "no rights for ApiKey c2VjcmV0" }, status };
    const base = await serving({ status, body });
    const headers = { authorization: "ApiKey c2VjcmV0" };
    const index = new EngineIndex({ url: `${base}/books`, headers });
    const { code, message } = await failure(index.search([{}]));
    expect(code).toBe("endpoint-failed");
    expect(message).toContain(`${status}`);
    expect(message).toContain("no rights for …");
    expect(message).toContain(next);
    expect(message).not.toContain("c2VjcmV0");
  });

  test.each([
    ["no JSON", "<html>a proxy</html>"],
    ["another shape", { took: 3 }],
    ["fewer answers than searches", { responses: [] }],
  ])("reports an engine that answers a search with %s", async (_, body) => {
    const base = await serving({ status: 200, body });
    const { code, message } = await failure(new EngineIndex({ url: `${base}/books` }).search([{}]));
    expect(code).toBe("endpoint-failed");
    expect(message).toContain("is not what OpenSearch or Elasticsearch answer");
  });

  test("fails with the reason if one of several searches fails", async () => {
    const failed = { error: { reason: "all shards failed" }, status: 503 };
    const base = await serving({ status: 200, body: { responses: [failed] } });
    const { message } = await failure(new EngineIndex({ url: `${base}/books` }).search([{}]));
    expect(message).toContain("refused with 503 (all shards failed)");
  });

  test("abandons a slow request with the signal's reason", async () => {
    const silent = createServer(() => {});
    server = silent;
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/books`;
    const stop = new AbortController();
    const searching = engineReader({ url }).search("ferries", { signal: stop.signal });
    const reason = new Error("given up");
    stop.abort(reason);
    await expect(searching).rejects.toBe(reason);
  });

  test("does not overwrite a record taken by another run", async () => {
    const taken = { create: { status: 409, error: { type: "conflict", reason: "is there" } } };
    const base = await serving({ status: 200, body: { errors: true, items: [taken] } });
    const index = new EngineIndex({ url: `${base}/books` });
    const record = {
      kind: "page",
      document: 1,
      path: "",
      author: "",
      format: "pdf",
      page: 1,
      pageTerms: "",
    } as const;
    expect(await index.write([{ id: "d1.p1", record }], { create: true })).toBe(false);
    expect(requests[0]?.body.split("\n")[0]).toBe('{"create":{"_id":"d1.p1"}}');
  });

  test("learns about the searched documents without extra requests", async () => {
    const double = await engineDouble({ "a.md": "The mirrors shine.", "b.md": "No mirrors." });
    try {
      const reader = engineReader({ url: double.url });
      const [first] = await reader.documents();
      await reader.coverage();
      double.requests.length = 0;
      const documents = first ? [first.id] : [];
      const { hits, coverage } = await reader.search("mirrors", { documents });
      expect(hits.map(({ path }) => path)).toEqual(["a.md"]);
      expect(coverage).toMatchObject({ documents: 1, pages: 1 });
      expect(await reader.search("", { documents })).toMatchObject({ coverage });
      const read = "POST /books/_mget?realtime=false&_source_includes=passage";
      const search = ["POST /books/_msearch", "POST /books/_msearch", read];
      expect(double.requests).toEqual([...search, "POST /books/_msearch"]);
      expect(double.unexpected).toEqual([]);
    } finally {
      await double.close();
    }
  });

  test.each([
    ["https://files.example/a.pdf", "https://files.example/a.pdf"],
    ["javascript:alert(1)", undefined],
    [7, undefined],
    [undefined, undefined],
  ])("gives a document the link %s to its file only if it is a web address", async (url, link) => {
    const summary = JSON.stringify({ ...writtenSummary, originalUrl: url });
    const docs = [{ _source: { state: "ready", summary } }];
    const base = await serving({ status: 200, body: { docs } });
    const [document] = await engineReader({ url: `${base}/books` }).documentsById([documentId(1)]);
    expect(document).toEqual({ ...writtenSummary, ...(link ? { originalUrl: link } : {}) });
  });
});
