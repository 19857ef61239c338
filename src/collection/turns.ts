/** How often a tab that waits for its turn asks for it again. */
const askMilliseconds = 5_000;

/** Work that one of the tabs with a collection does at a time. */
export class Turns {
  readonly #lock: string | null;

  /** @param lock its name; null when there is no other tab to take turns with */
  constructor(lock: string | null) {
    this.#lock = lock;
  }

  /** Does the work when it is this tab's turn. Rejects when that fails, or is aborted while it waits. */
  async take(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    if (this.#lock === null) return work();
    // A page that was left for another one may be kept asleep with the lock: see `Tabs`.
    for (let taken = false; !taken; ) {
      const asking = AbortSignal.any([signal, AbortSignal.timeout(askMilliseconds)]);
      const turn = async (): Promise<void> => {
        taken = true;
        await work();
      };
      await navigator.locks.request(this.#lock, { signal: asking }, turn).catch((error) => {
        if (taken || signal.aborted || !asking.aborted) throw error;
      });
    }
  }
}
