import { expect, it } from "vitest";
import type { EvaluationDataSet, StrategyContext } from "../../../../src/evaluation/api.js";
import { strategyNamed } from "../../../../src/evaluation/strategies/strategy-named.js";
import { scriptedModel } from "../../../../src/evaluation/testing/scripted-model.js";
import { toolDocumentOf } from "../../../../src/search/tool-knowledge/tool-document.js";

const described = [
  { name: "getRiverLevel", description: "Tells how high a river stands." },
  { name: "rentBoat", description: "Rents a boat for some hours." },
  { name: "sendPostcard", description: "Sends a postcard by mail." },
];
const dataSet: EvaluationDataSet = {
  name: "few",
  documents: [],
  questions: [],
  notes: [],
  tools: described.map((each) => ({ path: `${each.name}.md`, tool: toolDocumentOf(each) })),
};

/** The tools that a strategy finds for a request if the model gives these replies. */
async function found(name: string, text: string, ...replies: readonly (object | string)[]) {
  const model = scriptedModel(replies.map((reply) => ({ reply, format: "tools-" })));
  const { signal } = new AbortController();
  const context = { dataSet, model, embedder: null, signal } as unknown as StrategyContext;
  const prepared = await strategyNamed(name).prepare(context, () => {});
  const { retrieved, usage } = await prepared.run({ text } as never, context, 0);
  model.finish();
  expect(usage.turns).toBe(replies.length);
  return retrieved.map(({ path }) => path);
}

const request = "I am off to Basel.";

it("finds tools by a model's rewriting of a request, step by step", async () => {
  expect(await found("find-tools-with-rewrite", request, { rewrite: "rent a boat" })).toEqual([
    "rentBoat.md",
  ]);
  const decompose = ["how high is the river", "mail a postcard"];
  const parts = await found("find-tools-with-decompose", request, { decompose });
  expect(parts.sort()).toEqual(["getRiverLevel.md", "sendPostcard.md"]);
  expect(await found("find-tools-with-expand", request, { expand: ["postcards"] })).toEqual([
    "sendPostcard.md",
  ]);
});

it("lets a model sort the results, in one sequence of steps", async () => {
  const both = "Rent a boat. Then tell me the level of the river.";
  const first = await found("find-tools", both);
  expect(first).toHaveLength(2);
  const sorted = await found("find-tools-with-rerank", both, { best: [2, 7] });
  expect(sorted).toEqual([...first].reverse());
  const replies = { rewrite: "boats and rivers", decompose: ["boat"], expand: ["river"] };
  const all = "find-tools-with-rewrite+decompose+expand+rerank";
  expect(await found(all, request, replies, { best: [1] })).toHaveLength(2);
});

it("uses the original request if a model returns nothing useful", async () => {
  const all = "find-tools-with-rewrite+decompose+expand+rerank";
  expect(await found(all, "Rent a boat.", "nonsense", "more of it")).toEqual(["rentBoat.md"]);
});
