import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type Answer, Pagehound } from "../../../src/index.js";

const name = "guided-marks-test";
let hound: Pagehound;

const manual = `Kestrel K1 bicycle: owner's manual

A full charge of the battery takes 4.5 hours with the charger in the box. Charge the battery only indoors. Never charge it unattended.

The bicycle weighs 24 kg with its battery. The frame is made of aluminium, which does not rust.`;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  for await (const event of hound.add([{ path: "manual.txt", file: new Blob([manual]) }])) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
});
afterAll(() => hound.close());

const question = "How long does a full charge of the battery take?";
const sentence = "A full charge of the battery takes 4.5 hours with the charger in the box.";

async function ask(reply: string): Promise<Answer> {
  const model = scriptedModel([{ reply, format: null }]);
  const answer = await hound.ask(question, { model, strategy: "guided", conversation: "new" });
  model.finish();
  return answer;
}

describe("a sentence that a small model chooses", () => {
  it("a small model's choice is not marked as doubtful if it is also the likely answer without a model", async () => {
    const unled = await hound.ask(question, { conversation: "new" });
    const [best] = unled.passages;
    expect(best?.certainty).toBe("likely");
    expect(best?.marked.map(({ start, end }) => best.text.slice(start, end))).toEqual([sentence]);

    const { sentences } = await ask("A full charge takes 4.5 hours.");
    expect(sentences).toMatchObject([{ text: sentence, supported: true, citations: [{}] }]);
    expect(sentences[0]?.doubt).toBeUndefined();
  });

  it("follows the likely answer if they differ, with both marked as doubtful", async () => {
    const { sentences } = await ask("The bicycle weighs 24 kg.");
    expect(sentences.map(({ text }) => text)).toEqual([
      sentence,
      "The bicycle weighs 24 kg with its battery.",
    ]);
    expect(sentences.map(({ supported }) => supported)).toEqual([false, false]);
  });

  it("the model is not asked to choose if no sentence can be the answer", async () => {
    const answer = await hound.ask("Which airline flies to Reykjavik in winter?", {
      ...{ model: scriptedModel([]), strategy: "guided", conversation: "new" },
    });
    expect(answer).toMatchObject({ kind: "not-found", sentences: [] });
    expect(answer.usage.turns).toBe(0);
  });

  it("a small model's choice is marked as doubtful if it only repeats the question", async () => {
    const { sentences } = await ask("A full charge of the battery takes long.");
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.map(({ supported }) => supported)).not.toContain(true);
  });
});
