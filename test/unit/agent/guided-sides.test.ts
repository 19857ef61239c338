import { beforeAll, describe, expect, it } from "vitest";
import { sidesOf } from "../../../src/agent/guided/sides.js";
import { understand } from "../../../src/agent/guided/understand.js";
import { run } from "../../../src/agent/loop/run.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import type { Answer } from "../../../src/core/answer.js";
import { randomModel } from "../../../src/evaluation/testing/scripted-model.js";
import type { QuerySide, SearchOptions, SearchResponse } from "../../../src/search/api.js";
import { MemoryReader } from "./tools/memory-reader.js";

const companies = ["Harbour", "Quarry", "Meadow"];

/** Recognises the companies that a query names, as the collection's search does. */
class CompanyReader extends MemoryReader {
  override async search(query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    const found = await super.search(query, options);
    const named = companies.filter((name) => query.includes(name));
    const all = await this.documents();
    const sides = named.map((name): QuerySide => {
      const matching = all.filter(({ path }) => path.includes(name.toLowerCase()));
      return { name, documents: matching.map(({ id, path }) => ({ document: id, path })) };
    });
    return sides.length > 1 ? { ...found, sides } : found;
  }
}

const statement = (name: string, year: number, sales: string, profit: string): string =>
  `# ${name} Ltd annual report ${year}\n\n## Consolidated statements of income (in millions)\n\n| | ${year} | ${year - 1} |\n| --- | --- | --- |\n| Net sales | ${sales} | 90 |\n| Operating income | ${profit} | 8 |\n`;

let reader: CompanyReader;

beforeAll(async () => {
  reader = new CompanyReader();
  await reader.add("harbour-2022.md", statement("Harbour", 2022, "1,000", "100"));
  await reader.add("quarry-2022.md", statement("Quarry", 2022, "800", "160"));
  await reader.add(
    "meadow-2022.md",
    "# Meadow Ltd\n\nThe meadow was mown twice in the year 2022.\n",
  );
  for (const [year, sales] of [
    [2020, "210"],
    [2022, "260"],
    [2021, "190"],
  ] as const) {
    await reader.add(`orchard ${year}.md`, statement("Orchard", year, sales, "20"));
  }
});

async function ask(question: string): Promise<Answer> {
  const answers: Answer[] = [];
  await run(
    { question, history: [], documents: null, strategy: "guided", calls: 10, passages: 3 },
    { reader, model: randomModel(1), tools: [], countTokens: estimateTokens },
    { onProgress: (event) => event.type === "answer" && answers.push(event.answer) },
  );
  const [answer] = answers;
  if (!answer) throw new Error("the run ended without an answer");
  return answer;
}

const textsOf = ({ sentences }: Answer) => sentences.map(({ text }) => text);

describe("a question about several companies", () => {
  it.each([
    ["Operating margin of A and B in 2022", "Operating margin of B in 2022", "computed"],
    [
      "What were the net sales of A, B and C in 2022?",
      "What were the net sales of B in 2022",
      "figure",
    ],
    [
      "Which of A and B had the higher net sales in 2022?",
      "what was the net sales in 2022",
      "figure",
    ],
    ["Compare the net sales of A and B in 2022", "what was the net sales of B in 2022", "figure"],
    ["Were A's net sales higher than B's in 2022?", "what was B's net sales in 2022", "figure"],
    ["How do A's and B's net sales in 2022 compare?", "what was B's net sales in 2022", "figure"],
    [
      "Did A or B spend more on marketing in 2022?",
      "what was B spend on marketing in 2022",
      "figure",
    ],
    ["Why did net sales of A and B fall?", "Why did net sales of B fall", "text"],
  ])("recognises what the question asks about each company: %s", (question, clause, kind) => {
    const named = ["A", "B", "C"].map((name) => ({ name, documents: [] }));
    const sided = sidesOf(understand(question), named, [], []);
    expect(sided?.sides[1]?.question).toMatchObject({ clause, kind });
  });

  it("names the company with the most, and then gives a line for each company", async () => {
    const answer = await ask(
      "Which of Harbour and Quarry had the higher operating margin in 2022?",
    );
    const texts = textsOf(answer);
    const lines = answer.sentences.filter(({ ownLine }) => ownLine).map(({ text }) => text);
    expect(lines.map((line) => line.split(":")[0])).toEqual(["Harbour", "Quarry"]);
    expect(texts[0]).toBe("Quarry has the most, 20%; Harbour has 10%.");
    expect(texts.filter((text) => text.startsWith("Harbour: "))[0]).toContain("10%");
    expect(texts.filter((text) => text.startsWith("Quarry: "))[0]).toContain("20%");
    for (const { supported, text, citations } of answer.sentences) {
      expect(supported).toBe(true);
      const company = text.startsWith("Harbour: ")
        ? "harbour"
        : text.startsWith("Quarry: ")
          ? "quarry"
          : "";
      for (const { path } of citations) expect(path).toContain(company);
    }
  });

  it("names companies without results", async () => {
    const answer = await ask("What were the net sales of Harbour and Meadow in 2022?");
    const texts = textsOf(answer);
    expect(texts[0]).toMatch(/^Harbour: Net sales, 2022: 1,000/u);
    expect(texts.at(-1)).toBe("Meadow: nothing was found.");
    expect(answer.sentences.at(-1)?.supported).toBe(false);
  });
});

describe("a question over time", () => {
  it("answers with the change over time, and then a line for each time, earliest first", async () => {
    const answer = await ask("How have Orchard's net sales changed over time?");
    expect(textsOf(answer).map((text) => text.replace(/ million/gu, ""))).toEqual([
      "Net sales rose from 210 (2020) to 260 (2022).",
      "Net sales, 2020: 210.",
      "Net sales, 2021: 190.",
      "Net sales, 2022: 260.",
    ]);
    expect(answer.sentences.every(({ supported }) => supported)).toBe(true);
  });

  it.each([
    "What are the net sales in 2021?",
    "What were the net sales over the counter?",
    "How did net sales change from 2020 to 2022?",
  ])("does not recognise a question over time in: %s", async (question) => {
    const documents = await reader.documents();
    const orchard = documents.filter(({ path }) => path.startsWith("orchard"));
    expect(sidesOf(understand(question), [], orchard, documents)).toBeNull();
  });
});
