import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the model. */
export interface Asked {
  /** All messages, joined. */
  readonly prompt: string;
  /** The kind of reply requested: `rewrite`, `action` or `answer`. */
  readonly kind: string;
}

/** A reply: JSON, or the text written before the model goes silent for good. */
export type Reply = object | { readonly silentAfter: string };

/** An OpenAI-compatible endpoint with scripted replies. */
export interface ScriptedEndpoint {
  readonly url: string;
  readonly requests: Asked[];
  /** Answers each request; every test sets its own. */
  reply: (request: Asked) => Reply;
  /** Number of requests aborted before their reply was complete. */
  readonly abandoned: () => number;
  close(): Promise<void>;
}

/** Starts an endpoint on a free port of 127.0.0.1. */
export async function scriptedEndpoint(): Promise<ScriptedEndpoint> {
  let abandoned = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  const endpoint: ScriptedEndpoint = {
    url: "",
    requests: [],
    reply: () => ({}),
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.endsWith("/models")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          object: "list",
          data: [{ id: "scripted", object: "model", max_model_len: 4096 }],
        }),
      );
      return;
    }
    const body = JSON.parse(await text(request));
    const prompt = body.messages.map((message: { content: string }) => message.content).join("\n");
    const kind = String(body.response_format?.json_schema?.name ?? "").replace(/_.*/, "");
    const received: Asked = { prompt, kind };
    endpoint.requests.push(received);
    const reply = endpoint.reply(received);
    const silent = "silentAfter" in reply;
    const content = silent ? String(reply.silentAfter) : JSON.stringify(reply);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("close", () => {
      if (!response.writableFinished) abandoned++;
    });
    for (const piece of content.match(/.{1,24}/gs) ?? []) {
      const choices = [{ index: 0, delta: { content: piece }, finish_reason: null }];
      response.write(`data: ${JSON.stringify({ choices })}\n\n`);
    }
    if (silent) return;
    const choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    response.write(`data: ${JSON.stringify({ choices, usage })}\n\n`);
    response.end("data: [DONE]\n\n");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(endpoint, { url: `http://127.0.0.1:${port}/v1` });
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The id of the passage that contains some words, which is the last id before them. */
export function idOf(prompt: string, words: string): string {
  const at = prompt.lastIndexOf(words);
  const ids = [...prompt.slice(0, at).matchAll(/\bd\d+\.p\d+\.s\d+\b/g)];
  const [id] = ids.at(-1) ?? [];
  if (at < 0 || id === undefined) throw new Error(`No passage with “${words}” in:\n${prompt}`);
  return id;
}
