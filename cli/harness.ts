import type { LanguageModel, Pagehound } from "../src/index.js";
import type { Refusal } from "./gather-files.js";

/** The model that a command was told to use, as the driven page can reach it. */
export interface PageModel {
  readonly endpoint: {
    readonly url: string;
    readonly origin: string;
    readonly model: string | undefined;
    readonly apiKey: string | undefined;
    readonly contextLength: number | undefined;
  } | null;
  /** A model in the files that the page has; null for none. */
  readonly local: { readonly name: string; readonly contextLength: number | undefined } | null;
}

/** What the driven page offers to the functions that are evaluated in it. */
export interface Harness {
  /** The built library. */
  readonly library: typeof import("../src/entries/pagehound.js");
  /** Its models and embedders. */
  readonly models: typeof import("../src/entries/models.js");
  /** Its experiments. */
  readonly evaluation: typeof import("../src/entries/evaluation.js");
  /** Its tools for models. */
  readonly tools: typeof import("../src/entries/tools.js");
  /** The files that `Driver.setFiles` put on the page, in that order. */
  files(): File[];
  /** The files of a model that `Driver.setModel` put on the page. */
  modelFiles(): File[];
  /** Opens the model; undefined where none is to be used. `unreachable` says why it cannot be. */
  openModel(
    request: PageModel,
  ): Promise<{ readonly model: LanguageModel | undefined } | { readonly unreachable: string }>;
  /** Adds the files under these paths, and reports what happens to them through `reportEvent`. */
  addFiles(
    collection: Pagehound,
    paths: readonly string[],
  ): Promise<{ readonly refused: readonly Refusal[]; readonly allRefused: boolean }>;
}

declare global {
  var harness: Harness;
}
