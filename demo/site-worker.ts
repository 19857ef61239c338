// What the page and its service worker have agreed on.

/** A file that is kept for use without a network. */
export interface KeptFile {
  /** Relative to the site's folder. */
  readonly url: string;
  /** Null where the name has a hash of the content. */
  readonly revision: string | null;
  /** What the content must be; none for pages, to which some servers add something. */
  readonly integrity?: string;
}

/** What the page says to the service worker. */
export type ToServiceWorker =
  | { readonly type: "opened" }
  | { readonly type: "take-over" }
  | { readonly type: "used"; readonly url: string };

/** Where other programs send files to; `scope` is the address of the site's folder. */
export function shareAddress(scope: string): string {
  return new URL("share", scope).href;
}

/**
 * The file that an address means: the folder itself is its page, and pages are the same whatever
 * follows a question mark.
 */
export function fileAt(address: string, scope: string): string {
  const url = new URL(address);
  url.hash = "";
  if (!/(?:\/|\.html)$/.test(url.pathname)) return url.href;
  url.search = "";
  return url.href === scope ? new URL("index.html", scope).href : url.href;
}
