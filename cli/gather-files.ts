import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "./bad-input.js";

/** A file on this machine, and the path to show for it. */
export interface LocalFile {
  /** Absolute, links resolved. */
  readonly file: string;
  /** As it was named, with `/` between folders. */
  readonly path: string;
  /** Inside what was named, which is its first part: nothing of where that lies on this machine. */
  readonly inside: string;
}

/** A path for each file that a collection keeps as it is: no root, no way up, and none twice. */
export function collectionPaths(files: readonly Pick<LocalFile, "path">[]): string[] {
  const taken = new Set<string>();
  return files.map(({ path: shown }) => {
    const parts = shown.split(/[/\\]+/).filter((part) => part !== "" && !/^\.{1,2}$|:$/.test(part));
    const name = parts.join("/");
    let unique = name;
    for (let copy = 2; taken.has(unique); copy++) unique = `${copy}/${name}`;
    taken.add(unique);
    return unique;
  });
}

/**
 * The files that were named, and all files in the folders that were named; each once. Names that
 * start with a dot are left out of folders. Throws `BadInput` for what does not exist or holds nothing.
 */
export async function gatherFiles(names: readonly string[], from: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const name of names) {
    const start = path.resolve(from, name);
    const about = await stat(start).catch(() => null);
    if (!about) throw new BadInput(`${name}: no such file or folder.`);
    if (!about.isFile() && !about.isDirectory()) {
      throw new BadInput(`${name} is neither a file nor a folder.`);
    }
    const files = about.isFile() ? [start] : await walk(start, new Set());
    if (files.length === 0) throw new BadInput(`${name}: the folder has no files.`);
    for (const file of files) {
      const real = await realpath(file);
      const [shown, inside] = [name, path.basename(start)].map((first) =>
        path.join(first, path.relative(start, file)).split(path.sep).join("/"),
      ) as [string, string];
      if (!found.has(real)) found.set(real, { file: real, path: shown, inside });
    }
  }
  return [...found.values()];
}

async function walk(folder: string, visited: Set<string>): Promise<string[]> {
  // A link may lead back to a folder above it.
  const real = await realpath(folder);
  if (visited.has(real)) return [];
  visited.add(real);
  const files: string[] = [];
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    const about = await stat(file).catch(() => null);
    if (about?.isDirectory()) files.push(...(await walk(file, visited)));
    else if (about?.isFile()) files.push(file);
  }
  return files;
}
