import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brokenLibrary, webLlmFolder } from "../fixtures/models/web-llm-folder.js";

/** What the server does with a file instead of sending it. */
export type Fault = "missing" | "cut-off" | "stall";

/** Serves a small model folder and a broken library, and records requests. */
export interface ModelServer {
  readonly url: string;
  /** Names of the requested files, in order. */
  readonly requests: string[];
  /** Faults by file name; `cut-off` happens once, the others until they are removed. */
  readonly faults: Map<string, Fault>;
  close(): Promise<void>;
}

export async function serveModel(id: string): Promise<ModelServer> {
  const files = new Map<string, Uint8Array>([["noise.wasm", brokenLibrary]]);
  const paths = new Map([["/libs/noise.wasm", "noise.wasm"]]);
  for (const [name, content] of webLlmFolder()) {
    files.set(name, content);
    paths.set(`/models/${id}/resolve/main/${name}`, name);
  }
  const requests: string[] = [];
  const faults = new Map<string, Fault>();
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    const name = paths.get(request.url ?? "") ?? "";
    const content = files.get(name);
    requests.push(name);
    const fault = faults.get(name);
    if (!content || fault === "missing") response.writeHead(404).end();
    else if (fault) begin(response, content, fault, () => faults.delete(name));
    else response.writeHead(200, { "content-length": content.byteLength }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends the first half, and then either nothing or a closed connection. */
function begin(
  response: ServerResponse,
  content: Uint8Array,
  fault: Fault,
  once: () => void,
): void {
  response.writeHead(200, { "content-length": content.byteLength });
  response.write(content.subarray(0, content.byteLength / 2), () => {
    if (fault !== "cut-off") return;
    once();
    response.destroy();
  });
}
