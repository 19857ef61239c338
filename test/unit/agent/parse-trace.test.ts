import { describe, expect, it } from "vitest";
import { parseTrace } from "../../../src/agent/trace/trace.js";
import { savedTrace as trace } from "./saved-trace.js";

/** The same trace with another value at a path. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy = JSON.parse(JSON.stringify(trace));
  const last = path.at(-1) ?? "";
  const place = path.slice(0, -1).reduce((inside, name) => inside[name], copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return JSON.stringify(copy);
}

describe("reading a trace", () => {
  it("returns what was saved", () => {
    expect(parseTrace(JSON.stringify(trace))).toEqual(trace);
  });

  it.each([
    ["no JSON", "{", "not JSON"],
    ["null", "null", "not an object"],
    ["a list", "[]", "not an object"],
    ["another document", "{}", "no traceVersion"],
    ["another version", changed(["traceVersion"], 2), "has version 2"],
    ["no question", changed(["question"], undefined), "question is not"],
    ["an unknown strategy", changed(["strategy"], "guess"), "strategy is not"],
    ["an inherited name as strategy", changed(["strategy"], "toString"), "strategy is not"],
    ["an unknown step", changed(["steps", 1, "type"], "dream"), "steps.1.type is not"],
    ["a reply without text", changed(["steps", 0, "reply", "content"], 7), "steps.0.reply.content"],
    ["a damaged answer", changed(["answer", "sentences"], [{}]), "answer.sentences.0.text is not"],
    ["a tool without a schema", changed(["tools", 0, "parameters"], null), "tools.0.parameters"],
    ["no list of tools", changed(["tools"], undefined), "tools is not"],
    ["documents without hashes", changed(["documents", 0, "hash"], null), "documents.0.hash"],
  ])("rejects %s, and says where", (_, json, words) => {
    expect(() => parseTrace(json)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(words),
      }),
    );
  });
});
