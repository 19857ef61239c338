import type { Trace } from "../../../src/agent/trace/trace.js";
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
/** A saved trace. */
export const savedTrace: Trace = {
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
    text: "",
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
