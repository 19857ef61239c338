import type { HostApi } from "./api.js";

/** This page's time with the collection, and whether others before it ended as they should. */
export class Session {
  readonly id: string;
  readonly #host: Pick<HostApi, "wasLeft">;

  /** @param host is asked what the page knows of sessions before */
  constructor(id: string, host: Pick<HostApi, "wasLeft">) {
    this.id = id;
    this.#host = host;
    // Held for as long as this worker lives, so that other tabs can tell.
    void navigator.locks?.request(lockOf(id), () => new Promise(() => {})).catch(() => {});
  }

  /** Whether a session ended and its page was not left: by its own work, or from outside. */
  async died(session: string): Promise<boolean> {
    if (session === this.id) return false;
    if (await this.#host.wasLeft({ session })) return false;
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return !held.some(({ name }) => name === lockOf(session));
  }
}

function lockOf(session: string): string {
  return `pagehound:session:${session}`;
}
