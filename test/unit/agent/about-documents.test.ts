import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../src/agent/answer.js";
import { documentQuestion } from "../../../src/agent/guided/about-documents.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

let reader: MemoryReader;

beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add(
    "harbour-report-2024.md",
    "# Harbour report\n\nThe harbour had a quiet year, without a single accident. More ships came than in any year before it.\n\n## Ships\n\nOne thousand and twelve ships called at the two quays. Most of them were ferries.\n\n## Money\n\nThe harbour earned more than it spent, as in the year before. The dues stay as they are.\n",
  );
  await reader.add("PILOTSCLUB_2023_minutes.md", "# Minutes\n\nPilots board at the quay.\n");
  await reader.add("ferries.md", "# Ferries\n\nFerries leave from the pier.\n");
});

const ask = (question: string): Promise<Answer> => askWithoutModel(reader, question);

describe("a question about documents as such", () => {
  it.each([
    ["What documents do I have?", "documents", ""],
    ["list all my files", "documents", ""],
    ["Welche Dokumente habe ich?", "documents", ""],
    ["Quels documents ai-je ?", "documents", ""],
    ["¿Qué documentos tengo?", "documents", ""],
    ["How many pages does the harbour report have?", "pages", "the harbour report"],
    ["how many pages are there in ferries.md", "pages", "ferries.md"],
    ["Wie viele Seiten hat der Bericht?", "pages", "der Bericht"],
    ["Who wrote the harbour report?", "author", "the harbour report"],
    ["When was ferries.md last changed?", "day", "ferries.md"],
    ["Summarise the harbour report", "overview", "the harbour report"],
    ["Please give me a short summary of this document.", "overview", "this document"],
    ["What is the harbour report about?", "overview", "the harbour report"],
    ["Worum geht es in dem Bericht?", "overview", "dem Bericht"],
    ["De quoi parle le rapport ?", "overview", "le rapport"],
  ])("%s", (question, asks, which) => {
    expect(documentQuestion(question)).toEqual({ asks, which });
  });

  it.each([
    "What documents do I need for a passport?",
    "Which documents mention the lighthouse?",
    "How many pages did the committee read?",
    "Who wrote to the harbour master, and why?",
    "When was the lighthouse built?",
    "What is it all?",
  ])("is not recognised in: %s", async (question) => {
    const asked = documentQuestion(question);
    if (asked) expect((await ask(question)).kind).toBe("passages");
  });
});

describe("an answer about documents as such", () => {
  it("lists the documents", async () => {
    const { kind, sentences } = await ask("What documents do I have?");
    expect(kind).toBe("answered");
    expect(sentences[0]?.text).toBe("3 documents:");
    expect(sentences.slice(1).map(({ text }) => text.split(":")[0])).toEqual([
      "Harbour report (harbour-report-2024.md)",
      "Minutes (PILOTSCLUB_2023_minutes.md)",
      "Ferries (ferries.md)",
    ]);
  });

  it("counts the pages of the named document only", async () => {
    const { sentences } = await ask("How many pages has the pilots club paper?");
    expect(sentences.map(({ text }) => text)).toEqual(["PILOTSCLUB_2023_minutes.md has 1 part."]);
  });

  it("gives an overview in the document's own words, each of which opens its page", async () => {
    const { kind, sentences, unmatched } = await ask("Summarise the harbour report");
    expect(kind).toBe("answered");
    expect(unmatched).toBeUndefined();
    const [head, ...rest] = sentences.map(({ text }) => text);
    expect(head).toMatch(/^Overview of Harbour report \(harbour-report-2024\.md\): /);
    expect(rest).toEqual([
      "The harbour had a quiet year, without a single accident.",
      "More ships came than in any year before it.",
      "Ships: One thousand and twelve ships called at the two quays.",
      "Money: The harbour earned more than it spent, as in the year before.",
    ]);
    for (const { text, citations } of sentences.slice(1)) {
      expect(citations).toHaveLength(1);
      expect(text).toContain(citations[0]?.quote.replace(/\s+/gu, " "));
    }
  });

  it("makes no claim about an unknown document, or one without an author", async () => {
    for (const question of [
      "Summarise the treaty of Utrecht",
      "How many pages has the budget?",
      "Who wrote the harbour report?",
      "Summarise this document",
    ]) {
      expect((await ask(question)).kind, question).toBe("passages");
    }
  });
});
