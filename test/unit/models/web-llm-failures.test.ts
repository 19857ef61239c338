import { describe, expect, it } from "vitest";
import { type ErrorCode, PagehoundError } from "../../../src/core/errors.js";

import { type EngineMoment, webLlmEngineFailure } from "../../../src/models/web-llm/engine-api.js";

const load: EngineMoment = { doing: "load", model: "Qwen3-0.6B-q4f16_1-MLC", deviceLost: false };
const complete: EngineMoment = { ...load, doing: "complete" };

/** The messages of web-llm 0.2.86, its runtime and Chromium 156. */
const messages: [said: string, moment: EngineMoment, code: ErrorCode][] = [
  [
    "Cannot find model record in appConfig for Nothing-1B. Please check if the model ID is correct and included in the model_list configuration.",
    load,
    "unknown-model",
  ],
  [
    "WebGPU is not supported in your current environment, but it is necessary to run the WebLLM engine. Please make sure that your browser supports WebGPU and that it is enabled in your browser settings.",
    load,
    "no-webgpu",
  ],
  ["Cannot find WebGPU in the environment", load, "no-webgpu"],
  [
    "Unable to find a compatible GPU. This issue might be because your computer doesn't have a GPU, or your system settings are not configured properly. ",
    load,
    "no-webgpu",
  ],
  [
    "This model requires WebGPU extension shader-f16, which is not enabled in this browser. You can try to launch Chrome Canary in command line with flag",
    load,
    "no-webgpu",
  ],
  [
    "This model requires feature subgroups, which is not yet supported by this browser.",
    load,
    "no-webgpu",
  ],
  [
    "Cannot initialize runtime because of requested maxStorageBuffersPerShaderStage exceeds limit. requested=10, limit=8. ",
    load,
    "no-webgpu",
  ],
  [
    "The WebGPU device was lost while loading the model. This issue often occurs due to running out of memory (OOM). To resolve this, try reloading with a model that has fewer parameters or uses a smaller context length.",
    load,
    "not-enough-memory",
  ],
  ["RangeError: Array buffer allocation failed", load, "not-enough-memory"],
  ["WebAssembly.Memory(): could not allocate memory", load, "not-enough-memory"],
  ["Engine.unload() is called.", load, "not-enough-memory"],
  [
    "ArtifactOPFSCache: Unable to fetch https://models.example/m/shard_3.bin, received status 404",
    load,
    "download-failed",
  ],
  [
    "Failed to store https://models.example/m/shard_3.bin with error: Error: Network response was not ok",
    load,
    "download-failed",
  ],
  ["Cannot fetch https://models.example/m/shard_3.bin", load, "download-failed"],
  ["Failed to execute 'put' on 'Cache': QuotaExceededError: Quota exceeded.", load, "storage-full"],
  [
    "WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0",
    load,
    "model-failed",
  ],
  [
    "Prompt tokens exceed context window size: number of prompt tokens: 5000; context window size: 4096\nConsider shortening the prompt, or increase `context_window_size`, or using sliding window via `sliding_window_size`.",
    complete,
    "context-exceeded",
  ],
  [
    "Failed to execute 'mapAsync' on 'GPUBuffer': A valid external Instance reference no longer exists.",
    complete,
    "device-lost",
  ],
  [
    "Device was lost. This can happen due to insufficient memory or other GPU constraints.",
    complete,
    "device-lost",
  ],
  [
    "Model not loaded before trying to complete ChatCompletionRequest. Please ensure you have called MLCEngine.reload(model) to load the model before initiating APIs",
    complete,
    "device-lost",
  ],
  ["Out of memory", complete, "not-enough-memory"],
  [
    "Failed to initialize the grammar matcher for response format `grammar`: EBNF parser error",
    complete,
    "model-failed",
  ],
  ["Internal Error: filledKVCacheLength does not match expected value.", complete, "model-failed"],
];

describe("errors thrown by web-llm", () => {
  it.each(messages)("gives an error of web-llm a code: %s", (message, moment, code) => {
    for (const thrown of [message, new Error(message), { name: "SomeError", message: message }]) {
      const failure = webLlmEngineFailure(thrown, moment);
      expect(failure.code).toBe(code);
      expect(failure.cause).toBe(thrown);
      expect(failure.message).toMatch(/^[^\n]+\.$/s);
    }
  });

  it("states the length of a prompt, and the context size", () => {
    const message = "number of prompt tokens: 5000; context window size: 4096";
    expect(webLlmEngineFailure(message, complete).data).toEqual({
      promptTokens: 5000,
      contextLength: 4096,
    });
  });

  it("says which file could not be fetched, and the status", () => {
    const message =
      "ArtifactOPFSCache: Unable to fetch https://m.example/a.bin, received status 404";
    expect(webLlmEngineFailure(message, load).data).toEqual({
      url: "https://m.example/a.bin",
      status: 404,
    });
  });

  it.each([null, undefined, 7, {}, "", Symbol("odd")])(
    "calls %s thrown by web-llm a failure of the model",
    (thrown) => {
      expect(webLlmEngineFailure(thrown, complete).code).toBe("model-failed");
    },
  );

  it("reports a lost device, or too little memory while loading, if the device is known to be lost", () => {
    const odd = "Cannot read properties of undefined (reading 'dispose')";
    expect(webLlmEngineFailure(odd, complete).code).toBe("model-failed");
    expect(webLlmEngineFailure(odd, { ...complete, deviceLost: true }).code).toBe("device-lost");
    expect(webLlmEngineFailure(odd, { ...load, deviceLost: true }).code).toBe("not-enough-memory");
  });

  it("leaves an error of the library unchanged", () => {
    const ours = new PagehoundError("storage-full", "The storage is full.");
    expect(webLlmEngineFailure(ours, { ...load, deviceLost: true })).toBe(ours);
  });
});
