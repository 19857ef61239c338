/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders of a path, or an empty text. */
export function folderName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/**
 * A path with a number in its name, for what cannot have the name itself: "folder/report (2).pdf".
 * Of a folder, "report.pdf (2)".
 */
export function numberedPath(
  path: string,
  number: number,
  kind: "file" | "folder" = "file",
): string {
  const name = path.lastIndexOf("/") + 1;
  const dot = kind === "file" ? path.lastIndexOf(".") : -1;
  // A name that begins with a point has no ending.
  const end = dot > name ? dot : path.length;
  return `${path.slice(0, end)} (${number})${path.slice(end)}`;
}

/** The path, or the first with a number that is not taken. */
export function freePath(
  path: string,
  isTaken: (path: string) => boolean,
  kind: "file" | "folder" = "file",
): string {
  return firstFree(path, isTaken, 2, (number) => numberedPath(path, number, kind)).free;
}

function firstFree(
  path: string,
  isTaken: (path: string) => boolean,
  from: number,
  named: (number: number) => string,
): { readonly free: string; readonly next: number } {
  let [free, next] = [path, from];
  while (isTaken(free)) free = named(next++);
  return { free, next };
}

/**
 * Gives each of many files a path of its own: the first that is called so has the path, and the others
 * get a number, which makes no path that another one has by itself.
 */
export class DistinctPaths {
  readonly #written: ReadonlySet<string>;
  readonly #form: (path: string) => string;
  readonly #given = new Set<string>();
  /** Where the search for a path ended: of thousands of one name, each would start over. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param written what all of them are called
   * @param form how a path with a number is written where it goes; as it is by default
   */
  constructor(written: Iterable<string>, form: (path: string) => string = (path) => path) {
    this.#written = new Set(written);
    this.#form = form;
  }

  /**
   * A path for the next file.
   *
   * @param path what it is to be called
   * @param key what it is called among the `written`; the same by default
   */
  take(path: string, key: string = path): string {
    const isTaken = (one: string) =>
      this.#given.has(one) || (one !== key && this.#written.has(one));
    const from = this.#numbers.get(path) ?? 2;
    const named = (number: number) => this.#form(numberedPath(path, number));
    const { free, next } = firstFree(path, isTaken, from, named);
    this.#numbers.set(path, next);
    this.#given.add(free);
    return free;
  }
}

/** The address that a text names, or null: `URL.parse`, which Safari has from version 18 only. */
export function parseUrl(text: string | URL, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** True if a program on the reader's own computer answers at an address. */
export function onThisComputer({ hostname }: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** True if nobody on the way can read or change what is sent to an address, or the page is itself so open. */
export function isSafelyReached(url: URL): boolean {
  if (url.protocol === "https:") return true;
  const page = globalThis.location?.protocol;
  return url.protocol === "http:" && (onThisComputer(url) || page === "http:");
}

/**
 * The folder `assets/` beside a script. Bundlers take an address that is in one piece with
 * `import.meta.url`, be it behind a constant, for a single file to copy, and some stop where it is none.
 */
export function assetsBeside(script: string): URL {
  return new URL("assets/", script);
}
