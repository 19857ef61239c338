import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import { matchDocuments, recordedTools, replay } from "../../../src/agent/session.js";
import type { ToolContext } from "../../../src/agent/tools/tool.js";
import { checkedTrace, parseTrace, type TracedCall } from "../../../src/agent/trace/trace.js";
import type { DocumentId } from "../../../src/core/document.js";
import { savedTrace } from "./saved-trace.js";
import { someDocuments } from "./tools/memory-reader.js";

/** The JSON of a trace with another value at a path. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy = JSON.parse(JSON.stringify(savedTrace));
  const last = path.at(-1) ?? "";
  path.slice(0, -1).reduce((inside, name) => inside[name], copy)[last] = value;
  return JSON.stringify(copy);
}

const model = { id: "m", name: "m", provider: "p", contextLength: 4096 };
const call = {
  ...{ type: "call", call: 1, tool: "price", arguments: {}, description: "", text: "a\nb\nc" },
  ...{ summary: "", evidence: [], failed: false, repeated: false, at: 0, took: 0 },
} satisfies TracedCall;

describe("an untrusted trace", () => {
  it.each([
    ["more tool calls than any run has", changed(["calls"], 1e9), "calls is not"],
    ["half a tool call", changed(["calls"], 0.5), "calls is not"],
    [
      "a context below nothing",
      changed(["model"], { ...model, contextLength: -1 }),
      "contextLength",
    ],
    [
      "a context without end",
      changed(["model"], { ...model, contextLength: 1e300 }),
      "contextLength",
    ],
    [
      "a control token of a megabyte",
      changed(["model"], { ...model, controlTokens: ["<".repeat(1e6)] }),
      "controlTokens",
    ],
    [
      "a million documents",
      changed(["documents"], Array(1_000_000).fill(savedTrace.documents[0])),
      "documents is not",
    ],
    [
      "arguments that are nested without end",
      changed(["steps"], [call]).replace(
        '"arguments":{}',
        `"arguments":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      ),
      "nested too deep",
    ],
    [
      "a schema that is nested without end",
      changed(["tools", 0, "parameters", "properties"], {}).replace(
        '"properties":{}',
        `"properties":{"a":${'{"items":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
      ),
      "nested too deep",
    ],
  ])("rejects an untrusted trace with a message about %s", (_, json, words) => {
    expect(() => parseTrace(json)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(words),
      }),
    );
  });

  it("also rejects an untrusted trace that is an object instead of text", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => checkedTrace({ ...savedTrace, more: deep })).toThrow("nested too deep");
  });

  it("finds its documents without scanning all for each", () => {
    let looks = 0;
    const now = Array.from({ length: 1_000 }, (_, at) => ({
      id: `d${at + 1}` as DocumentId,
      path: `${at}.pdf`,
      get hash() {
        looks++;
        return `${at}`;
      },
      readHere: true,
    }));
    const recorded = Array.from({ length: 5_000 }, (_, at) => ({
      ...{ id: `d${at + 1}` as DocumentId, path: `${at}.txt`, hash: `${at % 2_000}` },
    }));
    const { names } = matchDocuments(recorded, now);
    expect(names.size).toBe(1_000);
    expect(looks).toBeLessThan(20_000);
  });

  it("requests no more passages than a question can", async () => {
    const passage = {
      ...{ evidence: "d1.p1.s1", document: "d1", path: "a", page: 1, pageLabel: null },
      ...{ heading: null, span: { start: 0, end: 1 }, text: "a", marked: [], marks: [] },
    };
    const saved = parseTrace(changed(["answer", "passages"], Array(5_000).fill(passage)));
    const reader = await someDocuments();
    const [document] = await reader.documents();
    const trace = { ...saved, documents: document ? [document] : [] };
    const limits: number[] = [];
    const run = async ({ passages }: { passages: number }): Promise<never> => {
      limits.push(passages);
      return undefined as never;
    };
    await replay(trace, { reader, countTokens: estimateTokens, run }, {});
    expect(limits).toEqual([250]);
  });

  it("gives an untrusted trace only tools that return recorded results, however often they are called", async () => {
    const [definition] = savedTrace.tools;
    if (!definition) throw new Error("The trace has no tool.");
    const calls = Array.from({ length: 50_000 }, () => call);
    const [tool] = recordedTools([{ ...definition, readOnly: false }], calls);
    const context = {} as ToolContext;
    expect(await tool?.run({}, context)).toMatchObject({ text: "b" });
    const other = tool?.run({ other: 1 }, context);
    await expect(other).rejects.toMatchObject({ code: "not-found" });
  });
});
