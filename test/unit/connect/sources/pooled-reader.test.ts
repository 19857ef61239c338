import { afterEach, expect, test } from "vitest";
import { passageIdSchema, placeIdSchema } from "../../../../src/agent/tools/definition.js";
import { findSources, pooledReader } from "../../../../src/agent/tools/pooled-reader.js";
import { readThrough, scopedTo } from "../../../../src/agent/tools/reader-stages.js";
import { documentTools } from "../../../../src/agent/tools/standard-tools.js";
import type { SourceReader, ToolReader } from "../../../../src/agent/tools/tool.js";
import { engineReader } from "../../../../src/connect/sources/engine-reader.js";
import {
  type DocumentId,
  mostSources,
  pooledOrdinal,
  sourceOrdinal,
} from "../../../../src/core/document.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import { isToolOrdinal } from "../../../../src/core/tool-text.js";
import { type EngineDouble, engineDouble } from "../../../engine-double.js";
import { MemoryReader } from "../../agent/tools/memory-reader.js";

const engines: EngineDouble[] = [];

async function engine(files: Readonly<Record<string, string>>): Promise<EngineDouble> {
  const started = await engineDouble(files);
  engines.push(started);
  return started;
}

afterEach(async () => {
  for (const each of engines.splice(0)) {
    await each.close();
    expect(each.unexpected).toEqual([]);
  }
});

const handbook = {
  "handbook/leave.md": "# Leave\n\nEverybody has 30 days of annual leave.\n",
  "handbook/notice.md": "# Notice\n\nThe notice period is three months.\n",
};
const archive = { "archive/lamps.md": "# Lamps\n\nThe lighthouse lamp has 1000 watts.\n" };

async function personalReader(): Promise<MemoryReader> {
  const reader = new MemoryReader();
  await reader.add("contract.md", "# Contract\n\nMy own notice period is six weeks.\n");
  return reader;
}

const id = (text: string) => text as DocumentId;
const ids = (...texts: string[]) => texts as EvidenceId[];

async function tool(reader: ToolReader, name: string, call: object): Promise<string> {
  const found = documentTools(reader).find((one) => one.name === name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  return (await found.run(call)).text;
}

test("searches, lists and reads a collection and sources as one, each document under its own number", async () => {
  const [books, lamps] = [await engine(handbook), await engine(archive)];
  const pool = pooledReader(await personalReader(), [
    engineReader({ url: books.url, name: "Intranet" }),
    engineReader({ url: lamps.url }),
  ]);
  const documents = await pool.documents();
  expect(documents.map(({ id, path, source }) => [id, path, source?.title])).toEqual([
    ["d1", "contract.md", undefined],
    ["d10000001", "handbook/leave.md", "Intranet"],
    ["d10000002", "handbook/notice.md", "Intranet"],
    ["d20000001", "archive/lamps.md", `${new URL(lamps.url).host}/books`],
  ]);
  // The collection of this test counts its part as a page.
  const units = { page: 1, slide: 0, sheet: 0, part: 3 };
  expect(await pool.coverage()).toMatchObject({ documents: 4, pages: 4, units });
  const { hits, unmatched, coverage } = await pool.search("notice period watts");
  expect(hits.map(({ id, from }) => [id, from?.url ?? null])).toEqual([
    ["d1.p1.s1", null],
    ["d10000002.p1.s1", books.url],
    ["d20000001.p1.s1", lamps.url],
  ]);
  // A word found in any of them does not count as missing.
  expect(unmatched).toEqual([]);
  expect(coverage).not.toHaveProperty("notSearched");
  const wanted = ids(
    "d20000001.p1.s1",
    "d1.p1.s1",
    "d10000002.p1.s1",
    "d10000009.p1.s1",
    "d30000001.p1.s1",
  );
  const read = await pool.passagesById(wanted);
  expect(read.map((one) => one?.id ?? null)).toEqual([...wanted.slice(0, 3), null, null]);
  const [heading] = await pool.outline(id("d10000002"));
  expect(heading).toMatchObject({ id: "d10000002.h1", text: "Notice" });
  expect((await pool.passages(id("d10000002"))).map((one) => one.id)).toEqual(["d10000002.p1.s1"]);
  await expect(pool.outline(id("d10000099"))).rejects.toMatchObject({ code: "not-found" });
  // Tools name the source of results, and a scope applies to all.
  expect(await tool(pool, "search", { query: "notice" })).toMatch(
    /\[d10000002\.p1\.s1\] of Intranet\n/,
  );
  expect(await tool(pool, "list_documents", {})).toContain("in Intranet");
  expect(await tool(pool, "read", { what: "lamps" })).toContain("1000 watts");
  const scoped = readThrough(pool, scopedTo([id("d10000002")]));
  expect((await scoped.search("notice lighthouse")).hits.map((hit) => hit.id)).toEqual([
    "d10000002.p1.s1",
  ]);
  expect(await scoped.coverage()).toMatchObject({ documents: 1, pages: 1 });
});

test("the numbers of sources fit in ids that models may write, and never collide", () => {
  const [first, last] = [pooledOrdinal(1, 1) ?? 0, pooledOrdinal(mostSources, 9_999_999) ?? 0];
  expect([first, last]).toEqual([10_000_001, 99_999_999]);
  for (const schema of [passageIdSchema, placeIdSchema]) {
    const form = new RegExp(String(schema.pattern));
    expect(form.test(`d${first}.p1.s1`) && form.test(`d${last}.p999999.s9999`)).toBe(true);
  }
  expect([sourceOrdinal(first), sourceOrdinal(last)]).toEqual([
    { source: 1, ordinal: 1 },
    { source: mostSources, ordinal: 9_999_999 },
  ]);
  // Numbers beyond the limits have no id.
  expect(pooledOrdinal(1, 10_000_000)).toBeNull();
  expect(pooledOrdinal(mostSources + 1, 1)).toBeNull();
  for (const number of [9_999_999, 10_000_000, 20_000_000, 100_000_001]) {
    expect(sourceOrdinal(number)).toBeNull();
  }
  expect([990_000, 990_001, 999_999, 1_000_000, first].filter(isToolOrdinal)).toEqual([
    990_001, 999_999,
  ]);
});

test("patterns search only the collection, and sources are reported as not searched", async () => {
  const pool = pooledReader(await personalReader(), [
    engineReader({ url: (await engine(handbook)).url, name: "Intranet" }),
  ]);
  const { hits, coverage } = await pool.grep("notice \\w+");
  expect(hits.map((hit) => hit.id)).toEqual(["d1.p1.s1"]);
  expect(coverage.notSearched).toMatchObject([{ source: "Intranet", kind: "unable" }]);
  expect(await tool(pool, "grep", { patterns: ["notice"] })).toContain(
    "Intranet could not be searched: Patterns cannot be searched in Intranet.",
  );
  await expect(pool.grep("notice", { documents: [id("d10000001")] })).rejects.toMatchObject({
    code: "invalid-argument",
  });
});

test("a source that is down, slow or refuses is reported in one line, and the others answer", async () => {
  const [down, locked, slow] = [
    await engine(archive),
    await engine(handbook),
    await engine(archive),
  ];
  const headers = { authorization: "ApiKey c2VjcmV0" };
  locked.key = headers.authorization;
  await down.close();
  const source = (engine: EngineDouble, name: string) => engineReader({ url: engine.url, name });
  const pool = pooledReader(await personalReader(), [
    source(down, "Down"),
    source(locked, "Locked"),
  ]);
  const { hits, coverage } = await pool.search("notice period");
  expect(hits.map((hit) => hit.id)).toEqual(["d1.p1.s1"]);
  expect(coverage.notSearched?.map(({ source, kind }) => [source, kind])).toEqual([
    ["Down", "unreachable"],
    ["Locked", "refused"],
  ]);
  expect((await pool.documents()).map((one) => one.path)).toEqual(["contract.md"]);
  const text = await tool(pool, "search", { query: "notice" });
  expect(text).toContain("Locked could not be searched: ");
  expect(text).toContain("Check the key");
  await expect(pool.passages(id("d10000001"))).rejects.toMatchObject({
    code: "endpoint-failed",
    message: expect.stringContaining("Down cannot be read at the moment"),
  });
  slow.hangs = true;
  const waiting = pooledReader(await personalReader(), [source(slow, "Slow")], { patience: 1 });
  expect(await waiting.search("notice")).toMatchObject({
    hits: [{ id: "d1.p1.s1" }],
    coverage: { notSearched: [{ source: "Slow", kind: "slow" }] },
  });
  // It is called with its key, which is sent to no one else.
  const opened = pooledReader(await personalReader(), [engineReader({ url: locked.url, headers })]);
  expect((await opened.search("leave")).hits.map((hit) => hit.id)).toEqual(["d10000001.p1.s1"]);
});

test("takes the selected documents alternately from the collection and the sources, with descriptions", async () => {
  const [books, down] = [await engine(handbook), await engine(archive)];
  await down.close();
  const reader = await personalReader();
  const mine = { document: id("d1"), path: "contract.md", description: "Contract", guides: [] };
  const calls: unknown[] = [];
  const collection = Object.assign(reader, {
    findSources: async (question: string, { limit }: { limit?: number | undefined } = {}) => {
      calls.push(question, limit);
      return [mine, { ...mine, document: id("d2") }];
    },
  });
  const sources = [
    engineReader({ url: books.url, name: "Intranet" }),
    engineReader({ url: down.url, name: "Down" }),
  ];
  const question = "How long is the notice period?";
  const found = await findSources(question, collection, sources, { limit: 2 });
  expect(found).toEqual([
    mine,
    {
      ...{ document: "d10000002", path: "handbook/notice.md", guides: [] },
      description: "notice.md; about: Notice",
      from: { url: books.url, title: "Intranet", kind: "engine" },
    },
  ]);
  expect(calls).toEqual([question, 2]);
  expect((await findSources(question, collection, [])).map(({ document }) => document)).toEqual([
    "d1",
    "d2",
  ]);
});

test("an abort reaches all sources, and does not count as a failure", async () => {
  const slow = await engine(archive);
  slow.hangs = true;
  const pool = pooledReader(await personalReader(), [engineReader({ url: slow.url })]);
  const abort = new AbortController();
  const work = pool.search("lamp", { signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(work).rejects.toThrow("enough");
  slow.hangs = false;
  expect((await pool.search("lamp")).coverage).not.toHaveProperty("notSearched");
});

test("knows unlisted documents once a search has found them", async () => {
  const reader = engineReader({ url: (await engine(handbook)).url, name: "Intranet" });
  const source: SourceReader = {
    ...{ name: reader.name, url: reader.url, coverage: () => reader.coverage() },
    documents: async () => (await reader.documents()).slice(0, 1),
    documentsById: (...args) => reader.documentsById(...args),
    outline: (...args) => reader.outline(...args),
    passages: (...args) => reader.passages(...args),
    passagesById: (...args) => reader.passagesById(...args),
    search: (...args) => reader.search(...args),
  };
  const pool = pooledReader(await personalReader(), [source]);
  const paths = async () => (await pool.documents()).map(({ path }) => path);
  expect(await paths()).toEqual(["contract.md", "handbook/leave.md"]);
  // A source's list is complete.
  const all = (await pool.documents()).map((one) => one.id);
  expect((await pool.search("three months", { documents: all })).hits[0]?.id).toBe(
    "d10000002.p1.s1",
  );
  expect(await paths()).toEqual(["contract.md", "handbook/leave.md", "handbook/notice.md"]);
});

test("rejects too many sources, and one that is named twice", async () => {
  const reader = await personalReader();
  const source = (name: number) => engineReader({ url: `https://search.example/b${name}` });
  const many = Array.from({ length: mostSources + 1 }, (_, at) => source(at));
  for (const sources of [many, [source(1), source(1)]]) {
    expect(() => pooledReader(reader, sources)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  }
  expect(pooledReader(reader, [])).toBe(reader);
});
