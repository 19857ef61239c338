import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import { parametersOf } from "../../../src/models/language-model.js";
import { isTensorList } from "../../../src/models/web-llm/download-model.js";
import {
  findModel,
  recommendedModels,
  type WebLlmModel,
} from "../../../src/models/web-llm/models.js";

/** A model for web-llm whose weights and library are in a folder on this machine. */
export interface FolderModel {
  readonly folder: string;
  /** Id of the variant, as passed to `loadWebLlm`. */
  readonly variant: string;
  readonly model: WebLlmModel;
}

const layout =
  "The weights of a model belong at DIR/ID/resolve/main/, its library (*.wasm, made for web-llm 0.2.86) at DIR/";

/**
 * Finds a model in a folder laid out like a site's model folder: the one with this id, or the
 * first. Models in web-llm's own list are described by it, others by their files. Throws a one-line
 * `BadInput` if there is none.
 */
export async function modelInFolder(folder: string, id: string | null): Promise<FolderModel> {
  const names = await readdir(folder).catch(() => []);
  const described: string[] = [];
  for (const name of names.toSorted()) {
    if (await isReadable(path.join(folder, name, "resolve/main/mlc-chat-config.json"))) {
      described.push(name);
    }
  }
  if (described.length === 0) throw new BadInput(`There is no model in ${folder}. ${layout}.`);
  const isRequested = (name: string) => id === null || name === id || hasVariant(id, name);
  const variant = described.find(isRequested);
  if (variant === undefined) {
    throw new BadInput(`There is no model "${id}" in ${folder}, only ${described.join(", ")}.`);
  }
  const known = findModel(variant, recommendedModels);
  const library = names.find((name) => isLibrary(name, variant, known));
  if (library === undefined) throw new BadInput(`${variant} has no library. ${layout}${variant}…`);
  return { folder, variant, model: known ?? (await describe(folder, variant, library)) };
}

async function isReadable(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

function hasVariant(id: string, variant: string): boolean {
  return findModel(variant, recommendedModels)?.id === id;
}

function isLibrary(name: string, variant: string, known: WebLlmModel | null): boolean {
  const variants = Object.values(known?.variants ?? {});
  const library = variants.find((one) => one.id === variant)?.library;
  if (library !== undefined) return name === library;
  return name.startsWith(variant.replace(/-MLC$/, "")) && name.endsWith(".wasm");
}

/** Describes a model outside the list by its own files. */
async function describe(folder: string, variant: string, library: string): Promise<WebLlmModel> {
  const main = path.join(folder, variant, "resolve/main");
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(main, name), "utf8").catch(() => "null"));
  const config = (await read("mlc-chat-config.json")) as { context_window_size?: unknown };
  const list = await read("tensor-cache.json");
  if (!isTensorList(list)) throw new BadInput(`${main}/tensor-cache.json lists no weights.`);
  const name = variant.replace(/-q\df\d\d_\d-MLC$/, "");
  const billions = parametersOf({ name });
  if (billions === null) throw new BadInput(`The name ${variant} does not say how large it is.`);
  const bytes = list.records.reduce((sum, { nbytes }) => sum + nbytes, 0);
  const form = { id: variant, library, memoryBytes: bytes };
  return {
    id: name,
    name,
    license: "unknown",
    parameters: billions * 1e9,
    variants: { f16: form, f32: form },
    // Used only to estimate memory; a model chosen by name is loaded in any case.
    numbersPerToken: 1,
    largestTensor: Math.max(...list.records.map(({ nbytes }) => nbytes)),
    contextLength: Number(config.context_window_size),
    minimumContext: 256,
    mobile: false,
    choosesTools: false,
    thinks: false,
  };
}
