import type { CallOptions } from "./core/call-options.js";
import type { IngestEvent } from "./core/ingest.js";

type Start = (options: CallOptions<IngestEvent>) => Promise<void>;

/**
 * The events of a call as an async iterable. The call starts with the first `next`, and is aborted
 * when the iteration is left early. Events are kept until they are asked for.
 */
export async function* ingestEvents(
  start: Start,
  signal: AbortSignal | undefined,
): AsyncGenerator<IngestEvent, void, undefined> {
  const left = new AbortController();
  const events: IngestEvent[] = [];
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
