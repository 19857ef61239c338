import {
  type ClientRequest,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A proxy that forwards requests to some origins, refuses all others, and records both. */
export interface RecordingProxy {
  /** Its address, as passed to Chromium's `--proxy-server`. */
  readonly server: string;
  /** URLs that pages requested from these origins, in order, including repeats. */
  readonly own: string[];
  /** Everything else that was requested: a URL, or host and port if the browser reveals no more. */
  readonly foreign: string[];
  /** The origins that were sent a text, in a URL, a header or a body. */
  sentTo(text: string): ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a free port of 127.0.0.1 that forwards only plain HTTP requests to these
 * origins.
 */
export async function recordingProxy(...origins: readonly string[]): Promise<RecordingProxy> {
  const own: string[] = [];
  const sent: { readonly origin: string; text: string }[] = [];
  const foreign: string[] = [];
  const server = createServer((incoming, response) => {
    const url = incoming.url ?? "";
    const origin = origins.find((each) => url.startsWith(`${each}/`));
    if (origin === undefined) {
      foreign.push(url);
      response.writeHead(502).end();
      return;
    }
    // Preflight requests come from the browser rather than a page.
    if (incoming.method !== "OPTIONS") own.push(url);
    const record = { origin, text: `${url}\n${JSON.stringify(incoming.headers)}\n` };
    sent.push(record);
    incoming.on("data", (piece: Buffer) => {
      record.text += piece.toString();
    });
    passOn(url, incoming, response);
  });
  // TLS and WebSocket connections to other hosts request a tunnel first.
  server.on("connect", ({ url = "" }: IncomingMessage, socket: Socket) => {
    foreign.push(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  server.on("upgrade", ({ url = "" }: IncomingMessage, socket: Socket) => {
    foreign.push(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    own,
    foreign,
    sentTo: (text) =>
      new Set(sent.filter((one) => one.text.includes(text)).map(({ origin }) => origin)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(url: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing: ClientRequest = forward(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  // A request that a browser cancels must not fail the proxy.
  response.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}
