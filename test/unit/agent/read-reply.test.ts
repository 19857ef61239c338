import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAction, readRewrite } from "../../../src/agent/loop/read-reply.js";
import { countSteps } from "../count-steps.js";

describe("an action", () => {
  it("reads an action in the requested format", () => {
    const calls = [{ tool: "search", arguments: { query: "net sales" } }];
    expect(readAction(JSON.stringify({ thought: " look ", calls }))).toEqual({
      thought: "look",
      calls,
    });
  });

  it.each([
    ["in a fence", '```json\n{"calls":[{"tool":"outline","arguments":{}}]}\n```'],
    ["alone, without a list", '{"tool":"outline","arguments":{}}'],
    ["by name", '{"calls":[{"name":"outline","arguments":{}}]}'],
    ["without arguments", '{"calls":[{"tool":"outline"}]}'],
  ])("reads an action %s", (_, reply) => {
    expect(readAction(reply)).toEqual({ thought: "", calls: [{ tool: "outline", arguments: {} }] });
  });

  it.each(["", "{", "[]", "null", "7", '{"calls":[]}', '{"calls":[7]}', '{"calls":[{"tool":7}]}'])(
    "finds no action in %s",
    (reply) => expect(readAction(reply)).toBeNull(),
  );

  it.each([
    ["white space in a fence", `\`\`\`${" ".repeat(50_000)}x`],
    ["quotes that are escaped and never closed", '\\"'.repeat(25_000)],
  ])("finds no action in %s, in linear time", (_, reply) => {
    expect(readAction(reply)).toBeNull();
    expect(countSteps(() => readAction(reply))).toBeLessThan(20 * reply.length);
  });

  it("returns null or an action with calls for any reply", () => {
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.json());
    fc.assert(
      fc.property(anything, (reply) => {
        const action = readAction(reply);
        if (action) expect(action.calls.length).toBeGreaterThan(0);
        const rewrite = readRewrite(reply);
        if (rewrite) expect(rewrite.question).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });

  it("does not search endless replies for an action", () => {
    expect(readAction(`${" ".repeat(100_000)}{"tool":"outline"}`)).toBeNull();
  });
});

describe("a rewritten question", () => {
  it("reads a rewritten question with its valid queries", () => {
    const reply = JSON.stringify({
      question: " Net sales in 2019? ",
      queries: ["net sales", 7, " "],
    });
    expect(readRewrite(reply)).toEqual({ question: "Net sales in 2019?", queries: ["net sales"] });
    expect(readRewrite('{"question":"Why?"}')).toEqual({ question: "Why?", queries: [] });
    expect(readRewrite('{"question":" "}')).toBeNull();
    expect(readRewrite('{"queries":["a"]}')).toBeNull();
  });
});
