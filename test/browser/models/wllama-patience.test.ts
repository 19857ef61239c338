import { expect, test } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import type { ModelInfo } from "../../../src/models/language-model.js";
import { WllamaModel } from "../../../src/models/wllama/load-wllama.js";

const info: ModelInfo = {
  id: "wllama:slow",
  name: "slow",
  provider: "wllama",
  contextLength: 512,
  sendsTo: null,
  choosesTools: false,
};
const messages = [{ role: "user", content: "Hi" }] as const;
const usage = { promptTokens: 1, reusedTokens: 0, completionTokens: 1 };

/** An engine that keeps reading its prompt until it is terminated. */
function deafEngine() {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const engine = {
    usable: true,
    started: Promise.withResolvers<void>(),
    complete: () => {
      engine.started.resolve();
      return ended.promise;
    },
    end: () => {
      engine.usable = false;
      ended.reject(new PagehoundError("closed", "ended"));
    },
  };
  return engine;
}

function quickEngine() {
  const engine = {
    usable: true,
    complete: async () => ({ content: "well", finishReason: "stop" as const, usage }),
    end: () => {
      engine.usable = false;
    },
  };
  return engine;
}

test("an engine that does not stop is terminated, and the next request loads the model again", async () => {
  const deaf = deafEngine();
  const restarts: AbortSignal[] = [];
  const model = new WllamaModel(info, deaf, async (signal) => {
    restarts.push(signal);
    return quickEngine();
  });
  const controller = new AbortController();
  const aborted = model.complete({ messages }, { signal: controller.signal });
  await deaf.started.promise;
  const next = model.complete({ messages });
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  // The caller's request is rejected, but the engine still has time to stop on its own.
  expect(deaf.usable).toBe(true);
  await expect(next).resolves.toMatchObject({ content: "well" });
  expect(deaf.usable).toBe(false);
  expect(restarts).toHaveLength(1);
  await model.unload();
});

test("a broken engine is loaded again by the next request", async () => {
  const broken = quickEngine();
  broken.complete = async () => {
    broken.usable = false;
    throw new PagehoundError("model-failed", "it broke");
  };
  const model = new WllamaModel(info, broken, async () => quickEngine());
  await expect(model.complete({ messages })).rejects.toThrow("it broke");
  await expect(model.complete({ messages })).resolves.toMatchObject({ content: "well" });
  await model.unload();
  await expect(model.complete({ messages })).rejects.toMatchObject({ code: "closed" });
});
