import { beforeEach, expect, it, vi } from "vitest";
import { Asking } from "../../../../src/client/asking.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { deferredObject, pageLibrary } from "../../../../src/element/shell/library.js";
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
let asked: AskOptions[];
let failure: Error | null;
/** Settles once the collection's own run was stopped. */
let stopped: Promise<void>;

beforeEach(() => {
  occurrences.length = 0;
  asked = [];
  failure = null;
});

function libraryOf(): Pagehound {
  const ask: Pagehound["ask"] = (_question, options = {}) => {
    asked.push(options);
    return new Asking(async ({ signal, onProgress }) => {
      stopped = new Promise((resolve) => signal?.addEventListener("abort", () => resolve()));
      for (const step of steps) onProgress?.(step);
      if (failure) throw failure;
      return answer;
    }, options.signal);
  };
  return { ask } as Pagehound;
}

const inElement = (library: Pagehound): Pagehound =>
  pageLibrary(library, setup, (occurrence) => occurrences.push(occurrence), {
    confirm: () => true,
    tools: async () => [],
    sources: async () => [],
    answered: () => {},
  });

it("answers a question that is awaited", async () => {
  const run = inElement(libraryOf()).ask("Who?");
  expect(await run).toBe(answer);
  expect(await run.then(({ kind }) => kind)).toBe("answered");
  expect(occurrences).toEqual([{ type: "answered", question: "Who?", answer }]);
});

it("gives the steps to whoever iterates, and the answer too", async () => {
  const run = inElement(libraryOf()).ask("Who?");
  const seen: AskEvent[] = [];
  for await (const event of run) seen.push(event);
  expect(seen).toEqual(steps);
  expect(await run).toBe(answer);
});

it("asks at once, whether or not anybody looks", async () => {
  inElement(libraryOf()).ask("Who?");
  await vi.waitFor(() => expect(occurrences).toHaveLength(1));
});

it("waits for a collection that is being opened", async () => {
  let open = (_library: Pagehound): void => {};
  const coming = new Promise<Pagehound>((resolve) => {
    open = resolve;
  });
  const run = inElement(deferredObject<Pagehound>(coming)).ask("Who?");
  open(libraryOf());
  expect(await run).toBe(answer);
});

it("rejects with why it failed, and reports that once", async () => {
  failure = new PagehoundError("no-documents", "There are no documents.");
  const run = inElement(libraryOf()).ask("Who?");
  await expect(run).rejects.toBe(failure);
  expect(occurrences.at(-1)).toEqual({ type: "failed", error: failure });
  expect(occurrences.filter(({ type }) => type === "failed")).toHaveLength(1);
});

it("stops the question when the iteration is left, which is no failure", async () => {
  const run = inElement(libraryOf()).ask("Who?");
  for await (const _ of run) break;
  await stopped;
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(occurrences.some(({ type }) => type === "failed")).toBe(false);
});
