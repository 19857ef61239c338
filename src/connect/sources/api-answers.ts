import CachePolicy from "http-cache-semantics";
import {
  answerWithin,
  boundedText,
  excessOf,
  hideSecrets,
  isRecord,
  oneLine,
  PagehoundError,
  parseJson,
  retryAfter,
  steadyNow,
  whenToRetry,
  whyUnreachable,
} from "../../core/index.js";

export interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Headers of this request only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An API's answer, or an earlier one that was kept. */
export interface ApiAnswer {
  readonly status: number;
  /** The answer's media type, in lower case and without parameters; empty if it has none. */
  readonly type: string;
  readonly text: string;
  /** When it was last known to be current, in milliseconds since 1970. */
  readonly at: number;
  /** Why there is no newer answer, if requesting it failed. */
  readonly failure: PagehoundError | null;
}

/** How an API is called. Name and missing keys are known once its description was read. */
export interface ApiLine {
  /** The display name. */
  name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers for keys that the API's description requires, and that are not sent. */
  missingKeys: readonly string[];
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds for which an answer without an expiry is valid. */
  readonly freshFor: number;
}

interface Kept {
  readonly answer: Omit<ApiAnswer, "failure">;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: CachePolicy;
}

const largestAnswer = 8_000_000;
/** Maximum number of characters that are kept in total, and of one answer. */
const mostKept = 8_000_000;
const longestKept = 1_000_000;
const mostAnswers = 500;

/**
 * An API's answers, kept in memory until they expire (`Cache-Control`, `Expires`). After that the
 * API is asked whether there is a newer one (`If-None-Match`, `If-Modified-Since`); if it cannot be
 * reached, the old answer is returned with the failure, unless the answer forbids that. Rejects
 * with `tool-server-failed`, which says in one sentence what is wrong and what to do, or with the
 * signal's reason.
 */
export class ApiAnswers {
  readonly #line: ApiLine;
  /** The newest last. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;
  /** Temporary failures that say nothing about the request. */
  readonly #passing = new WeakSet<PagehoundError>();
  /** Origins that refuse the page's conditional requests. */
  readonly #unconditional = new Set<string>();

  constructor(line: ApiLine) {
    this.#line = line;
  }

  async ask(request: ApiRequest, signal: AbortSignal | undefined): Promise<ApiAnswer> {
    const key = JSON.stringify([request.method, request.url.href, request.headers, request.body]);
    const kept = this.#kept.get(key);
    const requestText = described(request);
    if (kept?.policy.satisfiesWithoutRevalidation(requestText))
      return { ...kept.answer, failure: null };
    try {
      const response = await this.#fetch(request, kept, signal);
      const answer = await this.#answerOf(response, request, kept, signal);
      this.#forget(key);
      const headers = { ...(response.status === 304 ? kept?.headers : {}), ...headersOf(response) };
      const { status } = answer;
      const policy = new SteadyPolicy(
        requestText,
        { status, headers: this.#dated(headers) },
        privateCache,
      );
      if (policy.storable() && answer.text.length <= longestKept) {
        this.#keep(key, { answer, headers, policy });
      }
      return { ...answer, failure: null };
    } catch (error) {
      signal?.throwIfAborted();
      const failure = PagehoundError.isInstance(error)
        ? error
        : this.#failed(request.url, odd, error);
      if (kept && this.#passing.has(failure) && mayBeOld(kept)) return { ...kept.answer, failure };
      throw failure;
    }
  }

  /** Sends nothing that identifies the person, and follows no redirects, which could leak a key. */
  async #fetch(
    request: ApiRequest,
    kept: Kept | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const { method, url, headers, body } = request;
    const newer = this.#unconditional.has(url.origin) ? {} : newerThan(kept, request);
    const send = (more: Readonly<Record<string, string>>): Promise<Response> =>
      answerWithin(this.#line.timeout, signal, (stop) =>
        fetch(url, {
          ...{ method, body, signal: stop, redirect: "manual", cache: "no-store" },
          headers: { ...headers, ...this.#line.headers, ...more },
          ...{ credentials: "omit", referrerPolicy: "no-referrer" },
        }),
      );
    try {
      return await send(newer);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TypeError)) throw this.#late(url, error);
      if (Object.keys(newer).length > 0) {
        // Those headers cause a preflight request, which not all servers support.
        const plain = await send({}).catch(() => null);
        signal?.throwIfAborted();
        if (plain) {
          this.#unconditional.add(url.origin);
          return plain;
        }
      }
      throw this.#failed(url, await whyUnreachable(url, { cause: error, signal }), error, true);
    }
  }

  async #answerOf(
    response: Response,
    { url }: ApiRequest,
    kept: Kept | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Kept["answer"]> {
    const { status } = response;
    if (status === 304 && kept) return { ...kept.answer, at: Date.now() };
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      throw this.#failed(url, sentOn, undefined, false, status || undefined);
    }
    const { timeout } = this.#line;
    let text: string;
    try {
      const bounds = { bytes: largestAnswer, silence: timeout, total: timeout * 4 };
      text = await boundedText(response.body, bounds);
    } catch (error) {
      signal?.throwIfAborted();
      if (excessOf(error) !== "bytes") throw this.#late(url, error);
      const much = `sent more than ${largestAnswer / 1e6} MB in one response, which is too large. Ask for less at once.`;
      throw this.#failed(url, much);
    }
    const type = (response.headers.get("content-type") ?? "").replace(/;.*$/s, "").trim();
    const isAnswer = response.ok || status === 404 || status === 410;
    if (!isAnswer) throw this.#refused(url, response, text);
    return { status, type: type.toLowerCase(), text, at: Date.now() };
  }

  #refused(url: URL, { status, headers }: Response, text: string): PagehoundError {
    const { missingKeys } = this.#line;
    const reason = reasonIn(text);
    const why = reason === "" ? "" : `: “${reason}”`;
    const wait = whenToRetry(retryAfter(headers));
    const keys =
      missingKeys.length > 0
        ? `It requires a key in the header ${missingKeys.join(" or ")}, which the owner of this page must provide.`
        : "Check which key this page sends.";
    const what =
      status === 401 || status === 403
        ? `denied access (HTTP ${status}). ${keys}`
        : status === 429
          ? `received too many requests (HTTP 429)${why}. Try again ${wait}.`
          : status >= 500
            ? `returned an error (HTTP ${status})${why}. Try again later, or ask its operator.`
            : `rejected the call (HTTP ${status})${why}. Correct it, or continue without it.`;
    return this.#failed(url, what, undefined, status === 429 || status >= 500, status);
  }

  #late(url: URL, cause: unknown): PagehoundError {
    const seconds = Math.max(1, Math.round(this.#line.timeout / 1000));
    return excessOf(cause)
      ? this.#failed(
          url,
          `did not respond within ${seconds} seconds. Try again, or ask for less.`,
          cause,
          true,
        )
      : this.#failed(url, "closed the connection before it responded. Try again.", cause, true);
  }

  #failed(
    url: URL,
    what: string,
    cause?: unknown,
    passing = false,
    status?: number,
  ): PagehoundError {
    const { name, headers } = this.#line;
    const message = hideSecrets(`${name} ${what}`, Object.values(headers), 4);
    const data = { url: url.origin + url.pathname, ...(status ? { status } : {}) };
    const error = new PagehoundError("tool-server-failed", message, { data, cause });
    if (passing) this.#passing.add(error);
    return error;
  }

  /** A response without an expiry is valid for as long as the page says. */
  #dated(headers: Readonly<Record<string, string>>): Record<string, string> {
    const cacheHeader = headers["cache-control"] ?? headers.expires ?? headers.pragma;
    if (cacheHeader !== undefined) return { ...headers };
    return { ...headers, "cache-control": `max-age=${Math.round(this.#line.freshFor / 1000)}` };
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#characters += kept.answer.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= mostKept && this.#kept.size <= mostAnswers) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#characters -= this.#kept.get(key)?.answer.text.length ?? 0;
    this.#kept.delete(key);
  }
}

/** Measures an answer's age independently of changes to the device's clock. */
class SteadyPolicy extends CachePolicy {
  now(): number {
    return steadyNow();
  }
}

const privateCache = { shared: false, cacheHeuristic: 0 };
const odd = "could not be reached. Try again.";
const sentOn =
  "redirects to another address, and redirects are not followed because they could leak a key. The owner of this page must set the address it redirects to.";

function described({ method, url, headers }: ApiRequest): CachePolicy.Request {
  return { method, url: url.href, headers: { ...headers } };
}

/** The headers of a response, as far as a page may read them. */
function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers);
}

/** Headers that request a response only if it has changed. */
function newerThan(kept: Kept | undefined, request: ApiRequest): Record<string, string> {
  if (!kept || request.method !== "GET") return {};
  const { etag, "last-modified": modified } = kept.headers;
  if (etag) return { "if-none-match": etag };
  return modified ? { "if-modified-since": modified } : {};
}

/** Whether a response may be reused if its validity is unknown. */
function mayBeOld({ headers }: Kept): boolean {
  return !/\b(?:no-cache|no-store|must-revalidate)\b/i.test(headers["cache-control"] ?? "");
}

/** The reason that an API gives for a failure (as in RFC 9457, or otherwise); empty if none. */
function reasonIn(text: string): string {
  const answer = text.length < 100_000 ? parseJson(text) : undefined;
  if (!isRecord(answer)) return /^\s*</.test(text) ? "" : oneLine(text, 200);
  const error = isRecord(answer.error) ? answer.error : answer;
  const reason = [answer.detail, error.message, error.detail, answer.error, answer.title].find(
    (one) => typeof one === "string" && one !== "",
  );
  return oneLine(String(reason ?? JSON.stringify(answer)), 200);
}
