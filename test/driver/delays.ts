import { Server } from "node:http";
import type { BrowserContext } from "playwright";
import { seededRandom } from "../bench/seeded-random.js";

/** How late things are, and the seed that repeats a run. */
export interface Delays {
  /** The longest delay in milliseconds. */
  readonly longest: number;
  readonly seed: number;
}

/**
 * The delays that `PAGEHOUND_DELAY` asks for; null if it does not. They find tests that read a state
 * before the page has reached it, which otherwise fail only on a busy machine. `PAGEHOUND_SEED` repeats
 * a run.
 */
export function requestedDelays(environment: NodeJS.ProcessEnv = process.env): Delays | null {
  const longest = Number(environment.PAGEHOUND_DELAY || 0);
  if (longest === 0) return null;
  const seed = Number(environment.PAGEHOUND_SEED || Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`PAGEHOUND_DELAY=${longest} PAGEHOUND_SEED=${seed}\n`);
  return { longest, seed };
}

/** Has every page of a context receive messages late (`delayMessages`). */
export async function delayPages(
  context: BrowserContext,
  { longest, seed }: Delays,
): Promise<void> {
  const random = `(${seededRandom})(${seed})`;
  await context.addInitScript({ content: `(${delayMessages})(${longest}, ${random})` });
}

/**
 * Has every HTTP server of this process answer late, each request by a random delay of its own. Files
 * that a page loads when it needs them come late, and in another order than they were requested.
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

/**
 * Runs in a page, which gets its source alone: each message from a worker, a port or another tab comes late by a random delay, but
 * never before an earlier message of the same channel. What a page receives is delayed, not what it
 * sends, because buffers may be changed or transferred after they were sent.
 */
export function delayMessages(longest: number, random: () => number): void {
  /** Settles when the last message so far has been delivered. */
  const delivered = new WeakMap<EventTarget, Promise<void>>();
  const waiting = new WeakMap<EventTarget, number>();
  const late = new WeakSet<Event>();
  const closed = new WeakSet<EventTarget>();

  const delay = (event: Event): void => {
    const channel = event.currentTarget;
    if (!channel || late.has(event)) return;
    const count = waiting.get(channel) ?? 0;
    // Only lets other work of the page run, and would do so thousands of times.
    if (count === 0 && event instanceof MessageEvent && event.data === null) return;
    event.stopImmediatePropagation();
    const again = new (event.constructor as typeof Event)(event.type, event);
    late.add(again);
    waiting.set(channel, count + 1);
    const over = new Promise((resolve) => setTimeout(resolve, random() * longest));
    const deliver = async (): Promise<void> => {
      await over;
      waiting.set(channel, (waiting.get(channel) ?? 1) - 1);
      if (!closed.has(channel)) channel.dispatchEvent(again);
    };
    delivered.set(channel, (delivered.get(channel) ?? Promise.resolve()).then(deliver));
  };

  const { addEventListener } = EventTarget.prototype;
  const delayAll = (channel: EventTarget): void => {
    for (const type of ["message", "messageerror", "error"]) {
      addEventListener.call(channel, type, delay);
    }
  };
  for (const { prototype } of [Worker, MessagePort, BroadcastChannel]) {
    // Before any other listener; further calls add nothing.
    Object.assign(prototype, {
      addEventListener(this: EventTarget, ...values: Parameters<typeof addEventListener>) {
        delayAll(this);
        addEventListener.apply(this, values);
      },
    });
    const handler = Object.getOwnPropertyDescriptor(prototype, "onmessage");
    Object.defineProperty(prototype, "onmessage", {
      ...handler,
      set(this: EventTarget, listener: unknown) {
        delayAll(this);
        handler?.set?.call(this, listener);
      },
    });
    // What is closed delivers nothing more.
    const name = "terminate" in prototype ? "terminate" : "close";
    const end: unknown = Reflect.get(prototype, name);
    Object.assign(prototype, {
      [name](this: EventTarget) {
        closed.add(this);
        if (typeof end === "function") end.call(this);
      },
    });
  }
}
