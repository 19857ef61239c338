import { mkdir, symlink, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Served, type ServeOptions, serveFolder } from "../../../cli/serve.js";
import { temporaryFolder } from "./temporary-folder.js";

let root: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(path.join(root, "site/sub"), { recursive: true });
  await writeFile(path.join(root, "site/index.html"), "<p>home");
  await writeFile(path.join(root, "site/sub/a b.js"), "1");
  await writeFile(path.join(root, "site/module.wasm"), "wasm");
  await writeFile(path.join(root, "secret.txt"), "secret");
});

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function served(
  folder: Parameters<typeof serveFolder>[0],
  options?: ServeOptions,
): Promise<Served> {
  const server = await serveFolder(folder, options);
  open.push(server);
  return server;
}

/** `fetch` would normalise the path before sending it. */
function status(url: string, rawPath: string, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = http.request({ hostname, port, path: rawPath, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject).end();
  });
}

test("serves files with their media type and the configured headers", async () => {
  const { url } = await served(path.join(root, "site"), { headers: { "x-policy": "strict" } });
  const page = await fetch(`${url}/`);
  expect(await page.text()).toBe("<p>home");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("x-policy")).toBe("strict");
  const script = await fetch(`${url}/sub/a%20b.js?v=1`);
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  const wasm = await fetch(`${url}/module.wasm`);
  expect(wasm.headers.get("content-type")).toBe("application/wasm");
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/sub/..%2f..%2fsecret.txt",
  "/..%5csecret.txt",
  "//../secret.txt",
  "/sub/%00",
  "/%E0%A4%A",
  "/link.txt",
])("does not leave its folder: %s", async (rawPath) => {
  await symlink(path.join(root, "secret.txt"), path.join(root, "site/link.txt"));
  const { url } = await served(path.join(root, "site"));
  expect(await status(url, rawPath)).toBe(404);
});

test.each([
  ["/first-CnknLGwu.js", "public, max-age=31536000, immutable"],
  ["/collection.worker-C-VLFR_B.js", "public, max-age=31536000, immutable"],
  ["/index.html", "no-cache"],
  ["/pagehound.js", "no-cache"],
])("lets browsers keep only files with a hash in their name: %s", async (address, caching) => {
  const folder = path.join(root, "site");
  await writeFile(path.join(folder, address), "");
  const { url } = await served(folder);
  expect((await fetch(`${url}${address}`)).headers.get("cache-control")).toBe(caching);
});

test("sends ranges of a file", async () => {
  await writeFile(path.join(root, "site/digits.txt"), "0123456789");
  const { url } = await served(path.join(root, "site"), { headers: { "x-policy": "strict" } });
  const part = async (range: string, method = "GET") => {
    const response = await fetch(`${url}/digits.txt`, { method, headers: { range } });
    const { status, headers } = response;
    return [status, headers.get("content-range"), await response.text()];
  };
  expect(await part("bytes=4-")).toEqual([206, "bytes 4-9/10", "456789"]);
  expect(await part("bytes=4-6")).toEqual([206, "bytes 4-6/10", "456"]);
  expect(await part("bytes=4-99")).toEqual([206, "bytes 4-9/10", "456789"]);
  expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await part("bytes=4-", "HEAD")).toEqual([206, "bytes 4-9/10", ""]);
  expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
  expect(await part("bytes=0-1,4-5")).toEqual([200, null, "0123456789"]);
});

test("rejects methods that write", async () => {
  const { url } = await served(path.join(root, "site"));
  expect(await status(url, "/", "POST")).toBe(405);
  expect(await status(url, "/", "HEAD")).toBe(200);
});

test("uses the most specific mount", async () => {
  const { url } = await served({ "/": root, "/deep/": path.join(root, "site") });
  expect(await (await fetch(`${url}/deep/index.html`)).text()).toBe("<p>home");
  expect(await (await fetch(`${url}/secret.txt`)).text()).toBe("secret");
  expect((await fetch(`${url}/deeper/index.html`)).status).toBe(404);
});
