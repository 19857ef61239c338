import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { listFolder, serveModels, writeList } from "../../../cli/model-folder.js";
import { emptyFolder, keptFiles, withModelHosts } from "../../../demo/build/site-plugin.js";

test("a build empties the folder of the site except for its models", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-site-"));
  try {
    await mkdir(path.join(folder, "models/qwen"), { recursive: true });
    await mkdir(path.join(folder, "assets"));
    await writeFile(path.join(folder, "models/qwen/weights.bin"), "0");
    await writeFile(path.join(folder, "assets/old.js"), "0");
    await writeFile(path.join(folder, "index.html"), "0");
    // Visitors do not fetch them for offline use either.
    const kept = await keptFiles(folder);
    expect(kept.map(({ url }) => url)).toEqual(["assets/old.js", "index.html"]);
    await emptyFolder(folder);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      "models",
      path.join("models", "qwen"),
      path.join("models", "qwen", "weights.bin"),
    ]);
    // Before the first build the folder does not exist.
    await emptyFolder(path.join(folder, "none"));
  } finally {
    await rm(folder, { recursive: true });
  }
});

const html =
  '<meta content="connect-src \'self\'; img-src \'self\'"><page-hound mode="page" lang=""></page-hound>';

test("one setting of the build names the model hosts in the element and in the page's policy", () => {
  const page = withModelHosts(html, "huggingface.co=https://mirror.example");
  expect(page).toContain("connect-src 'self' https://mirror.example; img-src 'self'");
  expect(page).toContain(
    '<page-hound mode="page" model-hosts="huggingface.co=https://mirror.example"',
  );
  for (const none of ["none", ""]) expect(withModelHosts(html, none)).toBe(html);
  // A page without the element needs no hosts.
  const other = html.replace("page-hound", "other-element");
  expect(withModelHosts(other, "huggingface.co")).toBe(other);
});

test("every page of the site may contact the usual model servers", async () => {
  for (const page of ["demo/index.html", "demo/evaluate.html", "public/example.html"]) {
    const text = await readFile(path.join(import.meta.dirname, "../../..", page), "utf8");
    expect(/connect-src ([^;]*)/.exec(text)?.[1], page).toBe(
      "'self' http://localhost:* http://127.0.0.1:*",
    );
  }
});

test("a folder of models is listed and served next to the site, with ranges", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-models-"));
  const answer = serveModels(folder);
  const server = createServer((request, response) =>
    answer(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (name: string, init: RequestInit = {}): Promise<[number, string]> => {
    const response = await fetch(`${url}/${name}`, init);
    return [response.status, await response.text()];
  };
  try {
    expect(await listFolder(path.join(folder, "none"))).toEqual([]);
    expect(await get("index.json")).toEqual([404, ""]);
    await mkdir(path.join(folder, "qwen"));
    await writeFile(path.join(folder, "qwen/weights.bin"), "0123456789");
    await writeFile(path.join(folder, "half.gguf.part"), "GG");
    const files = [{ path: "qwen/weights.bin", bytes: 10 }];
    expect(JSON.parse((await get("index.json"))[1])).toEqual({ files });
    await writeList(folder);
    expect(JSON.parse(await readFile(path.join(folder, "index.json"), "utf8"))).toEqual({ files });
    expect(await get("qwen/weights.bin")).toEqual([200, "0123456789"]);
    expect(await get("qwen/weights.bin", { headers: { range: "bytes=4-" } })).toEqual([
      206,
      "456789",
    ]);
    expect(await get("qwen/weights.bin", { method: "HEAD" })).toEqual([200, ""]);
    expect(await get("qwen/weights.bin", { headers: { range: "bytes=10-" } })).toEqual([416, ""]);
    expect(await get("../package.json")).toEqual([404, ""]);
    expect(await get("half.gguf.part")).toEqual([404, ""]);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});
