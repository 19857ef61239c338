import { beforeAll, describe, expect, it } from "vitest";
import type { AnswerSentence } from "../../../../src/agent/answer.js";
import { repairRequest, verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import { MemoryCollection } from "../../reading/memory-collection.js";

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
`;
const reader = new MemoryCollection();
let quotes: { id: string; quote: string }[];

beforeAll(async () => {
  const id = await reader.add("acme.md", balance);
  quotes = (await reader.passages(id)).map(({ id, text }) => ({ id, quote: text.slice(0, 200) }));
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

describe("a number of a table is held against its cell", () => {
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
    ["Total current assets in 2019 were €3,725 million.", "unit", "$", "€"],
  ])("%s", async (text, kind, stands, said) => {
    const sentence = await check(text);
    expect(sentence.supported).toBe(false);
    expect(sentence.unsupportedNumbers).toHaveLength(1);
    expect(sentence.misplacedNumbers).toEqual([
      { number: sentence.unsupportedNumbers[0], kind, stands, said },
    ]);
    // The model is told what is wrong, not that the number is nowhere.
    expect(repairRequest([sentence], 3)).toContain(stands);
  });

  it("by the year of the question, where the sentence names none", async () => {
    const question = "What were total assets in 2019?";
    expect(await check("Total assets were $12,432 million.", question)).toMatchObject({
      supported: true,
    });
    expect(await check("Total assets were $11,087 million.", question)).toMatchObject({
      supported: false,
      misplacedNumbers: [{ kind: "column", stands: "2018", said: "2019" }],
    });
  });

  it("unless the sentence speaks of the year before", async () => {
    const question = "What were total assets in 2019?";
    expect(await check("In the prior year they were $11,087 million.", question)).toMatchObject({
      supported: true,
    });
  });

  it("by the row of the question, where the sentence names none", async () => {
    const question = "What were the total current liabilities in 2019?";
    expect(await check("They were $1,450 million in 2019.", question)).toMatchObject({
      supported: true,
    });
    expect(await check("They were $3,725 million in 2019.", question)).toMatchObject({
      misplacedNumbers: [{ kind: "row", said: "Total current liabilities" }],
    });
  });
});

describe("what is true is not marked", () => {
  it.each([
    [
      "two years in one sentence",
      "Total assets rose from $11,087 million in 2018 to $12,432 million in 2019.",
    ],
    [
      "two rows in one sentence",
      "Of total assets of $12,432 million, total current assets were $3,725 million in 2019.",
    ],
    ["a label in words of its own", "At the end of 2019 the company had $1,105 million in cash."],
    [
      "a year by its distance",
      "In 2019 total assets were $12,432 million; a year earlier they were $11,087 million.",
    ],
    ["what it rose from", "Total assets rose from $11,087 million to $12,432 million in 2019."],
    [
      "what it is compared with",
      "At $12,432 million, total assets in 2019 were higher, against $11,087 million.",
    ],
    [
      "another row's one word by the way",
      "Capital expenditures were $640 million in cash terms in 2019.",
    ],
    ["a part of a label", "Revenues were $15,787 million in fiscal 2019."],
    [
      "the same number in a sentence of the page",
      "The headcount was 3,101 people at the end of 2019.",
    ],
    [
      "a unit that the table has from above it",
      "Total current assets in 2019 were 3,725 million dollars.",
    ],
    ["an outflow without its sign", "Net cash used in financing activities in 2019: $709 million."],
    [
      "what is taken off, without its sign",
      "The allowance for doubtful accounts was $51 million in 2019.",
    ],
  ])("%s", async (_what, text) => {
    const sentence = await check(text);
    expect(sentence.misplacedNumbers).toBeUndefined();
    expect(sentence.unsupportedNumbers).toEqual([]);
    expect(sentence.supported).toBe(true);
  });

  it("nor is anything held against cells where a reader has no tables", async () => {
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
