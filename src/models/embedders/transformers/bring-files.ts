import {
  type CallOptions,
  eitherSignal,
  isRecord,
  parseJson,
  sha256,
} from "../../../core/index.js";
import { withFiles } from "../../download/engine-files.js";
import { type FetchWords, fetchContent, isWebPage } from "../../download/fetch-file.js";
import { FilesMeter, type LoadProgress } from "../../download/load-progress.js";
import { weightFiles, weightsPath } from "../../onnx/weight-files.js";
import type { EmbedEngineModel } from "./transformers-embedder.js";

/** A file of a published embedder. */
export interface EmbedderFile {
  /** Relative to the embedder's folder. */
  readonly path: string;
  /** Null for small files, whose size is unknown. */
  readonly bytes: number | null;
  /** In hexadecimal; null if unknown. */
  readonly sha256: string | null;
}

/** A published embedder, with every file that is fetched for it. */
export interface PublishedEmbedder {
  readonly id: string;
  readonly name: string;
  /** SPDX identifier of the licence of the weights. */
  readonly license: string;
  /** The public folder with its files. */
  readonly url: string;
  readonly files: readonly EmbedderFile[];
}

/**
 * The embedder that the element offers: 22 million parameters in 8 bits, trained for English, 384
 * dimensions. Sizes and hashes of weights and tokenizer match those recorded by several independent
 * projects; the two small files are checked only by their format.
 */
export const recommendedEmbedder: PublishedEmbedder = {
  id: "all-MiniLM-L6-v2",
  name: "all-MiniLM-L6-v2",
  license: "Apache-2.0",
  url: "https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/main/",
  files: [
    { path: "config.json", bytes: null, sha256: null },
    {
      path: "tokenizer.json",
      bytes: 711_661,
      sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
    },
    { path: "tokenizer_config.json", bytes: null, sha256: null },
    {
      path: "onnx/model_quantized.onnx",
      bytes: 22_972_370,
      sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    },
  ],
};

export type ModelFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * Returns all files of a model, from the store or else from its folder, and from nowhere else.
 * Files stored for another revision, or that differ from `integrity`, are fetched again. Waits
 * while another tab downloads the same model. Throws `download-failed`, or the signal's reason.
 */
export function bringFiles(
  model: EmbedEngineModel,
  store: EmbedderFileStore | null,
  { signal, onProgress }: CallOptions<LoadProgress> = {},
): Promise<ModelFiles> {
  const meter = new FilesMeter<string>((progress) => onProgress?.(progress));
  meter.report();
  return withFiles(model.folder, signal, async (held) => {
    const files = await bringAll(model, store, meter, held);
    meter.report();
    return files;
  });
}

async function bringAll(
  model: EmbedEngineModel,
  store: EmbedderFileStore | null,
  meter: FilesMeter<string>,
  signal: AbortSignal | undefined,
): Promise<ModelFiles> {
  // One failed file stops the other downloads.
  const failed = new AbortController();
  const stop = eitherSignal(signal, failed.signal);

  const bring = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const { revision, integrity } = model;
    const url = new URL(path, model.folder).href;
    const check = (content: Uint8Array<ArrayBuffer>) => fault(path, content, integrity[path]);
    const stored = await store?.read(url).catch(() => null);
    if (stored && (revision === null || stored.revision === revision)) {
      if ((await check(stored.content)) === null) {
        const { byteLength } = stored.content;
        meter.note(path, byteLength, byteLength);
        return stored.content;
      }
    }
    const onBytes = (loaded: number, total: number | null) => meter.note(path, loaded, total);
    const content = await fetchContent({ url, words, signal: stop, maxBytes, check, onBytes });
    await store?.write(url, { content, revision });
    return content;
  };

  // The configuration is small, and states whether there are more files.
  const config = await bring("config.json");
  const paths = [
    "tokenizer.json",
    "tokenizer_config.json",
    ...weightFiles(config, ["model"], model.precision),
  ];
  meter.expect(paths.map((each) => [each, null]));
  const running = paths.map(async (path) => [path, await bring(path)] as const);
  try {
    return new Map([["config.json", config], ...(await Promise.all(running))]);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}

/** Maximum size of a file in bytes: that of a buffer. */
const maxBytes = 2 ** 31;

const words: FetchWords = {
  owner: "an embedder",
  check: "Check url, and that the complete model is there in this precision.",
  kept: "files that are complete are kept",
};

/** Returns what is wrong with a file, as the end of a sentence; null if it is correct. */
async function fault(
  path: string,
  content: Uint8Array<ArrayBuffer>,
  expected: string | undefined,
): Promise<string | null> {
  // Many servers answer with a page, and status 200, for a missing file.
  if (path.endsWith(".json") && !isRecord(parseJson(new TextDecoder().decode(content))))
    return "is not a JSON object";
  if (isWebPage(content)) return "is a web page";
  if (expected === undefined) return null;
  return (await sha256(content)) === expected
    ? null
    : "is not the expected one: its SHA-256 differs";
}

export function weightsOf({ precision }: Pick<EmbedEngineModel, "precision">): string {
  return weightsPath("model", precision);
}

export interface KeptFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** The revision that was requested when the file was fetched; null if none was named. */
  readonly revision: string | null;
}

const cacheName = "pagehound-embedders";
const revisionHeader = "x-pagehound-revision";

/** Model files in the browser's Cache API, by URL. A file is stored completely or not at all. */
export class EmbedderFileStore {
  readonly #cache: Cache;

  private constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Opens the store; null if the browser does not let a page store such files. */
  static async open(this: void): Promise<EmbedderFileStore | null> {
    try {
      return new EmbedderFileStore(await caches.open(cacheName));
    } catch {
      return null;
    }
  }

  async read(url: string): Promise<KeptFile | null> {
    const response = await this.#cache.match(url);
    if (!response) return null;
    const revision = response.headers.get(revisionHeader);
    return {
      content: new Uint8Array(await response.arrayBuffer()),
      revision: revision === null ? null : decodeURIComponent(revision),
    };
  }

  /** Returns false if the browser refuses, for instance because its storage is full. */
  async write(url: string, { content, revision }: KeptFile): Promise<boolean> {
    const headers = new Headers({
      "content-type": "application/octet-stream",
      "content-length": String(content.byteLength),
    });
    if (revision !== null) headers.set(revisionHeader, encodeURIComponent(revision));
    return this.#cache.put(url, new Response(content, { headers })).then(
      () => true,
      () => false,
    );
  }

  async delete(url: string): Promise<void> {
    await this.#cache.delete(url);
  }

  async list(): Promise<{ readonly url: string; readonly bytes: number }[]> {
    const files: { url: string; bytes: number }[] = [];
    for (const { url } of await this.#cache.keys()) {
      const response = await this.#cache.match(url);
      if (response) files.push({ url, bytes: (await response.blob()).size });
    }
    return files;
  }
}
