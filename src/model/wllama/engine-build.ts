import { PagehoundError } from "../../core/errors.js";

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

const checkMilliseconds = 10_000;

/**
 * Throws `download-failed` when one of the files that the engine is started from cannot be had, which
 * the engine itself does not say. Asks as the engine does, since some servers and the workers of
 * offline pages answer no other kind of request.
 */
export async function checkFiles(files: EngineFiles, signal?: AbortSignal): Promise<void> {
  if (!needsCompatible()) return checkFile(files.wasm, "assetsBase", signal);
  await checkFile(files.compat.worker, "compatBase", signal);
  await checkFile(files.compat.wasm, "compatBase", signal);
}

async function checkFile(
  url: string,
  option: "assetsBase" | "compatBase",
  signal?: AbortSignal,
): Promise<void> {
  let status: number | null = null;
  try {
    const deadline = AbortSignal.timeout(checkMilliseconds);
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const response = await fetch(url, { signal: stop });
    status = response.status;
    const page = response.headers.get("content-type")?.startsWith("text/html");
    await response.body?.cancel();
    if (response.ok && !page) return;
  } catch {
    signal?.throwIfAborted();
  }
  throw new PagehoundError(
    "download-failed",
    `The engine's own file ${url} could not be fetched. Copy Pagehound's folder of assets to that place, or pass its address as ${option}.`,
    { data: { url, ...(status === null ? {} : { status }) } },
  );
}
