import { describe, expect, it } from "vitest";
import { jsonGrammar } from "../../../src/models/grammar/json-grammar.js";
import { xgrammar } from "../../../src/models/grammar/xgrammar.js";
import {
  chooseModel,
  type DeviceReport,
  probeDevice,
} from "../../../src/models/web-llm/choose-model.js";
import type { CacheBackend } from "../../../src/models/web-llm/engine-api.js";
import {
  loadWebLlm,
  loadWith,
  startEngineWorker,
  type WebLlmOptions,
  type WebLlmParts,
} from "../../../src/models/web-llm/load-web-llm.js";

const bases = { modelBase: "/nowhere/models/", modelLibBase: "/nowhere/libs/" };

describe("the device", () => {
  it("reports the device with or without an adapter", async () => {
    const report = await probeDevice();
    const adapter = await navigator.gpu?.requestAdapter();
    expect(report.adapter === null).toBe(!adapter);
    expect(report.mobile).toBe(false);
    expect(report.storage?.quota).toBeGreaterThan(0);
    if (adapter) {
      expect(report.adapter?.maxBufferSize).toBe(adapter.limits.maxBufferSize);
      expect(report.adapter?.features).toEqual([...adapter.features]);
    }
  });

  it("chooses no model for a software adapter", async () => {
    const report = await probeDevice();
    const software = report.adapter && { ...report.adapter, software: true };
    expect(chooseModel({ ...report, adapter: software }).model).toBeNull();
  });
});

describe("a load that cannot succeed", () => {
  const capable: DeviceReport = {
    adapter: {
      vendor: "",
      architecture: "",
      description: "",
      software: false,
      features: ["shader-f16"],
      maxBufferSize: 2 ** 32,
      maxStorageBufferBindingSize: 2 ** 31,
      maxComputeWorkgroupStorageSize: 2 ** 15,
      maxStorageBuffersPerShaderStage: 10,
    },
    deviceMemory: 8,
    mobile: false,
    storage: null,
  };

  function load(options: Partial<WebLlmOptions>, report: DeviceReport = capable) {
    const parts: WebLlmParts = {
      probe: async () => report,
      startWorker: () => {
        throw new Error("Nothing was to be started.");
      },
      patience: 1000,
    };
    return loadWith(parts, { ...bases, ...options });
  }

  it.each<[string, Partial<WebLlmOptions>, DeviceReport, string, RegExp]>([
    ["an unknown model", { model: "GPT-9" }, capable, "unknown-model", /GPT-9.*Qwen3-1\.7B/],
    ["no base", { modelBase: "" }, capable, "invalid-argument", /modelBase/],
    [
      "a base that is none",
      { modelLibBase: "blob:x" },
      capable,
      "invalid-argument",
      /modelLibBase/,
    ],
    [
      "an unknown store",
      { cacheBackend: "cookies" as CacheBackend },
      capable,
      "invalid-argument",
      /cacheBackend.*opfs/,
    ],
    ["an odd context", { contextLength: 0 }, capable, "invalid-argument", /contextLength/],
    ["no adapter", {}, { ...capable, adapter: null }, "no-webgpu", /WebGPU/],
    ["too little memory", {}, { ...capable, deviceMemory: 0.25 }, "not-enough-memory", /memory/],
  ])(
    "refuses a load with %s before anything is fetched",
    async (_, options, report, code, message) => {
      const error = await load(options, report).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code });
      expect(String(error)).toMatch(message);
    },
  );

  it("refuses a load based on the browser's own report", async () => {
    const { adapter } = await probeDevice();
    if (adapter) return;
    await expect(loadWebLlm(bases)).rejects.toMatchObject({ code: "no-webgpu" });
  });
});

describe("the worker", () => {
  it("fetches from the reported address, and names missing files", async () => {
    const worker = startEngineWorker();
    const folder = new URL("/nowhere/models/", location.href).href;
    const loading = worker.remote.load({
      id: "Noise-1B",
      folder,
      library: `${folder}noise.wasm`,
      contextLength: 4096,
      thinks: false,
      features: [],
      cacheBackend: "cache",
    });
    await expect(loading).rejects.toMatchObject({
      code: "download-failed",
      data: { url: `${folder}mlc-chat-config.json` },
    });
    worker.end(new Error("The test is over."));
  });
});

it("compiles a schema to a grammar in a browser", async () => {
  const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  expect(await jsonGrammar(schema, xgrammar())).toMatch(/^root ::= .*text/m);
});
