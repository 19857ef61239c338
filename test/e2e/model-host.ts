import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Served, serveFolder } from "../../cli/serve.js";
import { recommendedCpuModels } from "../../src/models/wllama/models.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { copySite } from "./site-server.js";

/**
 * A host that serves the models for the CPU where the public host has them, and redirects browsers.
 */
export interface ModelHost {
  readonly url: string;
  /** The requested paths, each with the first byte requested. */
  readonly requests: { readonly path: string; readonly from: number }[];
  /**
   * Number of bytes after which responses trickle until `breakOff`; 0 to break them at once, null
   * for complete responses.
   */
  dripsAfter: number | null;
  /** Breaks off trickling responses. */
  breakOff(): void;
  close(): Promise<void>;
}

/**
 * Serves one model, by default that with random weights, under the URL of every recommended model.
 */
export async function serveModelHost(gguf?: string): Promise<ModelHost> {
  const content = await readFile(gguf ?? (await storedRandomGguf()));
  const paths = new Set(recommendedCpuModels.map(({ url }) => new URL(url).pathname));
  const host = {
    requests: [] as ModelHost["requests"][number][],
    dripsAfter: null as number | null,
  };
  const dripping = new Set<ServerResponse>();
  const send = (response: ServerResponse, rest: Buffer): void => {
    if (host.dripsAfter === null) response.end(rest);
    else if (host.dripsAfter === 0) response.destroy();
    else {
      let sent = host.dripsAfter;
      response.write(rest.subarray(0, sent));
      // Pages report progress only while data arrives.
      const drops = setInterval(() => response.write(rest.subarray(sent, ++sent)), 50);
      response.on("close", () => clearInterval(drops));
      dripping.add(response);
    }
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host.invalid");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "range");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (paths.has(pathname))
      return response.writeHead(302, { location: `/files${pathname}` }).end();
    if (!paths.has(pathname.slice("/files".length))) return response.writeHead(404).end();
    const [, first] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
    const from = Number(first ?? 0);
    host.requests.push({ path: pathname, from });
    response.writeHead(first === undefined ? 200 : 206, {
      etag: '"1"',
      "content-length": content.length - from,
      "access-control-expose-headers": "etag",
      ...(first === undefined
        ? {}
        : { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    send(response, content.subarray(from));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, {
    url: `http://127.0.0.1:${port}`,
    breakOff: () => {
      for (const response of dripping) response.destroy();
      dripping.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/**
 * Serves the built site as if built with a mirror in place of the public host. The expected hash of
 * the mirror's files is that of its model, by default the one with random weights. Without a
 * mirror, serves a build that names no hosts.
 */
export async function serveSiteWith(mirror: string | null, gguf?: string): Promise<Served> {
  const folder = await copySite();
  const page = path.join(folder, "index.html");
  const hosts = mirror === null ? "" : `huggingface.co=${mirror}`;
  const html = (await readFile(page, "utf8"))
    .replace(/model-hosts="[^"]*"/, `model-hosts="${hosts}"`)
    .replace(/connect-src [^;]*/, `connect-src 'self' ${mirror ?? ""}`);
  await writeFile(page, html);
  const hash = createHash("sha256")
    .update(await readFile(gguf ?? (await storedRandomGguf())))
    .digest("hex");
  for (const name of await readdir(path.join(folder, "assets"))) {
    const file = path.join(folder, "assets", name);
    const code = name.endsWith(".js") ? await readFile(file, "utf8") : "";
    const changed = recommendedCpuModels.reduce(
      (text, { sha256 }) => text.replaceAll(sha256, hash),
      code,
    );
    if (changed !== code) await writeFile(file, changed);
  }
  const served = await serveFolder(folder);
  return {
    url: served.url,
    async close() {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
