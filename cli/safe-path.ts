import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** What separates folders, names a drive or a stream, or cannot be seen, on one system or another. */
const special = /[\\:\p{Cc}]/u;

/** True if a relative path, with `/` between folders, leads to no other folder on any system. */
export function isPlainPath(relative: string): boolean {
  return relative.split("/").every((part) => !/^[. ]*$/.test(part) && !special.test(part));
}

/**
 * True if a file lies in a folder once all links are resolved. A file that does not exist yet is where
 * its own folder is, which exists.
 *
 * @param root the folder, links resolved
 */
export async function liesInside(root: string, file: string): Promise<boolean> {
  const there = await lstat(file).catch(() => null);
  const place = there === null ? path.dirname(file) : file;
  const real = await realpath(place).catch(() => null);
  return real !== null && isWithin(root, real);
}

/** True if a path is a folder or leads into it, both absolute. */
export function isWithin(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === "" || !(/^\.\.(?:$|[\\/])/.test(relative) || path.isAbsolute(relative));
}
