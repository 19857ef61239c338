import { answerWithin, downloadPace } from "../core/bounded-body.js";
import { PagehoundError } from "../core/errors.js";

/** Asks a server for a part of a file. Throws `download-failed` when it does not answer. */
export async function request(
  url: string,
  range: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  try {
    return await answerWithin(downloadPace.silence, signal, (stop) =>
      fetch(url, {
        headers: { ...headers, Range: range },
        signal: stop,
        // What is fetched is stored here, and need not be a second time.
        cache: "no-store",
        // A redirect to another origin fails before anything is asked of it.
        ...(isOwnOrigin(url)
          ? { mode: "same-origin", redirect: "follow" }
          : { mode: "cors", redirect: "error" }),
      }),
    );
  } catch (cause) {
    signal.throwIfAborted();
    throw failed(
      url,
      "the server did not answer, or passed the request on to another address",
      cause,
    );
  }
}

/** Whether it is the page's own origin that is asked. */
export function isOwnOrigin(url: string): boolean {
  return new URL(url).origin === globalThis.origin;
}

/** Takes nothing of an answer. */
export function ignore({ body }: Response): void {
  void body?.cancel().catch(() => {});
}

/** Which part it is; null for what the server does not say, or not to this page. */
export function rangeOf(response: Response): { start: number | null; size: number | null } {
  const range = response.headers.get("Content-Range") ?? "";
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range);
  if (!match) return { start: null, size: null };
  return { start: Number(match[1]), size: match[2] === "*" ? null : Number(match[2]) };
}

/** What is thrown for an answer without the file. */
export function refused(url: string, response: Response): PagehoundError {
  const { status } = response;
  ignore(response);
  const missing = status === 404 || status === 410;
  const cause = missing ? "there is nothing" : "the server refused it";
  return failed(url, `${cause} (status ${status})`, undefined, status);
}

/** What is thrown when a file could not be fetched. `cause` is a clause. */
export function failed(
  url: string,
  cause: string,
  error?: unknown,
  status?: number,
): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `The collection at ${url} could not be fetched: ${cause}. Check the address and the connection, and try again; what is here stays as it is.`,
    { data: { url, ...(status === undefined ? {} : { status }) }, cause: error },
  );
}
