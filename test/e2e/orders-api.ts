import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A test API for the orders of a plant, described in OpenAPI. */
export interface OrdersApi {
  readonly origin: string;
  /** URL of its description. */
  readonly url: string;
  /** Requests other than those for the description, such as `GET /orders/4711`. */
  readonly requests: string[];
  /** The headers of the latest such request. */
  readonly headers: () => IncomingMessage["headers"];
  /** Additional response headers. */
  more: Readonly<Record<string, string>>;
  /** The state of order 4711. */
  state: string;
  /**
   * What other origins may do: `plain` lets them read responses but not send conditional requests.
   */
  allows: "all" | "plain" | "nothing";
  /** What it responds with instead; `away` to send no response. */
  trouble: { readonly status: number; readonly body: string } | "away" | null;
  /** The key required in `X-Plant-Key`. */
  key: string | null;
  close(): Promise<void>;
}

const id = { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } };

/** Its description; `servers` lists where the API is said to run. */
export function ordersDescription(servers: readonly object[] = [{ url: "./v1" }]): object {
  return {
    openapi: "3.0.3",
    info: { title: "Orders", version: "1" },
    servers,
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          summary: "Lists orders of heliostat mirrors",
          description: "By their state, the newest first.",
          parameters: [
            {
              ...{ name: "state", in: "query", description: "only such" },
              schema: { type: "array", items: { type: "string", enum: ["open", "shipped"] } },
            },
            {
              ...{ name: "filter", in: "query", style: "deepObject", explode: true },
              schema: { type: "object", properties: { supplier: { type: "string" } } },
            },
            { name: "page[size]", in: "query", schema: { type: "integer", maximum: 100 } },
            { name: "X-Site", in: "header", schema: { type: "string" } },
            { name: "X-Plant-Key", in: "header", schema: { type: "string" } },
          ],
          responses: { 200: { description: "orders", content: { "application/json": {} } } },
        },
        post: { operationId: "createOrder", summary: "Creates an order", responses: {} },
      },
      "/orders/{id}": {
        parameters: [id],
        get: {
          operationId: "getOrder",
          summary: "Tells where an order of mirrors is",
          responses: {},
        },
        delete: { operationId: "deleteOrder", responses: {} },
      },
      "/orders/search": {
        post: {
          operationId: "searchOrders",
          summary: "Finds orders by their text",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  allOf: [
                    {
                      type: "object",
                      properties: { text: { type: "string" } },
                      required: ["text"],
                    },
                    { properties: { after: { type: "string", format: "date" } } },
                  ],
                },
              },
            },
          },
          responses: {},
        },
      },
      "/sessions": {
        get: {
          operationId: "whoAmI",
          parameters: [{ name: "sid", in: "cookie", required: true, schema: { type: "string" } }],
          responses: {},
        },
      },
      "/old": { get: { operationId: "oldOrders", deprecated: true, responses: {} } },
    },
    components: {
      schemas: {
        Id: { type: "string", description: "its number", pattern: "^(a+)+$", example: "4711" },
      },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Plant-Key" } },
    },
  };
}

/** Starts an API on a free port of 127.0.0.1. */
export async function ordersApi(): Promise<OrdersApi> {
  let last: IncomingMessage["headers"] = {};
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const url = new URL(request.url ?? "/", api.origin);
    if (api.allows !== "nothing") {
      const wanted = request.headers["access-control-request-headers"] ?? "";
      const isRefused = api.allows === "plain" && /if-/.test(wanted);
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
      // What is allowed may change between requests.
      response.setHeader("access-control-max-age", "0");
      if (!isRefused) response.setHeader("access-control-allow-headers", wanted);
      if (api.allows === "all") response.setHeader("access-control-expose-headers", "etag");
    }
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const send = (value: unknown, status = 200) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const type = typeof value === "string" ? {} : { "content-type": "application/json" };
      response.writeHead(status, { ...type, ...api.more }).end(text);
    };
    if (url.pathname === "/openapi.json") return send(ordersDescription());
    last = request.headers;
    api.requests.push(`${request.method} ${url.pathname}${url.search}${body}`);
    if (api.trouble === "away") return void response.destroy();
    if (api.trouble) {
      response.writeHead(api.trouble.status, api.more).end(api.trouble.body);
      return;
    }
    if (api.key !== null && request.headers["x-plant-key"] !== api.key) {
      return send({ title: "No key" }, 401);
    }
    switch (url.pathname) {
      case "/v1/orders/4711": {
        const etag = `"${api.state}"`;
        response.setHeader("etag", etag);
        if (request.headers["if-none-match"] === etag) {
          return void response.writeHead(304, api.more).end();
        }
        return send({
          id: 4711,
          state: api.state,
          crates: 37,
          left: "12 March 2026",
          from: { name: "Mirror Works", tags: ["fast"] },
        });
      }
      case "/v1/orders":
        return send({ orders: [], total: 0, page: 1 });
      case "/v1/orders/many":
        return send({ total: 900, orders: Array.from({ length: 900 }, (_, at) => ({ id: at })) });
      case "/v1/orders/page":
        return send("<!doctype html><p>The pump is <b>red</b>.</p><script>evil()</script>");
      case "/v1/orders/huge":
        return send("x".repeat(9_000_000));
      case "/v1/orders/elsewhere":
        response.writeHead(302, { location: "https://evil.example/" }).end();
        return;
      case "/v1/orders/search":
        return send([{ id: 4711 }]);
      default:
        return send({ detail: "no such order" }, 404);
    }
  };
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString("utf8")));
  });
  const api: OrdersApi = {
    ...{ origin: "", url: "", requests: [], headers: () => last, more: {}, state: "shipped" },
    ...{ allows: "all", trouble: null, key: null },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return Object.assign(api, { origin, url: `${origin}/openapi.json` });
}
