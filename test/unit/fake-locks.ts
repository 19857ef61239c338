interface Holder {
  readonly name: string;
  readonly shared: boolean;
  /** Takes the lock away. */
  readonly lose: (reason: unknown) => void;
}

/** The part of the Web Locks API used here, for the pages of one origin. */
export function fakeLocks(): { readonly locks: LockManager; endPage(): void } {
  const held = new Set<Holder>();
  const waiting = new Set<() => void>();
  const grant = (): void => {
    for (const look of [...waiting]) look();
  };
  const isFree = (name: string, shared: boolean): boolean =>
    [...held].every((holder) => holder.name !== name || (shared && holder.shared));
  const free = ({ name, shared }: Pick<Holder, "name" | "shared">, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.delete(look);
        reject(signal?.reason);
      };
      const look = () => {
        if (!isFree(name, shared)) return;
        waiting.delete(look);
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      signal?.addEventListener("abort", abort);
      waiting.add(look);
      look();
    });
  const request = async (
    name: string,
    { mode = "exclusive", ifAvailable = false, steal = false, signal }: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> => {
    signal?.throwIfAborted();
    const shared = mode === "shared";
    if (ifAvailable && !isFree(name, shared)) return work(null);
    for (const holder of steal ? [...held] : []) {
      if (holder.name !== name) continue;
      held.delete(holder);
      holder.lose(new DOMException("The lock was stolen.", "AbortError"));
    }
    if (!steal) while (!isFree(name, shared)) await free({ name, shared }, signal);
    return new Promise((resolve, lose) => {
      const holder = { name, shared, lose };
      held.add(holder);
      work({ name, mode })
        .then(resolve, lose)
        .finally(() => {
          held.delete(holder);
          grant();
        });
    });
  };
  return {
    locks: { request } as unknown as LockManager,
    // A page that has been left no longer holds any lock.
    endPage: () => {
      held.clear();
      grant();
    },
  };
}

/** A `BroadcastChannel` that delivers messages at once. */
export class FakeChannel extends EventTarget {
  static readonly open: Set<FakeChannel> = new Set();
  readonly name: string;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;

  constructor(name: string) {
    super();
    this.name = name;
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.open) {
      if (other === this || other.name !== this.name) continue;
      const event = new MessageEvent("message", { data });
      other.onmessage?.(event);
      other.dispatchEvent(event);
    }
  }

  close(): void {
    FakeChannel.open.delete(this);
  }
}
