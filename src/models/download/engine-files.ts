import { checkText, PagehoundError, withLock } from "../../core/index.js";

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

/**
 * Runs `work` while no other tab or worker of this origin works on the files of the model at an
 * address, so that two of them do not download the same, and none deletes what another one counts on.
 * See `withLock`.
 */
export function withFiles<T>(
  address: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withLock(`pagehound:files:${address}`, work, { signal });
}

/** What addresses are relative to: the page's own base, in a worker the address of its script. */
function ownBase(): string {
  const { document, location } = globalThis as {
    readonly document?: { readonly baseURI: string };
    readonly location: { readonly href: string };
  };
  return document?.baseURI ?? location.href;
}

/**
 * URL of the folder at `address`, ending with `/`. Throws `invalid-argument`, with `name` in it, for
 * what is no folder of a site.
 */
export function folderUrl(address: string, name: string, base: string = ownBase()): string {
  checkText(`\`${name}\``, address);
  try {
    const url = new URL(address.endsWith("/") ? address : `${address}/`, base);
    const isFolder = /^https?:$/.test(url.protocol) && url.search + url.hash === "";
    if (address !== "" && isFolder) return url.href;
  } catch {
    // Told below.
  }
  const message = `${name} needs the URL of a folder, not “${address}”.`;
  throw new PagehoundError("invalid-argument", message);
}
