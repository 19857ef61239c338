import {
  type CallOptions,
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  type GridAnswer,
  type GridDefinition,
  type GridReview,
} from "../core/index.js";
import type { GridEvent, GridFileOptions, GridForm, GridPlace, GridTable } from "../grid/index.js";
import type { GridInput, GridOptions, GridParts, GridWork } from "./grid-work.js";
import { Run } from "./run.js";

/**
 * Questions asked of each document, with the answers, which are stored with the collection by the
 * content of the documents. `Pagehound.grid` makes the answers.
 *
 * @example
 * ```ts
 * for (const { id, title } of await hound.grids.list()) {
 *   const csv = await hound.grids.file(id, "csv");
 *   console.log(title, csv.size);
 * }
 * ```
 */
export class Grids {
  readonly #parts: GridParts;

  /** @internal */
  constructor(parts: GridParts) {
    this.#parts = parts;
  }

  /** All grids without their answers, the most recently changed first. */
  async list(options: CallOptions = {}): Promise<GridDefinition[]> {
    return (await this.#work).list(options);
  }

  /** A grid with its documents and answers. Throws `not-found`. */
  async get(id: string, options: CallOptions = {}): Promise<GridTable> {
    return (await this.#work).get(id, options);
  }

  /**
   * Creates a grid, or changes the columns and documents of one; asks nothing. An answer stays as
   * long as its column, found by its id or else by its question, asks the same. Throws
   * `invalid-argument`, and `not-found` for a document that does not exist.
   */
  async save(input: GridInput, options: CallOptions = {}): Promise<GridDefinition> {
    checkInput(input);
    return (await this.#work).save(input, options);
  }

  /** Marks an answer as checked or wrong, or removes the mark (null). Throws `not-found`. */
  async review(
    id: string,
    place: GridPlace,
    review: GridReview | null,
    options: CallOptions = {},
  ): Promise<GridAnswer> {
    checkShape("The place in the grid", place, { document: "string", column: "string" });
    return (await this.#work).review(id, place, review, options);
  }

  /**
   * Writes a grid as a file: `csv` and `xlsx` with numbers as numbers, `markdown`, `html`. Throws
   * `not-found` and `invalid-argument`.
   *
   * @example
   * ```ts
   * const file = await hound.grids.file("annual", "html", {
   *   link: ({ document }, { page }) => `https://intranet.example/${document.path}#page=${page}`,
   * });
   * ```
   */
  async file(
    id: string,
    form: GridForm,
    options: GridFileOptions & CallOptions = {},
  ): Promise<Blob> {
    const { words, link, ...call } = checkedOptions(options);
    const { gridFile } = await import("../grid/index.js");
    return gridFile(await this.get(id, call), form, { words, link });
  }

  /** Deletes a grid with its answers, if there is one; for 30 seconds `restore` brings it back. */
  async remove(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The grid's id", id);
    await this.#parts.remote.deleteGrid({ id }, options);
  }

  /**
   * Restores a grid that was deleted less than 30 seconds ago. Throws `not-found`, and
   * `invalid-argument` if its id is in use again.
   */
  async restore(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The grid's id", id);
    await this.#parts.remote.restoreGrid({ id }, options);
  }

  /** @internal */
  run(grid: string | GridInput, options: GridOptions = {}): Run<GridEvent, GridTable> {
    if (typeof grid !== "string") checkInput(grid);
    const { signal } = checkedOptions(options);
    return new Run(async (call) => (await this.#work).run(grid, options, call), signal, supersedes);
  }

  get #work(): Promise<GridWork> {
    return import("./grid-work.js").then(({ GridWork }) => new GridWork(this.#parts));
  }
}

/** Names the progress that an event reports; readers that come late get only the latest. */
function supersedes({ type }: GridEvent): string | null {
  return type === "answer-started" ? type : null;
}

function checkInput(input: GridInput): void {
  checkShape("The grid", input, { "id?": "string", "title?": "string", columns: "list" });
  if (input.id !== undefined) checkText("The grid's id", input.id);
  if (input.documents != null) checkTexts("The documents of the grid", input.documents);
}
