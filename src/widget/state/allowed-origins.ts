/** The origins that a page may contact: its own, and those that it names itself. */
export class AllowedOrigins {
  readonly #base: string;
  readonly #origins: ReadonlySet<string>;

  /**
   * `base` is the page's own address. `named` are addresses or origins that the page was told it may
   * contact; of an address, the origin counts, and what is no address of the web is passed over.
   */
  constructor(base: string, named: readonly string[] = []) {
    this.#base = base;
    const origins = [base, ...named].flatMap((text) => this.parse(text)?.origin ?? []);
    this.#origins = new Set(origins);
  }

  /** Their hosts, the page's own first. */
  get hosts(): string[] {
    return [...this.#origins].map((origin) => new URL(origin).host);
  }

  /** Whether there are others than the page's own. */
  get several(): boolean {
    return this.#origins.size > 1;
  }

  /** The address that a text names, relative to the page; null for what is none of the web. */
  parse(text: string): URL | null {
    const url = text.trim() === "" ? null : URL.parse(text, this.#base);
    return url && /^https?:$/.test(url.protocol) ? url : null;
  }

  /** Whether an address may be contacted. */
  allow({ origin }: URL): boolean {
    return this.#origins.has(origin);
  }
}
