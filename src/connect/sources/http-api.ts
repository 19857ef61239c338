import {
  checkArguments,
  checkPrefix,
  foreignToolName,
  plainLine,
  type Tool,
} from "../../agent/index.js";
import {
  type CallOptions,
  checkedOptions,
  checkHeaders,
  eitherSignal,
  invalidArgument,
  isSafelyReached,
  PagehoundError,
  parseJson,
  parseUrl,
  slicer,
} from "../../core/index.js";
import { ApiAnswers, type ApiLine } from "./api-answers.js";
import { requestOf, resultOf } from "./api-call.js";
import { type ApiDescription, type ApiOperation, readDescription } from "./api-description.js";

/** Where the description of an HTTP API is, and how to call it. */
export interface HttpApiOptions {
  /** The address of its description (OpenAPI 3.0 or 3.1, as JSON): with https, or on this computer; relative to the page. */
  readonly url: string | URL;
  /**
   * The description itself, if it was read already, such as from YAML: nothing is then fetched from
   * `url`.
   *
   * @defaultValue it is fetched
   */
  readonly description?: object | undefined;
  /**
   * The API's address. Since keys go there, a description can only name its own origin.
   *
   * @defaultValue the first server of the description that has the origin of `url`
   */
  readonly server?: string | URL | undefined;
  /**
   * Headers of every request, such as a key; kept in memory only.
   *
   * @defaultValue none
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The operations that become tools, each by its `operationId` or as `GET /orders/{id}`. Those
   * with POST must be named: the page thereby declares them read-only.
   *
   * @defaultValue all with GET that are not deprecated
   */
  readonly operations?: readonly string[] | undefined;
  /**
   * Prefix of the names of its tools: lower-case letters, digits and underscores.
   *
   * @defaultValue nothing
   */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds for which an answer without an expiry is valid.
   *
   * @defaultValue three minutes
   */
  readonly freshFor?: number | undefined;
  /**
   * Milliseconds without a sign of life after which a call is abandoned.
   *
   * @defaultValue half a minute
   */
  readonly timeout?: number | undefined;
}

const usualTimeout = 30_000;
const usualFreshness = 180_000;
/** Maximum number of characters of a description: parsing more would block the page. */
const longestDescription = 3_000_000;

/**
 * An HTTP API described in OpenAPI, with its reading operations as tools for a model. Nothing is
 * sent before `connect`, which fetches the description; after that, only what `AskOptions.confirm`
 * agreed to, and to one origin only. Answers are kept in memory until they expire, then requested
 * again; if that fails, the old one is returned and says how old it is. An empty answer
 * (`ToolResult.outcome`) is not a failure.
 *
 * Failures are `PagehoundError`s: `tool-server-failed` says in one sentence what is wrong and what
 * to do, with `url` and, if there was an answer, `status` in its `data`; `invalid-argument` means
 * that the description, or an argument of a call, cannot be used.
 *
 * @example
 * ```ts
 * import { Pagehound } from "pagehound";
 * import { connect } from "pagehound/connect";
 *
 * const api = await connect({
 *   kind: "api",
 *   url: "https://orders.example/openapi.json",
 *   headers: { "X-Key": "…" },
 * });
 * const { sentences } = await hound.ask("Where is order 4711?", {
 *   model,
 *   tools: api.tools,
 *   confirm: (tool, call) => window.confirm(`${tool.source?.operation}: ${JSON.stringify(call)}`),
 * });
 * ```
 */
export class HttpApi {
  /** The address of the description. */
  readonly url: URL;
  readonly #options: HttpApiOptions;
  readonly #server: URL | null;
  readonly #line: ApiLine;
  readonly #answers: ApiAnswers;
  readonly #listeners = new Set<() => void>();
  readonly #ended = new AbortController();
  #title = "";
  #tools: readonly Tool[] = [];
  #leftOut = 0;

  /** Throws `invalid-argument`. */
  constructor(options: HttpApiOptions) {
    const { url, server, prefix = "", headers = {}, ...rest } = checkedOptions(options);
    const { timeout = usualTimeout, freshFor = usualFreshness } = rest;
    this.url = addressOf(url);
    this.#server = server === undefined ? null : addressOf(server);
    checkPrefix(prefix);
    if (rest.operations !== undefined && !Array.isArray(rest.operations)) {
      throw invalidArgument("`operations` must be a list of names.");
    }
    checkHeaders("the API", headers);
    this.#options = options;
    this.#line = {
      ...{ name: this.name, headers, missingKeys: [] },
      ...{ timeout: Math.max(1, timeout), freshFor: Math.max(0, freshFor) },
    };
    this.#answers = new ApiAnswers(this.#line);
  }

  /** The display name: the API's title and host, or its host alone before the first read. */
  get name(): string {
    const { host } = this.#server ?? this.url;
    return this.#title === "" ? host : `${this.#title} (${host})`;
  }

  /** The API's operations as tools, for `AskOptions.tools`; empty until it is connected. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** The number of further reading operations, which cannot be used. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Headers for keys that the description requires, and `HttpApiOptions.headers` lacks. */
  get missingKeys(): readonly string[] {
    return this.#line.missingKeys;
  }

  /** Calls `listener` when the tools change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads its description, and reads it again once it has expired. */
  async connect({ signal }: CallOptions = {}): Promise<void> {
    this.#checkOpen();
    const { headers = {}, operations, description: provided } = this.#options;
    const either = eitherSignal(signal, this.#ended.signal);
    const described = provided ?? (await this.#fetched(either));
    const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const breathe = slicer(either);
    const read = await readDescription(described, { wanted: operations ?? null, sent, breathe });
    const base = this.#server ?? this.#serverIn(read);
    this.#title = read.title;
    this.#line.name = this.name;
    this.#line.missingKeys = read.keyHeaders.filter((name) => !sent.has(name.toLowerCase()));
    const taken = new Set<string>();
    this.#tools = read.operations.map((operation) => this.#toolOf(operation, base, taken));
    this.#leftOut = read.leftOut;
    for (const listener of this.#listeners) listener();
  }

  /** Forgets all responses, and ends what is in progress. Later calls fail with `closed`. */
  close(): void {
    this.#ended.abort(this.#closed());
    this.#listeners.clear();
  }

  #checkOpen(): void {
    if (this.#ended.signal.aborted) throw this.#closed();
  }

  #closed(): PagehoundError {
    return new PagehoundError("closed", `The connection to ${this.name} was closed.`);
  }

  async #fetched(signal: AbortSignal): Promise<unknown> {
    // The API's keys are not sent to another host.
    const isSame = !this.#server || this.#server.origin === this.url.origin;
    const answers = isSame
      ? this.#answers
      : new ApiAnswers({ ...this.#line, name: this.url.host, headers: {} });
    const headers = {
      accept: "application/vnd.oai.openapi+json, application/json;q=0.9, */*;q=0.1",
    };
    const request = { method: "GET", url: this.url, headers, body: null } as const;
    const { status, text } = await answers.ask(request, signal);
    const bad = (what: string): PagehoundError =>
      new PagehoundError("tool-server-failed", `${this.url.host} ${what}`, {
        data: { url: this.url.href, status },
      });
    if (status !== 200) throw bad("has nothing at this address. Check the address.");
    if (text.length > longestDescription) {
      const most = longestDescription / 1e6;
      throw bad(
        `has a description of more than ${most} million characters, which is too large. Use a description of only the part you need.`,
      );
    }
    const value = parseJson(text);
    if (value !== undefined) return value;
    throw bad(
      /^(?:openapi|swagger)\s*:/m.test(text.slice(0, 10_000))
        ? "describes its API in YAML, which is not supported. Use the address of the JSON version, which most servers also have."
        : "has no API description at this address. Check the address.",
    );
  }

  /** The API's address in the description, if it has the description's own origin. */
  #serverIn({ servers }: ApiDescription): URL {
    const all = (servers.length === 0 ? ["/"] : servers).map((one) => parseUrl(one, this.url.href));
    const found = all.find((one) => one?.origin === this.url.origin);
    if (found) return found;
    const elsewhere = all.find((one) => one !== null)?.origin ?? "nowhere";
    throw invalidArgument(
      `The description says that the API is at ${elsewhere}, on a different origin. The owner of this page must set it as the API's \`server\`.`,
    );
  }

  #toolOf(operation: ApiOperation, base: URL, taken: Set<string>): Tool {
    const { label } = operation;
    const source = { name: this.name, sendsTo: base.origin, operation: plainLine(label, 160) };
    const name = foreignToolName(operation.name, this.#options.prefix ?? "", taken);
    const definition = {
      ...{ name, description: operation.description, parameters: operation.arguments },
      ...{ readOnly: true, source },
    };
    return {
      ...definition,
      run: async (args, { budget, signal }) => {
        this.#checkOpen();
        const request = requestOf(operation, checkArguments(definition, args), base);
        const either = AbortSignal.any([signal, this.#ended.signal]);
        const answer = await this.#answers.ask(request, either);
        return resultOf(answer, this.name, budget.limit);
      },
    };
  }
}

/** Throws `invalid-argument` for an address that keys must not be sent to. */
function addressOf(url: string | URL): URL {
  const address = parseUrl(String(url), globalThis.document?.baseURI);
  if (!address || !isSafelyReached(address) || address.username !== "") {
    throw invalidArgument(
      `“${String(url).replace(/\/\/[^@/]*@/, "//…@")}” is not a valid API address. It must begin with https:// or be on this computer. Pass keys as headers.`,
    );
  }
  address.hash = "";
  return address;
}
