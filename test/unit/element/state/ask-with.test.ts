import { beforeEach, expect, it } from "vitest";
import { Asking } from "../../../../src/client/asking.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import type { AskCollection } from "../../../../src/element/ask/ask-feature.js";
import { askWith } from "../../../../src/element/shell/library.js";
import type { Occurrence } from "../../../../src/element/shell/renderer.js";
import type { WidgetSetup } from "../../../../src/element/shell/setup.js";
import type { Answer, AskEvent, AskOptions, Pagehound } from "../../../../src/index.js";

const answer = { kind: "answered", text: "", sentences: [] } as unknown as Answer;
const steps = [
  { type: "first-passages", passages: [] },
  { type: "answer", answer, conversation: null },
] as unknown as readonly AskEvent[];
const setup = { tools: [], usesPageTools: false } as unknown as WidgetSetup;
const occurrences: Occurrence[] = [];
let calls: AskOptions[];
let failure: Error | null;
/** Resolves once the collection's own run was stopped. */
let stopped: Promise<void>;

beforeEach(() => {
  occurrences.length = 0;
  calls = [];
  failure = null;
});

function libraryOf(): Pagehound {
  const ask: Pagehound["ask"] = (_question, options = {}) => {
    calls.push(options);
    return new Asking(async ({ signal, onProgress }) => {
      stopped = new Promise((resolve) => signal?.addEventListener("abort", () => resolve()));
      for (const step of steps) onProgress?.(step);
      if (failure) throw failure;
      return answer;
    }, options.signal);
  };
  return { ask } as Pagehound;
}

function askOver(library: Promise<Pagehound>): AskCollection {
  const shell = {
    setup,
    library,
    emit: (occurrence: Occurrence) => void occurrences.push(occurrence),
  };
  return askWith(shell, {
    confirm: () => true,
    tools: async () => [],
    sources: async () => [],
    answered: () => {},
  });
}

async function eventsOf(run: AsyncIterable<AskEvent>): Promise<AskEvent[]> {
  const events: AskEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

it("yields the steps and the answer, and reports the answer to the page", async () => {
  expect(await eventsOf(askOver(Promise.resolve(libraryOf()))("Who?", {}))).toEqual(steps);
  expect(occurrences).toEqual([{ type: "answered", question: "Who?", answer }]);
});

it("waits for a collection that is being opened", async () => {
  let open: (library: Pagehound) => void = () => undefined;
  const library = new Promise<Pagehound>((resolve) => (open = resolve));
  const events = eventsOf(askOver(library)("Who?", {}));
  open(libraryOf());
  expect(await events).toEqual(steps);
});

it("rejects with the error, and reports it once", async () => {
  failure = new PagehoundError("no-documents", "There are no documents.");
  const events = eventsOf(askOver(Promise.resolve(libraryOf()))("Who?", {}));
  await expect(events).rejects.toBe(failure);
  expect(occurrences.at(-1)).toEqual({ type: "failed", error: failure });
  expect(occurrences.filter(({ type }) => type === "failed")).toHaveLength(1);
});

it("stops the question when the loop is left early, which is not a failure", async () => {
  for await (const _ of askOver(Promise.resolve(libraryOf()))("Who?", {})) break;
  await stopped;
  expect(occurrences.some(({ type }) => type === "failed")).toBe(false);
});
