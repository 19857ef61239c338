import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { fetchModels } from "../../../cli/fetch-models.js";
import { brokenLibrary, webLlmFolder } from "../../fixtures/models/web-llm-folder.js";

const id = "Qwen3-0.6B-q4f32_1-MLC";
const library = "Qwen3-0.6B-q4f32_1_cs1k-webgpu.wasm";
const gguf = Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(100_000, 7)]);

/** Files by path, as on the public hosts. */
let files: Map<string, Uint8Array>;
let requests: { path: string; from: number }[];
/** Paths whose connection breaks half-way, once. */
let breaks: Set<string>;
let server: Server;
let base: string;
let folder: string;

beforeEach(async () => {
  requests = [];
  breaks = new Set();
  files = new Map([
    [`/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/${library}`, brokenLibrary],
    ["/some/model.gguf", gguf],
  ]);
  for (const [name, content] of webLlmFolder())
    files.set(`/mlc-ai/${id}/resolve/main/${name}`, content);
  server = createServer((request, response) => {
    const place = request.url ?? "";
    const content = files.get(place);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    requests.push({ path: place, from });
    if (!content) return response.writeHead(404).end();
    if (from > content.length) return response.writeHead(416).end();
    response.writeHead(from > 0 ? 206 : 200, { "content-length": content.length - from });
    if (!breaks.delete(place)) return response.end(content.subarray(from));
    const half = content.length / 2;
    response.write(content.subarray(0, half));
    // Data that was sent may be lost with the connection, unless it has been written.
    const part = path.join(folder, `${place.replace("/mlc-ai/", "")}.part`);
    const isWritten = async (): Promise<boolean> =>
      (await stat(part).catch(() => null))?.size === half;
    void vi.waitUntil(isWritten, { timeout: 60_000 }).then(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("PAGEHOUND_MODEL_HOSTS", `huggingface.co=${base} raw.githubusercontent.com=${base}`);
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function listed(): Promise<string[]> {
  const list = JSON.parse(await readFile(path.join(folder, "index.json"), "utf8"));
  return list.files.map((file: { path: string }) => file.path);
}

test("fetches a model's files with its library and a list, but not files that already exist", async () => {
  breaks.add(`/mlc-ai/${id}/resolve/main/params_shard_0.bin`);
  await fetchModels([id], folder);
  expect(requests.filter(({ path: place }) => place.endsWith("shard_0.bin"))).toMatchObject([
    { from: 0 },
    { from: 20_000 },
  ]);
  for (const [name, content] of webLlmFolder())
    expect((await readFile(path.join(folder, id, "resolve/main", name))).equals(content)).toBe(
      true,
    );
  expect(await listed()).toEqual(
    [library, ...[...webLlmFolder().keys()].map((name) => `${id}/resolve/main/${name}`)].sort(),
  );
  requests = [];
  await fetchModels([id], folder);
  expect(requests.some(({ path: place }) => /shard|wasm/.test(place))).toBe(false);
});

test("resumes a partial file of an earlier call, and replaces one of another version", async () => {
  const address = `${base}/some/model.gguf`;
  const place = path.join(folder, "model.gguf");
  await writeFile(`${place}.part`, gguf.subarray(0, 60_000));
  await fetchModels([address], folder);
  expect(requests).toEqual([{ path: "/some/model.gguf", from: 60_000 }]);
  expect((await readFile(place)).equals(gguf)).toBe(true);
  await rm(place);
  // Longer than the file: the server has no such range.
  await writeFile(`${place}.part`, Buffer.alloc(200_000, 1));
  requests = [];
  await fetchModels([address], folder);
  expect(requests.map(({ from }) => from)).toEqual([200_000, 0]);
  expect((await readFile(place)).equals(gguf)).toBe(true);
});

test("names an unreachable host with the cause, and what to do", async () => {
  const address = `${base}/some/model.gguf`;
  await new Promise((resolve) => server.close(resolve));
  await expect(fetchModels([address], folder)).rejects.toThrow(
    /model\.gguf could not be reached: nothing responds at http\S+\. Check the connection.+ECONNREFUSED/,
  );
  server.listen(0, "127.0.0.1");
});

test("fetches a GGUF file from any address", async () => {
  await fetchModels([`${base}/some/model.gguf`], folder);
  expect((await stat(path.join(folder, "model.gguf"))).size).toBe(gguf.length);
  expect(await listed()).toEqual(["model.gguf"]);
});

test("names and deletes a file with a wrong hash", async () => {
  const address =
    "/bartowski/SmolLM2-135M-Instruct-GGUF/resolve/09816acd5d99df7be770d85ea30822623dab342c/SmolLM2-135M-Instruct-Q4_K_M.gguf";
  files.set(address, gguf);
  const fetching = fetchModels(["SmolLM2-135M-Instruct-Q4_K_M.gguf"], folder);
  await expect(fetching).rejects.toThrow(/SmolLM2.+has 100004 bytes instead of 105454432/);
  await expect(stat(path.join(folder, "SmolLM2-135M-Instruct-Q4_K_M.gguf"))).rejects.toThrow();
});

test("contacts only named hosts, and none for an unknown model", async () => {
  vi.stubEnv("PAGEHOUND_MODEL_HOSTS", "none");
  await expect(fetchModels([id], folder)).rejects.toThrow(BadInput);
  await expect(fetchModels(["Unknown"], folder)).rejects.toThrow(BadInput);
  await expect(fetchModels(["unknown.gguf"], folder)).rejects.toThrow(/Pass the address/);
  await expect(fetchModels(["https://host.example/a.bin"], folder)).rejects.toThrow(BadInput);
  expect(requests).toEqual([]);
});

test.each([
  "%2F..%2F..%2Fevil.gguf",
  "..%2fevil.gguf",
  "%2Fetc%2Fevil.gguf",
  "..%5Cevil.gguf",
  "C%3A%5Cevil.gguf",
  "C%3Aevil.gguf",
  "a%00.gguf",
  "%zz.gguf",
])("rejects an address that ends in %s before any request", async (name) => {
  await expect(fetchModels([`${base}/some/${name}`], folder)).rejects.toThrow(BadInput);
  expect(requests).toEqual([]);
});

test.each([
  "../evil.bin",
  "../../../../evil.bin",
  "x?/../../../../evil.bin",
  "x#/../../../../evil.bin",
  "%2e%2e/%2e%2e/evil.bin",
  "..\\..\\evil.bin",
  "/evil.bin",
  "C:\\evil.bin",
  "..",
  "https://host.example/evil.bin",
])("rejects a list of weights that names %s", async (dataPath) => {
  const list = `/mlc-ai/${id}/resolve/main/tensor-cache.json`;
  files.set(list, Buffer.from(JSON.stringify({ records: [{ dataPath, nbytes: 4 }] })));
  for (const place of ["", "/mlc-ai", `/mlc-ai/${id}`, `/mlc-ai/${id}/resolve/main`]) {
    for (const name of ["evil.bin", "x"]) files.set(`${place}/${name}`, Buffer.from("evil"));
  }
  const inner = path.join(folder, "inner");
  await mkdir(inner);
  await expect(fetchModels([id], inner)).rejects.toMatchObject({ code: "invalid-data" });
  expect(await readdir(folder)).toEqual(["inner"]);
  const written = await readdir(inner, { recursive: true });
  expect(written.filter((each) => /evil|x$/.test(each))).toEqual([]);
});

test("writes nothing through a link that leads out of the folder", async () => {
  const inner = path.join(folder, "inner");
  await mkdir(inner);
  await writeFile(path.join(folder, "mine"), "mine");
  const link = path.join(inner, "model.gguf.part");
  await symlink(path.join(folder, "mine"), link);
  const address = `${base}/some/model.gguf`;
  await expect(fetchModels([address], inner)).rejects.toMatchObject({ code: "storage-failed" });
  expect(await readFile(path.join(folder, "mine"), "utf8")).toBe("mine");
  await symlink(folder, path.join(inner, id));
  await expect(fetchModels([id], inner)).rejects.toMatchObject({ code: "storage-failed" });
  expect((await readdir(folder)).toSorted()).toEqual(["inner", "mine"]);
});
