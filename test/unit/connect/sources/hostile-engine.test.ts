import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type EngineReader, engineReader } from "../../../../src/connect/sources/engine-reader.js";
import { recordsVersion } from "../../../../src/connect/sources/engine-records.js";
import { documentId } from "../../../../src/core/document.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import { writtenHeading, writtenPassage, writtenSummary } from "./written-records.js";

type Fields = Readonly<Record<string, unknown>>;

/** A hostile engine's response to each call; omitted ones are normal. */
interface Answers {
  mget?: (ids: readonly string[]) => unknown;
  /** The response to searches, called with each body. */
  msearch?: (body: Fields) => unknown;
  search?: unknown;
  /** Handles every request in place of the engine. */
  any?: (response: ServerResponse) => void;
}

const record = {
  ...{ kind: "document", state: "ready", document: 1 },
  summary: JSON.stringify(writtenSummary),
  outline: JSON.stringify([writtenHeading]),
};
const hits = (...sources: Fields[]) => ({
  hits: { total: { value: sources.length }, hits: sources.map((_source) => ({ _source })) },
});
const ranked = { _score: 1, fields: { document: [1], page: [1], ordinal: [1], numbers: [0] } };
const found = (body: Fields) =>
  body.size === 0
    ? { hits: { total: { value: 1 }, hits: [] }, aggregations: {} }
    : { hits: { total: { value: 1 }, hits: [ranked] } };
const counted = {
  ...{ documents: { value: 1 }, pages: { value: 2 }, pagesWithoutText: { value: 1 } },
  ...{ passages: { value: 1 }, languages: { buckets: [{ key: "en" }] } },
};

let server: Server | null = null;
let requests = 0;

/** @param timeout how long the reader waits, in milliseconds */
async function engine(answers: Answers, timeout = 30_000): Promise<EngineReader> {
  requests = 0;
  const started = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    requests++;
    const send = (answer: unknown): void => void response.end(JSON.stringify(answer));
    const { url = "" } = request;
    if (answers.any) return answers.any(response);
    if (url.endsWith("_mapping")) {
      return send({ books: { mappings: { _meta: { pagehound: recordsVersion } } } });
    }
    if (url.includes("_mget")) {
      const { ids } = JSON.parse(body) as { ids: string[] };
      const mget = answers.mget ?? (() => ({ passage: JSON.stringify(writtenPassage) }));
      return send({ docs: ids.map(() => ({ _source: mget(ids) })) });
    }
    if (url.endsWith("_search")) return send({ aggregations: answers.search ?? counted });
    const lines = body.split("\n").filter((line) => line !== "" && line !== "{}");
    const bodies = lines.map((line) => JSON.parse(line) as Fields);
    send({ responses: bodies.map(answers.msearch ?? found) });
  });
  server = started;
  await new Promise<void>((listening) => started.listen(0, "127.0.0.1", listening));
  const { port } = started.address() as AddressInfo;
  return engineReader({ url: `http://127.0.0.1:${port}/books`, timeout });
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()));
  server = null;
});

const failed = { code: "endpoint-failed" };
const passage = (changed: Fields) => ({
  passage: JSON.stringify({ ...writtenPassage, ...changed }),
});
const summary = (changed: Fields) => ({
  ...record,
  summary: JSON.stringify({ ...writtenSummary, ...changed }),
});
const ids = (...texts: string[]) => texts as EvidenceId[];

describe("a well-behaved engine", () => {
  test("searches, lists and reads a well-behaved engine", async () => {
    const reader = await engine({
      msearch: (body) => (body.sort ? hits(record) : found(body)),
    });
    const { hits: results } = await reader.search("lamps");
    expect(results.map(({ id, path, text }) => [id, path, text])).toEqual([
      ["d1.p1.s1", "a.pdf", "Lamps shine. "],
    ]);
    expect(await reader.documents()).toEqual([writtenSummary]);
    expect(await reader.passagesById(ids("d1.p1.s1"))).toMatchObject([{ text: "Lamps shine. " }]);
  });
});

describe("a record of an engine", () => {
  test.each<[string, unknown]>([
    ["no text", { passage: 7 }],
    ["null as JSON", { passage: "null" }],
    ["a list", { passage: "[]" }],
    ["no words", passage({ text: null })],
    ["the id of another passage", passage({ id: "d2.p1.s1" })],
    ["an invalid id", passage({ id: "__proto__" })],
    ["another page", passage({ page: 2 })],
    ["an endless place", passage({ span: { start: 0, end: 1e300 } })],
    ["a place that does not match its text", passage({ span: { start: 0, end: 4 } })],
    ["an unknown language", passage({ language: "constructor" })],
    ["an unknown unit", passage({ pageUnit: "__proto__" })],
    ["a path that is a list", passage({ path: ["a"] })],
  ])("reports a record with %s in place of a passage, and shows none of it", async (_, source) => {
    const reader = await engine({ mget: () => source });
    const plain = {
      ...failed,
      message: expect.stringContaining("A record of the index was not written"),
    };
    await expect(reader.search("lamps")).rejects.toMatchObject(plain);
    await expect(reader.passagesById(ids("d1.p1.s1"))).rejects.toMatchObject(plain);
  });

  test.each<[string, unknown]>([
    ["nothing", { ...record, summary: "null" }],
    ["no path", summary({ path: "" })],
    ["a path of a megabyte", summary({ path: "a".repeat(1_000_000) })],
    ["an unknown format", summary({ format: "constructor" })],
    ["invalid counts", summary({ pages: { total: "1" } })],
    ["too many gaps", summary({ gaps: Array.from({ length: 9 }, () => writtenSummary.gaps[0]) })],
    ["facts that are objects", summary({ metadata: { title: { a: 1 } } })],
  ])("reports a record with %s in place of a document", async (_, source) => {
    const reader = await engine({
      mget: () => source,
      msearch: () => hits(source as Fields),
    });
    await expect(reader.documents()).rejects.toMatchObject(failed);
    await expect(reader.documentsById([documentId(1)])).rejects.toMatchObject(failed);
  });

  test("a record cannot prove that a file was read here, and names only its own document", async () => {
    const source = summary({ id: "d7", readHere: true, original: "here", linked: true, more: "x" });
    const reader = await engine({ mget: () => source });
    expect(await reader.documentsById([documentId(1)])).toEqual([writtenSummary]);
  });

  test("removes marks that change the direction of text from a record's names", async () => {
    const metadata = { ...writtenSummary.metadata, title: "a\u202eb\nc".repeat(1_000) };
    const reader = await engine({ mget: () => summary({ path: "in\u202efdp.exe", metadata }) });
    const [document] = await reader.documentsById([documentId(1)]);
    expect(document?.path).toBe("in\ufffdfdp.exe");
    expect(document?.metadata.title).toMatch(/^(?:ab c)+a?b? ?/);
    expect(document?.metadata.title?.length).toBeLessThanOrEqual(2_000);
  });

  test("gives headings in a record ids of the record's document", async () => {
    const outline = JSON.stringify([{ ...writtenHeading, id: "d9.h4", text: "a\u0007b" }]);
    const reader = await engine({ mget: () => ({ ...record, outline }) });
    expect(await reader.outline(documentId(1))).toEqual([{ ...writtenHeading, text: "a b" }]);
    const odd = await engine({ mget: () => ({ ...record, outline: "{}" }) });
    await expect(odd.outline(documentId(1))).rejects.toMatchObject(failed);
  });
});

describe("a reader of an engine", () => {
  test("reports that no engine answers at its address, with Node's reason", async () => {
    const url = "http://127.0.0.1:1/books";
    await expect(engineReader({ url }).coverage()).rejects.toMatchObject({
      ...failed,
      message: expect.stringMatching(
        /^The search engine of the index books does not respond at http:\/\/127\.0\.0\.1:1 \(.+\)\. Check that it is running/,
      ),
    });
    await expect(engineReader({ url }).coverage()).rejects.not.toThrow(/cors|connect-src/i);
  });

  test("says how long it waited for a slow engine", async () => {
    const reader = await engine({ any: () => undefined }, 1_000);
    await expect(reader.coverage()).rejects.toMatchObject({
      ...failed,
      message: expect.stringContaining("within 1 seconds. Try again"),
    });
  });

  test.each<[string, (body: Fields) => unknown]>([
    [
      "the same records for ever",
      () => hits(...Array.from({ length: 1_000 }, (_, at) => place(at))),
    ],
    ["records in the wrong order", () => hits(place(2), place(1))],
    [
      "more records than requested",
      () => hits(...Array.from({ length: 1_001 }, (_, at) => place(at))),
    ],
    ["an invalid total", () => ({ hits: { total: { value: "<b>9</b>" }, hits: [] } })],
    ["a negative total", () => ({ hits: { total: { value: -1 }, hits: [] } })],
  ])("gives up on an engine that lists %s", async (_, msearch) => {
    const reader = await engine({ msearch });
    await expect(reader.passages(documentId(1))).rejects.toMatchObject(failed);
    expect(requests).toBeLessThan(4);
  });

  test("reads a document with endless passages up to a limit", async () => {
    let next = 0;
    const text = "x".repeat(34_000);
    const reader = await engine({
      msearch: () => hits(...Array.from({ length: 1_000 }, () => place(next++, text))),
    });
    await expect(reader.passages(documentId(1))).rejects.toMatchObject({ code: "too-large" });
    expect(requests).toBe(2);
  });

  test("searches an archive with invalid counts and languages as if they were missing", async () => {
    const reader = await engine({
      search: {
        documents: { value: "many" },
        pages: { value: -4 },
        pagesWithoutText: null,
        passages: { value: 1 },
        languages: { buckets: [null, { key: "constructor" }, { key: { a: 1 } }] },
      },
    });
    const { hits: results, coverage } = await reader.search("lamps");
    expect(results).toHaveLength(1);
    expect(coverage).toMatchObject({ documents: 0, pages: 0, pagesWithoutText: 0 });
  });

  test("refreshes the engine's contents, even if the clock was set back meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const reader = await engine({});
      await reader.coverage();
      vi.setSystemTime(Date.now() - 365 * 86_400_000);
      await reader.coverage();
      expect(requests).toBe(2);
      vi.setSystemTime(Date.now() + 60_000);
      await reader.coverage();
      expect(requests).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test("does not follow a redirect, and reports it", async () => {
    const reader = await engine({
      any: (response) => {
        response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" });
        response.end();
      },
    });
    await expect(reader.coverage()).rejects.toMatchObject(failed);
    expect(requests).toBe(1);
  });

  test("reports a reason with direction marks on one plain line", async () => {
    const reader = await engine({
      any: (response) => {
        response.writeHead(503);
        response.end(JSON.stringify({ error: { reason: "a\u202e\u001b[31mb\nc" } }));
      },
    });
    await expect(reader.coverage()).rejects.toMatchObject({
      message: expect.stringContaining("refused with 503 (a [31mb c). Try again"),
    });
  });

  test("gives up on a reply that trickles in forever", async () => {
    const dripping = new Set<NodeJS.Timeout>();
    const reader = await engine(
      {
        any: (response) => {
          response.writeHead(200);
          dripping.add(setInterval(() => response.write(" "), 20));
        },
      },
      100,
    );
    await expect(reader.coverage()).rejects.toMatchObject(failed);
    for (const each of dripping) clearInterval(each);
  });
});

/** A record in a list of passages. */
function place(at: number, text = "x"): Fields {
  const [page, ordinal] = [1, at + 1];
  const span = { start: 0, end: text.length };
  return { page, ordinal, ...passage({ id: `d1.p1.s${ordinal}`, text, span }) };
}
