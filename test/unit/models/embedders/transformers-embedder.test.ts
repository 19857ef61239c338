import { expect, test } from "vitest";
import { untilAborted } from "../../../../src/core/call-options.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import type {
  EmbedEngineApi,
  EmbedEngineModel,
} from "../../../../src/models/embedders/transformers/transformers-embedder.js";
import {
  type EmbedWorker,
  TransformersEmbedder,
} from "../../../../src/models/embedders/transformers/transformers-embedder.js";

const model: EmbedEngineModel = {
  id: "tiny",
  folder: "https://site.example/tiny/",
  assets: "https://site.example/assets/onnx/",
  revision: null,
  precision: "q8",
  pooling: "mean",
  device: "wasm",
  threads: 1,
  batchSize: 1,
  prefixes: { query: "", passage: "" },
  integrity: {},
  cache: true,
};

/** Workers whose engines behave as `embeds` specifies, one after the other. */
async function embedderOn(
  embeds: readonly EmbedEngineApi["embed"][],
  revisions: readonly string[] = [],
): Promise<{ embedder: TransformersEmbedder; ended: string[] }> {
  const ended: string[] = [];
  let started = 0;
  const startWorker = (): EmbedWorker => {
    const number = started++;
    let die: (error: Error) => void = () => {};
    const gone = new Promise<never>((_, reject) => {
      die = reject;
    });
    gone.catch(() => {});
    const embed = embeds[number];
    if (!embed) throw new Error("No more workers were expected.");
    let running: Promise<unknown> = Promise.resolve();
    return {
      remote: {
        load: async () => {
          const revision = revisions[number] ?? "1";
          if (revision === "none") throw new PagehoundError("worker-failed", "It did not start.");
          return { dimensions: 2, revision };
        },
        embed: (request, options) => {
          const work = embed(request, options);
          running = work.catch(() => {});
          return untilAborted(Promise.race([work, gone]), options?.signal);
        },
        rest: () => Promise.race([running.then(() => {}), gone]),
      },
      end(error) {
        ended.push(`${number} ${PagehoundError.isInstance(error) ? error.code : error.message}`);
        die(error);
      },
    };
  };
  const parts = { name: "Tiny", model, startWorker, patience: 5 };
  return { embedder: await TransformersEmbedder.load(parts, {}), ended };
}

const well: EmbedEngineApi["embed"] = async ({ texts }) => texts.map(() => Float32Array.of(1, 0));
const failing =
  (code: "worker-failed" | "not-enough-memory"): EmbedEngineApi["embed"] =>
  async () => {
    throw new PagehoundError(code, "It went wrong.");
  };
const passage = { kind: "passage" } as const;

test("replaces a worker that keeps running after an abort", async () => {
  let begun = () => {};
  const underWay = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const never: EmbedEngineApi["embed"] = () => {
    begun();
    return new Promise(() => {});
  };
  const { embedder, ended } = await embedderOn([never, well]);
  const controller = new AbortController();
  const stopped = embedder.embed(["one"], { ...passage, signal: controller.signal });
  const next = embedder.embed(["two"], passage);
  await underWay;
  controller.abort(new Error("not now"));
  await expect(stopped).rejects.toThrow("not now");
  expect(await next).toEqual([Float32Array.of(1, 0)]);
  expect(ended).toEqual(["0 closed"]);
});

test("keeps a worker that stops after an abort", async () => {
  const { embedder, ended } = await embedderOn([
    async (request, options) => {
      options?.signal?.throwIfAborted();
      return well(request);
    },
  ]);
  const controller = new AbortController();
  const stopped = embedder.embed(["one"], { ...passage, signal: controller.signal });
  controller.abort(new Error("not now"));
  await expect(stopped).rejects.toThrow("not now");
  expect(await embedder.embed(["two"], passage)).toHaveLength(1);
  expect(ended).toEqual([]);
});

test("reports a dead worker, and works again", async () => {
  const { embedder } = await embedderOn([failing("worker-failed"), well]);
  await expect(embedder.embed(["one"], passage)).rejects.toMatchObject({
    code: "model-failed",
    message: expect.stringContaining("will be reloaded"),
  });
  expect(await embedder.embed(["one"], passage)).toHaveLength(1);
});

test("retries the restart of a worker with the next call", async () => {
  const { embedder } = await embedderOn([failing("worker-failed"), well, well], ["1", "none"]);
  for (let call = 1; call <= 2; call++)
    await expect(embedder.embed(["one"], passage)).rejects.toMatchObject({ code: "model-failed" });
  expect(await embedder.embed(["one"], passage)).toHaveLength(1);
});

test("does not retry after the engine ran out of memory", async () => {
  const { embedder, ended } = await embedderOn([failing("not-enough-memory"), well]);
  await expect(embedder.embed(["one"], passage)).rejects.toMatchObject({
    code: "not-enough-memory",
  });
  expect(ended).toEqual(["0 not-enough-memory"]);
  expect(await embedder.embed(["one"], passage)).toHaveLength(1);
});

test("does not mix in vectors of other weights when the worker restarts", async () => {
  const { embedder, ended } = await embedderOn([failing("worker-failed"), well], ["1", "2"]);
  await expect(embedder.embed(["one"], passage)).rejects.toMatchObject({ code: "model-failed" });
  await expect(embedder.embed(["one"], passage)).rejects.toThrow("have changed");
  expect(ended).toHaveLength(2);
});
