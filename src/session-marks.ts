/** Where the browser keeps which sessions were left in order. */
const key = "pagehound:left";
/** More are not asked for: only the last session that read is. */
const mostKept = 50;

/** Tells a page that was left from one that was ended, by its own work or from outside. */
export interface SessionMark {
  /** Names this session, and no other. */
  readonly id: string;
  /** It is ended in order, or by leaving the page. */
  leave(): void;
  /** It ended by a fault: leaving the page does not count any more. */
  fail(): void;
}

/**
 * Marks a session, until it is left. When a page is closed, or another one is opened in its place,
 * nothing but a synchronous store is sure to be written in time, and `localStorage` is the only one.
 */
export function markSession(): SessionMark {
  const id = crypto.randomUUID();
  const listening = new AbortController();
  const { signal } = listening;
  const left = (): void => write([id, ...read()].slice(0, mostKept));
  addEventListener("pagehide", left, { signal });
  // It was kept asleep, and goes on.
  const back = (): void => write(read().filter((other) => other !== id));
  addEventListener("pageshow", ({ persisted }) => persisted && back(), { signal });
  return {
    id,
    leave: () => {
      if (signal.aborted) return;
      listening.abort();
      left();
    },
    fail: () => listening.abort(),
  };
}

/** Whether a session was left in order, as far as can be told. */
export function wasLeft(session: string): boolean {
  return read().includes(session);
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function write(sessions: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(sessions));
  } catch {
    // Without it a page that was closed in the middle of a file looks like one that was stopped by it.
  }
}
