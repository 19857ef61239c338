import { expect, test } from "vitest";
import { stepsOfEvents, stepsOfTrace } from "../../../../src/element/ask/steps.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { AgentEvent, Trace } from "../../../../src/index.js";
import { answer } from "./answers.js";

const english = new I18n("en");
const german = new I18n("de");

const events: AgentEvent[] = [
  { type: "run-start", question: "q", strategy: "tools", model: null, documents: 1, calls: 6 },
  { type: "question-rewrite", question: "q", queries: ["net sales", "revenue"] },
  { type: "thought", text: "I will look." },
  {
    type: "tool-call",
    call: 1,
    tool: "search",
    arguments: { query: "net sales" },
    description: "Looked for “net sales”",
  },
  {
    type: "tool-result",
    call: 1,
    tool: "search",
    text: "…",
    evidence: [],
    summary: "Nothing found",
    repeated: true,
  },
  {
    type: "tool-call",
    call: 2,
    tool: "read",
    arguments: { what: "d9" },
    description: "Read a document",
  },
  { type: "tool-error", call: 2, tool: "read", message: "There is no d9." },
  { type: "compaction", tokensBefore: 12_000, tokensAfter: 800 },
  { type: "repair", reason: "The model's reply was too long." },
  { type: "fallback", to: "passages", reason: "The server failed." },
];

test("describes the steps of a run in plain words", () => {
  const told = stepsOfEvents(english, events).map(({ title, outcome, state, raw }) => [
    title,
    outcome,
    state,
    raw,
  ]);
  expect(told).toEqual([
    ["Looked for the passages that fit the question best", "in 1 document", "done", null],
    ["Will look for “net sales”, “revenue”", null, "note", null],
    ["Thought, unchecked", null, "note", "I will look."],
    ["Looked for “net sales”", "Nothing found (the same as before)", "done", "…"],
    [
      "Read a document",
      "This did not work; the model was told what it can do instead.",
      "failed",
      "There is no d9.",
    ],
    [
      "Earlier findings were shortened to notes, to make room.",
      null,
      "note",
      "12,000 → 800 tokens",
    ],
    ["Asked the model once more. The model's reply was too long.", null, "note", null],
    ["The server failed.", null, "note", null],
  ]);
});

test("uses no library English in other languages where there is a translation", () => {
  const titles = stepsOfEvents(german, events).map(({ title }) => title);
  expect(titles.at(-2)).toBe("Asked the model once more.");
  expect(titles.at(-1)).toBe("The model gave no answer; the best passages stand in for it.");
});

test("shows a stored trace like the run", () => {
  const trace: Trace = {
    traceVersion: 1,
    startedAt: "2026-03-05T12:00:00.000Z",
    question: "q",
    history: [],
    strategy: "retrieve",
    calls: 6,
    model: null,
    tools: [],
    documents: [],
    steps: [
      {
        type: "call",
        call: 1,
        tool: "search",
        arguments: { query: "net sales" },
        description: "Looked for “net sales”",
        text: "…",
        summary: "2 passages in 1 document",
        evidence: [],
        failed: false,
        repeated: false,
        at: 0,
        took: 1,
      },
      { type: "note", kind: "self-check", text: "the year 2023", at: 1 },
      { type: "note", kind: "fallback", text: "The server failed.", at: 2 },
    ],
    answer: answer({ reason: "The server failed." }),
  };
  expect(stepsOfTrace(english, trace).map(({ title, outcome }) => [title, outcome])).toEqual([
    ["Looked for the passages that fit the question best", "in 0 documents"],
    ["Looked for “net sales”", "2 passages in 1 document"],
    ["Checked what there is. the year 2023", null],
    ["The server failed.", null],
  ]);
});
