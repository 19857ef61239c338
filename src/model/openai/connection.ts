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
}

/** An exchange that goes on for as long as something comes. */
type ReadResponse<T> = (response: Response, onBytes: () => void) => Promise<T>;

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

  constructor(options: ConnectionOptions) {
    const url = parseUrl(options.url);
    this.origin = url.origin;
    this.base = url.origin + url.pathname.replace(/(?:\/chat\/completions)?\/*$/, "");
    this.#query = url.search;
    this.#headers = headersOf(options);
    this.hasKey = options.apiKey !== undefined || Object.keys(options.headers ?? {}).length > 0;
    this.#secrets = secretsOf(options, url);
    this.#timeout = options.timeout;
  }

  /** Fetches `path` below the base, by POST when there is a body, and reads the answer. */
  async exchange<T>(
    path: string,
    body: unknown,
    signal: AbortSignal,
    read: ReadResponse<T>,
  ): Promise<T> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onBytes = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), this.#timeout);
    };
    let response: Response | undefined;
    onBytes();
    try {
      response = await fetch(this.base + path + this.#query, {
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers: this.#headers,
        signal: AbortSignal.any([signal, silence.signal]),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        // A redirect could send text of documents to another host than the one that was named.
        redirect: "error",
        cache: "no-store",
      });
      onBytes();
      if (!response.ok) throw failureOf(this, response.status, await response.text());
      return await read(response, onBytes);
    } catch (thrown) {
      signal.throwIfAborted();
      if (silence.signal.aborted) throw this.#silent();
      if (PagehoundError.isInstance(thrown)) throw thrown;
      throw response ? this.#broken(response.status, thrown) : this.#unreachable(thrown);
    } finally {
      clearTimeout(timer);
      // Ends the transfer when the answer was not read to its end.
      silence.abort();
    }
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

  #silent(): PagehoundError {
    const seconds = Math.round(this.#timeout / 1000);
    return this.error(
      "endpoint-failed",
      `${this.origin} said nothing for ${seconds} seconds. Check that its model is loaded, and try again, or allow it more time.`,
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
