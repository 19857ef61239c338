import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** Characters that separate folders, name a drive or a stream, or are invisible on some system. */
const special = /[\\:\p{Cc}]/u;

/** True if a relative path, with `/` between folders, leads to no other folder on any system. */
export function isPlainPath(relative: string): boolean {
  return relative.split("/").every((part) => !/^[. ]*$/.test(part) && !special.test(part));
}

/**
 * True if a file is in a folder once all links are resolved. For a file that does not exist yet,
 * its folder counts, which must exist.
 *
 * @param root the folder, links resolved
 */
export async function liesInside(root: string, file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => null);
  const place = stats === null ? path.dirname(file) : file;
  const real = await realpath(place).catch(() => null);
  return real !== null && isWithin(root, real);
}

/** True if a path is a folder or leads into it, both absolute. */
export function isWithin(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === "" || !(/^\.\.(?:$|[\\/])/.test(relative) || path.isAbsolute(relative));
}
