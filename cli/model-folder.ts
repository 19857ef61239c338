import { readdir, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { modelListName } from "../src/core/model-hosts.js";
import { findFile, sendFile } from "./serve.js";

/** A file in such a list. */
interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** The files of models in a folder, sorted by name; none if it is missing. */
export async function listFolder(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !isOurs(entry.name))
      .map(async ({ name, parentPath }) => {
        const file = path.join(parentPath, name);
        const { size: bytes } = await stat(file);
        return { path: path.relative(folder, file).split(path.sep).join("/"), bytes };
      }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the list of a folder into it. */
export async function writeList(folder: string): Promise<void> {
  await writeFile(path.join(folder, modelListName), listText(await listFolder(folder)));
}

/** Files that do not belong to a model: the list itself, and partial downloads. */
function isOurs(name: string): boolean {
  return name === modelListName || name.startsWith(".") || name.endsWith(partSuffix);
}

/** The suffix of incomplete files. */
export const partSuffix = ".part";

function listText(files: readonly ListedFile[]): string {
  return `${JSON.stringify({ files }, null, 2)}\n`;
}

/**
 * Answers requests below a path from a folder of models, with ranges, and with a list that is
 * always up to date. Missing files are left to the next handler.
 */
export function serveModels(
  folder: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    answer(folder, request, response, next).catch(() => response.destroy());
  };
}

async function answer(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const address = request.url ?? "/";
  if (address.split("?", 1)[0] === `/${modelListName}`) {
    const files = await listFolder(folder);
    if (files.length === 0) return next();
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "no-cache");
    response.end(listText(files));
    return;
  }
  const file = await findFile({ "/": folder }, address);
  if (!file || isOurs(path.basename(file.path))) return next();
  await sendFile(request, response, file);
}
