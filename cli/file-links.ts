import { parseUrl } from "../src/core/paths.js";
import { BadInput } from "./bad-input.js";
import { collectionPaths, type LocalFile } from "./gather-files.js";

/** The addresses at which readers find the files of documents. */
export class FileLinks {
  readonly #links: ReadonlyMap<string, string | null>;

  /**
   * Throws `BadInput` for an address that cannot be a folder.
   *
   * @param address of the single named folder, else of the folder above all; null for no links
   * @param named how many files and folders were named
   */
  constructor(files: readonly Pick<LocalFile, "inside">[], address: string | null, named: number) {
    const base = address === null ? null : checkedBase(address);
    const paths = collectionPaths(files.map(({ inside }) => ({ path: inside })));
    this.#links = new Map(
      files.map(({ inside }, at) => {
        const path = paths[at] ?? inside;
        const below = named === 1 ? inside.slice(inside.indexOf("/") + 1) : inside;
        // The second of two files with the same path is not where its path says.
        return [path, base !== null && path === inside ? base + encoded(below) : null];
      }),
    );
  }

  /** The link of a document; null if it has none, and undefined if its file is not among these. */
  of(path: string): string | null | undefined {
    const own = this.#links.get(path);
    const above = path.lastIndexOf("/");
    // An attachment's path is below its file, which contains it.
    return own === undefined && above > 0 ? this.of(path.slice(0, above)) : own;
  }
}

/** The address that files lie below, which ends with a slash. */
function checkedBase(address: string): string {
  const url = parseUrl(address);
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password === "";
  if (isPlain && url.search + url.hash === "") {
    return `${(url.origin + url.pathname).replace(/(?<!\/)\/+$/, "")}/`;
  }
  throw new BadInput(
    `--originals must be a web address, such as https://intranet.example/files/, without a key, a question mark or a number sign, not "${address.replace(/\/\/[^@/]*@/, "//…@")}".`,
  );
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
