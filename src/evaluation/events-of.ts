/** The events that some work reports while it goes on; returns what comes of it. */
export async function* eventsOf<Event, Result>(
  work: (report: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<Event, Result, undefined> {
  const events: Event[] = [];
  let wake = () => {};
  let settled = false;
  const result = work((event) => {
    events.push(event);
    wake();
  }).finally(() => {
    settled = true;
    wake();
  });
  // Awaited below, or given up when the iteration is left early.
  result.catch(() => {});
  while (true) {
    yield* events.splice(0);
    if (settled && events.length === 0) return result;
    if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  }
}
