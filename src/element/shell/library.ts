import type { SourceReader } from "../../agent/tools/tool.js";
import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type {
  Answer,
  AskEvent,
  AskOptions,
  ConfirmCall,
  Pagehound,
  PagehoundOptions,
  Tool,
} from "../../index.js";
import type { Occurrence } from "./renderer.js";
import type { WidgetSetup } from "./setup.js";

/** A collection that is open once for all elements of the page that use it. */
export class SharedLibrary {
  /** Can be called at once; what is called before the collection is open waits for it. */
  readonly library: Pagehound;
  /** Settles once the collection is open; rejects when it is closed before. */
  readonly opened: Promise<Pagehound>;
  /** Settles when its worker has ended by itself: nobody is handed this one any more. */
  readonly died: Promise<void>;
  readonly #open: (signal: AbortSignal) => Promise<Pagehound>;
  readonly #closed: () => void;
  readonly #abort: AbortController = new AbortController();
  readonly #resolve: (hound: Pagehound) => void;
  readonly #reject: (error: unknown) => void;
  readonly #die: () => void;
  #attempt: Promise<void> | null = null;
  #users = 0;

  constructor(open: (signal: AbortSignal) => Promise<Pagehound>, closed: () => void) {
    const { promise, resolve, reject } = withResolvers<Pagehound>();
    this.opened = promise;
    const { promise: died, resolve: die } = withResolvers<void>();
    this.died = died;
    this.#die = die;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#open = open;
    this.#closed = closed;
    this.library = deferredObject<Pagehound>(promise, [
      "queue",
      "collection",
      "conversations",
      "embeddings",
      "guides",
      "toolExamples",
    ]);
    promise.catch(() => undefined);
  }

  /** Counts one more element that uses it. */
  take(): this {
    this.#users++;
    return this;
  }

  /** Tries to open it, unless that is under way or done. Rejects with why it could not be opened. */
  open(): Promise<void> {
    this.#attempt ??= this.#try();
    return this.#attempt;
  }

  /** Counts one element less; with the last one the collection is closed. */
  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#closed();
    this.#reject(closedError());
    this.#abort.abort(closedError());
    void this.opened.then(
      (hound) => hound.close(),
      () => undefined,
    );
  }

  #opened(hound: Pagehound): void {
    this.#resolve(hound);
    void hound.closed.then(({ code }) => {
      if (code === "closed") return;
      this.#closed();
      this.#die();
    });
  }

  async #try(): Promise<void> {
    try {
      const hound = await this.#open(this.#abort.signal);
      // It may have been opened at the very moment when nobody wanted it any more.
      if (this.#abort.signal.aborted) hound.close();
      else this.#opened(hound);
    } catch (error) {
      this.#attempt = null;
      throw error;
    }
  }
}

/** Collections by name and folders. */
const shared = new Map<string, SharedLibrary>();

/** The collection of this name, shared with the elements that have it already. To be released. */
export function shareLibrary(
  options: PagehoundOptions & { readonly assetsBase: URL },
): SharedLibrary {
  const { name, assetsBase, ocr } = options;
  const key = JSON.stringify([name, assetsBase.href, ocr && String(ocr.base)]);
  const known = shared.get(key);
  if (known) return known.take();
  const made = new SharedLibrary(
    async (signal) => {
      const { Pagehound } = await loadLibrary();
      return Pagehound.open({ ...options, signal });
    },
    () => {
      // Another one may have taken its place when it died.
      if (shared.get(key) === made) shared.delete(key);
    },
  );
  shared.set(key, made);
  return made.take();
}

/** A collection that the page has opened, and closes itself. */
export function givenLibrary(hound: Pagehound): SharedLibrary {
  const given = new SharedLibrary(
    () => Promise.resolve(hound),
    () => undefined,
  );
  // A user too many, so that it is never closed from here.
  return given.take().take();
}

async function loadLibrary(): Promise<typeof import("../../client/pagehound.js")> {
  try {
    return await import("../../client/pagehound.js");
  } catch (error) {
    throw new PagehoundError(
      "download-failed",
      "A part of this page could not be loaded. Check the connection, then try again.",
      { cause: error },
    );
  }
}

function closedError(): PagehoundError {
  return new PagehoundError("closed", "The collection was closed.");
}

function withResolvers<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** What an element has besides what its page gives it. */
export interface ElementTools {
  /** Asks the reader; the page itself may do so for tools of its own. */
  readonly confirm: ConfirmCall;
  /** The tools of servers. */
  readonly tools: (signal: AbortSignal | undefined) => Promise<readonly Tool[]>;
  /** What is asked beside the documents here. */
  readonly sources: () => Promise<readonly SourceReader[]>;
  /** Told each answer. */
  readonly answered: (answer: Answer) => void;
}

/**
 * A collection as one element uses it: its `ask` also has the page's tools and those of servers, and
 * reports what became of the question to the page.
 */
export function pageLibrary(
  library: Pagehound,
  setup: WidgetSetup,
  emit: (occurrence: Occurrence) => void,
  { confirm, tools: ofServers, sources, answered }: ElementTools,
): Pagehound {
  const loadAsk = async (): Promise<Pick<Pagehound, "ask">> => {
    const { Asking } = await loadLibrary();
    return {
      ask: (question, options = {}) =>
        new Asking((call) => answerOf(question, options, call), options.signal),
    };
  };
  let asking: Pick<Pagehound, "ask"> | null = null;
  // What makes a run comes with the library, which the first question waits for anyway.
  const ask: Pagehound["ask"] = (...given) => {
    asking ??= deferredObject(loadAsk());
    return asking.ask(...given);
  };

  async function answerOf(
    question: string,
    options: AskOptions,
    { signal, onProgress }: CallOptions<AskEvent>,
  ): Promise<Answer> {
    const tools = [...setup.tools, ...(await registeredIn(setup))];
    const asks: ConfirmCall = (tool, ...call) =>
      (tool.source ? confirm : (setup.confirm ?? confirm))(tool, ...call);
    // Without a model nobody calls them.
    const others = options.model ? await ofServers(signal) : [];
    // Where only some documents are asked, nothing else is.
    const beside = options.documents ? [] : await sources();
    const own = { tools: withoutTaken(tools, others), confirm: asks, sources: beside };
    try {
      const run = library.ask(question, { ...own, ...options, signal });
      for await (const event of run) {
        onProgress?.(event);
        if (event.type !== "answer") continue;
        if (beside.length > 0) answered(event.answer);
        emit({ type: "answered", question, answer: event.answer });
      }
      return await run;
    } catch (error) {
      if (!signal?.aborted) emit({ type: "failed", error });
      throw error;
    }
  }
  const proxy = new Proxy(library, {
    get: (target, name) => (name === "ask" ? ask : member(target, name)),
  });
  return proxy;
}

/** The page's own tools first; of servers those whose name is not taken. */
function withoutTaken(tools: readonly Tool[], others: readonly Tool[]): readonly Tool[] {
  const taken = new Set(tools.map(({ name }) => name));
  return [...tools, ...others.filter(({ name }) => !taken.has(name))];
}

/** The tools that the page has registered with the browser; none where they cannot be listed. */
async function registeredIn({ usesPageTools, tools }: WidgetSetup): Promise<readonly Tool[]> {
  if (!usesPageTools) return [];
  try {
    const { registeredTools } = await import("../web-mcp.js");
    return await registeredTools(tools.map(({ name }) => name));
  } catch {
    return [];
  }
}

/**
 * Stands in for an object that is not there yet: calls of its asynchronous methods wait for it,
 * whether they give a promise or something to iterate over. `parts` names properties that are such
 * objects themselves.
 */
export function deferredObject<Whole extends object>(
  coming: Promise<Whole>,
  parts: readonly (keyof Whole)[] = [],
): Whole {
  let there: Whole | null = null;
  const stands = new Map<PropertyKey, object>();
  coming.then(
    (whole) => {
      there = whole;
    },
    () => undefined,
  );
  for (const name of parts) stands.set(name, deferredObject(partOf(coming, name)));
  const proxy = new Proxy(
    {},
    {
      get: (_target, name) => {
        // Not a promise, whatever asks.
        if (name === "then") return undefined;
        if (there) return member(there, name);
        return stands.get(name) ?? ((...given: unknown[]) => later(coming, name, given));
      },
    },
  );
  return proxy as Whole;
}

async function partOf<Whole extends object>(
  coming: Promise<Whole>,
  name: keyof Whole,
): Promise<object> {
  return Object((await coming)[name]) as object;
}

/** A property as it is; a method so that it can be called on its own. */
function member(whole: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(whole, name, whole);
  return typeof value === "function" ? value.bind(whole) : value;
}

/** What a call will give: to be waited for, or to be iterated over. */
function later(coming: Promise<object>, name: PropertyKey, given: readonly unknown[]): unknown {
  // In a list: what can be iterated over may be a promise, too, which would be waited for.
  const called = coming.then((whole) => {
    const method = member(whole, name);
    return [typeof method === "function" ? (method(...given) as unknown) : method];
  });
  const result = called.then(([value]) => value);
  // Who iterates learns of a failure there; nobody waits for the promise then.
  result.catch(() => undefined);
  return Object.assign(result, {
    async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
      const [value] = await called;
      yield* value as AsyncIterable<unknown>;
    },
  });
}
