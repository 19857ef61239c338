import { Server } from "node:http";
import type { BrowserContext } from "playwright";
import { seededRandom } from "../bench/seeded-random.js";
import { delayMessages } from "./delay-messages.js";

/** The delay and the seed that repeats a run. */
export interface Delays {
  /** The longest delay, in milliseconds. */
  readonly longest: number;
  readonly seed: number;
}

/**
 * The delays requested by `PAGEHOUND_DELAY`; null if none. They expose tests that read a state
 * before the page has reached it, which otherwise fail only on a busy machine. `PAGEHOUND_SEED`
 * repeats a run.
 */
export function requestedDelays(environment: NodeJS.ProcessEnv = process.env): Delays | null {
  const longest = Number(environment.PAGEHOUND_DELAY || 0);
  if (longest === 0) return null;
  const seed = Number(environment.PAGEHOUND_SEED || Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`PAGEHOUND_DELAY=${longest} PAGEHOUND_SEED=${seed}\n`);
  return { longest, seed };
}

/** Makes every page of a context receive messages late (`delayMessages`). */
export async function delayPages(
  context: BrowserContext,
  { longest, seed }: Delays,
): Promise<void> {
  const random = `(${seededRandom})(${seed})`;
  await context.addInitScript({ content: `(${delayMessages})(${longest}, ${random})` });
}

/**
 * Makes every HTTP server of this process respond late, with a random delay per request. Files that
 * a page loads on demand arrive late, and in a different order than requested.
 */
export function delayResponses({ longest, seed }: Delays): void {
  const random = seededRandom(seed);
  const emit = Server.prototype.emit as (...event: unknown[]) => boolean;
  Server.prototype.emit = function (this: Server, ...event: unknown[]): boolean {
    if (event[0] !== "request") return emit.apply(this, event);
    setTimeout(() => emit.apply(this, event), random() * longest);
    return true;
  };
}
