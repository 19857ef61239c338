import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchContent } from "../../../src/models/download/fetch-file.js";
import { downloadFile } from "../../../src/models/download/stored-download.js";
import { downloadModel } from "../../../src/models/web-llm/download-model.js";
import type { WebLlmEngineModel, WebLlmFileStore } from "../../../src/models/web-llm/engine-api.js";
import { ggufFault as begins } from "../../../src/models/wllama/models.js";
import { Download } from "../../../src/store/archive/source.js";

const url = "https://models.example/model/resolve/main/file.gguf";
/** Expires soon, however slow the machine, because nothing is supposed to arrive in time. */
const pace = { silence: 200, minBytes: 2 ** 20 };
const signal = new AbortController().signal;
const onBytes = () => {};
const words = { owner: "a model", check: "Check the address.", kept: "nothing is kept" };

/** The number of bodies neither finished nor cancelled. */
let open: number;
let requested: string[];

/** A body that starts like a GGUF file and never ends. */
function endless(pieceBytes: number, milliseconds: number): Response {
  let first = true;
  open++;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const piece = new Uint8Array(pieceBytes);
      if (first) piece.set(new TextEncoder().encode("GGUF"));
      first = false;
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      controller.enqueue(piece);
    },
    cancel: () => {
      open--;
    },
  });
  return new Response(body);
}

const flood = () => endless(2 ** 16, 0);
const drip = () => endless(8, 10);
const silence = async (init?: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

function serve(answer: (init?: RequestInit) => Response | Promise<Response>): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    requested.push(String(address));
    return answer(init);
  });
}

beforeEach(() => {
  open = 0;
  requested = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each<[string, (bounds: { pace: typeof pace; maxBytes: number }) => Promise<unknown>]>([
  [
    "a GGUF file",
    (bounds) => downloadFile({ url, store: null, begins, signal, onBytes, ...bounds }),
  ],
  [
    "a file that is received in memory",
    (bounds) => fetchContent({ url, words, signal, check: () => null, onBytes, ...bounds }),
  ],
])("%s", (_, fetched) => {
  it.each<[string, () => void]>([
    ["that has no end", () => serve(flood)],
    ["that drips", () => serve(drip)],
    ["that does not begin", () => serve(silence)],
  ])("%s is abandoned, and reported with the next step", async (_how, attack) => {
    attack();
    const failure = fetched({ pace, maxBytes: 2 ** 21 });
    await expect(failure).rejects.toMatchObject({
      code: "download-failed",
      message: expect.stringMatching(/^[^\n]*https:[^\n]*\. (?:Check|Load|Try)[^\n]*\.$/),
      data: expect.objectContaining({ url }),
    });
    expect(open).toBe(0);
  });

  it("does not retry an endless download", async () => {
    serve(flood);
    const patient = { ...pace, silence: 600_000 };
    await expect(fetched({ pace: patient, maxBytes: 2 ** 21 })).rejects.toThrow("larger than");
    expect(requested).toHaveLength(1);
  });
});

describe("the file of a published collection", () => {
  it.each([
    ["drips", drip],
    ["says nothing", () => endless(8, 10_000_000)],
  ])("gives up on a download that %s", async (_, body) => {
    const download = new Download(body(), pace);
    await expect(download.reach(2 ** 21)).rejects.toMatchObject({ excess: "silence" });
    download.close();
    expect(open).toBe(0);
  });
});

describe("the list of a model's files", () => {
  const model: WebLlmEngineModel = {
    id: "Noise",
    folder: "https://models.example/model/resolve/main/",
    library: "https://models.example/libs/noise.wasm",
    contextLength: 4096,
    thinks: false,
    features: [],
    cacheBackend: "cache",
  };

  /** An in-memory store. */
  function memory(): WebLlmFileStore {
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    return {
      size: async (scope, address) => files.get(`${scope} ${address}`)?.byteLength ?? null,
      read: async (scope, address) => files.get(`${scope} ${address}`) ?? null,
      write: async (scope, address, content) => void files.set(`${scope} ${address}`, content),
      remove: async (scope, address) => void files.delete(`${scope} ${address}`),
      list: async () => [],
    };
  }

  async function downloaded(records: unknown): Promise<unknown> {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
      requested.push(String(address));
      const name = String(address).split("/").at(-1);
      if (name === "mlc-chat-config.json")
        return Response.json({ tokenizer_files: ["tokenizer.json"] });
      if (name === "tensor-cache.json") return Response.json({ records });
      if (name === "noise.wasm") return new Response("\0asm");
      return name === "tokenizer.json" ? Response.json({}) : new Response(new Uint8Array(4));
    });
    return downloadModel(model, memory(), { pause: 0, pace });
  }

  it.each([
    "https://mallory.example/take",
    "//mallory.example/take",
    "/other/take",
    "../../take",
    "ht\ntps://mallory.example/take",
    "\\\\mallory.example\\take",
    "a/%2e%2e/%2e%2e/take",
  ])(
    "rejects a list of a model's files that names a file outside its folder: %j",
    async (dataPath) => {
      await expect(downloaded([{ dataPath, nbytes: 4 }])).rejects.toMatchObject({
        code: "download-failed",
        message: expect.stringMatching(/outside that folder.*Check modelBase/),
      });
      expect(requested.filter((address) => !address.startsWith("https://models.example/"))).toEqual(
        [],
      );
      expect(requested.filter((address) => address.endsWith("take"))).toEqual([]);
    },
  );

  it.each([
    ["negative sizes", [{ dataPath: "a.bin", nbytes: -4 }]],
    ["sizes beyond all memory", [{ dataPath: "a.bin", nbytes: 2 ** 40 }]],
    ["more files than exist", Array(20_001).fill({ dataPath: "a.bin", nbytes: 1 })],
  ])("refuses a list of a model's files that has %s", async (_, records) => {
    await expect(downloaded(records)).rejects.toMatchObject({ code: "download-failed" });
    expect(requested.filter((address) => address.endsWith("a.bin"))).toEqual([]);
  });

  it("accepts a list of files inside the model's folder", async () => {
    await expect(downloaded([{ dataPath: "params/a.bin", nbytes: 4 }])).resolves.toBe(4);
  });
});
