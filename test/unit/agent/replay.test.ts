import { describe, expect, it } from "vitest";
import { matchDocuments } from "../../../src/agent/match-documents.js";
import { recordedModel } from "../../../src/agent/recorded-model.js";
import { recordedTools } from "../../../src/agent/recorded-tools.js";
import { renamedReader } from "../../../src/agent/renamed-reader.js";
import type { TracedCall, TracedTurn } from "../../../src/agent/trace.js";
import type { DocumentId } from "../../../src/core/document.js";
import type { ModelInfo } from "../../../src/model/language-model.js";
import type { ToolContext } from "../../../src/tools/tool.js";
import type { ToolReader } from "../../../src/tools/tool-reader.js";

const id = (text: string) => text as DocumentId;
const stored = (name: string, path: string, hash: string) => ({ id: id(name), path, hash });

describe("the documents of a trace", () => {
  const recorded = [stored("d1", "a.pdf", "A"), stored("d2", "b.pdf", "B")];
  const match = (...now: ReturnType<typeof stored>[]) => {
    const { names, changed } = matchDocuments(recorded, now);
    return { names: Object.fromEntries(names), changed };
  };

  it("are found by their content, wherever they lie and whatever their ids", () => {
    expect(match(stored("d9", "b.pdf", "B"), stored("d8", "new/a.pdf", "A"))).toEqual({
      names: { d1: "d8", d2: "d9" },
      changed: [{ path: "a.pdf", change: "renamed" }],
    });
  });

  it("are found by their path when their content is another", () => {
    expect(match(stored("d3", "a.pdf", "X"), stored("d2", "b.pdf", "B"))).toEqual({
      names: { d1: "d3", d2: "d2" },
      changed: [{ path: "a.pdf", change: "changed" }],
    });
  });

  it("may have swapped their paths", () => {
    const { names, changed } = match(stored("d3", "a.pdf", "B"), stored("d4", "b.pdf", "A"));
    expect(names).toEqual({ d1: "d4", d2: "d3" });
    expect(changed.map(({ change }) => change)).toEqual(["renamed", "renamed"]);
  });

  it("are named when they are gone", () => {
    expect(match(stored("d1", "a.pdf", "A"))).toMatchObject({
      changed: [{ path: "b.pdf", change: "missing" }],
    });
  });

  it("that are copies of one another keep to their paths", () => {
    const copies = [stored("d1", "a.pdf", "A"), stored("d2", "b.pdf", "A")];
    const now = [stored("d5", "b.pdf", "A"), stored("d6", "a.pdf", "A")];
    expect(Object.fromEntries(matchDocuments(copies, now).names)).toEqual({ d1: "d6", d2: "d5" });
  });
});

describe("a collection with other ids", () => {
  it("is asked and answers with the ids that are wanted", async () => {
    const asked: unknown[] = [];
    const reader = {
      documents: async () => [{ id: "d7" }, { id: "d10" }],
      passagesById: async (ids: unknown) => {
        asked.push(ids);
        return [{ id: "d10.p1.s2", text: "d10.p1.s2 stays in a text" }, null];
      },
      search: async (_query: string, options: unknown) => {
        asked.push(options);
        return {
          hits: [{ id: "d7.p1.s1", document: "d7", path: "d7" }],
          coverage: { documents: 2 },
        };
      },
    } as unknown as ToolReader;
    const names = new Map([
      [id("d10"), id("d7")],
      [id("d1"), id("d10")],
    ]);
    const renamed = renamedReader(reader, names);
    expect((await renamed.documents()).map((document) => document.id)).toEqual(["d10", "d1"]);
    expect(await renamed.passagesById(["d1.p1.s2", "d10.p3.s4"])).toEqual([
      { id: "d1.p1.s2", text: "d10.p1.s2 stays in a text" },
      null,
    ]);
    expect(await renamed.search("boats", { documents: [id("d1")], limit: 3 })).toEqual({
      hits: [{ id: "d10.p1.s1", document: "d10", path: "d7" }],
      coverage: { documents: 2 },
    });
    expect(asked).toEqual([["d10.p1.s2", "d7.p3.s4"], { documents: ["d10"], limit: 3 }]);
  });
});

describe("a recorded model", () => {
  const turn: TracedTurn = {
    type: "turn",
    keptMessages: 0,
    addedMessages: [],
    format: null,
    reply: {
      content: "one",
      finishReason: "stop",
      usage: { promptTokens: 1, reusedTokens: 0, completionTokens: 1 },
      timing: { firstToken: 1, total: 1 },
    },
    failure: null,
    at: 0,
  };
  const failure = { code: "device-lost", message: "It went away." };

  it("replies as it did, fails as it did, and says when there is no more", async () => {
    const steps = [turn, { ...turn, reply: null, failure }];
    const model = recordedModel({} as ModelInfo, steps);
    const pieces: string[] = [];
    const onProgress = (piece: string) => pieces.push(piece);
    expect((await model.complete({ messages: [] }, { onProgress })).content).toBe("one");
    expect(pieces).toEqual(["one"]);
    await expect(model.complete({ messages: [] })).rejects.toMatchObject(failure);
    await expect(model.complete({ messages: [] })).rejects.toMatchObject({ code: "model-failed" });
  });
});

describe("recorded tools", () => {
  const call: TracedCall = {
    type: "call",
    call: 1,
    tool: "price",
    arguments: { thing: "tea" },
    description: "Called price",
    text: '<result call="1" tool="price">\n4 pounds\na cup\n</result>',
    summary: "a price",
    evidence: [],
    failed: false,
    repeated: false,
    at: 0,
    took: 0,
  };

  it("give back what they gave, and know nothing else", async () => {
    const other = { ...call, tool: "search" };
    const [tool, ...more] = recordedTools([call, other], ["search"]);
    expect(more).toEqual([]);
    const context = {} as ToolContext;
    expect(await tool?.run({ thing: "tea" }, context)).toEqual({
      text: "4 pounds\na cup",
      evidence: [],
      summary: "a price",
    });
    await expect(tool?.run({ thing: "milk" }, context)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
