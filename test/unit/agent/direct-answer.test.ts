import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedList, saidAnswer } from "../../../src/agent/loop/direct-answer.js";
import type { Answer, BestPassage, ComparedRows } from "../../../src/core/answer.js";
import { readQuestion } from "../../../src/figures/index.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

async function answerOf(
  question: string,
  files: Readonly<Record<string, string>>,
): Promise<Answer> {
  const reader = new MemoryReader();
  for (const [path, text] of Object.entries(files)) await reader.add(path, text);
  return await askWithoutModel(reader, question);
}

/** The table rows that answer a question, from a Markdown table; null if none do. */
async function compared(question: string, table: string): Promise<ComparedRows | null> {
  const { direct } = await answerOf(question, { "report.md": `# Report\n\n${table}\n` });
  return direct && "calculation" in direct ? direct : null;
}

const segments = `Revenue by segment

| Segment | 2024 | 2023 |
| --- | --- | --- |
| Passengers | 480 | 440 |
| Freight | 170 | 180 |
| Retail | 80 | 70 |
| Total revenue | 730 | 690 |`;

describe("comparing rows", () => {
  test("answers which row has the most or the least, with the compared cells", async () => {
    const question = "Which segment had the highest revenue in 2024?";
    const most = await compared(question, segments);
    expect(most).toMatchObject({ kind: "highest", label: "Passengers", value: "480", rows: 3 });
    expect(most?.calculation.operands.map(({ text }) => text)).toEqual(["480", "170", "80"]);
    expect(await compared("Which segment had the lowest revenue in 2023?", segments)).toMatchObject(
      { kind: "lowest", label: "Retail", value: "70" },
    );
  });

  test("reports amounts with the unit that the table states", async () => {
    const question = "Which segment had the highest revenue in 2024?";
    const inMillions = segments.replace("by segment", "by segment (in millions of dollars)");
    expect((await compared(question, inMillions))?.value).toMatch(/^\D*480 million$/u);
    const inCurrency = segments.replace(/(?<=[a-z] \| )\d{2,3}(?= )/gu, "$$$&");
    expect((await compared(question, inCurrency))?.value).toBe("$480");
  });

  test("answers which row grew fastest, from the cells of two years", async () => {
    const fastest = await compared("Which segment grew fastest in 2024?", segments);
    expect(fastest).toMatchObject({ label: "Retail", value: "14.3%", isChange: true });
    const cited = fastest?.calculation.operands.filter(({ citation }) => citation !== null);
    expect(cited).toHaveLength(6);
  });

  test("answers which of two rows is larger, and whether a named one is", async () => {
    expect(
      await compared("Which had more revenue in 2024, freight or retail?", segments),
    ).toMatchObject({ label: "Freight", value: "170" });
    expect(
      await compared("Did freight have more revenue than passengers in 2024?", segments),
    ).toMatchObject({ label: "Passengers", says: "no" });
  });

  test("answers what share of the total a row makes up", async () => {
    expect(
      await compared("What share of total revenue came from freight in 2024?", segments),
    ).toMatchObject({ kind: "share", label: "Freight", whole: "Total revenue", value: "23.3%" });
  });

  test.each(["was spent on", "went to", "comes from", "is made up of"])(
    "recognises a question about a share: %s",
    async (words) => {
      const costs = segments.replaceAll("revenue", "costs").replace("Revenue", "Costs");
      expect(
        await compared(`What percentage of total costs ${words} freight in 2024?`, costs),
      ).toMatchObject({ kind: "share", label: "Freight", value: "23.3%" });
    },
  );

  test("does not compute a share if several totals are possible", async () => {
    const part = segments.replace("Total revenue", "Total EU-15");
    const question = "What share of revenue came from freight in 2024?";
    expect(await compared(question, segments)).toMatchObject({ value: "23.3%" });
    expect(await compared(question, part)).toBe(null);
  });

  test("marks the compared rows in their passage, which comes first", async () => {
    const { passages, text } = await answerOf("Which segment had the highest revenue in 2024?", {
      "notes.md":
        "# Notes\n\nThe segment with the highest revenue in 2024 is discussed elsewhere.\n",
      "report.md": `# Report\n\n${segments}\n`,
    });
    const [first, second] = passages;
    expect(first?.marked.map(({ start, end }) => first.text.slice(start, end))).toEqual([
      expect.stringMatching(/^Passengers\s480$/u),
      "170",
      "80",
    ]);
    expect(first?.figure && first.text.slice(first.figure.start, first.figure.end)).toBe("480");
    expect(second?.marked).toEqual([]);
    expect(text).toBe("Passengers: 480");
  });

  test.each([
    ["about another year", "Which segment had the highest revenue in 2022?"],
    ["about another measure", "Which segment had the highest profit in 2024?"],
    ["about other things", "Which country had the highest revenue in 2024?"],
    ["if no year is named and there are two", "Which segment had the highest revenue?"],
    ["to other questions", "Which segment is the most important one?"],
    ["about a missing part", "What share of total revenue came from mail in 2024?"],
  ])("gives no answer %s", async (_, question) => {
    expect(await compared(question, segments)).toBe(null);
  });

  test("does not compare two rows if one has a negative amount, like a cost", async () => {
    const costs = segments.replace("| 170", "| (170)");
    const question = "Which had more revenue in 2024, freight or retail?";
    expect(await compared(question, costs)).toBe(null);
  });

  test("names all rows that share the maximum, and does not answer if a row has no number", async () => {
    const question = "Which segment had the highest revenue in 2024?";
    expect(await compared(question, segments.replace("| 170", "| 480"))).toMatchObject({
      label: "Passengers; Freight",
      value: "480",
    });
    expect(await compared(question, segments.replace("| 170", "| unknown"))).toBe(null);
  });
});

const years = `Five years at a glance

| | 2021 | 2022 | 2023 | 2024 |
| --- | --- | --- | --- | --- |
| Revenue | 510 | 640 | 600 | 620 |
| Net income | (20) | 35 | 41 | 12 |
| Passengers carried | 900 | 800 | 950 | 990 |`;

describe("comparing years", () => {
  test.each([
    ["In which year was revenue highest?", "highest", "2022", "640"],
    ["What year had the lowest revenue?", "lowest", "2021", "510"],
    ["When was net income highest?", "highest", "2023", "41"],
    ["In welchem Jahr war der Net income am höchsten?", "highest", "2023", "41"],
    ["En quelle année le revenue a-t-il été le plus élevé ?", "highest", "2022", "640"],
    ["¿En qué año fue el revenue más alto?", "highest", "2022", "640"],
  ])("answers from the years of a row: %s", async (question, kind, label, value) => {
    const found = await compared(question, years);
    expect(found).toMatchObject({ kind, label, value, across: "years", rows: 4 });
    expect(found?.calculation.operands).toHaveLength(4);
  });

  test("answers from a table with a row for each year", async () => {
    const rows =
      "Visitors by year\n\n| Year | Visitors | Staff |\n| --- | --- | --- |\n| 2021 | 310 | 9 |\n| 2022 | 290 | 11 |\n| 2023 | 450 | 10 |";
    const question = "In which year were there the most visitors?";
    expect(await compared(question, rows)).toMatchObject({ label: "2023", value: "450" });
    expect(await compared("In what year was the number of staff lowest?", rows)).toMatchObject({
      label: "2021",
      value: "9",
    });
  });

  test("answers from the table with the most years, unless another one has different years", async () => {
    const recent = "Two years\n\n| | 2023 | 2024 |\n| --- | --- | --- |\n| Revenue | 600 | 620 |";
    const question = "In which year was revenue highest?";
    expect(await compared(question, `${recent}\n\n## All\n\n${years}`)).toMatchObject({
      label: "2022",
      rows: 4,
    });
    const later = recent.replace("2024", "2025");
    expect(await compared(question, `${later}\n\n## All\n\n${years}`)).toBe(null);
  });

  test.each([
    ["of something else", "In which year was profit highest?"],
    ["of a part", "In which year was passenger revenue highest?"],
    ["of an order of events", "When was the most recent report published?"],
    ["of growth", "In which year did revenue grow fastest?"],
    ["where two years are alike", "In which year was revenue highest?", "| 640", "| 620"],
    ["where one year has no number", "In which year was revenue highest?", "| 640", "| n/a"],
  ])("gives no answer about years %s", async (_, question, from = "", to = "") => {
    expect(await compared(question, years.replace(from, to))).toBe(null);
  });
});

const rules =
  "# Rules\n\nThe fees of the club are as follows:\n\n1. Adults pay £220.\n2. Students pay £90.\n3. Juniors pay £60.\n\nFees are due in March.\n";

/** The direct answer and count for a text of which a part is marked. */
async function verdictOf(question: string, text: string, part = text) {
  const reader = new MemoryReader();
  const document = await reader.add("text.md", text);
  const [passage] = await reader.passages(document);
  if (!passage) throw new Error("the test has no passage");
  const start = passage.text.indexOf(part.slice(0, 20));
  const span = { start, end: passage.text.indexOf(part.slice(-20)) + 20 };
  const shown = {
    ...passage,
    document,
    evidence: passage.id,
    path: "text.md",
    heading: null,
    marked: [span],
  };
  const passages = [shown as unknown as BestPassage];
  const { signal } = new AbortController();
  return {
    verdict: saidAnswer(question, passages)?.kind ?? null,
    counted: await countedList(readQuestion(question), passages, { reader, signal }),
  };
}

describe("the answer in marked text", () => {
  test("answers yes or no if the marked sentence does", async () => {
    const question = "May I keep a dog in the flat?";
    const { verdict } = await verdictOf(question, "No dogs may be kept in the flat.");
    expect(verdict).toBe("no");
  });

  test("withdraws the answer if the next sentence restricts it", async () => {
    const part = "Smoking is allowed in the flat.";
    const question = "Is smoking allowed in the flat?";
    expect((await verdictOf(question, part)).verdict).toBe("yes");
    expect((await verdictOf(question, `${part} However, not in bed at night.`, part)).verdict).toBe(
      null,
    );
  });

  test("answers with the number of list items if the question asks for a number or several things", async () => {
    const list = rules.slice(rules.indexOf("The fees"), rules.indexOf("\n\nFees are"));
    const many = await verdictOf("How many fees does the club have?", rules, list);
    expect(many.counted).toMatchObject({ kind: "count", count: 3, isAsked: true });
    const listed = await verdictOf("What are the fees of the club?", rules, list);
    expect(listed.counted).toMatchObject({ kind: "count", count: 3, isAsked: false });
    expect((await verdictOf("How many boats does the club have?", rules, list)).counted).toBe(null);
  });

  test("does not count a list that states another number, is out of order or is only partly marked", async () => {
    const question = "How many fees does the club have?";
    const listIn = (text: string): string =>
      text.slice(text.indexOf("The f"), text.indexOf("\n\nFees are"));
    const four = rules.replace("The fees", "The four fees");
    expect((await verdictOf(question, four, listIn(four))).counted).toBe(null);
    const skipped = rules.replace("3. Juniors", "5. Juniors");
    expect((await verdictOf(question, skipped, listIn(skipped))).counted).toBe(null);
    const part = rules.slice(rules.indexOf("The fees"), rules.indexOf("\n3."));
    expect((await verdictOf(question, rules, part)).counted).toBe(null);
  });
});

test("names the row with the maximum or the minimum, and cites all compared cells", async () => {
  const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -900, max: 1500 }));
  const numbers = fc.array(number, { minLength: 2, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.boolean(), async (values, isMost) => {
      const rows = values.map((value, index) => `| Route ${"ABCDEFG"[index]} | ${value} |`);
      const table = `| Route | Passengers |\n| --- | --- |\n${rows.join("\n")}`;
      const question = `Which route had the ${isMost ? "most" : "fewest"} passengers?`;
      const found = await compared(question, table);
      if (!found) return;
      const cited = found.calculation.operands.map(({ value }) => Number(value));
      const best = isMost ? Math.max(...values) : Math.min(...values);
      expect(found.label).toBe(`Route ${"ABCDEFG"[values.indexOf(best)]}`);
      expect(Number(found.value.replace(/[^\d-]/gu, ""))).toBe(best);
      expect([...cited].sort()).toEqual([...values].sort());
    }),
    { numRuns: 100 },
  );
});
