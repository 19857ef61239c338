import type { SourceReader, Tool } from "../../agent/index.js";
import {
  type ConfirmCall,
  loadPagehound,
  type Pagehound,
  type PagehoundOptions,
} from "../../client/index.js";
import { type Answer, PagehoundError } from "../../core/index.js";
import type { AskCollection } from "../ask/ask-feature.js";
import type { WidgetSetup } from "./setup.js";
import type { Shell } from "./shell.js";

/** A collection that is open once for all elements of the page that use it. */
export class SharedLibrary {
  /** Settles once the collection is open; rejects if it is closed first. */
  readonly opened: Promise<Pagehound>;
  /** Settles if its worker died: the collection is then no longer shared. */
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
    const { promise, resolve, reject } = Promise.withResolvers<Pagehound>();
    this.opened = promise;
    const { promise: died, resolve: die } = Promise.withResolvers<void>();
    this.died = died;
    this.#die = die;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#open = open;
    this.#closed = closed;
    promise.catch(() => undefined);
  }

  /** Counts one more user. */
  take(): this {
    this.#users++;
    return this;
  }

  /** Tries to open it, unless that is in progress or done. Rejects with the reason if it fails. */
  open(): Promise<void> {
    this.#attempt ??= this.#try();
    return this.#attempt;
  }

  /** Removes one user; the last one closes the collection. */
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
      // The collection may have been opened just as the last user left.
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

/** The collection of this name, shared with other elements. Release it after use. */
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
      // Another one may have replaced it after it died.
      if (shared.get(key) === made) shared.delete(key);
    },
  );
  shared.set(key, made);
  return made.take();
}

/** A collection that the page opened and closes itself. */
export function libraryOf(hound: Pagehound): SharedLibrary {
  const library = new SharedLibrary(
    () => Promise.resolve(hound),
    () => undefined,
  );
  // Counts the page as a user, so that it is never closed from here.
  return library.take().take();
}

async function loadLibrary(): ReturnType<typeof loadPagehound> {
  try {
    return await loadPagehound();
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

/** The parts of a question that the page does not set. */
interface AskAdditions {
  /** Asks the reader; the page itself may do so for its tools. */
  readonly confirm: ConfirmCall;
  /** The tools of servers. */
  readonly tools: (signal: AbortSignal | undefined) => Promise<readonly Tool[]>;
  /** The sources to ask in addition to the local documents. */
  readonly sources: () => Promise<readonly SourceReader[]>;
  /** Called with each answer. */
  readonly answered: (answer: Answer) => void;
}

/** Asks with the page's tools and those of servers, and reports the outcome to the page. */
export function askWith(
  { emit, library, setup }: Pick<Shell, "emit" | "library" | "setup">,
  { confirm, tools: toolsOfServers, sources, answered }: AskAdditions,
): AskCollection {
  const confirmCall: ConfirmCall = (tool, ...call) =>
    (tool.source ? confirm : (setup.confirm ?? confirm))(tool, ...call);
  return async function* (question, options) {
    const { signal } = options;
    try {
      const pageTools = [...setup.tools, ...(await registeredIn(setup))];
      // Only a model calls tools.
      const serverTools = options.model ? await toolsOfServers(signal) : [];
      // If the question is about selected documents, no other source is asked.
      const offered = options.documents ? [] : await sources();
      const additions = { tools: withoutTaken(pageTools, serverTools), sources: offered };
      const run = (await library).ask(question, { confirm: confirmCall, ...additions, ...options });
      for await (const event of run) {
        if (event.type === "answer") {
          if (offered.length > 0) answered(event.answer);
          emit({ type: "answered", question, answer: event.answer });
        }
        yield event;
      }
    } catch (error) {
      if (!signal?.aborted) emit({ type: "failed", error });
      throw error;
    }
  };
}

/** The page's own tools first; then those of servers whose names are not taken. */
function withoutTaken(tools: readonly Tool[], others: readonly Tool[]): readonly Tool[] {
  const taken = new Set(tools.map(({ name }) => name));
  return [...tools, ...others.filter(({ name }) => !taken.has(name))];
}

/** The tools that the page has registered with the browser; empty if they cannot be listed. */
async function registeredIn({ usesPageTools, tools }: WidgetSetup): Promise<readonly Tool[]> {
  if (!usesPageTools) return [];
  try {
    const { registeredTools } = await import("../web-mcp.js");
    return await registeredTools(tools.map(({ name }) => name));
  } catch {
    return [];
  }
}
