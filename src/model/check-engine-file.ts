import { PagehoundError } from "../core/errors.js";

const checkMilliseconds = 10_000;

/**
 * Throws `download-failed` when a file that an engine is started from cannot be had, which engines
 * themselves do not say; `option` names where its address comes from. Asks as engines do, since some
 * servers and the workers of offline pages answer no other kind of request.
 */
export async function checkEngineFile(
  url: string,
  option: string,
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
