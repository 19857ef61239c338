import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";

/** The path of a model endpoint on the server's own origin. */
export const modelPath = "/model/";

// Only for one connection or origin; all other headers are forwarded unchanged.
const notForwarded = new Set(["connection", "host", "keep-alive", "origin", "referer", "upgrade"]);

/** Addresses where servers report their context size, below their root but outside the chat API. */
const besideChat = /^(?:props|api\/(?:ps|show|v[01]\/models))$/;

/**
 * Passes requests below `/model/` on to an OpenAI-compatible endpoint, bodies streamed both ways.
 * The page then needs no cross-origin permission from that endpoint.
 */
export function modelProxy(
  base: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const root = new URL(base.endsWith("/") ? base : `${base}/`);
  const folder = root.pathname.replace(/v1\/$/, "");
  const { request: send } = root.protocol === "https:" ? https : http;
  return (request, response) => {
    const target = new URL(root);
    // Appended as text: a path of the form `//host` must not become another host.
    const [pathname = "", query = ""] = (request.url ?? "").slice(modelPath.length).split("?", 2);
    target.pathname = (besideChat.test(pathname) ? folder : root.pathname) + pathname;
    target.search = query;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !notForwarded.has(name)),
    );
    // Each on a new connection: the endpoint may meanwhile have closed an old one.
    const options = { method: request.method, headers, agent: false };
    const outgoing = send(target, options, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
      incoming.on("error", () => response.destroy());
    });
    outgoing.on("error", (error) => {
      if (response.headersSent) return void response.destroy();
      // The page's message names the endpoint.
      const message = `It did not answer: ${error.message}`;
      response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message } }));
    });
    response.on("close", () => outgoing.destroy());
    request.pipe(outgoing);
  };
}
