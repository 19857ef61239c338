import { afterEach, expect, test, vi } from "vitest";
import { ConversationState } from "../../../../src/element/ask/ask-feature.js";
import type { Turn } from "../../../../src/element/ask/turn.js";
import type { AskOptions, LanguageModel } from "../../../../src/index.js";
import { shellOver } from "./shell-double.js";

afterEach(() => vi.unstubAllGlobals());

/** A state whose conversations load when the test says so. */
function opened() {
  /** The state of the models: one is loading, or one is ready. */
  const models: { loading: string | null; model: LanguageModel | undefined } = {
    loading: null,
    model: undefined,
  };
  const notices: string[] = [];
  const settings: unknown[] = [];
  const arrived = new Set<string>();
  const questions: string[] = [];
  const ask = (question: string, { model, strategy }: AskOptions) => {
    questions.push(question);
    settings.push(model);
    expect(strategy).toBe(model && "guided");
    return (async function* () {})();
  };
  const library = {
    conversations: {
      get: async (id: string) => {
        await vi.waitUntil(() => arrived.has(id), { interval: 1 });
        const turns = [{ answer: { kind: "passages", question: id }, trace: { model: null } }];
        return { turns, leftOut: id === "newer" ? 2 : 0 };
      },
    },
  };
  const nothing = () => undefined;
  let ready = nothing;
  const isReady = new Promise<void>((resolve) => (ready = () => void resolve()));
  const context = () => ({
    ...{ documents: undefined, readyDocuments: null, ...models, obstacle: null },
    searchReady: () => isReady,
    strategy: async () => "guided" as const,
    answered: nothing,
    begun: nothing,
  });
  const shell = Object.assign(shellOver(library, notices), { words: { t: (key: string) => key } });
  const state = new ConversationState(shell, ask, context);
  const loaded = (model: LanguageModel | undefined): void => {
    Object.assign(models, { loading: null, model });
    state.modelChanged();
  };
  const parts = { state, questions, settings, notices, models, ready, loaded };
  return { ...parts, arrive: (id: string) => void arrived.add(id) };
}

test("shows the conversation clicked last, whichever loads last", async () => {
  const { state, arrive } = opened();
  const first = state.open("first");
  const second = state.open("second");
  arrive("second");
  expect(await second).toBe(true);
  arrive("first");
  expect(await first).toBe(false);
  expect(state.id).toBe("second");
});

test("a conversation that loads slowly does not replace one started since", async () => {
  const { state, arrive } = opened();
  const late = state.open("late");
  state.begin();
  arrive("late");
  expect(await late).toBe(false);
  expect(state.turns).toEqual([]);
});

test("says that turns written by a newer version are omitted, until another conversation is opened", async () => {
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

test("a question waits until searches are ready, and stops waiting when it is stopped", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const { state, questions, ready } = opened();
  const stopped = state.ask("first");
  state.stop();
  expect(await stopped).toBeNull();
  expect(state.turns.map((turn) => turn.state)).toEqual(["stopped"]);
  const second = state.ask("second");
  expect(questions).toEqual([]);
  ready();
  await second;
  expect(questions).toEqual(["second"]);
});

const model = { info: { name: "Small" } } as LanguageModel;

/** Asks a question while a model is loading. */
function whileLoading() {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const all = opened();
  all.ready();
  all.models.loading = "Small";
  const answer = all.state.ask("first");
  return { ...all, answer, turn: all.state.turns[0] as Turn };
}

test("a question waits for a model that is loading, and says so", async () => {
  const { state, turn, answer, questions, settings, notices, loaded } = whileLoading();
  await vi.waitFor(() => expect(turn.waitsFor).toBe("Small"));
  expect([questions, notices]).toEqual([[], ["ask.waits"]]);
  // A progress report does not end the wait.
  state.modelChanged();
  expect(turn.waitsFor).toBe("Small");
  loaded(model);
  await answer;
  expect([questions, settings, turn.waitsFor]).toEqual([["first"], [model], null]);
});

test("a question that waits for a model can be answered without it at once", async () => {
  const { state, turn, answer, settings, loaded } = whileLoading();
  await vi.waitFor(() => expect(turn.waitsFor).toBe("Small"));
  state.answerNow();
  // Whatever happens in the meantime.
  loaded(model);
  await answer;
  expect([settings, turn.waitsFor]).toEqual([[undefined], null]);
  const next = state.ask("second");
  await next;
  expect(settings).toEqual([undefined, model]);
});

test("a question is answered without the model if loading fails, and stops waiting when it is stopped", async () => {
  const failed = whileLoading();
  await vi.waitFor(() => expect(failed.turn.waitsFor).toBe("Small"));
  failed.loaded(undefined);
  await failed.answer;
  expect(failed.settings).toEqual([undefined]);
  const stopped = whileLoading();
  await vi.waitFor(() => expect(stopped.turn.waitsFor).toBe("Small"));
  stopped.state.stop();
  expect(await stopped.answer).toBeNull();
  expect([stopped.questions, stopped.turn.state]).toEqual([[], "stopped"]);
});
