import { prebuiltAppConfig } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import type { AdapterReport, DeviceReport } from "../../../src/models/web-llm/choose-model.js";
import {
  chooseModel,
  contextFor,
  modelNeeds,
  precisionFor,
} from "../../../src/models/web-llm/choose-model.js";
import {
  downloadBytes,
  findModel,
  publishedBases,
  recommendedModels,
} from "../../../src/models/web-llm/models.js";

const GiB = 2 ** 30;

const adapter: AdapterReport = {
  vendor: "intel",
  architecture: "xe",
  description: "",
  software: false,
  features: ["shader-f16", "subgroups"],
  maxBufferSize: 4 * GiB,
  maxStorageBufferBindingSize: 2 * GiB,
  maxComputeWorkgroupStorageSize: 32 * 1024,
  maxStorageBuffersPerShaderStage: 10,
};
const laptop: DeviceReport = {
  adapter,
  deviceMemory: 8,
  mobile: false,
  storage: { quota: 100 * GiB, usage: 0 },
};

function chosen(report: DeviceReport): string | null {
  const choice = chooseModel(report);
  return choice.model ? choice.model.variants[choice.precision].id : null;
}

interface ListedModel {
  readonly model_id: string;
  readonly model: string;
  readonly model_manifest?: string;
  readonly model_lib: string;
  readonly vram_required_MB: number;
  readonly overrides: { readonly context_window_size: number };
}

describe("the table of models", () => {
  const listed: readonly ListedModel[] = prebuiltAppConfig.model_list;

  it.each(recommendedModels.map((model) => [model.id, model] as const))(
    "agrees with web-llm's own list on %s",
    (_, { variants }) => {
      for (const { id, library, memoryBytes, manifest } of Object.values(variants)) {
        const record = listed.find(({ model_id }) => model_id === id);
        expect(record?.model).toBe(publishedBases.modelBase + id);
        expect(record?.model_lib).toBe(publishedBases.modelLibBase + library);
        expect(record?.model_manifest).toBe(manifest);
        expect(Math.round(record?.vram_required_MB ?? 0)).toBe(memoryBytes / 2 ** 20);
        expect(record?.overrides.context_window_size).toBe(4096);
      }
    },
  );

  it("finds a model by its own id and by those of its variants", () => {
    expect(findModel("Qwen3-1.7B", recommendedModels)?.name).toBe("Qwen3 1.7B");
    expect(findModel("Qwen3-1.7B-q4f32_1-MLC", recommendedModels)?.id).toBe("Qwen3-1.7B");
    expect(findModel("Qwen3", recommendedModels)).toBeNull();
  });

  it("estimates a download of about half a byte per weight", () => {
    for (const model of recommendedModels) {
      expect(downloadBytes(model, "f16") / model.parameters).toBeCloseTo(0.5625);
      expect(downloadBytes(model, "f32") / model.parameters).toBeCloseTo(0.625);
    }
  });
});

describe("the choice of a model", () => {
  it("picks the best that fits", () => {
    expect(chosen(laptop)).toBe("Qwen3.5-2B-q4f16_1-MLC");
    expect(chosen({ ...laptop, deviceMemory: 32 })).toBe("Qwen3.5-4B-q4f16_1-MLC");
    expect(chosen({ ...laptop, deviceMemory: 4 })).toMatch(/^(Llama-3.2-1B|Qwen2.5-0.5B)/);
  });

  it("picks a q4f32 variant if the adapter has no 16 bits", () => {
    const report = { ...laptop, adapter: { ...adapter, features: [] } };
    expect(precisionFor(report)).toBe("f32");
    expect(chosen(report)).toMatch(/-q4f32_1-MLC$/);
  });

  it("picks a small model on a phone", () => {
    const choice = chooseModel({ ...laptop, mobile: true, deviceMemory: 8 });
    expect(choice.model?.mobile).toBe(true);
    expect(choice.model?.id).toBe("Qwen3.5-0.8B");
  });

  it("respects the maximum size of a buffer", () => {
    const small = { ...adapter, maxStorageBufferBindingSize: GiB / 2 };
    expect(
      chooseModel({ ...laptop, adapter: small, deviceMemory: 32 }).model?.largestTensor,
    ).toBeLessThanOrEqual(128 * 2 ** 20);
  });

  it("respects the free storage", () => {
    const storage = { quota: 0.6 * GiB, usage: 0 };
    const choice = chooseModel({ ...laptop, storage });
    expect(choice.model && downloadBytes(choice.model, "f16")).toBeLessThan(storage.quota);
  });

  it.each<[string, DeviceReport, RegExp]>([
    ["no adapter", { ...laptop, adapter: null }, /WebGPU/],
    [
      "an adapter on the processor",
      { ...laptop, adapter: { ...adapter, software: true } },
      /processor/,
    ],
    [
      "an adapter that lacks what web-llm requires",
      { ...laptop, adapter: { ...adapter, maxStorageBuffersPerShaderStage: 8 } },
      /lacks/,
    ],
    ["hardly any memory", { ...laptop, deviceMemory: 0.5 }, /memory/],
    ["hardly any storage", { ...laptop, storage: { quota: 1e6, usage: 0 } }, /storage/],
  ])("chooses no model with %s, and says why", (_, report, reason) => {
    const choice = chooseModel(report);
    expect(choice.model).toBeNull();
    expect(choice.reason).toMatch(reason);
  });
});

describe("the requirements of a model", () => {
  const model = findModel("Qwen3-1.7B", recommendedModels);
  if (!model) throw new Error("The model is gone.");

  it("computes the requirements of a model for the context size that it runs at", () => {
    const [short, long] = [7, 16].map((deviceMemory) =>
      modelNeeds(model, { ...laptop, deviceMemory }),
    );
    expect(short?.contextLength).toBe(7168);
    expect(long?.contextLength).toBe(8192);
    const token = 2 * 28 * 8 * 128 * 2;
    expect(short?.memoryBytes).toBe(2037 * 2 ** 20 + 3072 * token);
    expect(long?.memoryBytes).toBe(2037 * 2 ** 20 + 4096 * token);
  });

  it("states the requirements of a model that does not fit, and agrees with the choice of one that does", () => {
    const needs = modelNeeds(model, { ...laptop, deviceMemory: 1 });
    expect(needs).toMatchObject({ contextLength: 4096, memoryBytes: 2037 * 2 ** 20 });
    expect(chooseModel(laptop, [model])).toMatchObject(modelNeeds(model, laptop));
  });

  it("computes the requirements of the variant that the adapter can run", () => {
    const report = { ...laptop, adapter: { ...adapter, features: [] }, deviceMemory: 32 };
    const needs = modelNeeds(model, report);
    expect(needs.precision).toBe("f32");
    expect(needs.downloadBytes).toBe(downloadBytes(model, "f32"));
    expect(needs.memoryBytes).toBe(2635 * 2 ** 20 + 4096 * 2 * 28 * 8 * 128 * 4);
  });
});

describe("the context", () => {
  const model = findModel("Qwen3-1.7B", recommendedModels);
  if (!model) throw new Error("The model is gone.");

  it("the context grows with the memory, up to the model's default", () => {
    const contexts = [5.9, 6.5, 7, 8, 16].map((deviceMemory) =>
      contextFor(model, "f16", { ...laptop, deviceMemory }),
    );
    expect(contexts).toEqual([null, 5120, 7168, 8192, 8192]);
  });

  it("the context fits into the memory by the formula", () => {
    const report = { ...laptop, deviceMemory: 7 };
    const context = contextFor(model, "f16", report) ?? 0;
    const bytes = 2037 * 2 ** 20 + 2 * 28 * 8 * 128 * 2 * (context - 4096);
    expect(bytes).toBeLessThanOrEqual((7 * GiB) / 3);
  });

  it("fits a shorter context in 32 bits", () => {
    const report = { ...laptop, deviceMemory: 9 };
    expect(contextFor(model, "f16", report)).toBe(8192);
    expect(contextFor(model, "f32", report)).toBe(5120);
  });

  it("estimates the context if the browser does not report its memory", () => {
    expect(contextFor(model, "f16", { ...laptop, deviceMemory: null })).toBe(8192);
  });
});
