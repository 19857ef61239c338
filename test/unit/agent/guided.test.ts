import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { understand } from "../../../src/agent/guided/understand.js";
import { chooseStrategy, run } from "../../../src/agent/loop/run.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import { replay } from "../../../src/agent/session.js";
import type { GuidedPart } from "../../../src/agent/strategies.js";
import type { AgentEvent, Trace } from "../../../src/agent/trace/trace.js";
import type { Answer } from "../../../src/core/answer.js";
import type { PastTurn } from "../../../src/core/index.js";
import { hostileModel } from "../../../src/evaluation/testing/hostile-model.js";
import { randomModel, scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type Expression, parseFormula } from "../../../src/figures/formula.js";
import type { LanguageModel } from "../../../src/models/language-model.js";
import type { FoundRow, RowQuery } from "../../../src/search/api.js";
import { tries } from "../../tries.js";
import { MemoryReader } from "./tools/memory-reader.js";

/** Finds rows by the words of their labels, in the simplest way. */
class RowReader extends MemoryReader {
  override async findRows({ label, documents, limit = 5 }: RowQuery): Promise<FoundRow[]> {
    const words = label.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    const rows: FoundRow[] = [];
    for (const { id, path, pages } of await this.documents()) {
      if (documents && !documents.includes(id)) continue;
      for (let page = 1; page <= pages.total; page++) {
        for (const [index, table] of (await this.tables(id, page)).entries()) {
          for (const row of table.rows) {
            const matches = words.filter((word) => row.label.toLowerCase().includes(word)).length;
            if (matches === 0) continue;
            const place = { document: id, path, page, tableNumber: index + 1, table };
            rows.push({ ...place, row: row.row, column: 1, score: matches / words.length });
          }
        }
      }
    }
    return rows.sort((one, other) => other.score - one.score).slice(0, limit);
  }
}

let reader: RowReader;

beforeAll(async () => {
  reader = new RowReader();
  await reader.add(
    "harbour-2021.md",
    `# Harbour Ltd annual report

## Consolidated statements of income (in millions)

| | 2021 | 2020 |
| --- | --- | --- |
| Net sales | 4,210 | 3,800 |
| Cost of sales | 2,105 | 2,090 |
| Gross profit | 2,105 | 1,710 |
| Net income | 300 | 280 |

## Consolidated balance sheets (in millions)

| | 2021 | 2020 |
| --- | --- | --- |
| Inventories | 61 | 59 |
| Total current assets | 900 | 840 |
| Total non-current assets | 9,000 | 8,400 |
| Total current liabilities | 450 | 400 |

## What happened

Storage fees fell in 2021, primarily due to the closing of the northern quay. The lighthouse was painted red by volunteers in spring. Captain Ida Melling has led the pilots of the harbour since 2019.
`,
  );
});

interface Run {
  readonly answer: Answer;
  readonly trace: Trace;
  readonly events: readonly AgentEvent[];
}

async function ask(
  model: LanguageModel,
  question: string,
  history: readonly PastTurn[] = [],
  from: RowReader = reader,
): Promise<Run> {
  const events: AgentEvent[] = [];
  await run(
    {
      question,
      history,
      documents: null,
      strategy: "guided",
      calls: 10,
      passages: 3,
      turnTimeout: 200,
    },
    { reader: from, model, tools: [], countTokens: estimateTokens },
    { onProgress: (event) => events.push(event) },
  );
  const last = events.at(-1);
  if (last?.type !== "answer") throw new Error("the run ended without an answer");
  return { answer: last.answer, trace: last.trace, events };
}

const texts = ({ sentences }: Answer) => sentences.map(({ text }) => text).join(" ");

function written(expression: Expression | null): string {
  if (expression === null) return "none";
  switch (expression.kind) {
    case "number":
      return expression.text;
    case "figure":
      return [expression.label, expression.period?.text ?? ""].join("@").replace(/@$/, "");
    case "operation":
      return `(${written(expression.left)} ${expression.operator} ${written(expression.right)})`;
    case "call":
      return `${expression.name}(${expression.arguments.map(written).join(", ")})`;
  }
}

describe("a model that reads slowly", () => {
  it("gives a slow model shorter prompts", async () => {
    const long = new RowReader();
    const many = Array.from(
      { length: 40 },
      (_, n) =>
        `The harbour was closed because of storm ${n}, which drove waves of many metres over the quays, tore boats from their moorings, and left the pilots without any light on the northern side.`,
    );
    await long.add("storms.md", `# Storms\n\n${many.join(" ")}\n`);
    const shown = async (readingSpeed: number): Promise<number> => {
      const model = scriptedModel(["It was closed."], { provider: "wllama", readingSpeed });
      await ask(model, "Why was the harbour closed?", [], long);
      const prompts = model.requests.map(
        ({ messages }) => messages.find(({ role }) => role === "user")?.content ?? "",
      );
      return Math.max(...prompts.map(estimateTokens));
    };
    expect(await shown(5)).toBeLessThan(220);
    expect(await shown(1000)).toBeGreaterThan(220);
  });
});

describe("a figure identified by more than its row's label", () => {
  let ferries: RowReader;
  beforeAll(async () => {
    ferries = new RowReader();
    await ferries.add(
      "ferries-2024.md",
      `# Ferries

## Income statement, $ thousand

| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | | |
| Freight | 17,940 | 18,730 |
| Total revenue | 17,940 | 18,730 |
| Operating costs | | |
| Crew and staff costs | (8,450) | (6,120) |
| Fuel | (9,870) | (1,640) |
| Total operating costs | (18,320) | (7,760) |

## Traffic

| Route | Passengers 2024 | Passengers 2023 | Vehicles 2024 | Vehicles 2023 |
| --- | --- | --- | --- | --- |
| North Channel | 2,140 | 1,990 | 412 | 388 |
| Island Loop | 960 | 905 | 118 | 112 |
`,
    );
    await ferries.add("guide.md", "# Guide\n\nFiles are dropped on the page.\n");
    await ferries.add("notes.md", "# Notes\n\nNothing in here is of any use.\n");
  });
  // These need no model, and this one fails if it is asked.
  const one = () => scriptedModel([]);

  it.each([
    ["What was the fuel cost in 2024?", "9,870"],
    ["What was the cost of fuel in 2023?", "1,640"],
    ["What were crew and staff costs in 2024?", "8,450"],
    ["How did freight revenue change from 2023 to 2024?", "17,940"],
    ["How many passengers did the North Channel carry in 2024?", "2,140"],
    ["How many vehicles did the Island Loop carry in 2023?", "112"],
  ])("finds a figure by more than its row's label: %s", async (question, amount) => {
    const { answer } = await ask(one(), question, [], ferries);
    const [first] = answer.sentences;
    expect(first?.text).toContain(amount);
    expect(first?.text).not.toContain(`-$${amount}`);
    // Only one of the documents has such a row, so the document need not be named.
    expect(first?.supported).toBe(true);
  });

  it("marks a figure as doubtful if another document has the same row, and the question names neither", async () => {
    const two = new RowReader();
    const table = (fuel: string) =>
      `# Costs\n\n| Costs | 2024 |\n| --- | --- |\n| Fuel | ${fuel} |\n| Rent | 12 |\n`;
    await two.add("alpha.md", table("9,870"));
    await two.add("beta.md", table("1,112"));
    await two.add("gamma.md", "# Notes\n\nNothing in here is of any use.\n");
    const { answer } = await ask(one(), "What was the fuel cost in 2024?", [], two);
    expect(answer.sentences[0]?.doubt).toContain("does not name");
  });

  it("does not take revenue from a cost row", async () => {
    const { answer } = await ask(one(), "What was the fuel revenue in 2024?", [], ferries);
    expect(answer.sentences.some(({ supported }) => supported)).toBe(false);
  });
});

describe("a formula in words", () => {
  it.each([
    ["total assets divided by total equity", "(total assets / total equity)"],
    ["(revenue - cost of sales) / revenue", "((revenue - cost of sales) / revenue)"],
    [
      "365 * (average accounts payable between FY2020 and FY2021) / FY2021 COGS",
      "((365 * mean(accounts payable@2020, accounts payable@2021)) / COGS@2021)",
    ],
    ["the ratio of net income to net sales", "(net income / net sales)"],
    [
      "FY21 sales + change in inventory between FY20 and FY21",
      "(sales@2021 + (inventory@2021 - inventory@2020))",
    ],
  ])("reads the formula: %s", (words, expected) => {
    expect(written(parseFormula(words, null))).toBe(expected);
  });

  it("rejects a formula in words if a part is missing, and never throws", () => {
    expect(parseFormula("revenue /", null)).toBeNull();
    expect(parseFormula("(revenue", null)).toBeNull();
    for (const run of ["(", "1 + ", "average "]) {
      expect(parseFormula(`${run.repeat(100_000)}revenue`, null)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseFormula(text, null);
        understand(text);
      }),
      { numRuns: tries(200, 5000) },
    );
  });
});

describe("reading a question", () => {
  it.each([
    ["What were total current assets in 2021?", "figure", "total current assets@2021"],
    [
      "What is the working capital ratio of Harbour in FY2021?",
      "computed",
      "(total current assets@2021 / total current liabilities@2021)",
    ],
    [
      "What is the FY2021 stock ratio? Stock ratio is defined as: inventories / net sales.",
      "computed",
      "(inventories@2021 / net sales@2021)",
    ],
    [
      "What is the growth rate of net sales from 2020 to 2021?",
      "computed",
      "percent_change(net sales@2020, net sales@2021)",
    ],
    [
      "What was the average inventories in 2020 and 2021?",
      "computed",
      "mean(inventories@2020, inventories@2021)",
    ],
    [
      "What was the average allowance for doubtful debts from 2019 to 2021?",
      "computed",
      "mean(allowance for doubtful debts@2019, allowance for doubtful debts@2020, allowance for doubtful debts@2021)",
    ],
    [
      "What was the change in inventories between 2020 and 2021?",
      "computed",
      "(inventories@2021 - inventories@2020)",
    ],
    [
      "How much did net sales increase from 2020 to 2021?",
      "computed",
      "(net sales@2021 - net sales@2020)",
    ],
    [
      "What percentage of total current assets was made up of inventories in 2021?",
      "computed",
      "(inventories@2021 / total current assets@2021)",
    ],
    ["Did inventories increase between 2020 and 2021?", "compared", "inventories@2021"],
    ["net sales 2021", "figure", "net sales@2021"],
    ["net sales for the six months to June 2021", "text", "none"],
    ["Why did storage fees fall in 2021?", "text", "none"],
    ["Who leads the pilots?", "text", "none"],
    ["Which liability was the largest in 2021?", "extreme", "none"],
  ])("reads the question: %s", (text, kind, expression) => {
    const question = understand(text);
    expect([question.kind, written(question.expression)]).toEqual([kind, expression]);
  });

  it.each([
    ["In the agreement with Harbour Ltd, may the tenant keep a dog?", "may the tenant keep a dog"],
    ["According to the lease, must the tenant paint the door?", "must the tenant paint the door"],
    ["Should the pilots wear hats?", "Should the pilots wear hats"],
  ])(
    "reads a question about what is allowed or required as one for yes or no: %s",
    (text, clause) => {
      expect(understand(text)).toMatchObject({ clause, asksWhether: true, kind: "text" });
    },
  );

  it("does not read “May” in a date as such a question", () => {
    expect(understand("May 2021 net sales").asksWhether).toBe(false);
  });

  it("ignores remarks on how to answer", () => {
    const { clause, form } = understand(
      "Based on the balance sheet, what were inventories in 2021? Answer in USD millions and round to one decimal place.",
    );
    expect(clause).toBe("what were inventories in 2021");
    expect(form).toEqual({ percent: false, decimals: 1, scale: 6 });
  });
});

describe("a question guided by code", () => {
  it("gets a figure from a row without asking the model", async () => {
    const model = scriptedModel([]);
    const { answer } = await ask(model, "What were total current assets in 2021?");
    expect(texts(answer)).toMatch(/^Total current assets, .*2021: 900\b/);
    expect(answer.sentences.every(({ supported }) => supported)).toBe(true);
    model.finish();
  });

  it.each([
    ["What was other income in 2021, in billions?", "$0.04 billion"],
    ["What was other income in 2020, in billions?", "$0.0035 billion"],
    ["What was net revenue in 2021, in billions?", "$5.409 billion"],
    ["What was net revenue in 2020, in thousands?", "$5,210,500 thousand"],
    ["What was other income in 2021, in millions?", "$40 million"],
  ])("keeps every digit of a figure in another scale: %s", async (question, amount) => {
    const mill = new RowReader();
    await mill.add(
      "mill.md",
      `# Mill

## Income statement, $ million

| | 2021 | 2020 |
| --- | --- | --- |
| Net revenue | $5,409 | $5,210.5 |
| Other income | 40 | 3.5 |
`,
    );
    const { answer } = await ask(scriptedModel([]), question, [], mill);
    expect(texts(answer)).toContain(`: ${amount}.`);
    expect(answer.sentences.every(({ supported }) => supported)).toBe(true);
  });

  it("does not round a small result to zero, whatever decimals the question asks for", async () => {
    const mill = new RowReader();
    await mill.add(
      "mill.md",
      `# Mill

## Consolidated balance sheet (in millions)

| | 2021 | 2020 |
| --- | --- | --- |
| Total current assets | 4 | 3 |
| Total current liabilities | 1,800 | 900 |
`,
    );
    const question = "What is the working capital ratio in 2021?";
    const { answer } = await ask(scriptedModel([]), question, [], mill);
    expect(texts(answer)).toContain(": 0.002222.");
    const nothing = await ask(
      scriptedModel([]),
      `${question} Round to two decimal places.`,
      [],
      mill,
    );
    expect(texts(nothing.answer)).toContain(": 0.002222.");
    const short = await ask(scriptedModel([]), `${question} Round to three decimals.`, [], mill);
    expect(texts(short.answer)).toContain(": 0.002.");
  });

  it("gets the figures for all requested times", async () => {
    const { answer } = await ask(
      scriptedModel([]),
      "What were inventories in 2021 and 2020 respectively?",
    );
    expect(texts(answer)).toMatch(/2021: 61\b.*2020: 59\b/u);
    expect(answer.sentences.every(({ supported }) => supported)).toBe(true);
  });

  it("doubts figures from a document that does not name the company in the question", async () => {
    const questionAbout = (name: string) =>
      `What was the amount of ${name}'s total current assets in 2021?`;
    const { answer } = await ask(scriptedModel([]), questionAbout("Mill"));
    for (const { supported, doubt } of answer.sentences) {
      expect([supported, typeof doubt]).toEqual([false, "string"]);
    }
    const named = await ask(scriptedModel([]), questionAbout("Harbour"));
    expect(named.answer.sentences).toMatchObject([{ supported: true }]);
  });

  it("doubts a row if another one matches the question as well", async () => {
    const awards = new RowReader();
    await awards.add(
      "awards.md",
      `# Awards of the harbour

| | 2021 | 2020 |
| --- | --- | --- |
| Outstanding at 1 April | 310 | 270 |
| Outstanding at 31 March | 290 | 310 |
`,
    );
    const { answer } = await ask(
      scriptedModel(["1"]),
      "What was the number outstanding in 2021?",
      [],
      awards,
    );
    expect(answer.sentences.length).toBeGreaterThan(0);
    for (const { supported, doubt } of answer.sentences) {
      expect([supported, typeof doubt]).toEqual([false, "string"]);
    }
  });

  it("computes a ratio from cells, and cites them", async () => {
    const question = "What is the working capital ratio in 2021? Round to two decimal places.";
    const { answer, events } = await ask(scriptedModel([]), question);
    expect(texts(answer)).toContain(": 2.");
    const [calculation] = answer.calculations;
    expect(calculation).toMatchObject({ value: "2", sourced: true });
    expect(calculation?.operands.filter(({ citation }) => citation)).toHaveLength(2);
    const steps = events.flatMap((event) => (event.type === "step" ? event.step : []));
    expect(steps).toEqual(["understand", "find", "compute", "judge"]);
  });

  it("answers yes or no about a change, with both amounts", async () => {
    const { answer } = await ask(
      scriptedModel([]),
      "Did inventories decrease between 2020 and 2021?",
    );
    expect(texts(answer)).toMatch(/^No\. Inventories rose from 59\b.* to 61\b/);
  });

  it("lets the model choose a sentence, and shows it in the document's words", async () => {
    const model = scriptedModel([
      { reply: "1", prompt: "Why did storage fees fall", format: null },
    ]);
    const { answer } = await ask(model, "Why did storage fees fall in 2021?");
    expect(texts(answer)).toBe(
      "Storage fees fell in 2021, primarily due to the closing of the northern quay.",
    );
    model.finish();
  });

  it("marks the model's choice as doubtful, and drops words that are not in the documents", async () => {
    const model = scriptedModel(["Captain Ida Melling sank three ships in the harbour."]);
    const { answer } = await ask(model, "Who leads the pilots?");
    expect(texts(answer)).not.toContain("sank");
    expect(texts(answer)).toContain("Ida Melling");
    for (const { supported, doubt, citations } of answer.sentences) {
      expect([supported, typeof doubt, citations.length > 0]).toEqual([false, "string", true]);
    }
  });

  it("shows no yes or no of the model that the sentence does not say, however the question is put", async () => {
    const model = scriptedModel(["Yes, harbour pilots since 2019."]);
    const { answer } = await ask(model, "my boat is broken, are pilots led by somebody");
    expect(answer.sentences.length).toBeGreaterThan(0);
    expect(texts(answer)).not.toMatch(/^Yes/mu);
  });

  describe("with a sentence of more than 700 characters", () => {
    const duties = Array.from(
      { length: 10 },
      (_, n) => `to keep quay ${n + 1} clear of nets, baskets, ropes and anchors`,
    );
    const long = `The landlord has never agreed to any of the following: ${duties.join("; ")}; the tenant has to paint the boathouse in spring, before the divers come.`;
    const lease = new RowReader();

    beforeAll(async () => {
      await lease.add("lease.md", `# Lease of the boathouse\n\n${long}\n`);
    });

    it("shows the model the part of a long sentence that the question is about", async () => {
      const model = scriptedModel(["In spring, before the divers come."]);
      const { answer } = await ask(model, "When has the boathouse to be painted?", [], lease);
      expect(texts(answer)).toContain("the tenant has to paint the boathouse in spring");
      expect(texts(answer)).not.toContain("quay 1 ");
    });

    it("does not decide between yes and no from a part of a long sentence", async () => {
      const model = scriptedModel(["Yes, before the divers come."]);
      const question = "Does the tenant have to paint the boathouse in spring?";
      const { answer } = await ask(model, question, [], lease);
      expect(texts(answer)).toContain("the tenant has to paint the boathouse in spring");
      expect(texts(answer)).not.toMatch(/^(?:Yes|No):/u);
      for (const { supported } of answer.sentences) expect(supported).toBe(false);
    });
  });

  it("rewrites a follow-up question so that it is self-contained", async () => {
    const past = { question: "What were inventories in 2021?", asked: "", answer: "61 million" };
    const model = scriptedModel([
      { reply: "What were total current assets in 2021?", prompt: "Rewrite the last question" },
    ]);
    const { answer } = await ask(model, "And its current assets in 2021?", [past]);
    expect(answer.standalone).toBe("What were total current assets in 2021?");
    expect(texts(answer)).toMatch(/2021: 900\b/);
  });

  it("reports the missing rows if a measure may not apply", async () => {
    const question =
      "Has the operating margin improved in 2021? If it is not a useful metric for a company like this, say so.";
    const { answer } = await ask(scriptedModel([]), question);
    expect([answer.kind, answer.missing]).toEqual([
      "not-found",
      expect.stringContaining("operating income"),
    ]);
  });

  it("replays a guided question from its trace without the model", async () => {
    const { trace } = await ask(scriptedModel(["1", "2"]), "Who leads the pilots?");
    const parts = { reader, countTokens: estimateTokens, run };
    expect(await replay(trace, parts, {})).toMatchObject({ same: true, differences: [] });
  });
});

describe("a hostile or a random model", () => {
  const questions = [
    "Who leads the pilots?",
    "Why did storage fees fall in 2021?",
    "Was the lighthouse painted?",
    "What did the harbour pay for ropes in 2021?",
  ];

  it("shows no words of a hostile or random model, and ends the run", async () => {
    const page = (await reader.documents()).map(({ id }) => reader.passages(id));
    const all = (await Promise.all(page))
      .flat()
      .map(({ text }) => text)
      .join("\n");
    const words = new Set(all.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
    for (let seed = 1; seed <= tries(6, 500); seed++) {
      for (const model of [hostileModel(seed), randomModel(seed)]) {
        const question = questions[seed % questions.length] ?? "";
        const questionWords = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
        const { answer } = await ask(model, question);
        expect(answer.usage.turns).toBeLessThanOrEqual(10);
        for (const { text, supported, doubt, citations } of answer.sentences) {
          expect(citations.length).toBeGreaterThan(0);
          const sentence = text.replace(/^(?:Yes|No): /u, "").toLowerCase();
          // Unverified sentences say so.
          if (!supported) expect(doubt).toMatch(/\S/u);
          if (!supported) continue;
          for (const word of sentence.match(/[\p{L}\p{N}]{2,}/gu) ?? []) {
            expect(words.has(word) || questionWords.has(word)).toBe(true);
          }
        }
      }
    }
  });
});

describe("a model that echoes its prompt", () => {
  const echoes: Readonly<Record<string, (prompt: string, system: string) => string>> = {
    "the system prompt": (_, system) => system,
    "all of the prompt": (prompt) => prompt,
    "its last line": (prompt) => prompt.split("\n").at(-1) ?? "",
    "its question": (prompt) => /Question: (.*)/u.exec(prompt)?.[1] ?? "",
  };

  it.each(Object.entries(echoes))(
    "shows no words of a model that echoes its prompt: %s",
    async (_, echo) => {
      for (const question of [
        "Who leads the pilots?",
        "Was the lighthouse painted?",
        "List fees.",
      ]) {
        const reply = ({ messages }: { messages: readonly { content: string }[] }) =>
          echo(messages.at(-1)?.content ?? "", messages[0]?.content ?? "");
        const { answer } = await ask(
          scriptedModel(Array.from({ length: 10 }, () => reply)),
          question,
        );
        expect(texts(answer)).not.toMatch(
          /short (?:sentence|texts?|list)|as few words|Question:|\?/u,
        );
        for (const { citations } of answer.sentences) expect(citations.length).toBeGreaterThan(0);
      }
    },
  );
});

describe("the chosen strategy", () => {
  const strategyFor = (name: string, parameters?: number) =>
    chooseStrategy([{ words: 1e6 }], { contextLength: 8000, choosesTools: true, name, parameters })
      .name;

  it("chooses the guided strategy for small models, by name or stated size", () => {
    expect(
      ["Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC", "SmolLM2-135M", "llama3.2:3b"].map((name) =>
        strategyFor(name),
      ),
    ).toEqual(["guided", "guided", "guided"]);
    expect(
      ["Qwen3-30B-A3B", "Llama-3.1-8B-Instruct", "gpt-oss"].map((name) => strategyFor(name)),
    ).toEqual(["retrieve-tools", "retrieve-tools", "retrieve-tools"]);
    expect([strategyFor("own", 1.5), strategyFor("own-1b", 12)]).toEqual([
      "guided",
      "retrieve-tools",
    ]);
    // A model sold as 4B has slightly more parameters.
    expect([strategyFor("Qwen3.5 4B", 4.21), strategyFor("gemma-4-E2B-it", 5.1)]).toEqual([
      "guided",
      "retrieve-tools",
    ]);
  });
});

describe("the guided strategy without one of its parts", () => {
  const without = async (part: GuidedPart, question: string, replies: readonly string[]) => {
    const events: AgentEvent[] = [];
    const model = scriptedModel(replies);
    await run(
      {
        ...{ question, history: [], documents: null, strategy: "guided", calls: 10, passages: 3 },
        without: [part],
      },
      { reader, model, tools: [], countTokens: estimateTokens },
      { onProgress: (event) => events.push(event) },
    );
    const last = events.at(-1);
    if (last?.type !== "answer") throw new Error("the run ended without an answer");
    const prompts = model.requests.map(
      ({ messages }) => messages.find(({ role }) => role === "user")?.content ?? "",
    );
    return { answer: last.answer, trace: last.trace, prompts, requests: model.requests };
  };

  it("asks the model for what code would otherwise answer", async () => {
    for (const part of ["kinds", "rows"] as const) {
      const { prompts } = await without(part, "What were net sales in 2021?", ["They were 4,210."]);
      expect(prompts).toHaveLength(1);
    }
    const { answer, prompts } = await without("arithmetic", "What is the current ratio in 2021?", [
      "The current ratio is 2.00.",
    ]);
    expect(prompts[0]).toContain("Total current assets");
    // The model's result occurs nowhere in the documents.
    expect(texts(answer)).not.toContain("2.00");
  });

  it("uses the model's wording of figures only if it is correct", async () => {
    const right = "Net sales were 4,210 million in 2021.";
    const question = "What were net sales in 2021?";
    expect(texts((await without("template", question, [right])).answer)).toBe(right);
    const wrong = await without("template", question, ["Net sales were 4,310 million in 2021."]);
    expect(texts(wrong.answer)).toContain("4,210");
  });

  it("asks for JSON, or for the number of a line", async () => {
    const question = "Who has led the pilots?";
    const json = await without("plain", question, ['{"answer": "Captain Ida Melling"}']);
    expect(json.requests[0]?.responseFormat?.name).toBe("short-answer");
    expect(texts(json.answer)).toContain("Melling");
    const number = await without("sentence", question, ["1"]);
    expect(number.prompts[0]).toContain("Reply with its number only");
    expect(texts(number.answer)).not.toBe("");
    expect(
      (await without("lines", question, ["Melling"])).prompts[0]?.split("\n").length,
    ).toBeLessThan(12);
  });

  it("records the missing part in the trace, which can be replayed", async () => {
    const { trace } = await without("kinds", "What were net sales in 2021?", ["They were 4,210."]);
    expect(trace.without).toEqual(["kinds"]);
    const again = await replay(trace, { reader, countTokens: estimateTokens, run }, {});
    expect(again.same).toBe(true);
  });
});
