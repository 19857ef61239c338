import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const piece = "x".repeat(64 * 1024);
const event = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** An attack's response to a request. It either ends, or continues until nobody reads it. */
type Attack = (response: ServerResponse, elsewhere: string) => void;

/** Continues forever, as fast as it is read. */
function pour(response: ServerResponse, text: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(text));
  };
  response.on("drain", more);
  more();
}

/** Continues forever, a little at a time, but never slowly enough to count as silent. */
function drip(response: ServerResponse, text: string): void {
  response.write(text);
  const timer = setInterval(() => response.write(text), 20);
  response.on("close", () => clearInterval(timer));
}

const head = (response: ServerResponse, type: string, status = 200): ServerResponse =>
  response.writeHead(status, { "content-type": type });
const streams = "text/event-stream";
const json = "application/json";

/** Attacks on a chat request. */
const chatAttacks: Readonly<Record<string, Attack>> = {
  "an error without end": (response) => pour(head(response, "text/plain", 500), `full ${piece}`),
  "an error that drips": (response) => drip(head(response, json, 500), " "),
  "an error of JSON without end": (response) =>
    pour(
      head(response, json, 400).on("error", () => {}),
      `{"error":"${piece}`,
    ),
  "a stream that drips": (response) => drip(head(response, streams), event("x")),
  "a stream of comments": (response) => drip(head(response, streams), ": still here\n\n"),
  "a stream without end": (response) => pour(head(response, streams), event(piece)),
  "a stream of thoughts without end": (response) =>
    pour(
      head(response, streams).on("error", () => {}),
      event(`<think>${piece}`),
    ),
  "a line without end": (response) => {
    head(response, streams).write("data: ");
    pour(response, piece);
  },
  "an event without end": (response) => pour(head(response, streams), `data: ${piece}\n`),
  "JSON of 20 MB": (response) => {
    const message = { role: "assistant", content: "x".repeat(20 * 2 ** 20) };
    head(response, json).end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }] }));
  },
  "a stream of 20 MB": (response) => {
    head(response, streams);
    for (let left = 20 * 2 ** 20; left > 0; left -= piece.length) response.write(event(piece));
    response.end("data: [DONE]\n\n");
  },
  "JSON without end": (response) => {
    head(response, json).write('{"choices":[{"message":{"content":"');
    pour(response, piece);
  },
  "JSON that drips": (response) => drip(head(response, json), " "),
  silence: (response) => void head(response, streams).write(""),
  "no answer": () => {},
  "a redirect to another host": (response, elsewhere) =>
    void response.writeHead(307, { location: `${elsewhere}/v1/chat/completions` }).end(),
  "a redirect to itself": (response) =>
    void response.writeHead(307, { location: response.req.url }).end(),
};

/** Attacks on the request for the list of models. */
const listAttacks: Readonly<Record<string, Attack>> = {
  "a list without end": (response) => {
    head(response, json).write('{"data":[');
    pour(response, `{"id":"m-${piece}"},`);
  },
  "a list that drips": (response) => drip(head(response, json), " "),
  "a list of names without end": (response) => {
    const data = Array.from({ length: 100 }, (_, index) => ({
      id: `${index} ${"m".repeat(30_000)}`,
    }));
    head(response, json).end(JSON.stringify({ data }));
  },
  "a redirect of the list": (response, elsewhere) =>
    void response.writeHead(302, { location: `${elsewhere}/v1/models` }).end(),
};

/** A server whose responses never end. */
export interface EndlessEndpoint {
  /** Base URL of an endpoint with this attack, including `/v1`. */
  urlOf(attack: string): string;
  /** Resolves once no response is in progress. */
  idle(): Promise<void>;
  /** Requests to the host that redirects point to. */
  readonly elsewhere: readonly string[];
  close(): Promise<void>;
}

const anyPage = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
};

/** Starts the server, and the one that must never receive anything. */
export async function endlessEndpoint(): Promise<EndlessEndpoint> {
  const names = [...Object.keys(chatAttacks), ...Object.keys(listAttacks)];
  const open = new Set<ServerResponse>();
  const waiting = new Set<() => void>();

  const elsewhere: string[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(`${request.method} ${request.url}`);
    response.writeHead(200, { ...anyPage, "content-type": json }).end('{"data":[{"id":"stolen"}]}');
  });
  const otherUrl = await listening(other);

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(anyPage)) response.setHeader(name, value);
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const [, number = "", ...path] = (request.url ?? "").split("/");
    const name = names[Number(number)] ?? "";
    open.add(response);
    response.on("close", () => {
      open.delete(response);
      if (open.size === 0) for (const resolve of waiting) resolve();
    });
    // A response that nobody reads fails, as intended.
    response.on("error", () => {});
    answer(name, path.join("/"), request, response);
  });

  function answer(name: string, path: string, request: IncomingMessage, response: ServerResponse) {
    request.resume();
    const listing = path === "v1/models";
    const attacks: Readonly<Record<string, Attack>> = listing ? listAttacks : chatAttacks;
    const attack = attacks[name];
    if (attack) return attack(response, otherUrl);
    if (listing) return head(response, json).end('{"data":[{"id":"tiny","max_model_len":8192}]}');
    head(response, json, 404).end("{}");
  }

  const url = await listening(server);
  return {
    urlOf: (attack) => {
      if (!names.includes(attack)) throw new Error(`There is no attack “${attack}”.`);
      return `${url}/${names.indexOf(attack)}/v1`;
    },
    idle: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve();
        else waiting.add(resolve);
      }),
    elsewhere,
    close: async () => {
      for (const each of [server, other]) {
        await new Promise<void>((resolve) => {
          each.close(() => resolve());
          each.closeAllConnections();
        });
      }
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
