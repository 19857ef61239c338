import type { CollectionChange, IngestEvent, InputFile, Pagehound } from "../../../src/index.js";

/** A call of `add` that continues in the background. */
export interface Adding {
  readonly events: IngestEvent[];
  /** Resolves with all events, or rejects, as the call does. */
  readonly done: Promise<IngestEvent[]>;
  /** Resolves with the first matching event, whether past or future. */
  seen(fits: (event: IngestEvent) => boolean): Promise<IngestEvent>;
}

export const textFile = (path: string, content: BlobPart): InputFile => ({
  path,
  file: new Blob([content]),
});

/** Adds files without waiting for them. */
export function startAdding(
  hound: Pagehound,
  files: readonly InputFile[],
  options: Parameters<Pagehound["add"]>[1] = {},
): Adding {
  const { events, done, seen } = watched(hound.add(files, options));
  return { events, done, seen };
}

/** Adds files and waits until each has finished. */
export function addAll(hound: Pagehound, ...files: InputFile[]): Promise<IngestEvent[]> {
  return startAdding(hound, files).done;
}

/** Collects the changes of a collection from now on. */
export function watchChanges(
  hound: Pagehound,
): Omit<Watched<CollectionChange>, "done"> & { stop(): void } {
  const controller = new AbortController();
  const { events, done, seen } = watched(hound.changes({ signal: controller.signal }));
  done.catch(() => {});
  return { events, seen, stop: () => controller.abort() };
}

/** How each file ended, ordered by path. */
export function ends(events: readonly IngestEvent[]): string[] {
  return events
    .filter(({ type }) => /ready|unchanged|refused|cancelled/.test(type))
    .map(({ type, path }) => `${path}: ${type.replace("document-", "")}`)
    .sort();
}

export function ofType<Type extends IngestEvent["type"]>(
  events: readonly IngestEvent[],
  type: Type,
): Extract<IngestEvent, { type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<IngestEvent, { type: Type }>[];
}

interface Watched<Event> {
  readonly events: Event[];
  readonly done: Promise<Event[]>;
  seen(fits: (event: Event) => boolean): Promise<Event>;
}

function watched<Event>(iterable: AsyncIterable<Event>): Watched<Event> {
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const done = (async () => {
    for await (const event of iterable) {
      events.push(event);
      for (const look of waiting) look();
    }
    return events;
  })();
  // Prevents unhandled rejections for callers that only watch events.
  done.catch(() => {});
  const seen = (fits: (event: Event) => boolean): Promise<Event> =>
    new Promise((resolve) => {
      const look = () => {
        const found = events.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { events, done, seen };
}
