import { beforeAll, expect, it } from "vitest";
import { run } from "../../../src/agent/loop/run.js";
import type { ToolFinder } from "../../../src/agent/loop/tool-executor.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import { replay } from "../../../src/agent/session.js";
import { signatureOf } from "../../../src/agent/tools/check-arguments.js";
import { objectSchema, textSchema } from "../../../src/agent/tools/definition.js";
import type { Tool } from "../../../src/agent/tools/tool.js";
import { checkedTrace, type Trace } from "../../../src/agent/trace/trace.js";
import type { Answer } from "../../../src/core/answer.js";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { toolDocumentOf } from "../../../src/search/tool-knowledge/tool-document.js";
import {
  memoryToolStore,
  ToolKnowledge,
} from "../../../src/search/tool-knowledge/tool-knowledge.js";
import { MemoryReader } from "./tools/memory-reader.js";

const things = "boats cranes ropes lamps nets sails crews fees tides winds maps flags".split(" ");
const deeds = "counts lists books sells paints weighs moves checks rents dates".split(" ");
const called: string[] = [];

/** Three hundred tools of a harbour: one for each action on each thing, plus more like them. */
const harbour: readonly Tool[] = Array.from({ length: 300 }, (_, number) => {
  const thing = things[number % things.length] ?? "";
  const deed = deeds[Math.floor(number / things.length) % deeds.length] ?? "";
  const name = `${deed}_${thing}_${number}`;
  return {
    name,
    description: `This ${deed} the ${thing} of the harbour, kind ${number}, and says what came of it.`,
    parameters: objectSchema({ which: textSchema(40, `the ${thing} that are meant`) }),
    readOnly: true,
    run: async () => {
      called.push(name);
      return { text: `It ${deed} ${thing}.`, evidence: [], summary: name };
    },
  };
});

let reader: MemoryReader;
let finder: ToolFinder;
beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add("harbour.txt", "The harbour has 12 pilots.");
  const knowledge = await ToolKnowledge.open(memoryToolStore());
  finder = {
    keep: async (tools) => void (await knowledge.replace(tools.map(toolDocumentOf))),
    find: async (request, limit) =>
      (await knowledge.find(request, { limit })).map(({ name }) => name),
  };
});

const act = (tool: string, args: object) => ({
  reply: { thought: "", calls: [{ tool, arguments: args }] },
});
const gaveUp = act("answer", { enough: false, missing: "the paint", sentences: [] });

async function ask(
  model: ReturnType<typeof scriptedModel>,
  { tools = harbour, foundTools = [] as readonly string[] } = {},
): Promise<{ answer: Answer; trace: Trace; prompt: string }> {
  const traces: Trace[] = [];
  await run(
    {
      ...{ question: "Which fees are rents for the lamps?", history: [], documents: null },
      ...{ strategy: "tools", calls: 10, passages: 1, foundTools },
    },
    { reader, model, tools, finder, countTokens: estimateTokens },
    { onProgress: (event) => void (event.type === "answer" && traces.push(event.trace)) },
  );
  const [trace] = traces;
  if (!trace) throw new Error("The run ended without an answer.");
  const prompt = model.requests[0]?.messages[0]?.content ?? "";
  return { answer: trace.answer, trace, prompt };
}

const namesIn = (prompt: string) => harbour.filter(({ name }) => prompt.includes(`- ${name}(`));

it("shows the best of three hundred tools to the model, which can find and call the others", async () => {
  const paint = harbour.find(({ name }) => name.startsWith("paints_sails_")) as Tool;
  const model = scriptedModel(
    [
      act("find_tools", { query: "paint the sails" }),
      { ...act(paint.name, { which: "all" }), prompt: `- ${signatureOf(paint)}` },
      { ...gaveUp, prompt: "It paints sails." },
      gaveUp,
      gaveUp,
    ],
    { contextLength: 8192 },
  );
  const { trace, prompt } = await ask(model);
  expect(called).toEqual([paint.name]);
  const shown = namesIn(prompt).map(({ name }) => name);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.some((name) => /^rents_(?:lamps|fees)/.test(name))).toBe(true);
  expect(shown).not.toContain(paint.name);
  // Grammars contain only tools that were shown or found.
  const grammars = model.requests.map((request) => JSON.stringify(request.responseFormat?.schema));
  expect(grammars[0]).not.toContain(paint.name);
  expect(grammars[1]).toContain(paint.name);
  for (const { name } of harbour) {
    expect(grammars[0]?.includes(`"${name}"`)).toBe(shown.includes(name));
  }
  // The trace has only these, and is replayed without the services behind the tools.
  expect(trace.tools.length).toBeLessThan(60);
  const again = await replay(
    checkedTrace(JSON.parse(JSON.stringify(trace))),
    { reader, countTokens: estimateTokens, run },
    {},
  );
  expect(again.differences).toEqual([]);
});

it.each([4096, 8192, 32_768])(
  "uses at most 1,800 tokens for tools in a context of %i, and leaves the rest free",
  async (contextLength) => {
    const model = scriptedModel([gaveUp, gaveUp, gaveUp], { contextLength });
    const { prompt } = await ask(model);
    const lines = prompt.split("\n").filter((line) => /^- \w+\(/.test(line));
    expect(estimateTokens(lines.join("\n"))).toBeLessThanOrEqual(1800);
    expect(estimateTokens(prompt)).toBeLessThan(contextLength * 0.4);
    expect(namesIn(prompt).length).toBeGreaterThan(2);
  },
);

it("shows the tools that the conversation has used before, and all tools if they fit", async () => {
  const kept = harbour.at(-1)?.name ?? "";
  const before = await ask(scriptedModel([gaveUp, gaveUp, gaveUp]), { foundTools: [kept] });
  expect(namesIn(before.prompt).map(({ name }) => name)).toContain(kept);
  const few = await ask(scriptedModel([gaveUp, gaveUp, gaveUp]), { tools: harbour.slice(0, 3) });
  expect(namesIn(few.prompt)).toHaveLength(3);
  expect(few.prompt).not.toContain("find_tools");
  expect(few.trace.toolSearches).toBeUndefined();
});
