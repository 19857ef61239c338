import { expect, it } from "vitest";
import { run } from "../../../src/agent/loop/run.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import { objectSchema, textSchema } from "../../../src/agent/tools/definition.js";
import type { Tool } from "../../../src/agent/tools/tool.js";
import type { Answer } from "../../../src/core/answer.js";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { yearsTable } from "./reading/memory-collection.js";
import { MemoryReader } from "./tools/memory-reader.js";

const answer = {
  thought: "",
  calls: [{ tool: "answer", arguments: { enough: false, missing: "the number", sentences: [] } }],
};

async function reader(content: string): Promise<MemoryReader> {
  const reader = new MemoryReader();
  await reader.add("accounts.md", content);
  return reader;
}

/** The prompts sent to the model, message by message. */
async function promptsOf(
  reader: MemoryReader,
  contextLength: number,
  ...calls: readonly object[]
): Promise<readonly string[]> {
  return promptsWith([], reader, contextLength, ...calls);
}

/** The same with external tools. */
async function promptsWith(
  tools: readonly Tool[],
  reader: MemoryReader,
  contextLength: number,
  ...calls: readonly object[]
): Promise<readonly string[]> {
  const acts = calls.map((call) => ({ thought: "", calls: [call] }));
  const replies = [...acts, answer, answer, answer].map((reply) => ({ reply }));
  const model = scriptedModel(replies, { contextLength });
  await run(
    {
      ...{ question: "What were sales?", history: [], documents: null, passages: 1 },
      ...{ strategy: "tools", calls: 10 },
    },
    { reader, model, tools, countTokens: estimateTokens },
    {},
  );
  const messages = model.requests.at(-1)?.messages ?? [];
  return messages.map(({ content }) => content);
}

it("offers the tools for tables if there are tables, and space for them", async () => {
  const tables = await reader(yearsTable(20));
  const prose = await reader("# Accounts\n\nSales were 1,000 in 2018.\n");
  const offered = async (...args: [MemoryReader, number]) =>
    (await promptsOf(...args))[0]?.match(/find_rows\(|read_table\(|d3\.p12\.t1/g)?.length ?? 0;
  expect(await offered(tables, 8192)).toBeGreaterThan(2);
  expect(await offered(tables, 4096)).toBe(0);
  expect(await offered(prose, 8192)).toBe(0);
});

it("shows rows of tables and computes with their cells", async () => {
  const tables = await reader(yearsTable(20));
  const prompts = await promptsOf(
    tables,
    8192,
    { tool: "find_rows", arguments: { label: "harbour 7", period: "2018" } },
    { tool: "calculate", arguments: { expression: "d1.p1.t1.r7.c1 - d1.p1.t1.r7.c2" } },
  );
  expect(prompts.join("\n")).toContain("r7 Sales of harbour 7 | 1006 | 2106");
  expect(prompts.join("\n")).toContain("c1 = -1,100 million");
});

it("states the coverage of searches only once", async () => {
  const tables = await reader(yearsTable(20));
  const search = (query: string) => ({ tool: "search", arguments: { query } });
  const grep = { tool: "grep", arguments: { patterns: ["zebra"] } };
  const prompts = await promptsOf(tables, 8192, search("zebras"), grep, search("unicorns"));
  const text = prompts.join("\n");
  expect(text).toContain("Nothing found for: unicorns");
  expect(text.match(/Searched all 1 page in 1 document\./g)).toHaveLength(1);
});

it("accepts a number computed from cells, and cites them", async () => {
  const tables = await reader(yearsTable(20));
  const calls = [
    { tool: "calculate", arguments: { expression: "d1.p1.t1.r7.c1 - d1.p1.t1.r7.c2" } },
  ];
  const text = "Sales of harbour 7 fell by 1,100 million.";
  const citations = [{ id: "d1.p1.s1", quote: "Sales of harbour 7" }];
  const sentences = [{ text, citations }];
  const made = { tool: "answer", arguments: { enough: true, missing: "", sentences } };
  const model = scriptedModel(
    [{ reply: { thought: "", calls } }, { reply: { thought: "", calls: [made] } }],
    { contextLength: 8192 },
  );
  const answers: Answer[] = [];
  await run(
    {
      ...{ question: "How did sales change?", history: [], documents: null, passages: 1 },
      ...{ strategy: "tools", calls: 10 },
    },
    { reader: tables, model, tools: [], countTokens: estimateTokens },
    {
      onProgress: (event) => {
        if (event.type === "answer") answers.push(event.answer);
      },
    },
  );
  const [sentence] = answers[0]?.sentences ?? [];
  expect(sentence).toMatchObject({ supported: true, calculations: [{ id: "c1", scale: 6 }] });
  expect(sentence?.citations.map(({ quote }) => quote)).toEqual(
    expect.arrayContaining(["1006", "2106"]),
  );
});

it("mentions servers whose tools were not called if something is missing", async () => {
  const toolFrom = (name: string, server: string): Tool => ({
    ...{ name, description: `Looks up ${name}.`, readOnly: true },
    parameters: objectSchema({ which: textSchema(40) }),
    source: { name: server, sendsTo: null },
    run: async () => ({ text: "Nothing is known.", evidence: [], summary: "Nothing" }),
  });
  const prose = await reader("# Accounts\n\nSales were 1,000 in 2018.\n");
  const openingOf = async (tools: readonly Tool[], ...calls: readonly object[]) => {
    const prompts = await promptsWith(tools, prose, 8192, ...calls);
    return prompts.find((prompt) => prompt.includes("something is missing")) ?? "";
  };
  const tools = [
    toolFrom("orders", "orders.example"),
    toolFrom("fees", "tides.example"),
    toolFrom("tides", "tides.example"),
  ];
  expect(await openingOf(tools)).toContain(
    " Not asked yet: tools of orders.example, tides.example. ",
  );
  const call = { tool: "tides", arguments: { which: "all" } };
  expect(await openingOf(tools, call)).toContain(" Not asked yet: tools of orders.example. ");
  expect(await openingOf([])).not.toContain("Not asked yet");
});
