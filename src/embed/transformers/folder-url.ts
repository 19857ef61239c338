import { PagehoundError } from "../../core/errors.js";

/** URL of the folder at `address`, ending with `/`. Throws `invalid-argument`, with `name` in it. */
export function folderUrl(address: string, name: string): string {
  try {
    const url = new URL(address.endsWith("/") ? address : `${address}/`, document.baseURI);
    if (address !== "" && /^https?:$/.test(url.protocol) && url.search + url.hash === "")
      return url.href;
  } catch {
    // Told below.
  }
  throw new PagehoundError(
    "invalid-argument",
    `${name} needs the URL of a folder, not “${address}”.`,
  );
}
