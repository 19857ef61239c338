import fc from "fast-check";
import { expect, it } from "vitest";
import {
  allows,
  type JobAction,
  type JobState,
  stateAfter,
  transitions,
} from "../../../src/store/job-state.js";

const actions = Object.keys(transitions) as JobAction[];
const states: readonly JobState[] = [
  ...(["stored", "opening", "reading", "indexing"] as const),
  ...(["ready", "held", "refused", "cancelled"] as const),
];
/** States in which the file is stored, so that a later session can read it. */
const kept: ReadonlySet<JobState> = new Set(states.slice(0, 6));

it("jobs follow the table of states in any order of events", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...actions)), (happening) => {
      let state: JobState = "stored";
      for (const action of happening) {
        const next = stateAfter(state, action);
        if (next === null) continue;
        expect(transitions[action]).toMatchObject({ to: next });
        expect(transitions[action].from).toContain(state);
        state = next;
      }
      expect(states).toContain(state);
    }),
  );
});

it("loses a file only if it is refused or cancelled", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...actions)), (happening) => {
      let state: JobState = "stored";
      for (const action of happening) {
        const next = stateAfter(state, action);
        if (next && kept.has(state) && !kept.has(next)) {
          expect(["refuse", "cancel"]).toContain(action);
        }
        state = next ?? state;
      }
    }),
  );
});

it("lets every stored file become a document, from any state", () => {
  const path: Partial<Record<JobState, JobAction>> = {
    ...{ stored: "open", opening: "read", reading: "index", indexing: "finish", held: "wait" },
  };
  for (const start of kept) {
    let state = start;
    for (let step = 0; state !== "ready" && step < states.length; step++) {
      const action = path[state];
      state = (action && stateAfter(state, action)) ?? state;
    }
    expect(state, start).toBe("ready");
  }
});

it("never rereads a refused or cancelled file, and makes no document twice", () => {
  const possible = (state: JobState) => actions.filter((action) => stateAfter(state, action));
  expect(possible("refused")).toEqual(["cancel"]);
  expect(possible("cancelled")).toEqual([]);
  expect(possible("ready")).toEqual(["hold"]);
});

it("returns a file to the queue from every state that can be interrupted", () => {
  for (const state of ["opening", "reading", "indexing"] as const) {
    expect(stateAfter(state, "wait")).toBe("stored");
  }
  // In the database, all of them count as queued.
  expect(allows("queued", "finish")).toBe(true);
  expect(allows("held", "finish")).toBe(false);
  expect(allows("removed", "hold")).toBe(false);
});
