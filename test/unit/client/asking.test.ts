import { expect, it } from "vitest";
import type { AskEvent } from "../../../src/client/ask.js";
import { Asking } from "../../../src/client/asking.js";
import type { Answer } from "../../../src/core/answer.js";
import { answer } from "../element/state/answers.js";

/**
 * A question whose model writes these sentences, each with the index of its draft, before it is
 * answered.
 */
function asking(drafts: readonly (readonly [number, string])[], text: string): Asking {
  return new Asking(async ({ onProgress }) => {
    await Promise.resolve();
    for (const [index, sentence] of drafts) {
      onProgress?.({ type: "sentence-draft", index, text: sentence });
    }
    return answer({ text });
  });
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

it("streams the sentences as the model writes them", async () => {
  const run = asking(
    [
      [0, "Twelve weeks."],
      [1, "From June."],
    ],
    "Twelve weeks. From June.",
  );
  expect(await collect(run.textStream)).toEqual(["Twelve weeks.", " From June."]);
  expect((await run).text).toBe("Twelve weeks. From June.");
});

it("streams the whole text at the end if the model wrote none of it", async () => {
  const run = asking([], "The notice period is twelve weeks.");
  expect(await collect(run.textStream)).toEqual(["The notice period is twelve weeks."]);
});

it("separates a new draft from a discarded one", async () => {
  const run = asking(
    [
      [0, "Ten weeks."],
      [0, "Twelve weeks."],
    ],
    "Twelve weeks.",
  );
  expect((await collect(run.textStream)).join("")).toBe("Ten weeks.\n\nTwelve weeks.");
});

it("streams text and events at the same time", async () => {
  const run = asking([[0, "Twelve weeks."]], "Twelve weeks.");
  const [text, events] = await Promise.all([collect(run.textStream), collect<AskEvent>(run)]);
  expect(text).toEqual(["Twelve weeks."]);
  expect(events.map(({ type }) => type)).toEqual(["sentence-draft"]);
});

it("throws the answer's error from the stream", async () => {
  const run = new Asking(async (): Promise<Answer> => {
    throw new Error("no model");
  });
  await expect(collect(run.textStream)).rejects.toThrow("no model");
  await expect(run).rejects.toThrow("no model");
});

it("keeps answering if the stream is left early", async () => {
  const run = asking([[0, "Twelve weeks."]], "Twelve weeks.");
  for await (const _ of run.textStream) break;
  expect((await run).text).toBe("Twelve weeks.");
});
