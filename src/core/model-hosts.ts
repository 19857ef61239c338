/** Where the servers of public hosts redirect a browser for the files themselves. */
const onward: ReadonlyMap<string, readonly string[]> = new Map([
  // As its own list of domains names them (huggingface.co/.well-known/meta.json).
  ["huggingface.co", ["https://*.huggingface.co", "https://*.hf.co"]],
]);

/**
 * The list of a folder of models, which tells pages its contents: `{ "files": [{ "path", "bytes" }]
 * }`, with paths relative to the folder. Builds and `pagehound models fetch` write it.
 */
export const modelListName = "index.json";

/** The public hosts that have all recommended models. */
export const publicModelHosts = "huggingface.co raw.githubusercontent.com";

/**
 * The hosts besides its own that a site lets models be fetched from, as its attribute `model-hosts`
 * names them: `huggingface.co raw.githubusercontent.com`, or nothing, or `none`. A mirror with the
 * same paths stands in for a host as `huggingface.co=https://mirror.example`. What names no host is
 * passed over.
 */
export class ModelHosts {
  /** Origins to fetch from, by the host that they are or replace. */
  readonly #origins = new Map<string, string>();

  constructor(text: string) {
    for (const entry of text.split(/\s+/)) {
      const [host = "", origin = `https://${host}`] = entry.split("=", 2);
      if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) || !URL.canParse(origin)) continue;
      const url = new URL(origin);
      if (/^https?:$/.test(url.protocol)) this.#origins.set(host.toLowerCase(), url.origin);
    }
  }

  /** The hosts that are contacted, for people. */
  get names(): string[] {
    return [...this.#origins.values()].map((origin) => new URL(origin).host);
  }

  /** Origins that a policy must list in `connect-src`, including redirect targets. */
  get sources(): string[] {
    return [...this.#origins].flatMap(([host, origin]) => {
      const isItself = origin === `https://${host}`;
      return [origin, ...(isItself ? (onward.get(host) ?? []) : [])];
    });
  }

  /** Where a public address is fetched from; null if its host is none of these. */
  resolve(address: string): string | null {
    const url = new URL(address);
    const origin = this.#origins.get(url.host);
    return origin === undefined ? null : `${origin}${url.pathname}${url.search}`;
  }
}
