import {
  checkText,
  eitherSignal,
  invalidArgument,
  PagehoundError,
  withLock,
  withSlash,
} from "../../core/index.js";

const checkMilliseconds = 10_000;

/**
 * Throws `download-failed` if a file that an engine is started from is unavailable, which engines
 * themselves do not report. `option` names the option that contains its address. Sends the same
 * kind of request as engines do, because some servers and service workers answer no other kind.
 */
export async function checkEngineFile(
  url: string,
  option: string,
  signal?: AbortSignal,
): Promise<void> {
  let status: number | null = null;
  try {
    const deadline = AbortSignal.timeout(checkMilliseconds);
    const stop = eitherSignal(signal, deadline);
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
    `The engine's file ${url} could not be downloaded. Copy Pagehound's folder of assets there, or pass its address as ${option}.`,
    { data: { url, ...(status === null ? {} : { status }) } },
  );
}

/**
 * Runs `work` while no other tab or worker of this origin uses the model files at an address, so
 * that two of them do not download the same file, and none deletes what another depends on. See
 * `withLock`.
 */
export function withFiles<T>(
  address: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withLock(`pagehound:files:${address}`, work, { signal });
}

/** Returns a SHA-256 in lower case. Throws `invalid-argument` for anything else. */
export function checkedHash(hash: string): string {
  if (/^[0-9a-f]{64}$/i.test(hash)) return hash.toLowerCase();
  throw invalidArgument(
    `“${hash}” in integrity is not a SHA-256, which has 64 hexadecimal digits.`,
  );
}

/** The base of relative addresses: that of the page or, in a worker, the address of its script. */
function defaultBase(): string {
  const { document, location } = globalThis as {
    readonly document?: { readonly baseURI: string };
    readonly location: { readonly href: string };
  };
  return document?.baseURI ?? location.href;
}

/** The URL of the folder at `address`, ending in `/`. Throws `invalid-argument`, naming `name`. */
export function folderUrl(address: string, name: string, base: string = defaultBase()): string {
  checkText(`\`${name}\``, address);
  try {
    const url = new URL(withSlash(address), base);
    const isFolder = /^https?:$/.test(url.protocol) && url.search + url.hash === "";
    if (address !== "" && isFolder) return url.href;
  } catch {
    // Reported below.
  }
  const message = `${name} needs the URL of a folder, not “${address}”.`;
  throw invalidArgument(message);
}
