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
}

declare global {
  var harness: Harness;
}
