import { vi } from "vitest";

const realTimeout = globalThis.setTimeout;

/** From here on, timers of this page can be put forward; they also run with the time that passes. */
export function fakeTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance"],
    shouldAdvanceTime: true,
  });
}

/**
 * Puts the page's timers forward, ten seconds at a time, until something holds. In between real time
 * passes: without it deadlines would pass while the database, whose time is real, is still being asked.
 */
export async function later(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await vi.advanceTimersByTimeAsync(10_000);
    await new Promise((resolve) => realTimeout(resolve, 50));
  }
}
