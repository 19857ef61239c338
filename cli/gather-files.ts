import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "./bad-input.js";
import { isWithin } from "./safe-path.js";

/** A file on this machine, and the path to show for it. */
export interface LocalFile {
  /** Absolute, with links resolved. */
  readonly file: string;
  /** As the person named it, with `/` between folders. */
  readonly path: string;
  /** Relative to the named folder, which is its first part: does not reveal where that is. */
  readonly inside: string;
}

/** A file that was not read, and why. */
export interface Refusal {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** The files found for the names of files and folders. */
export interface GatheredFiles {
  readonly files: readonly LocalFile[];
  /** Links in folders that lead out of them, which are not followed. */
  readonly skipped: readonly Refusal[];
}

/** A unique path for each file that a collection keeps unchanged; none leads outside. */
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
 * The named files, and all files in the named folders, each once. Names that start with a dot are
 * skipped in folders. Links in a folder are followed only if they stay in it: whoever made the
 * folder chose their targets, and must not choose which other files are read. Throws `BadInput` for
 * what does not exist or is empty.
 */
export async function gatherFiles(names: readonly string[], from: string): Promise<GatheredFiles> {
  const found = new Map<string, LocalFile>();
  const skipped: SkippedLink[] = [];
  for (const name of names) {
    const start = path.resolve(from, name);
    const about = await stat(start).catch(() => null);
    if (!about) throw new BadInput(`${name}: no such file or folder.`);
    if (!about.isFile() && !about.isDirectory()) {
      throw new BadInput(`${name} is neither a file nor a folder.`);
    }
    const root = await realpath(start);
    const walked = about.isFile()
      ? { files: [{ at: start, real: root }], links: [] }
      : await walk(start, root);
    const shownAt = (at: string, first: string) =>
      path.join(first, path.relative(start, at)).split(path.sep).join("/");
    for (const { at, real } of walked.files) {
      if (found.has(real)) continue;
      const inside = shownAt(at, path.basename(start));
      found.set(real, { file: real, path: shownAt(at, name), inside });
    }
    const links = walked.links.map(({ at, real }) => ({ file: shownAt(at, name), real }));
    if (walked.files.length === 0) throw new BadInput(nothingIn(name, links));
    skipped.push(...links);
  }
  // A link's target may have been named as well.
  const others = skipped.filter(({ real }) => !found.has(real));
  return { files: [...found.values()], skipped: others.map(refusalOf) };
}

interface SkippedLink {
  /** The link, as displayed. */
  readonly file: string;
  /** The link's target. */
  readonly real: string;
}

function refusalOf({ file }: SkippedLink): Refusal {
  const message = `${file} is a link that leads out of the folder, and was not followed. To have it read, name what it leads to.`;
  return { file, code: "leads-out", message };
}

function nothingIn(folder: string, links: readonly SkippedLink[]): string {
  const [first] = links;
  return first
    ? `${folder}: the folder has no files of its own. ${refusalOf(first).message}`
    : `${folder}: the folder has no files.`;
}

/** A file or link in a folder, and its path once links are resolved. */
interface Place {
  readonly at: string;
  readonly real: string;
}

/** All files in a folder, and the links in it that lead out of `root`. */
async function walk(start: string, root: string): Promise<{ files: Place[]; links: Place[] }> {
  const files: Place[] = [];
  const links: Place[] = [];
  // A link may lead back to a folder above it.
  const visited = new Set<string>([root]);
  const into = async (folder: string): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
    for (const name of names.sort()) {
      const at = path.join(folder, name);
      const real = await realpath(at).catch(() => null);
      if (real === null) continue;
      if (!isWithin(root, real)) {
        links.push({ at, real });
        continue;
      }
      const about = await stat(real).catch(() => null);
      if (about?.isFile()) files.push({ at, real });
      else if (about?.isDirectory() && !visited.has(real)) {
        visited.add(real);
        await into(at);
      }
    }
  };
  await into(start);
  return { files, links };
}
