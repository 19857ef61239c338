import { expect, it } from "vitest";
import { probeModel } from "../../../src/client/index.js";
import {
  type ScriptedReply,
  scriptedModel,
} from "../../../src/evaluation/testing/scripted-model.js";
import { type LanguageModel, Pagehound } from "../../../src/index.js";
import { customModel } from "../../../src/models/index.js";

const assets = { assetsBase: "/assets/" };

const search = (query: string): ScriptedReply => {
  return () => ({ thought: "look", calls: [{ tool: "search", arguments: { query } }] });
};

/** Answers with sentences, each quoting words of the passage that was shown with them. */
const answer =
  (...sentences: readonly (readonly [text: string, ...quotes: string[]])[]): ScriptedReply =>
  ({ messages }) => {
    const shown = messages.map(({ content }) => content).join("\n");
    const cited = sentences.map(([text, ...quotes]) => ({
      text,
      citations: quotes.map((quote) => ({ id: idOf(shown, quote), quote })),
    }));
    return answered({ enough: true, missing: "", sentences: cited });
  };

const answered = (args: object) => ({
  thought: "",
  calls: [{ tool: "answer", arguments: args }],
});

const missing = (what: string): ScriptedReply => {
  return () => answered({ enough: false, missing: what, sentences: [] });
};

/** The id of the passage that contains these words: the last one before them. */
function idOf(shown: string, words: string): string {
  const at = shown.lastIndexOf(words);
  const [id] = [...shown.slice(0, at).matchAll(/\bd\d+\.p\d+\.s\d+\b/g)].at(-1) ?? [];
  if (at < 0 || id === undefined) throw new Error(`No passage with “${words}” in:\n${shown}`);
  return id;
}

const key = [
  search("deposit key"),
  answer(["The deposit is 350 crowns.", "The deposit for a key is 350 crowns"]),
];
const group = [
  search("keeper of the workshop"),
  search("Tove Arnell spring"),
  answer([
    "The keeper, Tove Arnell, leads the night-rowing group.",
    "Tove Arnell is the keeper of the workshop",
    "Tove Arnell leads the night-rowing group",
  ]),
];
// It looks once more when it is told to.
const rent = [search("locker rent"), missing("the rent"), search("fees"), missing("the rent")];
const days = [
  search("boathouse stays open late"),
  answer(
    ["In summer it stays open late on Thursdays.", "the boathouse stays open late on Thursdays"],
    ["In winter it stays open late on Mondays.", "the boathouse stays open late on Mondays"],
  ),
];
const boats = [
  search("Heron Plover weighs"),
  answer(["The Heron weighs more, 96 kilograms.", "It weighs 96 kilograms"]),
];

const local = { contextLength: 8192, parameters: 1.5, choosesTools: false };

/** A small model that always replies the same. */
function saying(reply: string | object): LanguageModel {
  const content = typeof reply === "string" ? reply : JSON.stringify(reply);
  return customModel({ name: "Same-1.5B", contextLength: 8192, complete: async () => content });
}

it("gives a model the tools if it answers four questions with them", async () => {
  const model = scriptedModel([...key, ...group, ...rent, missing("the rent"), ...days], local);
  const reports: number[] = [];
  const onProgress = (progress: { readonly asked: number }) => void reports.push(progress.asked);
  expect(await probeModel(model, { ...assets, onProgress })).toEqual({
    ...{ strategy: "auto-tools", asked: 4, right: 4, reason: "answers" },
    faults: [null, null, null, null],
  });
  expect(reports).toEqual([0, 1, 2, 3]);
  model.finish();
  // No reply comes from code: a model reads for each of them.
  const questions = model.requests.flatMap(({ messages }) =>
    messages.flatMap(({ content }) => /^Question: .*$/mu.exec(content)?.[0] ?? []),
  );
  expect(new Set(questions).size).toBe(4);
});

it("asks a fifth question, a comparison, after one wrong answer", async () => {
  const wrong = [search("deposit key"), answer(["It is 400 crowns.", "The deposit for a key"])];
  const model = scriptedModel(
    [...wrong, ...wrong.slice(1), ...group, ...rent, missing("the rent"), ...days, ...boats],
    local,
  );
  const result = await probeModel(model, assets);
  expect(result).toMatchObject({ strategy: "auto-tools", asked: 5, right: 4 });
  expect(result.faults[0]).toBe("uncited");
  model.finish();
});

it("guides models with unreadable replies, and models that call no tool", async () => {
  const guided = { strategy: "guided", right: 0, asked: 2, reason: "answers" };
  const unreadable = await probeModel(saying("I do not know."), assets);
  expect(unreadable).toMatchObject({ ...guided, faults: ["unreadable", "unreadable"] });
  const nothing = answered({ enough: false, missing: "all of it", sentences: [] });
  const lazy = await probeModel(saying(nothing), assets);
  expect(lazy).toMatchObject({ ...guided, faults: ["no-call", "no-call"] });
});

it("guides a model that has not finished after its seconds of work", async () => {
  const silent = customModel({
    ...{ name: "Silent-1.5B", contextLength: 8192 },
    complete: (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const result = await probeModel(silent, { ...assets, seconds: 0.1 });
  expect(result).toMatchObject({ strategy: "guided", asked: 0, reason: "time" });
});

it("asks no question of a model with a short context", async () => {
  const model = scriptedModel([], { ...local, contextLength: 2048 });
  const result = await probeModel(model, assets);
  expect(result).toMatchObject({ strategy: "guided", asked: 0, reason: "context" });
  model.finish();
});

it("stops when its signal aborts, and asks nothing more", async () => {
  const abort = new AbortController();
  const reason = new Error("A question comes.");
  const model = scriptedModel(
    [
      search("deposit key"),
      () => {
        abort.abort(reason);
        return "";
      },
    ],
    local,
  );
  await expect(probeModel(model, { ...assets, signal: abort.signal })).rejects.toBe(reason);
  model.finish();
});

it("rejects a value that is not a model, and a time that is not a number", async () => {
  const invalid = { code: "invalid-argument" };
  const none = "Qwen3" as unknown as LanguageModel;
  await expect(probeModel(none, assets)).rejects.toMatchObject(invalid);
  const seconds = "60" as unknown as number;
  for (const each of [seconds, -1, 1e9]) {
    const asking = probeModel(scriptedModel([]), { ...assets, seconds: each });
    await expect(asking).rejects.toMatchObject(invalid);
  }
});

it("gives a small model the tools only with the strategy auto-tools", async () => {
  const hound = await Pagehound.open({ ...assets, name: "probe-strategy", storage: "memory" });
  try {
    const text = "The heliostat field has 4212 mirrors.\n";
    await hound.add([{ path: "plant.md", file: new Blob([text]) }]);
    const used = async (strategy: "auto" | "auto-tools"): Promise<string[]> => {
      const names: string[] = [];
      const model = saying("I do not know.");
      for await (const event of hound.ask("How many mirrors?", { model, strategy })) {
        if (event.type === "answer") names.push(event.trace.strategy);
      }
      return names;
    };
    expect(await used("auto")).toEqual(["guided"]);
    expect(await used("auto-tools")).toEqual(["full-tools"]);
  } finally {
    hound.close();
  }
});
