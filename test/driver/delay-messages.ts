/**
 * Delays each message that a page receives from a worker, a port or another tab by a random time,
 * but never beyond a later message on the same channel. Delays receiving rather than sending,
 * because buffers may be changed or transferred after they are sent. Must be self-contained,
 * because pages receive this function's source alone.
 */
export function delayMessages(longest: number, random: () => number): void {
  /** Resolves once the last message so far has been delivered. */
  const delivered = new WeakMap<EventTarget, Promise<void>>();
  const waiting = new WeakMap<EventTarget, number>();
  const closed = new WeakSet<EventTarget>();

  const delay = (event: Event): void => {
    const channel = event.currentTarget;
    // Lets redelivered messages through, which are not trusted, and events dispatched by tests.
    if (!channel || !event.isTrusted) return;
    const count = waiting.get(channel) ?? 0;
    // Such a message only yields to other tasks, and would be delayed thousands of times.
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
    // Installed before any other listener; further calls change nothing.
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
    // A closed channel delivers nothing more.
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
