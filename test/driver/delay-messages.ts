/**
 * Delays each message that a page receives from a worker, a port or another tab by a random time, but
 * never beyond a later message of the same channel. What is received is delayed, not what is sent,
 * because buffers may be changed or transferred after they were sent. Uses nothing from outside: pages
 * get the source of this function alone.
 */
export function delayMessages(longest: number, random: () => number): void {
  /** Settles when the last message so far has been delivered. */
  const delivered = new WeakMap<EventTarget, Promise<void>>();
  const waiting = new WeakMap<EventTarget, number>();
  const closed = new WeakSet<EventTarget>();

  const delay = (event: Event): void => {
    const channel = event.currentTarget;
    // What is delivered late is not trusted, nor is what a test dispatches.
    if (!channel || !event.isTrusted) return;
    const count = waiting.get(channel) ?? 0;
    // Only lets other work of the page run, and would do so thousands of times.
    if (count === 0 && event instanceof MessageEvent && event.data === null) return;
    event.stopImmediatePropagation();
    const again = new (event.constructor as typeof Event)(event.type, event);
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
