/** What a WebGPU adapter offers, as far as a model needs it. */
export interface AdapterReport {
  /** Who makes it, what it is; empty where the browser does not tell. */
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  /** Whether the processor does its work: correct, and far too slow for a model. */
  readonly software: boolean;
  readonly features: readonly string[];
  /** Bytes. */
  readonly maxBufferSize: number;
  readonly maxStorageBufferBindingSize: number;
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxStorageBuffersPerShaderStage: number;
}

/** What can be told of a device before a model is chosen for it. */
export interface DeviceReport {
  /** Null when the browser has no WebGPU, or offers no adapter. */
  readonly adapter: AdapterReport | null;
  /** Memory in GiB, roughly and with an upper limit, as browsers tell it; null where they do not. */
  readonly deviceMemory: number | null;
  readonly mobile: boolean;
  /** Bytes that this origin may store and does store; null when the browser does not tell. */
  readonly storage: { readonly quota: number; readonly usage: number } | null;
}

/** Fields that not every browser has, and that the DOM's types lack therefore. */
interface DeviceHints {
  readonly deviceMemory?: number;
  readonly userAgentData?: { readonly mobile?: boolean };
}

/** Adapters that compute on the processor: Chromium's, Mesa's and Windows'. */
const softwareAdapters = /swiftshader|llvmpipe|lavapipe|basic render|warp|software/i;

/** Asks the browser what there is. Never throws. Downloads nothing. */
export async function probeDevice(): Promise<DeviceReport> {
  const hints = navigator as DeviceHints;
  const [adapter, storage] = await Promise.all([probeAdapter(), probeStorage()]);
  return { adapter, deviceMemory: hints.deviceMemory ?? null, mobile: isMobile(hints), storage };
}

async function probeAdapter(): Promise<AdapterReport | null> {
  try {
    // Asked as web-llm asks, so that both get the same one.
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) return null;
    const { limits } = adapter;
    // Browsers of 2024 have no `info`.
    const info: Partial<GPUAdapterInfo> = adapter.info ?? {};
    const { vendor = "", architecture = "", description = "", isFallbackAdapter = false } = info;
    return {
      vendor,
      architecture,
      description,
      software: isFallbackAdapter || softwareAdapters.test(`${architecture} ${description}`),
      features: [...adapter.features],
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    };
  } catch {
    return null;
  }
}

async function probeStorage(): Promise<DeviceReport["storage"]> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : { quota, usage: usage ?? 0 };
  } catch {
    return null;
  }
}

/** By what the browser says of itself; else a coarse pointer and nothing finer. */
function isMobile({ userAgentData }: DeviceHints): boolean {
  if (userAgentData?.mobile !== undefined) return userAgentData.mobile;
  return (
    typeof matchMedia === "function" &&
    matchMedia("(pointer: coarse)").matches &&
    !matchMedia("(any-pointer: fine)").matches
  );
}
