import { parseJson } from "../src/core/json.js";
import { count, list, matches, object, text } from "../src/core/shape.js";
import { recommendedEmbedder } from "../src/models/embedders/transformers/bring-files.js";
import {
  downloadBytes,
  findModel,
  type Precision,
  publishedBases,
  recommendedModels,
  type WebLlmModel,
} from "../src/models/web-llm/models.js";
import { modelFileUrls, recommendedCpuModels } from "../src/models/wllama/models.js";
import { BadInput } from "./bad-input.js";

/** A file to put below the folder that `models` names. */
export interface HostedFile {
  /** Relative to that folder; with `*` for the files that the model's own list of weights names. */
  readonly path: string;
  /** Null if unknown. */
  readonly bytes: number | null;
  /** The file's public address; null if unknown, or only in the model's own list. */
  readonly from: string | null;
  /** SHA-256 in hexadecimal; null if unknown. */
  readonly sha256: string | null;
}

/** The files to host for one form of a model. */
export interface HostedModel {
  readonly id: string;
  readonly name: string;
  readonly engine: "web-llm" | "wllama" | "transformers";
  /** The devices that fetch it. */
  readonly for: string;
  /** SPDX identifier of the licence of the weights; null if nothing is known about the file. */
  readonly license: string | null;
  /** Exact or approximate bytes of all weights; null if unknown. */
  readonly bytes: number | null;
  /** Whether all files are listed and `bytes` is exact. */
  readonly exact: boolean;
  readonly files: readonly HostedFile[];
}

/** One file of weights in a model's `tensor-cache.json`. */
export interface Shard {
  readonly dataPath: string;
  readonly nbytes: number;
  readonly md5sum?: string;
}

/** The names of all models that can be requested. */
export function knownModels(): string[] {
  return [
    ...recommendedModels.map(({ id }) => id),
    ...recommendedCpuModels.map(({ file }) => file),
    recommendedEmbedder.id,
  ];
}

/**
 * The files to host for a model: a recommended one for the GPU (both forms, or one of them), a GGUF
 * file, in parts if its name says so, or the embedder. `shards` are those of exactly that form.
 * Throws `BadInput` for an unknown name.
 */
export function modelFiles(id: string, shards: readonly Shard[] | null = null): HostedModel[] {
  if (id.endsWith(".gguf")) return [ggufFiles(id)];
  if (id === recommendedEmbedder.id) return [embedderFiles()];
  const model = findModel(id, recommendedModels);
  if (!model) {
    throw new BadInput(`There is no model "${id}". Known models: ${knownModels().join(", ")}.`);
  }
  const precisions: readonly Precision[] = ["f16", "f32"];
  const wanted = precisions.filter((one) => id === model.id || id === model.variants[one].id);
  return wanted.map((precision) => weightFiles(model, precision, shards));
}

const tensorList = object({ records: list(object({ dataPath: text, nbytes: count })) });

/** The files of weights that a downloaded `tensor-cache.json` names. Throws `BadInput`. */
export function readShards(text: string, file: string): Shard[] {
  const list = parseJson(text);
  if (list === undefined) throw new BadInput(`${file} is not JSON.`);
  if (!matches(tensorList, list) || list.records.length === 0) {
    throw new BadInput(`${file} names no weights: it is not the tensor-cache.json of a model.`);
  }
  return list.records;
}

function weightFiles(
  model: WebLlmModel,
  precision: Precision,
  shards: readonly Shard[] | null,
): HostedModel {
  const { id, library, manifest } = model.variants[precision];
  const folder = `${publishedBases.modelBase}${id}/resolve/main/`;
  const file = (name: string, bytes: number | null = null): HostedFile => ({
    path: `${id}/resolve/main/${name}`,
    bytes,
    from: name.includes("*") ? null : `${folder}${name}`,
    sha256: null,
  });
  const weights = shards?.map(({ dataPath, nbytes }) => file(dataPath, nbytes));
  const sum = shards?.reduce((bytes, { nbytes }) => bytes + nbytes, 0);
  return {
    id,
    name: model.name,
    engine: "web-llm",
    for: `graphics cards ${precision === "f16" ? "with" : "without"} 16-bit numbers (shader-f16)`,
    license: model.license,
    bytes: sum ?? downloadBytes(model, precision),
    exact: shards !== null,
    files: [
      file("mlc-chat-config.json"),
      file("tensor-cache.json"),
      file("tokenizer.json"),
      ...(weights ?? [file("params_shard_*.bin")]),
      ...(manifest === undefined ? [] : [file(manifest)]),
      { path: library, bytes: null, from: publishedBases.modelLibBase + library, sha256: null },
    ],
  };
}

/** The model that makes vectors for search by meaning. */
function embedderFiles(): HostedModel {
  const { files, id, license, name, url } = recommendedEmbedder;
  return {
    ...{ id, name, license },
    engine: "transformers",
    for: "the search by meaning",
    bytes: files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    exact: true,
    files: files.map(({ path, bytes, sha256 }) => ({
      ...{ path: `${id}/${path}`, bytes, sha256 },
      from: `${url}${path}`,
    })),
  };
}

function ggufFiles(file: string): HostedModel {
  const known = recommendedCpuModels.find((model) => model.file === file);
  return {
    id: file,
    name: known?.name ?? file.replace(/(?:-\d{5}-of-\d{5})?\.gguf$/, ""),
    engine: "wllama",
    for: "processors",
    license: known?.license ?? null,
    bytes: known?.downloadBytes ?? null,
    exact: known !== undefined,
    files: known
      ? [{ path: file, bytes: known.downloadBytes, from: known.url, sha256: known.sha256 }]
      : modelFileUrls(file).map((path) => ({ path, bytes: null, from: null, sha256: null })),
  };
}
