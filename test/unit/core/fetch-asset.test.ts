import { expect, it } from "vitest";
import type { PagehoundError } from "../../../src/core/errors.js";
import { type Fetch, fetchAsset, hasStandIn } from "../../../src/core/fetch-asset.js";

const url = "https://example.org/assets/cmaps/Roman.bcmap";
const file = () => new Response(new Uint8Array([2, 224, 82]));
const page = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });

const failure = async (fetchFile: Fetch): Promise<PagehoundError> =>
  fetchAsset(url, fetchFile).then(
    () => expect.fail("It was fetched."),
    (error) => error,
  );

it("fetchAsset returns the file, and accepts nothing else", async () => {
  expect([...(await fetchAsset(url, async () => file()))]).toEqual([2, 224, 82]);
  const wrong: [() => Response, string, boolean][] = [
    [page, "text/html", true],
    [() => new Response("{}"), "something else", true],
    [() => new Response(""), "something else", true],
    [() => new Response("", { status: 404 }), "404", true],
    [() => new Response("", { status: 503 }), "503", false],
    [() => new Response("", { status: 429 }), "429", false],
  ];
  for (const [response, message, answered] of wrong) {
    const error = await failure(async () => response());
    expect(error).toMatchObject({ code: "assets-missing", data: { url, answered } });
    expect(error.message).toContain(message);
    expect(error.message).toContain(url);
  }
});

it("fetchAsset distinguishes a network failure from a timeout", async () => {
  const broken = await failure(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(broken).toMatchObject({ data: { url, answered: false } });
  expect(broken.message).toContain("no answer)");
  const late = await failure(() => Promise.reject(new DOMException("Late", "TimeoutError")));
  expect(late).toMatchObject({ data: { url, answered: false } });
  expect(late.message).toContain("no answer within 15 seconds");
});

it("fetchAsset stops reading an endless file at the largest size of a decoder", async () => {
  let sent = 0;
  let isLeft = false;
  const endless = () =>
    new ReadableStream({
      pull: (stream) => {
        sent += 2 ** 20;
        stream.enqueue(new Uint8Array(2 ** 20));
      },
      cancel: () => {
        isLeft = true;
      },
    });
  const error = await failure(async () => new Response(endless()));
  expect(error).toMatchObject({ code: "assets-missing", data: { url, answered: false } });
  expect(error.message).toContain("does not end within 64 MB");
  expect(sent).toBeLessThan(70 * 2 ** 20);
  expect(isLeft).toBe(true);
});

it("fetchAsset retries once past the browser's cache, which may have stored a wrong response", async () => {
  const caches: (string | undefined)[] = [];
  const bytes = await fetchAsset(url, async (_url, { cache }) => {
    caches.push(cache);
    return cache === "reload" ? file() : page();
  });
  expect([...bytes]).toEqual([2, 224, 82]);
  expect(caches).toEqual([undefined, "reload"]);
});

it("a decoder works without its wasm if the script next to it exists", async () => {
  const wasm = "https://example.org/assets/wasm/jbig2.wasm";
  const requested: string[] = [];
  const serve =
    (type: string): Fetch =>
    async (address) => {
      requested.push(address);
      return new Response("export default 1", { headers: { "content-type": type } });
    };
  expect(await hasStandIn(wasm, serve("text/javascript"))).toBe(true);
  expect(await hasStandIn(wasm, serve("text/html"))).toBe(false);
  expect(new Set(requested)).toEqual(
    new Set(["https://example.org/assets/wasm/jbig2_nowasm_fallback.js"]),
  );
  expect(await hasStandIn(url, serve("text/javascript"))).toBe(false);
});
