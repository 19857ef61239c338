import {
  downloadBytes,
  measuredContext,
  type Precision,
  recommendedModels,
  type WebLlmModel,
} from "./models.js";
import type { AdapterReport, DeviceReport } from "./probe-device.js";

/** A model for a device, or why there is none. `reason` is a sentence for people. */
export type ModelChoice =
  | {
      readonly model: WebLlmModel;
      readonly precision: Precision;
      /** Tokens of context to run it at. */
      readonly contextLength: number;
      readonly reason: string;
    }
  | { readonly model: null; readonly reason: string };

const MiB = 2 ** 20;
const GiB = 2 ** 30;
/** web-llm asks for 1 GiB and, where the adapter has less, for these instead. */
const smallBuffer = 256 * MiB;
const smallBinding = 128 * MiB;
/** What web-llm asks for in any case. */
const leastWorkgroupStorage = 32 * 1024;
const leastStorageBuffers = 10;

/** Takes the first model of the list that fits into the device: its adapter, memory and storage. */
export function chooseModel(
  report: DeviceReport,
  models: readonly WebLlmModel[] = recommendedModels,
): ModelChoice {
  const obstacle = adapterObstacle(report.adapter);
  if (obstacle !== null) return { model: null, reason: obstacle };
  if (report.adapter?.software) {
    const reason =
      "This browser computes graphics on the processor, which is too slow for a model on WebGPU. A small model made for the processor is faster here.";
    return { model: null, reason };
  }
  const precision = precisionFor(report);
  for (const model of models) {
    if (report.mobile && !model.mobile) continue;
    if (!fitsBuffers(model, report.adapter) || !fitsStorage(model, precision, report)) continue;
    const contextLength = contextFor(model, precision, report);
    if (contextLength === null) continue;
    return { model, precision, contextLength, reason: reasonFor(model, precision, report) };
  }
  const reason =
    "No model that we recommend fits into the memory or the storage that this browser offers. Close other tabs or free some storage, or use a small model made for the processor.";
  return { model: null, reason };
}

/** Why web-llm could not even start on this adapter, as a sentence; null when it could. */
export function adapterObstacle(adapter: AdapterReport | null): string | null {
  if (!adapter) {
    return "This browser offers no graphics adapter to web pages (WebGPU). Turn on hardware acceleration in its settings, or use a current Chrome, Edge, Firefox or Safari.";
  }
  if (
    adapter.maxComputeWorkgroupStorageSize < leastWorkgroupStorage ||
    adapter.maxStorageBuffersPerShaderStage < leastStorageBuffers ||
    adapter.maxBufferSize < smallBuffer ||
    adapter.maxStorageBufferBindingSize < smallBinding
  ) {
    return "This device's graphics adapter lacks what a model needs. Use a small model made for the processor, or another device.";
  }
  return null;
}

/** 16 bits where the adapter computes in them, which halves the memory of the context. */
export function precisionFor({ adapter }: DeviceReport): Precision {
  return adapter?.features.includes("shader-f16") ? "f16" : "f32";
}

/**
 * Tokens of context that the memory there is allows, in steps of 1,024, between the model's minimum
 * and what we run it at; null when not even the minimum fits.
 *
 * A token takes `numbersPerToken` numbers (a key and a value for every layer, key-value head and
 * place of a head) of 2 or 4 bytes, so that
 *
 *     memory(context) = memory(4096) + numbersPerToken × bytes × (context − 4096)
 *
 * must stay below the memory budget: browsers do not tell how much a graphics adapter has, so a third
 * of the device's memory is taken, a quarter on a phone; where that is not told either, of 8 GiB, or
 * 4 GiB on a phone.
 */
export function contextFor(
  model: WebLlmModel,
  precision: Precision,
  report: DeviceReport,
): number | null {
  const bytesPerToken = model.numbersPerToken * (precision === "f16" ? 2 : 4);
  const left = memoryBudget(report) - model.variants[precision].memory * MiB;
  const tokens = measuredContext + Math.floor(left / bytesPerToken);
  const context = Math.min(model.contextLength, Math.floor(tokens / 1024) * 1024);
  return context < model.minimumContext ? null : context;
}

/** Bytes of memory that a model may take; see `contextFor`. */
function memoryBudget({ deviceMemory, mobile }: DeviceReport): number {
  const memory = deviceMemory ?? (mobile ? 4 : 8);
  return (memory * GiB) / (mobile ? 4 : 3);
}

function fitsBuffers({ largestTensor }: WebLlmModel, adapter: AdapterReport | null): boolean {
  if (!adapter) return false;
  const buffer = adapter.maxBufferSize < GiB ? smallBuffer : GiB;
  const binding = adapter.maxStorageBufferBindingSize < GiB ? smallBinding : GiB;
  return largestTensor <= Math.min(buffer, binding);
}

function fitsStorage(model: WebLlmModel, precision: Precision, { storage }: DeviceReport): boolean {
  // A stored model is part of the usage, so less than its whole size may still be asked for.
  return storage === null || storage.quota >= downloadBytes(model, precision);
}

function reasonFor(model: WebLlmModel, precision: Precision, { mobile }: DeviceReport): string {
  const bits = precision === "f16" ? "" : " It computes in 32 bits, since the adapter has no 16.";
  return `${model.name} is the best model we know that fits ${mobile ? "this phone" : "this device"}.${bits}`;
}
