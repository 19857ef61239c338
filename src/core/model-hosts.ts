/** The hosts to which public hosts redirect the downloads of files. */
const onward: ReadonlyMap<string, readonly string[]> = new Map([
  // As stated in its own list of domains (huggingface.co/.well-known/meta.json).
  ["huggingface.co", ["https://*.huggingface.co", "https://*.hf.co"]],
]);

/**
 * The list of files in a folder of models: `{ "files": [{ "path", "bytes" }] }`, with paths
 * relative to the folder. Builds and `pagehound models fetch` write it.
 */
export const modelListName = "index.json";

/** The public hosts that have all recommended models. */
export const publicModelHosts = "huggingface.co raw.githubusercontent.com";

/**
 * The additional hosts from which a site allows models to be fetched, as in its attribute
 * `model-hosts`: `huggingface.co raw.githubusercontent.com`, or nothing, or `none`. A mirror with
 * the same paths replaces a host in the form `huggingface.co=https://mirror.example`. Invalid
 * entries are ignored.
 */
export class ModelHosts {
  /** Origins to fetch from, by the host they are or replace. */
  readonly #origins = new Map<string, string>();

  constructor(text: string) {
    for (const entry of text.split(/\s+/)) {
      const [host = "", origin = `https://${host}`] = entry.split("=", 2);
      if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) || !URL.canParse(origin)) continue;
      const url = new URL(origin);
      if (/^https?:$/.test(url.protocol)) this.#origins.set(host.toLowerCase(), url.origin);
    }
  }

  /** The hosts that are contacted, in a form to show to people. */
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

  /** The address to fetch instead of a public one; null if its host is none of these. */
  resolve(address: string): string | null {
    const url = new URL(address);
    const origin = this.#origins.get(url.host);
    return origin === undefined ? null : `${origin}${url.pathname}${url.search}`;
  }
}
