import { describe, expect, it } from "vitest";
import { bestPassages } from "../../../src/agent/loop/best-passages.js";
import { readQuestion } from "../../../src/figures/question.js";
import { FigureCollection } from "./figure-collection.js";

const texts = {
  "clinic.txt":
    "Patients who feel unwell call the physician before noon. Parking is free.\n\nThe archive of the clinic was moved to the cellar.",
  "team.txt": "Four players of the team come from Norway. The coach is new.",
};

async function searchOf(query: string, figures: boolean) {
  const collection = new FigureCollection();
  for (const [path, text] of Object.entries(texts)) await collection.add(path, text);
  return collection.search(query, 10, figures);
}

async function firstMark(question: string): Promise<string | undefined> {
  const response = await searchOf(question, true);
  const [first] = bestPassages(response, readQuestion(question), 3);
  const [span] = first?.marked ?? [];
  return span && first?.text.slice(span.start, span.end);
}

describe("words with similar meanings", () => {
  it("finds words with similar meanings for a question, and reports them", async () => {
    const { hits, alike } = await searchOf("When should sick people call the doctor?", true);
    expect(hits[0]?.path).toBe("clinic.txt");
    expect(alike).toContainEqual({ word: "doctor", forms: ["physician"] });
    expect(alike).toContainEqual({ word: "sick", forms: ["unwell"] });
  });

  it("accepts words with similar meanings as evidence for an answer", async () => {
    expect(await firstMark("When should sick people call the doctor?")).toBe(
      "Patients who feel unwell call the physician before noon.",
    );
  });

  it("the name of a people matches that of its country", async () => {
    const { unmatched } = await searchOf("How many Norwegians are in the team?", true);
    expect(unmatched).not.toContain("Norwegians");
    expect(await firstMark("How many Norwegians are in the team?")).toBe(
      "Four players of the team come from Norway.",
    );
  });

  it("does not mistake a stem in another language for a similar word", async () => {
    const collection = new FigureCollection();
    await collection.add("board.txt", "The clerk recorded the vote. The shop is new.");
    const notice =
      "El ayuntamiento publica el aviso sobre las obras de la plaza, que se celebran en septiembre.";
    await collection.add("aviso.txt", notice);
    const { alike } = await collection.search("Who designed the logo of the shop?", 10, true);
    expect((alike ?? []).map(({ word }) => word)).not.toContain("logo");
  });

  it("ignores words with similar meanings without a question, and for a single word", async () => {
    expect(await searchOf("call the doctor", false)).not.toHaveProperty("alike");
    expect((await searchOf("doctor", true)).hits).toEqual([]);
  });
});
