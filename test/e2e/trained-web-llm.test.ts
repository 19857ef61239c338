import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wllamaMounts } from "../../cli/engine-folders.js";
import { questionPages } from "../bench/web-llm/ask-in-widget.js";
import { modelInFolder } from "../bench/web-llm/model-folder.js";
import { adapterArguments, firstMessages, steps, Trial } from "../bench/web-llm/trial.js";
import { type StartedDriver, startDriver } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { trainedFile } from "./trained-file.js";
import { trainedFolder } from "./trained-folder.js";

const folder = path.join(trainedFolder, "web-llm");
const found = await modelInFolder(folder, null).catch((error: Error) => {
  process.stdout.write(`The tests of web-llm with a trained model are skipped: ${error.message}\n`);
  return null;
});

/** A software adapter reads only one or two tokens per second. */
const patience = 1_800_000;

describe.runIf(found)("a trained model in web-llm, on a software adapter", () => {
  let trial: Trial;
  let started: StartedDriver;

  beforeAll(async () => {
    if (!found) return;
    await ensureBuilt();
    started = await startDriver({
      mounts: { ...wllamaMounts(), "/models/": found.folder, "/gguf/": trainedFolder },
      browserArguments: adapterArguments.software,
    });
    trial = new Trial(started.driver, found);
  });
  afterAll(() => started?.end());

  test.each(steps)(
    "runs the step: $name",
    async ({ run }) => {
      const isKept = await run(trial);
      expect(isKept, JSON.stringify(trial.outcome, null, 2)).toBe(true);
    },
    patience,
  );

  test("recognises the model as small, and answers the question", () => {
    const { load, first, continued, grammar, widgetAnswer } = trial.outcome;
    expect(load?.info.parameters).toBe(0.135);
    expect(load?.software).toBe(true);
    expect(first?.reply?.content).toContain("Paris");
    expect(continued?.reply?.content).toContain("Berlin");
    expect(JSON.parse(grammar?.reply?.content ?? "")).toEqual({ city: expect.any(String) });
    // The quality of the answer is not tested, but its quote must be in the document.
    expect(questionPages.join(" ")).toContain(widgetAnswer?.marked.replace(/\s+/g, " "));
  });

  test.runIf(trainedFile)(
    "generates the same text as llama.cpp with the same weights",
    async () => {
      const file = path.basename(trainedFile ?? "");
      const prompts = [firstMessages, trial.secondMessages];
      const written = await trial.driver.page.evaluate(writeWithLlama, { file, prompts });
      const { first, continued } = trial.outcome;
      expect(written).toEqual([first, continued].map((each) => each?.reply?.content));
    },
    patience,
  );
});

async function writeWithLlama({
  file,
  prompts,
}: {
  file: string;
  prompts: readonly (typeof firstMessages)[];
}): Promise<string[]> {
  const model = await globalThis.harness.models.loadWllama({
    model: `/gguf/${file}`,
    assetsBase: "/assets/wllama/",
    compatBase: "/assets/wllama-compat/",
    contextLength: 512,
  });
  const written: string[] = [];
  for (const messages of prompts) {
    written.push((await model.complete({ messages, maxTokens: 24 })).content);
  }
  await model.unload();
  return written;
}
