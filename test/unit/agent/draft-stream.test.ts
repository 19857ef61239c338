import fc from "fast-check";
import { expect, it } from "vitest";
import { DraftStream } from "../../../src/agent/loop/chat-session.js";

/** The sentences reported while a reply arrives in pieces of these lengths. */
function reported(reply: string, lengths: readonly number[]): string[] {
  const found: string[] = [];
  const stream = new DraftStream((index, text) => {
    expect(index).toBe(found.length);
    found.push(text);
  });
  let at = 0;
  for (const length of lengths) {
    stream.add(reply.slice(at, at + length));
    at += length;
  }
  stream.add(reply.slice(at));
  return found;
}

it("reports each sentence once, however the reply is split", () => {
  const sentences = fc.array(
    fc.string().filter((text) => text.trim() !== ""),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(sentences, fc.array(fc.nat(20)), (texts, lengths) => {
      const answer = { sentences: texts.map((text) => ({ text, citations: [] })) };
      const reply = JSON.stringify({
        thought: '"text":"no"',
        calls: [{ tool: "answer", arguments: answer }],
      });
      expect(reported(reply, lengths)).toEqual(texts.map((text) => text.trim()));
    }),
  );
});

it("reports no more of a sentence than an answer may contain", () => {
  const text = "*a_".repeat(5_000);
  const calls = [{ tool: "answer", arguments: { sentences: [{ text, citations: [] }] } }];
  expect(reported(JSON.stringify({ calls }), [100])).toEqual([text.slice(0, 1_000)]);
});

it("reports nothing about other tools", () => {
  expect(reported('{"calls":[{"tool":"search","arguments":{"text":"no"}}]}', [5, 5])).toEqual([]);
});
