import {
  answerWithin,
  type BodyBounds,
  beginningOf,
  type Excess,
  excessOf,
} from "../../core/bounded-body.js";
import { PagehoundError } from "../../core/errors.js";
import { failureOf } from "./failures.js";

/** What it takes to reach an endpoint. */
export interface ConnectionOptions {
  /** Base address, with or without `/chat/completions`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds of silence after which a request fails. */
  readonly timeout: number;
  /** Milliseconds after which a reply is given up, however much of it comes. */
  readonly replyTimeout: number;
}

/** Reads an answer within bounds of time, to which it adds bounds of its size. */
type ReadResponse<T> = (
  response: Response,
  time: Pick<BodyBounds, "silence" | "total">,
) => Promise<T>;

/** What a server says of a failure is short; more of it, or for longer, is not listened to. */
const errorBytes = 64 * 1024;
const errorMilliseconds = 10_000;

/**
 * Requests to one endpoint, and to nowhere else: no cookies, no referrer, no redirects. Everything
 * it throws is an `endpoint-failed` or `context-exceeded` without any header's value in it, or the
 * signal's reason.
 */
export class Connection {
  /** Address without query. */
  readonly base: string;
  readonly origin: string;
  /** Whether anything is sent that may be a key. */
  readonly hasKey: boolean;
  readonly #query: string;
  readonly #headers: Headers;
  readonly #secrets: readonly string[];
  readonly #timeout: number;
  readonly #replyTimeout: number;

  constructor(options: ConnectionOptions) {
    const url = parseUrl(options.url);
    this.origin = url.origin;
    this.base = url.origin + url.pathname.replace(/(?:\/chat\/completions)?\/*$/, "");
    this.#query = url.search;
    this.#headers = headersOf(options);
    this.hasKey = options.apiKey !== undefined || Object.keys(options.headers ?? {}).length > 0;
    this.#secrets = secretsOf(options, url);
    this.#timeout = options.timeout;
    this.#replyTimeout = options.replyTimeout;
  }

  /** Fetches `path` below the base, by POST when there is a body, and reads the answer. */
  async exchange<T>(
    path: string,
    body: unknown,
    signal: AbortSignal,
    read: ReadResponse<T>,
  ): Promise<T> {
    const over = new AbortController();
    const stop = AbortSignal.any([signal, over.signal]);
    let response: Response | undefined;
    try {
      response = await answerWithin(this.#timeout, stop, (stop) =>
        fetch(this.base + path + this.#query, {
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          headers: this.#headers,
          signal: stop,
          credentials: "omit",
          referrerPolicy: "no-referrer",
          // Never followed: text of documents could go to another host than the one that was named.
          redirect: "manual",
          cache: "no-store",
        }),
      );
      if (isRedirect(response)) throw this.#redirects();
      if (!response.ok) throw failureOf(this, response.status, await this.#failure(response));
      return await read(response, { silence: this.#timeout, total: this.#replyTimeout });
    } catch (thrown) {
      signal.throwIfAborted();
      const excess = excessOf(thrown);
      if (excess) throw this.#beyond(excess, response?.status);
      if (PagehoundError.isInstance(thrown)) throw thrown;
      throw response ? this.#broken(response.status, thrown) : this.#unreachable(thrown);
    } finally {
      // Ends the transfer when the answer was not read to its end.
      over.abort();
    }
  }

  #failure({ body }: Response): Promise<string> {
    const milliseconds = Math.min(this.#timeout, errorMilliseconds);
    return beginningOf(body, { bytes: errorBytes, silence: milliseconds, total: milliseconds });
  }

  /** An error with the address; secrets are taken out of the message. */
  error(
    code: "endpoint-failed" | "context-exceeded",
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ): PagehoundError {
    const data = { url: this.base, ...(status === undefined ? {} : { status }) };
    const clean = this.#secrets.reduce((text, secret) => text.replaceAll(secret, "…"), message);
    return new PagehoundError(code, clean, { data, cause });
  }

  /** A reply that passed one of its bounds. */
  #beyond(excess: Excess, status: number | undefined): PagehoundError {
    const seconds = Math.round(this.#timeout / 1000);
    const what = {
      silence: `said nothing for ${seconds} seconds. Check that its model is loaded, and try again, or allow it more time.`,
      total:
        "was not done in the time it is given, so it was no longer waited for. Ask for less, use a faster model, or allow it more time.",
      bytes:
        "sends more than a model's reply can be, so it was not read to its end. Check that this is the address of a model endpoint, or use another server.",
    }[excess];
    return this.error("endpoint-failed", `${this.origin} ${what}`, status ? { status } : {});
  }

  #redirects(): PagehoundError {
    return this.error(
      "endpoint-failed",
      `${this.origin} passes requests on to another address, which is not followed, so that nothing is sent where nobody was told of. Check the address, which usually ends with /v1, or give the one it leads to.`,
    );
  }

  #broken(status: number, cause: unknown): PagehoundError {
    return this.error(
      "endpoint-failed",
      `The connection to ${this.origin} broke off in the middle of a reply. Try again.`,
      { status, cause },
    );
  }

  #unreachable(cause: unknown): PagehoundError {
    return this.error(
      "endpoint-failed",
      `${this.origin} cannot be reached from this page. Check that the server runs at exactly this address, that it allows this page (CORS), and that this page's policy allows it (connect-src).`,
      { cause },
    );
  }
}

/** Browsers hide where a redirect leads; other places that run this library tell its status. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function parseUrl(text: string): URL {
  const url = /^https?:\/\/[^/]/i.test(text) ? readUrl(text) : null;
  if (url === null) {
    throw new PagehoundError(
      "invalid-argument",
      "The address of a model endpoint begins with http:// or https://, such as http://localhost:11434/v1.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new PagehoundError(
      "invalid-argument",
      "The address of a model endpoint cannot hold a name or password. Pass `apiKey` or `headers` instead.",
    );
  }
  return url;
}

/** `URL.parse`, which is younger than the browsers this library runs in. */
function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function headersOf({ apiKey, headers = {} }: ConnectionOptions): Headers {
  try {
    const all = new Headers(headers);
    all.set("content-type", "application/json");
    if (apiKey !== undefined) all.set("authorization", `Bearer ${apiKey}`);
    return all;
  } catch {
    // The platform's own error quotes the value, which may be a key.
    throw new PagehoundError(
      "invalid-argument",
      "The API key or a header of the model endpoint has a character that cannot be sent. Check that nothing else was pasted with it.",
    );
  }
}

/** All that a server might quote back, the longest first, so that no part of one is left. */
function secretsOf({ apiKey, headers = {} }: ConnectionOptions, url: URL): string[] {
  const secrets = [apiKey ?? "", ...Object.values(headers), ...url.searchParams.values()];
  const words = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]);
  // Shorter ones are no keys, and would make holes in ordinary words.
  return words.filter((word) => word.length >= 8).sort((a, b) => b.length - a.length);
}
