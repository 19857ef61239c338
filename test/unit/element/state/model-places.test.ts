import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { filesIn } from "../../../../src/element/models/model-places.js";

const folder = new URL("https://intranet.example/models/");
let requested: string[];

beforeEach(() => {
  requested = [];
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

/** The server's responses by name; null for no response. */
function serve(answers: Readonly<Record<string, Response | null>>): void {
  vi.stubGlobal("fetch", async (url: URL) => {
    const name = url.pathname.slice("/models/".length);
    requested.push(name);
    const answer = answers[name];
    if (answer === null) throw new TypeError("no connection");
    return answer ?? new Response(null, { status: 404 });
  });
}

test("requests nothing else from a folder with a list", async () => {
  serve({ "index.json": Response.json({ files: [{ path: "a.gguf", bytes: 5 }] }) });
  expect(await filesIn(folder, ["a.gguf", "b.gguf"])).toEqual([{ path: "a.gguf", bytes: 5 }]);
  expect(requested).toEqual(["index.json"]);
});

test("requests each file of a folder without a list, and ignores HTML pages", async () => {
  const page = new Response("<p>", { headers: { "content-type": "text/html" } });
  serve({ "a.gguf": new Response("GGUF"), "b.gguf": page });
  expect(await filesIn(folder, ["a.gguf", "b.gguf", "c.gguf"])).toEqual([
    { path: "a.gguf", bytes: null },
  ]);
  expect(requested).toEqual(["index.json", "a.gguf", "b.gguf", "c.gguf"]);
});

test("does not keep requesting a folder that does not respond", async () => {
  serve({ "index.json": null });
  expect(await filesIn(folder, ["a.gguf", "b.gguf"])).toEqual([]);
  expect(requested).toEqual(["index.json"]);
});

test("requests nothing else if the connection breaks off while the list is read", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("broken off")),
  });
  serve({ "index.json": new Response(body) });
  expect(await filesIn(folder, ["a.gguf", "b.gguf"])).toEqual([]);
  expect(requested).toEqual(["index.json"]);
});
