import { afterEach, describe, expect, test, vi } from "vitest";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import {
  AllowedOrigins,
  endpointFault,
  keepEndpoint,
  keepReplyForm,
  keptEndpoint,
  OwnServer,
  typedNumber,
} from "../../../../src/element/models/endpoint-form.js";

const page = "https://intranet.example/tools/page.html";
const words = new I18n("en");

describe("the origins that a page may contact", () => {
  test("allows the page's own origin and the named ones", () => {
    const origins = new AllowedOrigins(page, ["https://models.example/some/folder/", "nonsense:x"]);
    expect(origins.hosts).toEqual(["intranet.example", "models.example"]);
    expect(origins.reachable).toEqual(["intranet.example", "models.example", "localhost"]);
    expect(origins.allow(new URL("https://models.example/other"))).toBe(true);
    expect(origins.allow(new URL("http://models.example/"))).toBe(false);
    expect(origins.allow(new URL("https://elsewhere.example/"))).toBe(false);
  });

  test("does not allow more origins because of an address on the page's own site", () => {
    const origins = new AllowedOrigins(page, ["./models/", "/assets/"]);
    expect(origins.hosts).toEqual(["intranet.example"]);
  });

  test.each([
    ["./models/", "https://intranet.example/tools/models/"],
    ["/m", "https://intranet.example/m"],
    ["  ", null],
    ["file:///notes.txt", null],
    ["http://[", null],
  ])("resolves the allowed origins of %j to %j", (text, address) => {
    expect(new AllowedOrigins(page).parse(text)?.href ?? null).toBe(address);
  });
});

describe("checking an endpoint", () => {
  const form = { url: "/model/v1", model: "", apiKey: "", contextLength: "" };
  const sameOrigin = new AllowedOrigins(page);

  test("accepts addresses at the page's own origin or a named one", () => {
    expect(endpointFault(form, sameOrigin, words)).toBeNull();
    const more = new AllowedOrigins(page, ["https://models.example"]);
    expect(endpointFault({ ...form, url: "https://models.example/v1" }, more, words)).toBeNull();
  });

  test.each(["http://localhost:11434/v1", "http://127.0.0.1:8080/v1", "http://[::1]:1234/v1"])(
    "accepts an address on this computer: %s",
    (url) => {
      expect(endpointFault({ ...form, url }, sameOrigin, words)).toBeNull();
      // This does not allow downloading model files from there.
      expect(sameOrigin.allow(new URL(url))).toBe(false);
    },
  );

  test.each(["http://localhost.example/v1", "http://127.0.0.1.example/v1"])(
    "rejects a host that only looks local: %s",
    (url) => {
      expect(endpointFault({ ...form, url }, sameOrigin, words)?.field).toBe("url");
    },
  );

  test("reports the allowed hosts", () => {
    const fault = endpointFault(
      { ...form, url: "https://elsewhere.example/v1" },
      sameOrigin,
      words,
    );
    expect(fault?.field).toBe("url");
    expect(fault?.message).toContain("let it contact intranet.example and localhost only. Make");
    expect(fault?.message).toContain("with elsewhere.example in its rules");
  });

  test("rejects an invalid address", () => {
    expect(endpointFault({ ...form, url: "" }, sameOrigin, words)?.field).toBe("url");
    expect(endpointFault({ ...form, url: "javascript:0" }, sameOrigin, words)?.field).toBe("url");
  });

  test.each(["8k", "8", "10000001", "8.5"])("rejects a context length of %j", (contextLength) => {
    const fault = endpointFault({ ...form, contextLength }, sameOrigin, words);
    expect(fault?.field).toBe("contextLength");
    expect(fault?.message).toContain("from 1,000 to 10,000,000");
  });
});

test.each([
  ["8000", 8000],
  ["8,000", 8000],
  ["8.000", 8000],
  ["1’000’000", 1_000_000],
  ["8,00", null],
  ["", null],
])("reads the typed number %j as %j", (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

/** The browser's storage, empty at first. */
function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
  return kept;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("remembers a server's reply format with its address for a week", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const kept = stubStorage();
  const form = { url: "http://localhost:8000/v1", model: "a", apiKey: "", contextLength: "" };
  const endpoint = keepEndpoint("default", form);
  expect(endpoint.replyForm).toBeUndefined();
  keepReplyForm("default", endpoint, "json");
  // Another model on the same server uses the same format; another server does not.
  expect(keepEndpoint("default", { ...form, model: "b" })).toMatchObject({ replyForm: "json" });
  expect(keptEndpoint("default")).toMatchObject({ model: "b", replyForm: "json" });
  vi.setSystemTime(1_000_000 + 8 * 86_400_000);
  expect(keptEndpoint("default")?.replyForm).toBeUndefined();
  vi.setSystemTime(1_000_000);
  expect(keepEndpoint("default", { ...form, url: "/v1" }).replyForm).toBeUndefined();
  expect(keptEndpoint("default")?.replyForm).toBeUndefined();
  for (const name of kept.keys()) kept.set(name, '{"url":"/v1","replyForm":"xml","since":1000000}');
  expect(keptEndpoint("default")?.replyForm).toBeUndefined();
});

test("stores an endpoint for the next visit, without secrets", () => {
  const kept = stubStorage();
  const form = { url: "/model/v1", model: "qwen", apiKey: "sesame", contextLength: "8,000" };
  expect(keptEndpoint("default")).toBeNull();
  keepEndpoint("default", form);
  expect(keptEndpoint("default")).toEqual({
    url: "/model/v1",
    model: "qwen",
    contextLength: "8,000",
  });
  expect(keptEndpoint("other")).toBeNull();
  keepEndpoint("default", {
    ...form,
    url: "https://me:sesame@models.example/v1?key=sesame#sesame",
  });
  expect(keptEndpoint("default")?.url).toBe("https://models.example/v1");
  expect([...kept.values()].join()).not.toContain("sesame");
  for (const name of kept.keys()) kept.set(name, '{"url":3}');
  expect(keptEndpoint("default")).toBeNull();
});

test("an unknown model is reported with the address as it was typed", async () => {
  stubStorage();
  vi.stubGlobal("document", { baseURI: page });
  vi.stubGlobal("fetch", async () => Response.json({ data: [{ id: "qwen3" }] }));
  const { signal } = new AbortController();
  const failure = new Promise((resolve) => {
    const shell = {
      setup: { collection: "default", allowedOrigins: [], models: "", assetsBase: new URL(page) },
      words,
    } as unknown as ConstructorParameters<typeof OwnServer>[0];
    const server = new OwnServer(
      shell,
      () => {},
      async (_name, load) => void load({ signal } as Parameters<typeof load>[0]).catch(resolve),
    );
    server.connect({ url: "/model/v1?key=sesame", model: "qwen", apiKey: "", contextLength: "" });
  });
  expect(words.error(await failure)).toBe(
    "There is no model “qwen” at /model/v1. Choose one that it offers: qwen3.",
  );
});
