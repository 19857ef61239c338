import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request for a published file, with the number of bytes sent. */
export interface Asked {
  readonly path: string;
  readonly range: string | null;
  readonly status: number;
  readonly bytes: number;
}

/** An intranet server that publishes collections next to its pages. */
export interface PublishingServer {
  readonly url: string;
  readonly requests: Asked[];
  /** Files by path. */
  readonly files: Map<string, Buffer>;
  /** Redirects, from path to location. */
  readonly moved: Map<string, string>;
  /** Number of bytes after which a response breaks off; null for never. */
  breaksAfter: number | null;
  close(): Promise<void>;
}

/**
 * Serves published files with versions and range requests, and everything else as `pages` does.
 *
 * @param pages origin of a server, or null for none
 */
export async function publishingServer(pages: string | null): Promise<PublishingServer> {
  const requests: Asked[] = [];
  const files = new Map<string, Buffer>();
  const moved = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const location = moved.get(path);
    if (location !== undefined) {
      requests.push({ path, range: null, status: 302, bytes: 0 });
      // Allows other origins, because anyone who may read the content may follow its redirects.
      response.writeHead(302, { location, "access-control-allow-origin": "*" }).end();
    } else if (path.startsWith("/published/")) sendFile(request, response);
    else passOn(path, response).catch(() => response.destroy());
  });

  function sendFile(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    const file = files.get(path);
    const range = request.headers.range ?? null;
    if (!file) {
      requests.push({ path, range, status: 404, bytes: 0 });
      response.writeHead(404).end();
      return;
    }
    // Pages of any origin may read the body, but not the headers, as on a plainly configured
    // server.
    const headers = { etag: `"${file.length}"`, "access-control-allow-origin": "*" };
    if (request.headers["if-none-match"] === headers.etag) {
      requests.push({ path, range, status: 304, bytes: 0 });
      response.writeHead(304, headers).end();
      return;
    }
    const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? "");
    const from = Number(match?.[1] ?? 0);
    const body = file.subarray(from, match ? Number(match[2]) + 1 : file.length);
    const status = match ? 206 : 200;
    const part = { "content-range": `bytes ${from}-${from + body.length - 1}/${file.length}` };
    response.writeHead(status, {
      ...headers,
      ...(match ? part : {}),
      "content-length": body.length,
    });
    const limit = served.breaksAfter;
    const bytes = limit === null ? body.length : Math.min(limit, body.length);
    requests.push({ path, range, status, bytes });
    if (bytes === body.length) response.end(body);
    else response.write(body.subarray(0, bytes), () => response.destroy());
  }

  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const answer = pages === null ? null : await fetch(pages + path);
    const type = answer?.headers.get("content-type") ?? "text/plain";
    response.writeHead(answer?.status ?? 404, { "content-type": type });
    response.end(answer && Buffer.from(await answer.arrayBuffer()));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const served: PublishingServer = {
    url: `http://127.0.0.1:${port}`,
    ...{ requests, files, moved },
    breaksAfter: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return served;
}
