import { describe, expect, it } from "vitest";
import { parseTrace, type Trace } from "../../../src/agent/trace/trace.js";

import type { DocumentId } from "../../../src/core/document.js";

const usage = {
  calls: 1,
  turns: 1,
  promptTokens: 10,
  reusedTokens: 0,
  generatedTokens: 3,
  folds: 0,
  firstToken: null,
  total: 5,
};
const trace: Trace = {
  traceVersion: 1,
  startedAt: "2026-11-21T12:00:00.000Z",
  question: "How many?",
  history: [{ question: "Where?", asked: "Where?", answer: "" }],
  strategy: "tools",
  calls: 10,
  model: null,
  tools: [
    {
      name: "price",
      description: "A price.",
      parameters: { type: "object", properties: {} },
      readOnly: true,
    },
  ],
  documents: [{ id: "d1" as DocumentId, path: "a.pdf", hash: "00" }],
  steps: [
    {
      type: "turn",
      keptMessages: 0,
      addedMessages: [{ role: "user", content: "How many?" }],
      format: null,
      reply: {
        content: "4212",
        finishReason: "stop",
        usage: { promptTokens: 3, reusedTokens: null, completionTokens: 1 },
        timing: { firstToken: null, total: 2 },
      },
      failure: null,
      at: 1,
    },
    { type: "note", kind: "compaction", text: "Compacted.", at: 2 },
  ],
  answer: {
    kind: "passages",
    question: "How many?",
    standalone: "How many?",
    sentences: [],
    passages: [],
    missing: "",
    tried: ["Looked for it"],
    coverage: { documents: 1, pages: 1, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 },
    calculations: [],
    reason: null,
    usage,
  },
};

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
  it("gives back what was saved", () => {
    expect(parseTrace(JSON.stringify(trace))).toEqual(trace);
  });

  it.each([
    ["no JSON", "{", "not JSON"],
    ["null", "null", "no object"],
    ["a list", "[]", "no object"],
    ["another document", "{}", "no traceVersion"],
    ["another version", changed(["traceVersion"], 2), "of version 2"],
    ["no question", changed(["question"], undefined), "question is not"],
    ["an unknown strategy", changed(["strategy"], "guess"), "strategy is not"],
    ["an inherited name as strategy", changed(["strategy"], "toString"), "strategy is not"],
    ["an unknown step", changed(["steps", 1, "type"], "dream"), "steps.1.type is not"],
    ["a reply without text", changed(["steps", 0, "reply", "content"], 7), "steps.0.reply.content"],
    ["a damaged answer", changed(["answer", "sentences"], [{}]), "answer.sentences.0.text is not"],
    ["a tool without a schema", changed(["tools", 0, "parameters"], null), "tools.0.parameters"],
    ["no list of tools", changed(["tools"], undefined), "tools is not"],
    ["documents without hashes", changed(["documents", 0, "hash"], null), "documents.0.hash"],
  ])("refuses %s, and says where", (_, json, words) => {
    expect(() => parseTrace(json)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(words),
      }),
    );
  });
});
