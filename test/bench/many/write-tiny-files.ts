import { link, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Larger folders slow down the disk itself. */
const filesPerFolder = 1_000;

/**
 * Writes this many distinct text files of a sentence or two, in folders of a thousand. Returns them
 * in order.
 */
export async function writeTinyFiles(
  folder: string,
  count: number,
  paragraphs: Iterator<string>,
): Promise<string[]> {
  const files: string[] = [];
  for (let number = 0; number < count; number++) {
    const within = path.join(folder, `part-${Math.floor(number / filesPerFolder) + 1}`);
    if (number % filesPerFolder === 0) await mkdir(within, { recursive: true });
    const { value = "", done } = paragraphs.next();
    if (done) throw new RangeError("The text ended.");
    const file = path.join(within, `note-${number + 1}.txt`);
    const [first = "", second = ""] = value.split(/(?<=[.;:])\s+/);
    await writeFile(file, `Note ${number + 1}. ${first} ${second}\n`);
    files.push(file);
  }
  return files;
}

/** Hard-links the files into one folder, which takes no additional space. */
export async function linkInto(folder: string, files: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) await link(file, path.join(folder, path.basename(file)));
}
