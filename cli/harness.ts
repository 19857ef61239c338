/** What the driven page offers to the functions that are evaluated in it. */
export interface Harness {
  /** The built library. */
  readonly library: typeof import("../src/index.js");
  /** Its models. */
  readonly models: typeof import("../src/models/index.js");
  /** Its experiments. */
  readonly evaluation: typeof import("../src/evaluation/index.js");
  /** Its tools for models. */
  readonly tools: typeof import("../src/agent/tools/index.js");
  /** Its embedders, which are fetched when they are asked for. */
  embeddings(): Promise<typeof import("../src/models/embedders/index.js")>;
  /** The files that `Driver.setFiles` put on the page, in that order. */
  files(): File[];
  /** The files of a model that `Driver.setModel` put on the page. */
  modelFiles(): File[];
}

declare global {
  var harness: Harness;
}
