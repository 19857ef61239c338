import { PagehoundError } from "../../core/errors.js";

const keptLines = 40;

/**
 * Listens to what the engine writes: only there does it say why it failed, and some failures, such as
 * a worker that may not start, are told nowhere else.
 */
export class EngineLog {
  readonly #lines: string[] = [];
  #fail: (error: PagehoundError) => void = () => {};
  /** Rejects when the engine can never answer again. */
  readonly failed: Promise<never> = new Promise((_, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.failed.catch(() => {});
  }

  /** Takes what wllama logs, and the error events of its worker. */
  readonly add = (...parts: unknown[]): void => {
    const [first] = parts;
    if (first instanceof Event) {
      this.#fail(workerError(first));
      return;
    }
    const line = parts.map(String).join(" ").trim();
    this.#lines.push(line);
    if (this.#lines.length > keptLines) this.#lines.shift();
    if (line.startsWith("Aborted(")) this.#fail(this.explain("The engine stopped"));
  };

  /** What was written since the last call of this function is no cause of what comes. */
  clear(): void {
    this.#lines.length = 0;
  }

  /** The error that the last lines speak of. */
  explain(what: string, cause?: unknown): PagehoundError {
    const options = { cause: cause ?? this.#lines.join("\n") };
    const text = [...this.#lines, cause instanceof Error ? cause.message : ""].join("\n");
    if (outOfMemory.test(text)) {
      return new PagehoundError(
        "not-enough-memory",
        "The model does not fit into the memory this page can have. Close other pages, or take a smaller model or a shorter context.",
        options,
      );
    }
    if (damaged.test(text)) {
      return new PagehoundError(
        "model-failed",
        "The model's file is damaged or is no GGUF file. Delete it and load it again.",
        { ...options, data: { damaged: true } },
      );
    }
    const reason = this.#lines.findLast((line) => /error|fail|abort/i.test(line));
    return new PagehoundError(
      "model-failed",
      `${what}${reason ? ` (${reason.slice(0, 200)})` : ""}. Load the model again, or take another one.`,
      options,
    );
  }
}

const outOfMemory =
  /bad_alloc|out of memory|\bOOM\b|failed to allocate|unable to allocate|could not allocate|cannot enlarge memory|allocation failed|Invalid array buffer length/i;
const damaged =
  /corrupt|incomplete|invalid magic|failed to read|within the file bounds|invalid ggml type|duplicated tensor/i;

function workerError(event: Event): PagehoundError {
  // A worker that a security policy forbids fails with an event that says nothing; so does one whose
  // code is broken, which is rarer.
  if (!(event instanceof ErrorEvent) || !event.message) {
    return new PagehoundError(
      "unsupported-browser",
      "The engine's worker could not start. The page's security policy must allow blob: in worker-src.",
    );
  }
  return new PagehoundError("model-failed", `The engine's worker failed (${event.message}).`);
}
