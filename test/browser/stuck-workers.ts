import { onTestFinished, vi } from "vitest";

/** Code that makes a worker hang, and runs before everything else in it. */
const prelude = (pattern: RegExp): string => `
const never = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (message, ...rest) {
  post.call(this, message, ...rest);
  const doing = message?.type === "step" ? message.step?.doing : undefined;
  if (doing !== undefined && ${pattern}.test(doing)) Atomics.wait(never, 0, 0);
};`;

/** Workers that hang. */
export interface StuckWorkers {
  /** The number of workers started. */
  readonly started: number;
  /** Makes workers started from now on hang in other steps; null for none. */
  next(pattern: RegExp | null): void;
}

/**
 * Until the test ends, every worker of a kind ("collection", "agent") hangs forever, in one
 * synchronous call, as soon as it announces a step that matches: as if by a regular expression that
 * takes exponential time, but without using the processor. Everything else about it is real.
 */
export function stuckWorkers(kind: string, pattern: RegExp): StuckWorkers {
  const Original = globalThis.Worker;
  const state = { pattern: pattern as RegExp | null, started: 0 };
  vi.stubGlobal(
    "Worker",
    class {
      constructor(url: string | URL, options?: WorkerOptions) {
        const isStuck = String(url).includes(`${kind}.worker`);
        if (isStuck) state.started++;
        const address = isStuck && state.pattern ? entry(state.pattern, url) : url;
        // biome-ignore lint/correctness/noConstructorReturn: it stands in for another class.
        return new Original(address, options);
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    get started() {
      return state.started;
    },
    next: (next) => {
      state.pattern = next;
    },
  };
}

/** The script at `url`, made to hang. */
function entry(pattern: RegExp, url: string | URL): URL {
  const address = new URL(url, location.href);
  address.searchParams.set("first", prelude(pattern));
  return address;
}
