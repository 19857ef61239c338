import { currentStep, resumeStep } from "./current-step.js";

/** Options that every asynchronous function of the library takes as its last argument. */
export interface CallOptions<Progress = never> {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each progress report, in order, before the call settles. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A signal that never aborts, for calls without one. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Aborts as soon as one of the signals does; the caller's may be missing. */
export function eitherSignal(caller: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return caller ? AbortSignal.any([caller, other]) : other;
}

/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts. In either case no
 * listener is left on the signal, which may outlive many such waits.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      signal.removeEventListener("abort", onAbort);
      reject(signal.reason);
    };
    const settled = (settle: () => void): void => {
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    work.then(
      (value) => settled(() => resolve(value)),
      (error) => settled(() => reject(error)),
    );
  });
}

/** Waits this many milliseconds. Rejects with the signal's reason as soon as it aborts. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await untilAborted(
      new Promise((resolve) => (timer = setTimeout(resolve, milliseconds))),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

const waiting: (() => void)[] = [];
let messages: MessagePort | null = null;

/** A port that replies to itself. Opened on first use: an open port keeps Node from exiting. */
function messagePort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return port2;
}

/** Handles messages that have arrived before work continues. Unlike a timer it is not delayed. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    messages ??= messagePort();
    messages.postMessage(null);
  });
}

/** The longest time to work between two pauses. */
const sliceMilliseconds = 12;

/** A function to call often during long work; it pauses once a time slice is used up. */
export function slicer(signal: AbortSignal): () => Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  return async () => {
    if (performance.now() < sliceEnd) return;
    const step = currentStep();
    await yieldToMessages();
    resumeStep(step);
    signal.throwIfAborted();
    sliceEnd = performance.now() + sliceMilliseconds;
  };
}
