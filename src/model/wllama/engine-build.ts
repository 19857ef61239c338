import { checkEngineFile } from "../check-engine-file.js";

/** Addresses of the engine's own files: those of the usual build, and of one for older browsers. */
export interface EngineFiles {
  readonly wasm: string;
  readonly compat: { readonly worker: string; readonly wasm: string };
}

/**
 * Whether this browser needs the compatible build: it has no 64-bit memory, or no promise integration.
 * Firefox runs the usual build without the latter, and faster than the other one.
 */
export function needsCompatible(): boolean {
  if (!hasLargeMemory()) return true;
  return !("Suspending" in WebAssembly) && !/\bFirefox\//.test(navigator.userAgent);
}

function hasLargeMemory(): boolean {
  try {
    const descriptor = { address: "i64", initial: 1n } as unknown as WebAssembly.MemoryDescriptor;
    return new WebAssembly.Memory(descriptor) instanceof WebAssembly.Memory;
  } catch {
    return false;
  }
}

/** Throws `download-failed` when one of the files that the engine is started from cannot be had. */
export async function checkFiles(files: EngineFiles, signal?: AbortSignal): Promise<void> {
  if (!needsCompatible()) return checkEngineFile(files.wasm, "assetsBase", signal);
  await checkEngineFile(files.compat.worker, "compatBase", signal);
  await checkEngineFile(files.compat.wasm, "compatBase", signal);
}
