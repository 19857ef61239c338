import { beforeAll, expect, it } from "vitest";
import { repairRequest, verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import type { AnswerSentence } from "../../../../src/core/answer.js";
import type { DocumentId } from "../../../../src/core/document.js";
import { MemoryCollection } from "../reading/memory-collection.js";

/** Figures in millions, on the second page of someone's report. */
function reportOf(name: string): string {
  const filler = "It goes on as it was, and that is all there is to say of it. ".repeat(120);
  return `# ${name}\n\nAnnual report.\n\n${filler}\n\n# Results\n\nIn millions of dollars.\n\n| | 2021 | 2020 |\n| --- | --- | --- |\n| Total assets | 420,549 | 321,195 |\n| Fulfillment | 75,111 | 58,517 |\n\nSales to Lumen Stores were 3 % of all.\n`;
}

const reader = new MemoryCollection();
const ids = new Map<string, DocumentId>();

beforeAll(async () => {
  for (const [path, text] of [
    ["HARBOR_2021_10K.pdf.md", reportOf("HARBOR.COM, INC.")],
    ["reports/second.md", reportOf("Anvil & Tongs Corporation")],
    ["lumen-stores-2021.md", reportOf("Lumen Stores, Inc.")],
    ["notes.md", reportOf("Notes of a meeting")],
  ] as const) {
    ids.set(path, await reader.add(path, text));
  }
});

async function check(
  text: string,
  { path = "HARBOR_2021_10K.pdf.md", question = "What does it say?" } = {},
): Promise<AnswerSentence> {
  const id = ids.get(path);
  const passages = id === undefined ? [] : await reader.passages(id);
  const cited = passages.filter((each) => each.text.includes("420,549"));
  const citations = cited.map((each) => ({ id: each.id, quote: "Total assets 420,549 321,195" }));
  const [sentence] = await verifyAnswer(
    { enough: true, missing: "", sentences: [{ text, citations }] },
    { reader, question, calculations: [], seen: [], signal: new AbortController().signal },
  );
  if (!sentence) throw new Error("The sentence was lost.");
  return sentence;
}

it.each([
  [
    "the company on another document's first page",
    "Anvil's total assets were $420,549 million in 2021.",
  ],
  [
    "that company in the middle of a sentence",
    "In 2021, the total assets of Anvil & Tongs were $420,549 million.",
  ],
  [
    "a company that the document does not mention",
    "Globex's total assets in 2021 were $420,549 million.",
  ],
  ["the subject of a verb", "In 2021, Globex reported total assets of $420,549 million."],
  [
    "that company in German",
    "Die Bilanzsumme von Anvil & Tongs betrug 2021 420,549 million dollars.",
  ],
])("reports a number that is attributed to %s", async (_what, text) => {
  const sentence = await check(text);
  expect(sentence.supported).toBe(false);
  expect(sentence.misplacedNumbers).toMatchObject([{ kind: "company", stands: "HARBOR.COM" }]);
  expect(repairRequest([sentence], 3)).toContain("is in a document of HARBOR.COM");
});

it("uses the company in the question if the sentence names none", async () => {
  const text = "Total assets were $420,549 million in 2021.";
  const question = "What were Anvil's total assets in 2021?";
  expect(await check(text, { question })).toMatchObject({
    misplacedNumbers: [{ kind: "company", said: "Anvil" }],
  });
  expect(await check(text, { question, path: "reports/second.md" })).toMatchObject({
    supported: true,
  });
  // A question about others is answered with others.
  const others = "What are the total assets of Anvil's competitors in 2021?";
  expect(await check(text, { question: others })).toMatchObject({ supported: true });
});

it.each([
  ["its own name", "Harbor's total assets were $420,549 million in 2021."],
  [
    "its name with its legal form",
    "Harbor.com, Inc. had total assets of $420,549 million in 2021.",
  ],
  ["a short form of its name", "HRBR's total assets were $420,549 million in 2021."],
  ["a part of the company", "Fulfillment's share was $75,111 million in 2021."],
  [
    "a company that the page names",
    "Lumen Stores' share of total assets: $420,549 million in 2021.",
  ],
  ["the company, without a name", "The Company's total assets were $420,549 million in 2021."],
  [
    "a word that begins a sentence",
    "Management reported total assets of $420,549 million in 2021.",
  ],
  [
    "one of two named companies",
    "Unlike Anvil's, Harbor's total assets were $420,549 million in 2021.",
  ],
])("supports a number that is attributed to %s", async (_what, text) => {
  expect(await check(text)).toMatchObject({ supported: true });
});

it("checks no company names if the document does not name its own", async () => {
  const text = "Globex's total assets were $420,549 million in 2021.";
  expect(await check(text, { path: "notes.md" })).toMatchObject({ supported: true });
});
