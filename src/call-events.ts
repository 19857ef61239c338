import type { CallOptions } from "./core/call-options.js";

/**
 * The events of a call as an async iterable. The call starts with the first `next`, and is aborted
 * when the iteration is left early. Events are kept until they are asked for.
 */
export async function* callEvents<Event>(
  start: (options: CallOptions<Event>) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  const left = new AbortController();
  const events: Event[] = [];
  let wake = () => {};
  let settled = false;
  const call = start({
    signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
    onProgress: (event) => {
      events.push(event);
      wake();
    },
  }).finally(() => {
    settled = true;
    wake();
  });
  // Awaited below, or given up when the iteration is left early.
  call.catch(() => {});
  try {
    while (true) {
      yield* events.splice(0);
      if (settled && events.length === 0) break;
      if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
    await call;
  } finally {
    left.abort();
  }
}
