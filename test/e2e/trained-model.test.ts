import { copyFile, mkdtemp, rm, truncate } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { threadHeaders, wllamaMounts } from "../../cli/engine-folders.js";
import type { LoadProgress } from "../../src/models/download/load-progress.js";
import { type Driver, type StartedDriver, startDriver } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { isLong } from "../tries.js";
import { trainedFile } from "./trained-file.js";
import { writePdf } from "./write-pdf.js";

/** What was reported in the page. */
interface Reported {
  readonly content: string;
  readonly pieces: readonly string[];
}

describe.runIf(trainedFile)("a trained model", () => {
  let driver: Driver;
  let started: StartedDriver;
  /** The folder with the model's file, and a truncated copy. */
  let models: string;
  const capital = "What is the capital of France? Answer with one sentence.";

  beforeAll(async () => {
    await ensureBuilt();
    models = await mkdtemp(path.join(os.tmpdir(), "pagehound-trained-"));
    await copyFile(trainedFile ?? "", path.join(models, "whole.gguf"));
    await copyFile(trainedFile ?? "", path.join(models, "damaged.gguf"));
    await truncate(path.join(models, "damaged.gguf"), 40_000_000);
    await writePdf(path.join(models, "ferry.pdf"), [
      "The ferry to the island leaves at nine.",
      "It carries 40 passengers.",
    ]);
    const mounts = { ...wllamaMounts(), "/models/": models };
    started = await startDriver({ mounts, headers: threadHeaders });
    driver = started.driver;
  });
  afterAll(async () => {
    await started?.end();
    await rm(models, { recursive: true });
  });

  /** Loads the model into the page as `model`, and returns the reported progress. */
  const load = (file = "whole.gguf", contextLength = 1536): Promise<LoadProgress[]> =>
    driver.page.evaluate(loadModel, { file, contextLength });

  test("loads a trained model, and reports progress", async () => {
    const steps = await load();
    expect(new Set(steps.map(({ phase }) => phase))).toEqual(
      new Set(["download", "prepare", "check"]),
    );
    const whole = steps.at(-1)?.totalBytes;
    expect(steps.at(-1)).toEqual({
      phase: "check",
      loadedBytes: whole,
      totalBytes: whole,
      millisecondsLeft: null,
    });
  });

  test("answers in pieces, and repeats the answer after being stopped half-way", async () => {
    const first = await driver.page.evaluate(complete, { content: capital, stopAfter: null });
    expect(first.content).toContain("Paris");
    expect(first.pieces.length).toBeGreaterThan(1);
    expect(first.pieces.join("")).toBe(first.content);

    const story = { content: "Tell a long story about a ferry.", stopAfter: 3 };
    const stopped = await driver.page.evaluate(complete, story);
    expect(stopped.pieces.length).toBeGreaterThanOrEqual(3);
    expect(stopped.content).toBe("The caller stopped it.");

    const again = await driver.page.evaluate(complete, { content: capital, stopAfter: null });
    expect(again.content).toBe(first.content);
  });

  // Some thousand tokens take minutes on a busy machine.
  test.runIf(isLong)(
    "answers a question about a short PDF after being stopped while reading it",
    async () => {
      await driver.setFiles([path.join(models, "ferry.pdf")]);
      const { stopped, answer } = await driver.page.evaluate(askTwice);
      expect(stopped).toBe("The reader stopped it.");
      // The quality of the answer is not tested, because the model is small.
      expect(answer.turns).toBeGreaterThan(0);
      expect(answer.reason ?? "").not.toMatch(/failed|memory|did not respond/);
      expect(answer.shown).toContain("ferry");
    },
  );

  test.runIf(isLong)(
    "loads a trained model from storage after a reload, without a request",
    async () => {
      const requested: string[] = [];
      driver.context.on("request", (request) => requested.push(request.url()));
      await driver.reload();
      await load();
      const { content } = await driver.page.evaluate(complete, {
        content: capital,
        stopAfter: null,
      });
      expect(content).toContain("Paris");
      expect(requested.filter((url) => url.includes("/models/"))).toEqual([]);
    },
  );

  // Loading two at a time takes half a minute on two cores.
  test.runIf(isLong)(
    "loads a trained model from storage in a second tab, and answers in both",
    async () => {
      const requested: string[] = [];
      driver.context.on("request", (request) => requested.push(request.url()));
      const other = await driver.context.newPage();
      try {
        await other.goto(`${driver.url}/`);
        await other.evaluate(loadModel, { file: "whole.gguf", contextLength: 1536 });
        const both = await Promise.all(
          [driver.page, other].map((page) =>
            page.evaluate(complete, { content: capital, stopAfter: null }),
          ),
        );
        for (const { content } of both) expect(content).toContain("Paris");
      } finally {
        await other.close();
      }
      expect(requested.filter((url) => url.includes("/models/"))).toEqual([]);
    },
  );

  test.runIf(isLong)(
    "reports a damaged or oversized model in a sentence, and shows passages",
    async () => {
      for (const [damaged, contextLength, message] of [
        [
          "damaged.gguf",
          2048,
          "The model's file is damaged or is not a GGUF file. Delete it and load it again.",
        ],
        [
          "whole.gguf",
          2 ** 24,
          "The model does not fit into the memory available to this page. Close other pages, or use a smaller model or a shorter context.",
        ],
      ] as const) {
        await expect(load(damaged, contextLength)).rejects.toThrow(message);
      }
      await driver.setFiles([path.join(models, "ferry.pdf")]);
      expect(await driver.page.evaluate(askWithout)).toContain("leaves at nine");
    },
  );
});

declare global {
  /** The model that the page has loaded. */
  var trained: import("../../src/index.js").LanguageModel | undefined;
}

async function loadModel({
  file,
  contextLength,
}: {
  file: string;
  contextLength: number;
}): Promise<LoadProgress[]> {
  await globalThis.trained?.unload();
  globalThis.trained = undefined;
  const steps: LoadProgress[] = [];
  globalThis.trained = await globalThis.harness.models.loadWllama(
    {
      model: `/models/${file}`,
      assetsBase: "/assets/wllama/",
      compatBase: "/assets/wllama-compat/",
      contextLength,
    },
    { onProgress: (step) => steps.push(step) },
  );
  return steps;
}

/** Requests one reply. If it is stopped after this many pieces, the content is the reason. */
async function complete({
  content,
  stopAfter,
}: {
  content: string;
  stopAfter: number | null;
}): Promise<Reported> {
  const stop = new AbortController();
  const pieces: string[] = [];
  const reply = globalThis.trained?.complete(
    { messages: [{ role: "user", content }], maxTokens: stopAfter === null ? 16 : 400 },
    {
      signal: stop.signal,
      onProgress: (piece) => {
        pieces.push(piece);
        if (pieces.length === stopAfter) stop.abort(new Error("The caller stopped it."));
      },
    },
  );
  try {
    return { content: (await reply)?.content ?? "", pieces };
  } catch (error) {
    return { content: error instanceof Error ? error.message : String(error), pieces };
  }
}

async function askTwice() {
  const { Pagehound } = globalThis.harness.library;
  const hound = await Pagehound.open({ name: "trained" });
  await hound.add(globalThis.harness.files());
  const question = "When does the ferry leave?";
  const options = { model: globalThis.trained, strategy: "full-document" } as const;
  const stop = new AbortController();
  let stopped = "";
  try {
    for await (const event of hound.ask(question, { ...options, signal: stop.signal })) {
      if (event.type === "reading") stop.abort(new Error("The reader stopped it."));
      if (event.type === "answer") stopped = "It was not stopped.";
    }
  } catch (error) {
    stopped = error instanceof Error ? error.message : String(error);
  }
  const { sentences, passages, usage, reason } = await hound.ask(question, options);
  hound.close();
  const shown = JSON.stringify({ sentences, passages });
  return { stopped, answer: { turns: usage.turns, reason, shown } };
}

async function askWithout(): Promise<string> {
  const { Pagehound } = globalThis.harness.library;
  const hound = await Pagehound.open({ name: "passages" });
  await hound.add(globalThis.harness.files());
  const { passages } = await hound.ask("When does the ferry leave?");
  hound.close();
  return JSON.stringify(passages);
}
