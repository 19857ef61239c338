import { vi } from "vitest";

const realTimeout = globalThis.setTimeout;

/** Replaces this page's timers, so that they can be advanced; they also run in real time. */
export function fakeTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance"],
    shouldAdvanceTime: true,
  });
}

/**
 * Advances the page's timers, ten seconds at a time, until a condition holds. Real time passes in
 * between: otherwise deadlines would expire while the database, which runs in real time, is still
 * being read.
 */
export async function later(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await vi.advanceTimersByTimeAsync(10_000);
    await new Promise((resolve) => realTimeout(resolve, 50));
  }
}
