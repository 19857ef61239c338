import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import { afterEach, expect, test } from "vitest";
import { serveFolder } from "../../../cli/serve.js";

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** An endpoint that streams back the request in two pieces. */
async function endpoint(between: Promise<void>): Promise<string> {
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { origin, authorization } = request.headers;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(JSON.stringify({ url: request.url, origin, authorization, body }));
    await between;
    response.end("end");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function proxied(model?: string): Promise<string> {
  const server = await serveFolder(os.tmpdir(), { model });
  open.push(server);
  return server.url;
}

test("passes a request on and streams the reply", async () => {
  let release = () => {};
  const url = await proxied(await endpoint(new Promise((resolve) => (release = resolve))));
  const response = await fetch(`${url}/model/chat/completions?x=1`, {
    method: "POST",
    headers: { authorization: "Bearer k", origin: url },
    body: "question",
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  expect(JSON.parse(first?.value ?? "")).toEqual({
    url: "/v1/chat/completions?x=1",
    authorization: "Bearer k",
    body: "question",
  });
  // The first piece arrived while the endpoint still held back the second one.
  release();
  expect((await reader?.read())?.value).toBe("end");
});

test.each([
  ["props", "/props"],
  ["api/show", "/api/show"],
  ["api/v0/models", "/api/v0/models"],
  ["props/x", "/v1/props/x"],
])("requests %s from the address that the endpoint reports", async (path, url) => {
  const base = await proxied(await endpoint(Promise.resolve()));
  const text = await (await fetch(`${base}/model/${path}`)).text();
  expect(JSON.parse(text.replace(/end$/, "")).url).toBe(url);
});

test("uses a new connection for each request", async () => {
  let connections = 0;
  const server = http.createServer((_request, response) => response.end("x"));
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => server.close() });
  const url = await proxied(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  for (const name of ["models", "more"]) {
    expect(await (await fetch(`${url}/model/${name}`)).text()).toBe("x");
  }
  expect(connections).toBe(2);
});

test("does not let a path choose another host", async () => {
  const url = await proxied(await endpoint(Promise.resolve()));
  const text = await (await fetch(`${url}/model//example.com/x`)).text();
  expect(text).toContain('"url":"/v1//example.com/x"');
});

test("reports an endpoint that does not answer", async () => {
  const response = await fetch(`${await proxied("http://127.0.0.1:9/v1")}/model/models`);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("did not answer");
});

test("does nothing unless an endpoint is set", async () => {
  expect((await fetch(`${await proxied()}/model/models`)).status).toBe(404);
});
