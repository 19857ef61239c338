import type { LanguageModel, Pagehound } from "../src/index.js";
import type { WeightPrecision } from "../src/models/onnx/weight-files.js";
import type { Refusal } from "./gather-files.js";
import type { LocalModel } from "./model-spec.js";

/** The command's model, as the driven page can reach it. */
export interface PageModel {
  readonly endpoint: {
    readonly url: string;
    readonly origin: string;
    readonly model: string | undefined;
    readonly apiKey: string | undefined;
    readonly contextLength: number | undefined;
  } | null;
  /** A model on this machine; null for none. */
  readonly local: LocalPageModel | null;
}

/** A model on this machine, in files of the page or in the folder `/model/` of its server. */
export interface LocalPageModel {
  readonly engine: LocalModel["engine"];
  readonly name: string;
  /** Precision of the weights; only for ONNX. */
  readonly precision: WeightPrecision | undefined;
  readonly contextLength: number | undefined;
}

/** A model on this machine, as described to the driven page. */
export function pageModel(model: LocalModel, contextLength: number | undefined): LocalPageModel {
  const { engine, name } = model;
  const precision = model.engine === "transformers" ? model.precision : undefined;
  return { engine, name, precision, contextLength };
}

/** The API of the driven page for the functions that are evaluated in it. */
export interface Harness {
  /** The built library. */
  readonly library: typeof import("../src/entries/pagehound.js");
  /** The library's models and embedders. */
  readonly models: typeof import("../src/entries/models.js");
  /** The library's experiments. */
  readonly evaluation: typeof import("../src/entries/evaluation.js");
  /** The library's tools for models. */
  readonly tools: typeof import("../src/entries/tools.js");
  /** The files that `Driver.setFiles` put on the page, in that order. */
  files(): File[];
  /** The files of a model that `Driver.setModel` put on the page. */
  modelFiles(): File[];
  /** Opens the model; undefined if none is used. `unreachable` says why that failed. */
  openModel(
    request: PageModel,
  ): Promise<{ readonly model: LanguageModel | undefined } | { readonly unreachable: string }>;
  /** Loads a model on this machine. Throws as the engines do. */
  openLocal(model: LocalPageModel): Promise<LanguageModel>;
  /** Adds the files under these paths, and reports what happens to them through `reportEvent`. */
  addFiles(
    collection: Pagehound,
    paths: readonly string[],
  ): Promise<{ readonly refused: readonly Refusal[]; readonly allRefused: boolean }>;
}

declare global {
  var harness: Harness;
}
