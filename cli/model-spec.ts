import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { PagehoundError } from "../src/core/errors.js";
import { type ModelName, parseModelName } from "../src/models/language-model.js";
import type { WeightPrecision } from "../src/models/onnx/weight-files.js";
import { processorPrecision } from "../src/models/transformers/choose-form.js";
import { modelFileUrls } from "../src/models/wllama/models.js";
import { BadInput } from "./bad-input.js";
import { startFolder } from "./package-folder.js";

/** A person's own endpoint; `model` is null for the first one that it offers. */
export type Endpoint = Omit<Extract<ModelName, { provider: "openai" }>, "provider">;

/** A model on this machine that the driven browser itself runs, on the CPU. */
export type LocalModel =
  | {
      readonly engine: "wllama";
      /** Paths of the GGUF file or of its numbered parts, in order. */
      readonly files: readonly string[];
      /** Displayed to people, and in reports. */
      readonly name: string;
    }
  | {
      readonly engine: "transformers";
      /** Path of the folder with the ONNX model. */
      readonly folder: string;
      readonly precision: WeightPrecision;
      readonly name: string;
    };

/** Whether a model runs in the driven browser. */
export function isLocal(model: Endpoint | LocalModel): model is LocalModel {
  return "engine" in model;
}

/** Parses `--model`: null for `none`. Throws `BadInput`, also for a missing file. */
export function parseModelSpec(text: string): Endpoint | LocalModel | null {
  const name = modelName(text);
  if (name.provider === "transformers") return onnxModel(path.resolve(startFolder(), name.url));
  if (name.provider !== "wllama") return parseEndpointSpec(text);
  const files = modelFileUrls(path.resolve(startFolder(), name.url));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new BadInput(
      `--model: there is no file ${missing}. Name a GGUF file of this machine; \`pagehound models fetch\` brings one.`,
    );
  }
  return {
    engine: "wllama",
    files,
    name: path.basename(name.url).replace(/(?:-\d{5}-of-\d{5})?\.gguf$/i, ""),
  };
}

function onnxModel(folder: string): LocalModel {
  const files = ["config.json", "tokenizer.json", "tokenizer_config.json"];
  const missing = files.find((file) => !existsSync(path.join(folder, file)));
  const weights = path.join(folder, "onnx");
  const paths = existsSync(weights) ? readdirSync(weights).map((file) => `onnx/${file}`) : [];
  const precision = processorPrecision(paths);
  if (missing !== undefined || precision === null) {
    const what = missing ?? "onnx/model_quantized.onnx, nor weights in another precision";
    throw new BadInput(
      `--model: ${folder} has no ${what}. Name a folder with a language model for transformers.js.`,
    );
  }
  return { engine: "transformers", folder, precision, name: path.basename(folder) };
}

/** Reads the name of an endpoint: null for `none`. Throws `BadInput`. */
export function parseEndpointSpec(text: string): Endpoint | null {
  const name = modelName(text);
  if (name.provider === "none") return null;
  if (name.provider === "openai" && URL.canParse(name.url)) {
    return { url: name.url.replace(/(?<!\/)\/+$/, ""), model: name.model };
  }
  throw new BadInput(
    `--model must be none, openai:URL#NAME such as openai:http://127.0.0.1:11434/v1#qwen3, wllama:FILE.gguf, or transformers:FOLDER, not "${text}".`,
  );
}

function modelName(text: string): ModelName {
  try {
    return parseModelName(text);
  } catch (error) {
    if (PagehoundError.isInstance(error)) throw new BadInput(`--model: ${error.message}`);
    throw error;
  }
}
