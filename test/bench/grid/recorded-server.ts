import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A completion request as it arrived. */
export interface RecordedRequest {
  readonly body: string;
  /** Whether the whole reply was delivered. */
  replied: boolean;
}

/** A proxy between a page and a model server that records completion requests. */
export class RecordedServer {
  readonly requests: RecordedRequest[] = [];
  readonly #target: string;
  readonly #server = createServer((request, response) => void this.#pass(request, response));

  /** @param target base URL of the model server, such as `http://127.0.0.1:8080/v1` */
  constructor(target: string) {
    this.#target = target.replace(/\/$/, "");
  }

  /** Starts listening, and returns the proxy's base URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("There is no port.");
    return `http://127.0.0.1:${address.port}/v1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method === "OPTIONS") {
      response.end();
      return;
    }
    const body = await text(request);
    const record = { body, replied: false };
    if (request.url?.endsWith("/completions")) this.requests.push(record);
    const stop = new AbortController();
    response.on("close", () => stop.abort());
    try {
      const reply = await fetch(`${this.#target}${(request.url ?? "").replace(/^\/v1/, "")}`, {
        method: request.method ?? "GET",
        headers: { "Content-Type": "application/json" },
        ...(body === "" ? {} : { body }),
        signal: stop.signal,
      });
      response.writeHead(reply.status, {
        "Content-Type": reply.headers.get("Content-Type") ?? "application/json",
      });
      for await (const piece of reply.body ?? []) response.write(piece);
      record.replied = true;
      response.end();
    } catch {
      // The page was closed, or the model server does not respond.
      if (!response.headersSent) response.writeHead(502);
      response.end();
    }
  }
}
