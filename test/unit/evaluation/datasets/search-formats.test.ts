import { expect, test } from "vitest";
import { jsonLinesOf, load } from "./memory-files.js";

const corpus = jsonLinesOf(
  { _id: "a/1", title: "Mice & men", text: "One < two.\n\nThree." },
  { _id: "b", title: "", text: "Untitled." },
  { _id: "c", title: " ", text: "" },
);
const queries = jsonLinesOf({ _id: "1", text: "mice" }, { _id: "2", text: "cats" });
const judgements = "query-id\tcorpus-id\tscore\r\n1\ta/1\t2\r\n1\tb\t0\r\n2\tz\t1\r\n";

test("BEIR: reads documents as web pages, and judgements as grades", async () => {
  const { documents, questions, notes } = await load("beir", {
    "corpus.jsonl": corpus,
    "queries.train.jsonl": queries,
    "qrels.train.tsv": judgements,
  });
  expect(documents.map(({ path }) => path)).toEqual(["a%2F1.html", "b.html"]);
  expect(documents[0]?.text).toContain(
    "<title>Mice &amp; men</title>\n<h1>Mice &amp; men</h1>\n<p>One &lt; two.</p>\n<p>Three.</p>",
  );
  expect(documents[1]?.text).not.toContain("<h1>");
  expect(questions).toMatchObject([
    { id: "1", evidence: [{ unit: "document", document: "a%2F1.html", grade: 2 }] },
  ]);
  expect(notes).toEqual([
    "1 document left out (c): without text.",
    "qrels.train.tsv: judgements left out because their document is not there: 1.",
    "1 question left out (2): no document is judged relevant.",
  ]);
});

test("BEIR: uses the first of several parts unless one is named", async () => {
  const contents = {
    "corpus.jsonl": corpus,
    "queries.all.jsonl": queries,
    "qrels.all.tsv": "1\ta/1\t1\n",
    "qrels.as_published.tsv": "1\tb\t1\n",
  };
  const documentOf = async (part?: string): Promise<string | undefined> =>
    (await load("beir", contents, { part })).questions[0]?.evidence[0]?.document;
  expect(await documentOf()).toBe("a%2F1.html");
  expect(await documentOf("as_published")).toBe("b.html");
  await expect(documentOf("test")).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringContaining('no part "test"'),
  });
});

test("BEIR: reads its own layout, with the judgements in a folder", async () => {
  const { questions } = await load("beir", {
    "corpus.jsonl": corpus,
    "queries.jsonl": queries,
    "qrels/test.tsv": judgements,
  });
  expect(questions).toHaveLength(1);
});

test.each([
  ["a judgement", { "qrels.x.tsv": "1\ta/1\n" }, "qrels.x.tsv, line 1 must be a query, a document"],
  ["a score", { "qrels.x.tsv": "1\ta/1\tgood\n" }, "qrels.x.tsv, line 1 must be"],
  ["judgements", { "qrels.x.tsv": "\n" }, "qrels.x.tsv has no judgements."],
  [
    "a document's id",
    { "corpus.jsonl": '{"text": "x"}\n' },
    'corpus.jsonl, line 1: "_id" is missing',
  ],
  [
    "an id of its own",
    { "corpus.jsonl": corpus + corpus },
    'corpus.jsonl, line 4: "_id" must be unique',
  ],
])("BEIR: says where %s is missing", async (_what, changed, message) => {
  const contents = {
    "corpus.jsonl": corpus,
    "queries.x.jsonl": queries,
    "qrels.x.tsv": judgements,
  };
  await expect(load("beir", { ...contents, ...changed })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  });
});

const tools = jsonLinesOf(
  {
    api_name: "getHTMLPage_v2",
    api_description: "Fetches a <page>.",
    parameters: { page_url: { type: "str", description: "Where it is" } },
  },
  { api_name: "addUp", api_description: "Adds." },
);

test("Seal-Tools: reads tools as documents, and calls as the evidence", async () => {
  const call = (...apis: string[]): unknown[] => apis.map((api) => ({ api, parameters: {} }));
  const { documents, questions } = await load("seal-tools", {
    "tool.jsonl": tools,
    "dev.jsonl": jsonLinesOf(
      { id: "d1", query: "Fetch it.", calling: call("getHTMLPage_v2") },
      { id: "d2", query: "Fetch and add.", calling: call("addUp", "getHTMLPage_v2", "addUp") },
    ),
    "test_in_domain.jsonl": "",
  });
  expect(documents).toEqual([
    {
      path: "getHTMLPage_v2.md",
      text: "# get HTML Page v2\n\nFetches a \\<page\\>.\n\n- page url: Where it is\n",
    },
    { path: "addUp.md", text: "# add Up\n\nAdds.\n" },
  ]);
  expect(
    questions.map(({ kind, evidence }) => [kind, evidence.map((gold) => gold.document)]),
  ).toEqual([
    ["single", ["getHTMLPage_v2.md"]],
    ["multiple", ["addUp.md", "getHTMLPage_v2.md"]],
  ]);
});

test("a custom catalogue: reads tools as protocols describe them, and requests", async () => {
  const parameters = { type: "object", properties: { city: { description: "where" } } };
  const contents = {
    "tools.jsonl": jsonLinesOf(
      { name: "get_weather", description: "Tells it.", inputSchema: parameters, topics: ["sky"] },
      { type: "function", function: { name: "addUp", description: "Adds.", parameters } },
    ),
    "requests.jsonl": jsonLinesOf({ request: "Rain?", tools: ["get_weather"] }),
  };
  expect(await load("tools", contents)).toMatchObject({
    documents: [{ path: "get_weather.md" }, { path: "addUp.md" }],
    questions: [{ id: "1", text: "Rain?", evidence: [{ document: "get_weather.md" }] }],
    tools: [
      { tool: { parameters: [{ name: "city", description: "where" }], topics: ["sky"] } },
      { path: "addUp.md", tool: { name: "addUp" } },
    ],
  });
  const wrong = { ...contents, "requests.jsonl": jsonLinesOf({ request: "?", tools: ["no"] }) };
  await expect(load("tools", wrong)).rejects.toMatchObject({
    message: 'requests.jsonl, line 1: "tools" names "no", which is not in the catalogue.',
  });
});

test("Seal-Tools: rejects a call of an unknown tool", async () => {
  const request = { id: "d1", query: "?", calling: [{ api: "addUp" }, { api: "addDown" }] };
  await expect(
    load("seal-tools", { "tool.jsonl": tools, "dev.jsonl": jsonLinesOf(request) }),
  ).rejects.toMatchObject({
    message: 'dev.jsonl, line 1: "calling[1].api" names "addDown", which is not in tool.jsonl.',
  });
});

test("ToolE: reads requests for one tool, and for two", async () => {
  const contents = {
    "plugin_des.json": { timeport: "Travel.", airTool: "Air." },
    "single_tool_queries.csv": 'Query,Tool\n"How, is the air?",airTool\n',
    "big_tool_des.json": { NewsTool: "News.", FinanceTool: "Money." },
    "multi_tool_queries.json": [{ query: "Both?", tool: ["FinanceTool", "NewsTool"] }],
  };
  expect(await load("toole", contents)).toMatchObject({
    documents: [{ path: "timeport.md" }, { path: "airTool.md", text: "# air Tool\n\nAir.\n" }],
    questions: [{ id: "1", text: "How, is the air?", evidence: [{ document: "airTool.md" }] }],
  });
  expect(await load("toole-multi", contents)).toMatchObject({
    documents: [{ path: "NewsTool.md" }, { path: "FinanceTool.md" }],
    questions: [{ evidence: [{ document: "FinanceTool.md" }, { document: "NewsTool.md" }] }],
  });
  const wrong = { ...contents, "single_tool_queries.csv": "Query,Tool\nWhat?,NewsTool\n" };
  await expect(load("toole", wrong)).rejects.toMatchObject({
    message:
      'single_tool_queries.csv, line 2: "Tool" names "NewsTool", which is not in the catalogue.',
  });
});
