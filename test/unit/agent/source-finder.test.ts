import { expect, test } from "vitest";
import { TokenEstimator } from "../../../src/agent/context/token-budget.js";
import { RunState } from "../../../src/agent/loop/run-state.js";
import { recordedSources, SourceFinder } from "../../../src/agent/loop/source-finder.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import type { ToolReader } from "../../../src/agent/tools/tool.js";
import { type DocumentSummary, documentId } from "../../../src/core/document.js";
import type { FoundDocument } from "../../../src/search/api.js";

const note = { id: "g1", text: "Under “Crossings” (page 1), row “Harbour ferry”" };
const found: readonly FoundDocument[] = [3, 1, 2].map((ordinal) => ({
  document: documentId(ordinal),
  path: `report ${ordinal}.pdf`,
  description: `Report ${ordinal}; about: Ferries`,
  guides: ordinal === 1 ? [note] : [],
}));

function stateOf(count: number, controller = new AbortController()): RunState {
  const documents = Array.from({ length: count }, (_, index) => {
    return { id: documentId(index + 1), path: `report ${index + 1}.pdf` } as DocumentSummary;
  });
  return new RunState({
    question: "How many crossings?",
    documents,
    reader: {} as ToolReader,
    gauge: new TokenEstimator(estimateTokens),
    signal: controller.signal,
    emit: () => {},
  });
}

test("shows a model a few documents with notes, without a tool to find others", async () => {
  const finder = new SourceFinder(async () => found);
  expect(finder.toolFor(stateOf(40))).toBeNull();
  expect(await finder.opening(stateOf(40), 4_000)).toBe(
    "<sources>\nd1 report 1.pdf\n  found before: Under “Crossings” (page 1), row “Harbour ferry”\n</sources>",
  );
  expect(finder.searches).toEqual([{ request: "How many crossings?", found }]);
  const none = new SourceFinder(async () => found.slice(0, 1));
  expect(await none.opening(stateOf(40), 4_000)).toBe("");
});

test("shows a model the best of many documents, and a tool to find others", async () => {
  const finder = new SourceFinder(async () => found);
  const state = stateOf(41);
  const opening = await finder.opening(state, 4_000);
  expect(opening.split("\n").map((line) => line.slice(0, 15))).toEqual([
    ...["<sources>", "d3 report 3.pdf", "d1 report 1.pdf", "  found before:"],
    ...["d2 report 2.pdf", "</sources>"],
  ]);
  expect(opening).toContain("d3 report 3.pdf: Report 3; about: Ferries");
  const from = { url: "https://search.example/books", title: "Intranet\nof all" };
  const elsewhere = new SourceFinder(async () => found.map((one) => ({ ...one, from })));
  const openingText = await elsewhere.opening(state, 4_000);
  expect(openingText).toContain("d3 report 3.pdf of Intranet of all: Report 3; about: Ferries");
  const narrow = await finder.opening(state, 250);
  expect(narrow).toContain("d3 report 3.pdf");
  expect(narrow).not.toContain("d2 report 2.pdf");
  expect(await finder.opening(state, 50)).toBe("");
  const tool = finder.toolFor(state) ?? expect.fail("no tool");
  const budget = { limit: 400, countTokens: estimateTokens };
  const context = { ...state, budget, seen: [], calculations: [] };
  const result = await tool.run({ question: "ferries" }, context);
  expect(result).toMatchObject({ evidence: [], summary: "3 documents" });
  expect(result.text.split("\n")).toHaveLength(3);
  // A replay finds the recorded results, search by search.
  const again = new SourceFinder(recordedSources(finder.searches));
  expect(await again.opening(state, 4_000)).toBe(opening);
});

test("uses all documents if the search fails, but not if it is aborted", async () => {
  const controller = new AbortController();
  const failing = new SourceFinder(async () => {
    throw new Error("no such document");
  });
  const state = stateOf(41, controller);
  expect(await failing.opening(state, 4_000)).toBe("");
  const tool = failing.toolFor(state) ?? expect.fail("no tool");
  const budget = { limit: 400, countTokens: estimateTokens };
  const context = { ...state, budget, seen: [], calculations: [] };
  expect((await tool.run({ question: "ferries" }, context)).text).toContain("No document fits");
  controller.abort(new Error("stopped"));
  await expect(failing.opening(state, 4_000)).rejects.toThrow("stopped");
});
