import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import { isRecord } from "../../../src/core/json.js";
import { officeWords } from "./office-words.js";

/** A file listed in the manifest. */
export interface ListedFile {
  readonly file: string;
  /** The file's path on disk. */
  readonly location: string;
  readonly password: string | null;
  /** The text of each page as read by another program; null if there is none. */
  readonly reference: readonly string[] | null;
  /** Whether the reference is one text for all pages; for an office file it comes from the XML. */
  readonly isWhole: boolean;
  /** Characters of the reference left out of the comparison because of its length; 0 for none. */
  readonly leftOut: number;
}

/**
 * The files listed in a folder's `manifest.jsonl`, in order. Throws `BadInput` if the manifest is
 * missing, a line is invalid, or a file does not exist.
 */
export async function readManifest(folder: string): Promise<ListedFile[]> {
  const manifest = path.join(folder, "manifest.jsonl");
  const text = await readFile(manifest, "utf8").catch(() => {
    throw new BadInput(
      `There is no ${manifest}. Name a folder with manifest.jsonl and files/ with --path DIR.`,
    );
  });
  const files: ListedFile[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() !== "")
      files.push(await listed(folder, line, `${manifest}, line ${index + 1}`));
  }
  if (files.length === 0) throw new BadInput(`${manifest} lists no files.`);
  return files;
}

async function listed(folder: string, line: string, place: string): Promise<ListedFile> {
  const entry = parsed(line);
  if (!isRecord(entry)) throw new BadInput(`${place} is not a JSON object.`);
  const { file, password = null, reference_text: named = null } = entry;
  if (typeof file !== "string" || file === "") {
    throw new BadInput(`${place} names no file: "file" must be its name.`);
  }
  if (password !== null && typeof password !== "string") {
    throw new BadInput(`${place} has a password that is no text.`);
  }
  if (named !== null && typeof named !== "string") {
    throw new BadInput(`${place} has a reference_text that is no file name.`);
  }
  const location = await firstFile(folder, [file, path.join("files", file)]);
  if (location === null) {
    throw new BadInput(`${place}: ${file} is not in ${folder}, nor in files/ there.`);
  }
  const reference = await referenceOf(folder, location, named, place);
  const known = { file, location, password };
  if (reference) return { ...known, reference, isWhole: false, leftOut: 0 };
  const words = isPdf(file) ? null : officeWords(new Uint8Array(await readFile(location)));
  return {
    ...known,
    reference: words === null ? null : [words.text],
    isWhole: words !== null,
    leftOut: words?.leftOut ?? 0,
  };
}

function isPdf(file: string): boolean {
  return file.toLowerCase().endsWith(".pdf");
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The reference named in the manifest, else the one of the same name in `reference_text/`. */
async function referenceOf(
  folder: string,
  location: string,
  named: string | null,
  place: string,
): Promise<string[] | null> {
  const usual = path.join("reference_text", `${path.parse(location).name}.txt`);
  const found = await firstFile(folder, [named ?? usual]);
  if (found !== null) return pagesOf(await readFile(found, "utf8"));
  if (named === null) return null;
  throw new BadInput(`${place}: ${named} is not in ${folder}.`);
}

/** Splits a text into pages at form feeds. */
function pagesOf(text: string): string[] {
  const pages = text.split("\f");
  if (pages.at(-1)?.trim() === "") pages.pop();
  return pages;
}

async function firstFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const location = path.resolve(folder, name);
    // A manifest may only list files in its own folder.
    if (!location.startsWith(path.resolve(folder) + path.sep)) continue;
    if ((await stat(location).catch(() => null))?.isFile()) return location;
  }
  return null;
}
