import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { beforeAll, expect, it } from "vitest";
import { DocumentRetriever, documentTools } from "../../../../src/connect/adapters/langchain.js";
import { type MemoryReader, someDocuments } from "../../agent/tools/memory-reader.js";

let reader: MemoryReader;
beforeAll(async () => {
  reader = await someDocuments();
});

const callOf = (name: string, args: Record<string, unknown>) =>
  ({ type: "tool_call", id: `call-${name}`, name, args }) as const;

function named(name: string) {
  const tool = documentTools(reader).find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

it("a call returns a tool message: the text for the model, and the rest as its artifact", async () => {
  const { tool_calls: calls = [] } = new AIMessage({
    content: "",
    tool_calls: [callOf("search", { query: "capital expenditure" })],
  });
  const [call] = calls;
  const message = await named("search").invoke({ ...call, type: "tool_call" } as never);
  expect(message).toBeInstanceOf(ToolMessage);
  const { content, artifact, tool_call_id: id } = message as unknown as ToolMessage;
  expect(id).toBe("call-search");
  expect(content).toBe(artifact.text);
  expect(artifact.citations.length).toBeGreaterThan(0);
  const [citation] = artifact.citations;
  const [passage] = await reader.passagesById([citation.evidence]);
  expect(citation).toMatchObject({
    page: passage?.page,
    span: passage?.span,
    quote: passage?.text,
  });
});

it("shows models the tools' schemas, even after calls", async () => {
  const tool = named("list_documents");
  const definition = convertToOpenAITool(tool);
  await tool.invoke({ details: true });
  expect(convertToOpenAITool(tool)).toEqual(definition);
  expect(JSON.parse(JSON.stringify(definition))).toMatchObject({
    function: { name: "list_documents", parameters: { type: "object", required: [] } },
  });
});

it("throws mistakes that the model can correct, and says how", async () => {
  await expect(named("read").invoke(callOf("read", { what: "d999" }))).rejects.toMatchObject({
    name: "PagehoundError",
    code: "not-found",
  });
  await expect(named("search").invoke(callOf("search", {}))).rejects.toThrow("query");
});

it("an aborted call ends with the signal's reason", async () => {
  const signal = AbortSignal.abort(new Error("given up"));
  await expect(named("search").invoke({ query: "x" }, { signal })).rejects.toThrow("given up");
  const retriever = new DocumentRetriever({ hound: reader });
  await expect(retriever.invoke("x", { signal })).rejects.toThrow("given up");
});

it("a retriever returns passages with page and place, alone and in a chain", async () => {
  const [first] = await reader.documents();
  const retriever = new DocumentRetriever({
    hound: reader,
    limit: 2,
    documents: first ? [first.id] : [],
    tags: ["documents"],
  });
  const found = await retriever.invoke("capital expenditure");
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(2);
  for (const { id, pageContent, metadata } of found) {
    const [passage] = await reader.passagesById([metadata.evidence]);
    expect(id).toBe(metadata.evidence);
    expect(pageContent).toBe(passage?.text);
    expect(metadata).toMatchObject({ source: first?.path, page: passage?.page });
    expect(JSON.parse(JSON.stringify(metadata))).toEqual(metadata);
  }
  const chain = retriever.pipe(RunnableLambda.from((documents: unknown[]) => documents.length));
  expect(await chain.invoke("capital expenditure")).toBe(found.length);
});

it("rejects invalid options at once", () => {
  expect(() => new DocumentRetriever({ hound: {} as never })).toThrow("`search`");
  expect(() => new DocumentRetriever({ hound: reader, limit: "3" as never })).toThrow("passages");
  expect(() => documentTools(reader, { budget: { limit: 0 } })).toThrow("token budget");
});
