import { describe, expect, it } from "vitest";
import {
  forgiving,
  readThrough,
  scopedTo,
  searchesBy,
} from "../../../src/agent/tools/reader-stages.js";
import type { ToolReader } from "../../../src/agent/tools/tool.js";
import type { DocumentId } from "../../../src/core/document.js";
import { type ErrorCode, PagehoundError } from "../../../src/core/errors.js";
import type { EvidenceId } from "../../../src/core/passage.js";

const inside = "d1" as DocumentId;
const outside = "d2" as DocumentId;

/** Returns its requests as results; holds two documents. */
const everything = {
  documents: async () => [{ id: inside }, { id: outside }],
  outline: async (id: string) => [id],
  passages: async (id: string) => [id],
  passagesById: async (ids: string[]) => ids,
  search: async (_query: string, { documents }: { documents: unknown }) => ({
    coverage: documents,
  }),
  grep: async (_patterns: string, { documents }: { documents: unknown }) => documents,
  coverage: async () => "all",
} as unknown as ToolReader;

describe("a collection limited to some documents", () => {
  const reader = readThrough(everything, scopedTo([inside]));

  it("lists only the selected documents", async () => {
    expect(await reader.documents()).toEqual([{ id: inside }]);
    expect(await reader.outline(inside)).toEqual([inside]);
    await expect(reader.outline(outside)).rejects.toMatchObject({ code: "not-found" });
    await expect(reader.passages(outside)).rejects.toMatchObject({ code: "not-found" });
    const ids = ["d1.p1.s1", "d2.p1.s1", "toString"] as EvidenceId[];
    expect(await reader.passagesById(ids)).toEqual(["d1.p1.s1", null, null]);
  });

  it("searches only the selected documents, and counts only their pages as covered", async () => {
    expect(await reader.search("x")).toEqual({ coverage: [inside] });
    expect(await reader.grep("x")).toEqual([inside]);
    expect(await reader.coverage()).toEqual([inside]);
    await expect(reader.search("x", { documents: [outside] })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("leaves the collection unchanged if no documents were selected", () => {
    expect(readThrough(everything, scopedTo(null))).toBe(everything);
  });
});

describe("a collection that also supports search by meaning", () => {
  const calls: unknown[] = [];
  const without = new Set<string>();
  const reader = {
    ...everything,
    search: async (_query: string, { by }: { by: string }) => {
      calls.push(by);
      if (without.has(by)) throw new Error("There is no embedder.");
      return { hits: [] };
    },
  } as unknown as ToolReader;

  it("searches by meaning by default, with the same filters", async () => {
    calls.length = 0;
    const both = readThrough(reader, scopedTo([inside]), searchesBy("both"));
    await both.search("x");
    await both.search("x", { by: "words" });
    expect(calls).toEqual(["both", "words"]);
    expect(await both.documents()).toEqual([{ id: inside }]);
    expect(readThrough(reader, searchesBy("words"))).toBe(reader);
  });

  it("falls back to words if meaning is unavailable and was not required", async () => {
    calls.length = 0;
    for (const by of ["both", "meaning"]) without.add(by);
    await readThrough(reader, searchesBy("both")).search("x");
    await expect(readThrough(reader, searchesBy("meaning")).search("x")).rejects.toThrow(
      "no embedder",
    );
    expect(calls).toEqual(["both", "words", "meaning"]);
    const aborted = AbortSignal.abort(new Error("stopped"));
    await expect(
      readThrough(reader, searchesBy("both")).search("x", { signal: aborted }),
    ).rejects.toThrow("stopped");
  });
});

describe("a lenient reader", () => {
  const failing = (code: ErrorCode) => {
    const fail = async (): Promise<never> => {
      throw new PagehoundError(code, "It failed.");
    };
    const failing = { ...everything, tables: fail, outline: fail } as unknown as ToolReader;
    return readThrough(failing, forgiving);
  };

  it("skips the tables of a slow page, and rethrows other errors", async () => {
    expect(await failing("timed-out").tables?.(inside, 1)).toEqual([]);
    await expect(failing("not-found").tables?.(inside, 1)).rejects.toThrow("It failed.");
    await expect(failing("timed-out").outline(inside)).rejects.toThrow("It failed.");
  });
});
