import { beforeAll, describe, expect, it } from "vitest";
import {
  type DocumentToolsOptions,
  documentTools,
} from "../../../../src/agent/tools/standard-tools.js";
import { type MemoryReader, someDocuments } from "./memory-reader.js";

let reader: MemoryReader;
beforeAll(async () => {
  reader = await someDocuments();
});

const named = (name: string, options: DocumentToolsOptions = {}) => {
  const tool = documentTools(reader, options).find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

describe("the tools for other loops", () => {
  it("tools for other loops are JSON apart from their functions, read-only, and never final", () => {
    const tools = documentTools(reader);
    expect(tools.map(({ name }) => name)).toEqual([
      "list_documents",
      "outline",
      "search",
      "grep",
      "find_rows",
      "preview",
      "read",
      "read_table",
      "query_table",
      "get_passages",
      "calculate",
    ]);
    for (const { run, ...description } of tools) {
      expect(run).toBeTypeOf("function");
      expect(JSON.parse(JSON.stringify(description))).toEqual(description);
      expect(description).toMatchObject({ readOnly: true, parameters: { type: "object" } });
    }
  });

  it("tools for other loops return what a model is shown, with evidence and a summary", async () => {
    const all = await named("list_documents").run({});
    expect(all).toMatchObject({ evidence: [], summary: "4 documents" });
    const [document] = await reader.documents();
    const { text, evidence } = await named("read").run({ what: document?.id });
    expect(text).toContain("acme 2019.md");
    expect(text).not.toContain("reports/");
    expect(evidence.length).toBeGreaterThan(0);
  });

  it("tools for other loops accept JSON text from a model, and tolerate harmless mistakes", async () => {
    const { summary } = await named("list_documents").run('{"document":"*2019*","details":"yes"}');
    expect(summary).toBe("2 documents");
  });

  it.each([
    ["search", { query: 42n }],
    ["search", "no JSON"],
    ["search", {}],
    ["read", { what: "d999" }],
    ["calculate", { expression: "1 +" }],
  ])("tools for other loops reject correctable mistakes: %s", async (name, call) => {
    await expect(named(name).run(call)).rejects.toMatchObject({
      name: "PagehoundError",
      code: expect.stringMatching(/^(?:invalid-argument|not-found)$/),
    });
  });

  it("tools for other loops remember calculations and shown passages, separately for each set", async () => {
    const calculate = named("calculate");
    expect((await calculate.run({ expression: "6 * 7" })).calculation).toMatchObject({ id: "c1" });
    expect((await calculate.run({ expression: "c1 + 1" })).text).toContain("43");
    await expect(named("calculate").run({ expression: "c1 + 1" })).rejects.toThrow(
      "There is no result c1",
    );
  });

  it("tools for other loops see only the documents in scope, and respect the budget", async () => {
    const [first, second] = await reader.documents();
    if (!first || !second) throw new Error("There are too few documents.");
    const scoped = {
      documents: [first.id],
      budget: { limit: 60, countTokens: (text: string) => text.length / 4 },
    };
    expect((await named("list_documents", scoped).run({})).summary).toBe("1 document");
    await expect(named("read", scoped).run({ what: second.id })).rejects.toMatchObject({
      code: "not-found",
    });
    const { text } = await named("read", scoped).run({ what: first.id });
    expect(text.length).toBeLessThanOrEqual(240);
  });

  it("tools for other loops stop when their signal aborts", async () => {
    const signal = AbortSignal.abort("enough");
    await expect(named("list_documents").run({}, { signal })).rejects.toBe("enough");
  });
});
