import { createReadStream } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { mediaType } from "./media-type.js";

/** The list of a folder of models by which pages know what is in it. */
const listName = "index.json";

/** A file in such a list. */
interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** The files of models in a folder, in the order of their names; none where it is missing. */
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
  await writeFile(path.join(folder, listName), listText(await listFolder(folder)));
}

/** What is no file of a model: the list itself, and what is still being fetched. */
function isOurs(name: string): boolean {
  return name === listName || name.startsWith(".") || name.endsWith(partSuffix);
}

/** The end of the name of a file that is not here whole. */
export const partSuffix = ".part";

function listText(files: readonly ListedFile[]): string {
  return `${JSON.stringify({ files }, null, 2)}\n`;
}

/**
 * Answers requests below a path from a folder of models, in parts where these are asked for, with a
 * list that is always true. What is not there is left to the next.
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
  const name = decodeURIComponent(request.url?.split("?")[0] ?? "").replace(/^\/+/, "");
  const files = await listFolder(folder);
  if (name === listName && files.length > 0) {
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "no-cache");
    response.end(listText(files));
    return;
  }
  const file = files.find((one) => one.path === name);
  if (!file) return next();
  const { bytes } = file;
  const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const isPart = request.headers.range !== undefined;
  const start = Number(from);
  const end = Math.min(bytes - 1, to === "" ? bytes - 1 : Number(to));
  if (start > end && bytes > 0) {
    response.writeHead(416, { "content-range": `bytes */${bytes}` }).end();
    return;
  }
  response.writeHead(isPart ? 206 : 200, {
    "content-type": mediaType(name),
    "content-length": end - start + 1,
    "accept-ranges": "bytes",
    "cache-control": "no-cache",
    ...(isPart ? { "content-range": `bytes ${start}-${end}/${bytes}` } : {}),
  });
  if (request.method === "HEAD" || bytes === 0) response.end();
  else createReadStream(path.join(folder, name), { start, end }).pipe(response);
}
