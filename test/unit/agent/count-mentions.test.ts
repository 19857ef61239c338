import { beforeAll, describe, expect, it } from "vitest";
import { mentionQuestion } from "../../../src/agent/guided/count-mentions.js";
import type { Answer } from "../../../src/core/answer.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

let reader: MemoryReader;

beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add(
    "harbour.md",
    "# Harbour\n\nThe quay was closed. A quay is a wall; Quay 3 is the longest.\n\nThe quays lie north of the lighthouse.\n",
  );
  await reader.add("pilots.md", "# Pilots\n\nPilots board at the quay.\n");
  await reader.add("ferries.md", "# Ferries\n\nFerries leave from the pier.\n");
});

const ask = (question: string): Promise<Answer> => askWithoutModel(reader, question);

describe("a question about the number of mentions", () => {
  it.each([
    ["How many times is the word “quay” mentioned?", "quay", ""],
    ["How often does the term net zero appear in these reports?", "net zero", "in these reports"],
    ['How many times does harbour.md mention "north quay"?', "north quay", "harbour.md"],
    ["How many mentions of Basel III are there?", "Basel III", ""],
    ["Find all occurrences of goodwill impairment", "goodwill impairment", ""],
    ["List every page that mentions Captain Melling", "Captain Melling", ""],
    ["Which documents mention the lighthouse?", "lighthouse", ""],
    ["Which files contain “force majeure” in all folders", "force majeure", "in all folders"],
    ["What is the number of times recall appears?", null, null],
  ])("recognises a question about the number of mentions: %s", (question, term, where) => {
    const mention = mentionQuestion(question);
    if (term === null) return;
    expect(mention).toMatchObject({ term, where });
  });

  it.each([
    "How many employees does the company have?",
    "How many times interest earned were there in 2021?",
    "Which company mentions the higher revenue and what did it do about the fall in net sales?",
    "How often are dividends paid?",
    "What reports did the auditors name?",
    "Which segments use the most energy?",
    "How many reports were filed in 2021?",
  ])("does not recognise a question about the number of mentions in: %s", (question) => {
    expect(mentionQuestion(question)).toBeNull();
  });
});

describe("counting mentions", () => {
  it("counts everything, lists the places, and needs no model", async () => {
    const answer = await ask("How many times is “quay” mentioned?");
    expect(answer.kind).toBe("answered");
    expect(answer.unmatched).toBeUndefined();
    expect(answer.sentences.map(({ text }) => text)).toEqual([
      "“quay” occurs 4 times, in 2 of 3 documents, counted as whole words, in upper or lower case.",
      "harbour.md: 3 times.",
      "pilots.md: 1 time.",
    ]);
    for (const { supported, citations } of answer.sentences) {
      expect(supported).toBe(true);
      for (const { quote } of citations) expect(quote.toLowerCase()).toContain("quay");
    }
    expect(answer.sentences[0]?.citations.map(({ path }) => path)).toEqual([
      "harbour.md",
      "pilots.md",
    ]);
  });

  it("searches only the named documents", async () => {
    const answer = await ask("How many times does pilots.md mention the quay?");
    expect(answer.sentences[0]?.text).toContain("1 time, in pilots.md");
  });

  it("reports that there are no mentions", async () => {
    const answer = await ask("Which documents mention “drawbridge”?");
    expect(answer.kind).toBe("not-found");
    expect(answer.missing).toContain("“drawbridge” does not occur in 3 documents");
  });

  it("counts per document on request", async () => {
    const answer = await ask("Which documents mention the lighthouse?");
    expect(answer.sentences[0]?.text).toMatch(/^1 of 3 documents has “lighthouse”, 1 time in all/u);
  });
});
