import { afterEach, expect, test, vi } from "vitest";
import type { Pagehound } from "../../../../src/index.js";
import { ConversationState } from "../../../../src/widget/ask/ask-feature.js";
import type { Surface } from "../../../../src/widget/shell/renderer.js";

afterEach(() => vi.unstubAllGlobals());

/** A state whose conversations come when the test says so. */
function opened() {
  const arrive = new Map<string, () => void>();
  const asked: string[] = [];
  const library = {
    ask: (question: string) => {
      asked.push(question);
      return (async function* () {})();
    },
    conversation: (id: string) =>
      new Promise((resolve) => {
        const turns = [{ answer: { kind: "passages", question: id }, trace: { model: null } }];
        arrive.set(id, () => resolve({ turns, leftOut: id === "newer" ? 2 : 0 }));
      }),
  } as unknown as Pagehound;
  const nothing = () => undefined;
  let ready = nothing;
  const isReady = new Promise<void>((resolve) => (ready = () => void resolve()));
  const context = () => ({
    ...{ documents: undefined, model: undefined, obstacle: null },
    searchReady: () => isReady,
    answered: nothing,
  });
  const surface = { words: { t: (key: string) => key }, announce: nothing } as unknown as Surface;
  const state = new ConversationState(surface, library, context, nothing, nothing, nothing);
  return { state, asked, ready, arrive: (id: string) => arrive.get(id)?.() };
}

test("the conversation that was clicked last is shown, whichever comes last", async () => {
  const { state, arrive } = opened();
  const first = state.open("first");
  const second = state.open("second");
  arrive("second");
  expect(await second).toBe(true);
  arrive("first");
  expect(await first).toBe(false);
  expect(state.id).toBe("second");
});

test("a conversation that comes late takes the place of none that was begun since", async () => {
  const { state, arrive } = opened();
  const late = state.open("late");
  state.begin();
  arrive("late");
  expect(await late).toBe(false);
  expect(state.turns).toEqual([]);
});

test("it is said that turns of newer code are left out, until another conversation is opened", async () => {
  const { state, arrive } = opened();
  const newer = state.open("newer");
  arrive("newer");
  expect(await newer).toBe(true);
  expect([state.turns.length, state.fault]).toEqual([1, "widget.answersLeftOut"]);
  const other = state.open("other");
  arrive("other");
  await other;
  expect(state.fault).toBeNull();
});

test("a question waits until searches are ready, and one that is stopped waits no longer", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const { state, asked, ready } = opened();
  const stopped = state.ask("first");
  state.stop();
  expect(await stopped).toBeNull();
  expect(state.turns.map((turn) => turn.state)).toEqual(["stopped"]);
  const second = state.ask("second");
  expect(asked).toEqual([]);
  ready();
  await second;
  expect(asked).toEqual(["second"]);
});
