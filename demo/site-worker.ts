// Code that the page and its service worker share.

/** A file that is cached for use without a network. */
export interface KeptFile {
  /** Relative to the site's folder. */
  readonly url: string;
  /** Null if the name includes a hash of the content. */
  readonly revision: string | null;
  /** The expected content; none for pages, which some servers change. */
  readonly integrity?: string;
}

/** The messages of the page to the service worker. */
export type ToServiceWorker =
  | { readonly type: "opened" }
  | { readonly type: "take-over" }
  | { readonly type: "used"; readonly url: string };

/** The address that other programs send files to; `scope` is the address of the site's folder. */
export function shareAddress(scope: string): string {
  return new URL("share", scope).href;
}

/** The file at an address: the folder itself is its page, and query strings do not change pages. */
export function fileAt(address: string, scope: string): string {
  const url = new URL(address);
  url.hash = "";
  if (!/(?:\/|\.html)$/.test(url.pathname)) return url.href;
  url.search = "";
  return url.href === scope ? new URL("index.html", scope).href : url.href;
}
