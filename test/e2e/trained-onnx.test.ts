import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatMessage, ChatReply } from "../../src/models/language-model.js";
import { askInWidget, questionPages } from "../bench/web-llm/ask-in-widget.js";
import { type Driver, type StartedDriver, startDriver } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { writeOnnxFolder } from "../fixtures/onnx/stored-onnx.js";
import { isLong } from "../tries.js";
import { trainedFile } from "./trained-file.js";

/** Converted from the .gguf file for each run, which takes a quarter of a minute. */
describe.runIf(trainedFile && isLong)("a trained model on onnxruntime", () => {
  let driver: Driver;
  let started: StartedDriver;
  let folder: string;

  beforeAll(async () => {
    await ensureBuilt();
    folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-onnx-"));
    await writeOnnxFolder(trainedFile ?? "", folder);
    const mounts = {
      "/assets/onnx/": path.join(repository, "site/assets/onnx"),
      "/models/": folder,
    };
    started = await startDriver({ mounts });
    driver = started.driver;
    await driver.page.evaluate(loadModel);
  });
  afterAll(async () => {
    await started?.end();
    await rm(folder, { recursive: true });
  });

  const complete = (messages: readonly ChatMessage[], form = false): Promise<ChatReply> =>
    driver.page.evaluate(reply, { messages, form });

  test("answers, continues a conversation where it left off, and follows a schema", async () => {
    const messages: ChatMessage[] = [{ role: "user", content: "What is the capital of France?" }];
    const first = await complete(messages);
    expect(first.content).toContain("Paris");
    messages.push({ role: "assistant", content: first.content });
    messages.push({ role: "user", content: "And of Germany?" });
    const second = await complete(messages);
    expect(second.content).toContain("Berlin");
    expect(second.usage.reusedTokens).toBeGreaterThanOrEqual(first.usage.promptTokens);
    const { content } = await complete(messages, true);
    expect(JSON.parse(content)).toEqual({ city: expect.any(String) });
  });

  test("answers a question in the element with a citation that opens its page", async () => {
    const widgetAnswer = await askInWidget(driver);
    expect(widgetAnswer.reason).toBeNull();
    expect(widgetAnswer.replies.length).toBeGreaterThan(0);
    // The quality of the answer is not tested, but its quote must be in the document. Only words
    // are compared, because the marks leave out punctuation.
    const words = (text: string) => (text.match(/\p{L}+/gu) ?? []).join(" ");
    expect(words(widgetAnswer.marked)).not.toBe("");
    expect(words(questionPages.join(" "))).toContain(words(widgetAnswer.marked));
  });
});

async function loadModel(): Promise<void> {
  globalThis.loadedModel = await globalThis.harness.models.loadTransformers({
    ...{ model: "/models/", assetsBase: "/assets/onnx/", device: "wasm" },
    name: "SmolLM2-135M",
  });
}

async function reply({
  messages,
  form,
}: {
  messages: readonly ChatMessage[];
  form: boolean;
}): Promise<ChatReply> {
  const schema = {
    type: "object",
    properties: { city: { type: "string", maxLength: 40 } },
    required: ["city"],
    additionalProperties: false,
  };
  const model = globalThis.loadedModel;
  if (!model) throw new Error("No model is loaded.");
  const responseFormat = form ? { name: "city", schema } : undefined;
  return model.complete({ messages, responseFormat, maxTokens: 60 });
}
