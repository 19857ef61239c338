import { beforeAll, describe, expect, it } from "vitest";
import { repairRequest, verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import type { AnswerSentence } from "../../../../src/core/answer.js";
import { MemoryCollection } from "../reading/memory-collection.js";

const balance = `# Acme Tools: balance sheet

Amounts in millions of dollars, as of December 31.

| | 2019 | 2018 |
| --- | --- | --- |
| Cash and cash equivalents | 1,105 | 980 |
| Total current assets | 3,725 | 3,101 |
| Total assets | $ 12,432 | $ 11,087 |
| Total current liabilities | 1,450 | 1,300 |

The headcount was 3,101 people at the end of 2019.

# Acme Tools: income

| | 2019 | 2018 |
| --- | --- | --- |
| Net revenues | $ 15,787 | $ 15,134 |
| Net cash used in financing activities | (709) | (707) |
| Allowance for doubtful accounts | (51) | (39) |
| Purchases of property, plant and equipment | 640 | 580 |
| Cash | 77 | 66 |
| Acquisitions, net of cash acquired, and other | (2,325) | (2,461) |
| Net income (loss) | (1,376) | 180 |
| Deposits (Note (c)) | 2,338 | 1,975 |
| Gains | (28) | (31) |
`;
/** Two days of one year, and two periods of different lengths that end on one of them. */
const quarter = `# Acme Tools: quarter

In millions of dollars.

| | December 31, 2022 | September 24, 2022 |
| --- | --- | --- |
| Inventories | 6,820 | 4,946 |

| | Three Months Ended June 30, 2022 | Six Months Ended June 30, 2022 |
| --- | --- | --- |
| Net sales | 3,911 | 7,704 |
`;
const reader = new MemoryCollection();
const quotes: { id: string; quote: string }[] = [];

beforeAll(async () => {
  for (const [path, text] of [
    ["acme.md", balance],
    ["quarter.md", quarter],
  ] as const) {
    const passages = await reader.passages(await reader.add(path, text));
    quotes.push(...passages.map(({ id, text }) => ({ id, quote: text.slice(0, 200) })));
  }
});

async function check(
  text: string,
  question = "What does the filing say?",
): Promise<AnswerSentence> {
  const [sentence] = await verifyAnswer(
    { enough: true, missing: "", sentences: [{ text, citations: quotes }] },
    { reader, question, calculations: [], seen: [], signal: new AbortController().signal },
  );
  if (!sentence) throw new Error("The sentence was lost.");
  return sentence;
}

describe("a number in the wrong cell", () => {
  it.each([
    ["Revenue in FY2019 was $15,134 million.", "column", "2018", "2019"],
    ["Total assets came to $11,087 million on December 31, 2019.", "column", "2018", "2019"],
    [
      "Total current assets in 2019 were $12,432 million.",
      "row",
      "Total assets",
      "Total current assets",
    ],
    [
      "In 2019, total current liabilities amounted to $3,725 million.",
      "row",
      "Total current assets",
      "Total current liabilities",
    ],
    // The figures of a neighbouring row, and of another column of the cited row.
    [
      "Total current assets in 2019 were $12,432 million.",
      "row",
      "Total assets",
      "Total current assets",
    ],
    [
      "Deposits as reported for 2019 were $640 million.",
      "row",
      "Purchases of property, plant and equipment",
      "Deposits (Note (c))",
    ],
    ["Total current assets in 2019 were €3,725 million.", "unit", "$", "€"],
    [
      "Inventories on December 31, 2022 were $4,946 million.",
      "column",
      "September 24, 2022",
      "12-31",
    ],
    [
      "Net sales of the six months ended June 30, 2022 were $3,911 million.",
      "column",
      "Three Months Ended June 30, 2022",
      "6",
    ],
    ["Net income in 2019 was $1,376 million.", "sign", "(1,376)", "$1,376 million"],
    ["Gains in 2019 were 28 million.", "sign", "(28)", "28 million"],
    ["Deposits in 2019 were $2,338 thousand.", "scale", "2,338 × 1,000,000", "$2,338 thousand"],
    [
      "Inventories on December 31, 2022 were $6.82 million.",
      "scale",
      "6,820 × 1,000,000",
      "$6.82 million",
    ],
  ])("reports a number in the wrong cell: %s", async (text, kind, actual, claimed) => {
    const sentence = await check(text);
    expect(sentence.supported).toBe(false);
    expect(sentence.unsupportedNumbers).toHaveLength(1);
    expect(sentence.misplacedNumbers).toEqual([
      { number: sentence.unsupportedNumbers[0], kind, stands: actual, said: claimed },
    ]);
    // The model is told what is wrong, rather than that the number is missing.
    expect(repairRequest([sentence], 3)).toContain(actual);
  });

  it("uses the year of the question if the sentence names none", async () => {
    const question = "What were total assets in 2019?";
    expect(await check("Total assets were $12,432 million.", question)).toMatchObject({
      supported: true,
    });
    expect(await check("Total assets were $11,087 million.", question)).toMatchObject({
      supported: false,
      misplacedNumbers: [{ kind: "column", stands: "2018", said: "2019" }],
    });
  });

  it("ignores the year of the question if the sentence is about the year before", async () => {
    const question = "What were total assets in 2019?";
    expect(await check("In the prior year they were $11,087 million.", question)).toMatchObject({
      supported: true,
    });
  });

  it("uses the row of the question if the sentence names none", async () => {
    const question = "What were the total current liabilities in 2019?";
    expect(await check("They were $1,450 million in 2019.", question)).toMatchObject({
      supported: true,
    });
    expect(await check("They were $3,725 million in 2019.", question)).toMatchObject({
      misplacedNumbers: [{ kind: "row", said: "Total current liabilities" }],
    });
  });
});

describe("a true sentence", () => {
  it.each([
    [
      "two years in one sentence",
      "Total assets rose from $11,087 million in 2018 to $12,432 million in 2019.",
    ],
    [
      "two rows in one sentence",
      "Of total assets of $12,432 million, total current assets were $3,725 million in 2019.",
    ],
    ["a paraphrased label", "At the end of 2019 the company had $1,105 million in cash."],
    [
      "a relative year",
      "In 2019 total assets were $12,432 million; a year earlier they were $11,087 million.",
    ],
    [
      "the starting amount of a rise",
      "Total assets rose from $11,087 million to $12,432 million in 2019.",
    ],
    [
      "an amount for comparison",
      "At $12,432 million, total assets in 2019 were higher, against $11,087 million.",
    ],
    [
      "a one-word label of another row, used in passing",
      "Capital expenditures were $640 million in cash terms in 2019.",
    ],
    ["a part of a label", "Revenues were $15,787 million in fiscal 2019."],
    [
      "the same number in a sentence of the page",
      "The headcount was 3,101 people at the end of 2019.",
    ],
    [
      "a unit that is stated above the table",
      "Total current assets in 2019 were 3,725 million dollars.",
    ],
    ["an outflow without its sign", "Net cash used in financing activities in 2019: $709 million."],
    [
      "an outflow recognised by its row's whole label",
      "In 2019, acquisitions, net of cash acquired, and other amounted to $2.3 billion.",
    ],
    ["a row without its note", "Deposits in 2019: $2,338 million."],
    ["a different scale", "On December 31, 2022, inventories were $6.8 billion."],
    ["an amount written out", "Total assets in 2019 were $12,432,000,000."],
    ["one of two days", "Inventories fell to $4,946 million on September 24, 2022."],
    [
      "one of two period lengths",
      "Net sales for the six months ended June 30, 2022 were $7,704 million.",
    ],
    [
      "a deduction without its sign",
      "The allowance for doubtful accounts was $51 million in 2019.",
    ],
  ])("supports a true sentence: %s", async (_what, text) => {
    const sentence = await check(text);
    expect(sentence.misplacedNumbers).toBeUndefined();
    expect(sentence.unsupportedNumbers).toEqual([]);
    expect(sentence.supported).toBe(true);
  });

  it("does not accept the day of a date in the question as a number", async () => {
    const question = "What were the gains as of December 31, 2019?";
    expect(await check("Gains were 31 million.", question)).toMatchObject({ supported: false });
  });

  it("compares nothing with cells if the reader has no tables", async () => {
    const { tables: _, ...without } = {
      documents: () => reader.documents(),
      outline: reader.outline.bind(reader),
      passages: reader.passages.bind(reader),
      passagesById: reader.passagesById.bind(reader),
      tables: null,
    };
    const [sentence] = await verifyAnswer(
      {
        enough: true,
        missing: "",
        sentences: [{ text: "Revenue in FY2019 was $15,134 million.", citations: quotes }],
      },
      {
        reader: without,
        question: "",
        calculations: [],
        seen: [],
        signal: new AbortController().signal,
      },
    );
    expect(sentence).toMatchObject({ supported: true });
  });
});

describe("the unit of a table without one", () => {
  const filler = `${"It goes on as it was, and that is all there is to say of it. ".repeat(120)}\n\n`;
  const table = "| | 2019 |\n| --- | --- |\n| Total assets | 28,052 |\n";

  async function checked(text: string, sentence: string): Promise<AnswerSentence> {
    const collection = new MemoryCollection();
    const id = await collection.add("long.md", text);
    const found = (await collection.passages(id)).find((each) => each.text.includes("28,052"));
    if (!found) throw new Error("the test expected the table");
    const citations = [{ id: found.id, quote: "Total assets 28,052" }];
    const [checkedSentence] = await verifyAnswer(
      { enough: true, missing: "", sentences: [{ text: sentence, citations }] },
      {
        reader: collection,
        question: "",
        calculations: [],
        seen: [],
        signal: new AbortController().signal,
      },
    );
    if (!checkedSentence) throw new Error("The sentence was lost.");
    return checkedSentence;
  }

  const truth = "Total assets were $28,052 million in 2019.";
  const lie = "Total assets were $28,052 thousand in 2019.";

  it("finds the unit of a table on another page of the same statement", async () => {
    const statement = `# Balance sheet\n\n(in millions)\n\n${filler}${table}\n${filler}`;
    // Another page uses another scale, so the document has no usual unit.
    const others = `# Note 1\n\n(in thousands)\n\n${filler}# Note 2\n\n(in thousands)\n\n${filler}`;
    expect(await checked(statement + others, truth)).toMatchObject({ supported: true });
    expect(await checked(statement + others, lie)).toMatchObject({ supported: false });
  });

  it("finds the unit of a table in a sentence that repeats one of its amounts", async () => {
    const text = `# A\n\n${table}\nAt the end of 2019 we had assets of $28,052 million.\n`;
    expect(await checked(text, truth)).toMatchObject({ supported: true });
    expect(await checked(text, lie)).toMatchObject({ supported: false });
  });

  it("reports the unit of a table as unstated if no text has it", async () => {
    const sentence = await checked(`# A\n\n${table}`, truth);
    expect(sentence).toMatchObject({
      supported: false,
      misplacedNumbers: [{ kind: "unstated", stands: "28,052", said: "$28,052 million" }],
    });
    expect(repairRequest([sentence], 3)).toContain("28,052 is there, without a stated unit");
    expect(await checked(`# A\n\n${table}`, "Total assets were 28,052 in 2019.")).toMatchObject({
      supported: true,
    });
  });
});

describe("a quoted row", () => {
  it("checks a number against the quoted row, even if a sentence also contains the number", async () => {
    const [line] = balance.split("\n").filter((each) => each.startsWith("| Total current assets"));
    const citations = quotes.slice(0, 1).map(({ id }) => ({ id, quote: line ?? "" }));
    const text = "Total current assets were 3,101 at the end of 2019.";
    const [sentence] = await verifyAnswer(
      { enough: true, missing: "", sentences: [{ text, citations }] },
      { reader, question: "", calculations: [], seen: [], signal: new AbortController().signal },
    );
    expect(sentence).toMatchObject({ misplacedNumbers: [{ kind: "column", stands: "2018" }] });
  });
});
