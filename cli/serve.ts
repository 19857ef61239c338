import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { mediaType } from "./media-type.js";
import { modelPath, modelProxy } from "./model-proxy.js";

/** Folders by the URL path they appear under, each path starting and ending with `/`. */
export type Mounts = Readonly<Record<string, string>>;

/** Options of a server in addition to its folders. */
export interface ServeOptions {
  /** Sent with every file, for instance a content security policy. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Base URL of a person's own OpenAI-compatible endpoint; answered under `/model/` of this origin. */
  readonly model?: string | undefined;
}

/** A running server. */
export interface Served {
  /** The server's origin, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves files on a free port of 127.0.0.1. Nothing outside these folders can be reached. */
export async function serveFolder(
  folder: string | Mounts,
  { headers = {}, model }: ServeOptions = {},
): Promise<Served> {
  const mounts = typeof folder === "string" ? { "/": folder } : folder;
  const forward = model === undefined ? null : modelProxy(model);
  const server = createServer((request, response) => {
    if (forward && request.url?.startsWith(modelPath)) return forward(request, response);
    answer(mounts, headers, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  mounts: Mounts,
  headers: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const file = await findFile(mounts, request.url ?? "/");
  if (!file) return refuse(response, 404);
  await sendFile(request, response, file, headers);
}

/** An existing file. */
export interface FoundFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Built files with a hash in their name never change; browsers revalidate all others. */
const unchanging = /-[A-Za-z0-9_-]{8}\.(?:js|css|svg)$/;

/** Answers a request with a file, or with the requested range of it. */
export async function sendFile(
  { method, headers: { range } }: IncomingMessage,
  response: ServerResponse,
  { path: file, size }: FoundFile,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const part = range === undefined ? null : requestedRange(range, size);
  const { start, end } = part ?? { start: 0, end: size - 1 };
  if (part && start > end) {
    response.writeHead(416, { "content-range": `bytes */${size}`, ...headers }).end();
    return;
  }
  response.writeHead(part ? 206 : 200, {
    "content-type": mediaType(file),
    "content-length": end - start + 1,
    "accept-ranges": "bytes",
    "cache-control": unchanging.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    ...(part ? { "content-range": `bytes ${start}-${end}/${size}` } : {}),
    ...headers,
  });
  if (method === "HEAD" || size === 0) response.end();
  else await pipeline(createReadStream(file, { start, end }), response);
}

/** The first and last byte of one range; null for several, which get the whole file. */
function requestedRange(range: string, size: number): { start: number; end: number } | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size - 1 };
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(size - 1, Number(last)) };
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${status}\n`);
}

/**
 * The file at an address, the path of a URL; null if there is none, or it is outside the folders.
 */
export async function findFile(mounts: Mounts, address: string): Promise<FoundFile | null> {
  const pathname = decodedPath(address);
  // The longest mount wins, so that `/dist/` may be used next to `/`.
  const mount = Object.keys(mounts)
    .filter((candidate) => pathname?.startsWith(candidate))
    .sort((a, b) => b.length - a.length)[0];
  const folder = mount === undefined ? undefined : mounts[mount];
  if (pathname === null || mount === undefined || folder === undefined) return null;
  try {
    const root = await realpath(folder);
    let file = await realpath(path.join(root, pathname.slice(mount.length)));
    if ((await stat(file)).isDirectory()) file = await realpath(path.join(file, "index.html"));
    // Compared after links are resolved: neither `..` nor a link may lead out.
    if (!file.startsWith(root + path.sep)) return null;
    const found = await stat(file);
    return found.isFile() ? { path: file, size: found.size } : null;
  } catch {
    return null;
  }
}

function decodedPath(address: string): string | null {
  try {
    // Not `new URL`, which would remove `..` before it is checked.
    const pathname = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? "");
    return pathname.includes("\0") || pathname.includes("\\") ? null : pathname;
  } catch {
    return null;
  }
}
