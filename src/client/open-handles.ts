/** Reads from the database what has changed; see `CollectionApi.catchUp`. */
type CatchUp = () => Promise<void>;

// A page may have two copies of the library: its own, and the one in the element's script.
const registry = Symbol.for("pagehound.handles");

/** Functions that let this page's handles on stored collections catch up, by collection name. */
function handles(): Map<string, Set<CatchUp>> {
  const known = Reflect.get(globalThis, registry);
  if (known instanceof Map) return known;
  const created = new Map<string, Set<CatchUp>>();
  Reflect.set(globalThis, registry, created);
  return created;
}

/** One of this page's handles on a stored collection, as its other handles see it. */
export class OpenHandle {
  readonly #name: string;
  readonly #catchUp: CatchUp;

  /** @param catchUp reads what other handles have stored */
  constructor(name: string, catchUp: CatchUp) {
    this.#name = name;
    this.#catchUp = catchUp;
    const all = handles();
    all.set(name, (all.get(name) ?? new Set()).add(catchUp));
  }

  /**
   * Settles when the page's other handles see what is stored now. The message to other tabs reaches
   * them too, but at an unknown time. A handle that fails to catch up does so later, or is closed.
   */
  async showOthers(): Promise<void> {
    await Promise.all(this.#others.map((catchUp) => catchUp().catch(() => {})));
  }

  /** Settles when this handle sees what the others have stored while it was being opened. */
  async seeOthers(): Promise<void> {
    if (this.#others.length > 0) await this.#catchUp();
  }

  close(): void {
    const all = handles();
    const same = all.get(this.#name);
    same?.delete(this.#catchUp);
    if (same?.size === 0) all.delete(this.#name);
  }

  get #others(): CatchUp[] {
    return [...(handles().get(this.#name) ?? [])].filter((each) => each !== this.#catchUp);
  }
}
