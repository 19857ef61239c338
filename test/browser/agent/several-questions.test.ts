import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markedTexts } from "../../../src/core/sentence-part.js";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type Answer, Pagehound } from "../../../src/index.js";
import { fixture } from "../fixture.js";

const name = "several-questions-test";
const lease =
  "The landlord is Ingrid Moe of Hill Street. The tenant pays a deposit of 900 euros in May.";
const blood = "Ferritin was 9 in March. It is below the limit.";
const repairs = "The lock is repaired after normal wear.";
let hound: Pagehound;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  const walks = await fixture("pdf/over-pages.pdf");
  const files = [
    { path: "lease.txt", file: new Blob([lease]) },
    { path: "walks.pdf", file: walks },
    { path: "blood.txt", file: new Blob([blood]) },
    { path: "repairs.txt", file: new Blob([repairs]) },
  ];
  for await (const event of hound.add(files)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
});
afterAll(() => hound.close());

const ask = (question: string): Promise<Answer> => hound.ask(question, { conversation: "new" });
const markedIn = ({ passages }: Pick<Answer, "passages">): string[] =>
  passages.flatMap(markedTexts).map((text) => text.replaceAll("\n", " "));

describe("a message with two questions", () => {
  it("gets an answer to each", async () => {
    const { parts = [], text } = await ask("Who is the landlord and who is the keeper of the hut?");
    expect(parts.map(({ question }) => question)).toEqual([
      "Who is the landlord?",
      "Who is the keeper of the hut?",
    ]);
    const answers = [
      "The landlord is Ingrid Moe of Hill Street.",
      "The keeper of the hut is Ada Berg.",
    ];
    expect(parts.map((part) => markedIn(part)[0])).toEqual(answers);
    expect(text).toBe(answers.join("\n"));
  });

  it("reads a second question that points back together with the first one", async () => {
    const { parts = [] } = await ask(
      "Who is the keeper of the hut? And how much does a bed cost there?",
    );
    expect(markedIn(parts[1] ?? { passages: [] })[0]).toContain("A bed costs 24 crowns a night.");
  });

  it("marks no other document for “it”, which is what the first question asks about", async () => {
    expect(markedIn(await ask("Is it normal?")).join(" ")).toBe(repairs);
    const { parts = [] } = await ask("What was ferritin in March and is it normal?");
    expect(markedIn(parts[0] ?? { passages: [] }).join(" ")).toContain("Ferritin was 9");
    expect(markedIn(parts[1] ?? { passages: [] }).join(" ")).not.toContain("normal");
  });

  it("shows a passage that answers both once, with all marks, among the passages of the answer", async () => {
    const { passages } = await ask("Who is the landlord and how much is the deposit?");
    expect(new Set(passages.map(({ evidence }) => evidence)).size).toBe(passages.length);
    expect(markedIn({ passages }).join(" ")).toBe(lease);
  });

  it("asks a small model one question after the other, and says which has no answer", async () => {
    const model = scriptedModel([{ reply: "The landlord is Ingrid Moe.", format: null }]);
    const answer = await hound.ask("Who is the landlord? Which airline flies to Reykjavik?", {
      ...{ model, strategy: "guided", conversation: "new" },
    });
    model.finish();
    expect(answer).toMatchObject({ kind: "answered", standalone: answer.question });
    expect(answer.text.split("\n")).toEqual([
      "The landlord is Ingrid Moe of Hill Street.",
      "“Which airline flies to Reykjavik?”: nothing was found.",
    ]);
    expect(answer.sentences.map(({ supported }) => supported)).toEqual([true, false]);
  });

  it("an answer to one question has no parts", async () => {
    expect((await ask("Who is the landlord?")).parts).toBeUndefined();
  });
});

describe("a sentence that continues on the next page", () => {
  const sentence =
    "It is closed each year from November to the end of April, when the pass is covered in snow and the warden has gone home.";

  it("marks a sentence as a whole, in the passage that fits the question better", async () => {
    const answer = await ask("When is the path to the ridge closed?");
    expect(answer.passages[0]).toMatchObject({ path: "walks.pdf", page: 1 });
    expect(answer.passages[0]?.sentenceEnd).toMatchObject({ page: 2, span: { start: 21 } });
    expect(markedIn(answer)[0]).toContain(sentence);
    expect(answer.text.replaceAll("\n", " ")).toContain(sentence);
  });

  it("shows a sentence from its start with the passage that it ends in", async () => {
    const { passages } = await ask("Are dogs welcome in the hut?");
    const [best] = passages;
    expect(best).toMatchObject({ page: 2, sentenceStart: { page: 1 } });
    expect(best?.sentenceStart?.text).toMatch(/^It is\sclosed/);
  });
});
