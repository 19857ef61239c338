import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null if there was none. */
  readonly body: Record<string, unknown> | null;
}

export interface TestEndpoint {
  /** Its base URL, including `/v1`. */
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** The bodies of chat completion requests. */
  chats(): Record<string, unknown>[];
}

type Answer = (response: ServerResponse, request: SeenRequest) => unknown;

/** Serves an endpoint on this machine until the test ends; `others` handles other paths. */
export async function serveEndpoint(
  chat: Answer,
  models: Answer = json({ data: [{ id: "tiny", context_length: 4096 }] }),
  others: Answer = json({}, 404),
): Promise<TestEndpoint> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const seen = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: text === "" ? null : (JSON.parse(text) as Record<string, unknown>),
    };
    requests.push(seen);
    const answer = seen.path.startsWith("/v1/models")
      ? models
      : seen.path.includes("/chat/")
        ? chat
        : others;
    await answer(response, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/v1`,
    origin,
    requests,
    chats: () =>
      requests.flatMap(({ path, body }) => (path.includes("/chat/") && body ? [body] : [])),
  };
}

/** Answers with JSON. */
export function json(value: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
}

/** Answers with a stream of these chunks, and `[DONE]`. */
export function stream(...chunks: readonly unknown[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end("data: [DONE]\n\n");
  };
}

/** A chunk with a piece of the reply. */
export function delta(content: string, finishReason: string | null = null): unknown {
  return { choices: [{ index: 0, delta: { content }, finish_reason: finishReason }] };
}

/** The responses at paths, or functions that make them from the body. */
export type Routes = Readonly<Record<string, unknown>>;

/** Returns recorded responses for each path, and 404 for others. */
export function routed(routes: Routes): Answer {
  return (response, request) => {
    const answer = routes[request.path];
    const known = typeof answer === "function" ? answer(request.body) : answer;
    json(known ?? {}, known === undefined ? 404 : 200)(response, request);
  };
}
