import { type CallOptions, inParts, PagehoundError } from "../core/index.js";
import { type Grids, gridVersion, type StoredGrid, type WholeGrid } from "../store/index.js";
import type { KeptGrid, KeptGridAnswer, PartApi } from "./api.js";

/** How long a deleted grid can be restored. */
const restorableMilliseconds = 30_000;

/** The grids of a collection: listed, changed, deleted and restored. */
export class KeptGrids implements PartApi<"grids"> {
  readonly #store: Grids;
  readonly #changed: () => void;
  /** Grids deleted a moment ago. */
  readonly #deleted = new Map<string, WholeGrid>();

  /** `changed` is called after each change. */
  constructor(store: Grids, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
  }

  async grids(): Promise<KeptGrid[]> {
    return (await this.#store.all()).filter(isKnown).map(keptGrid);
  }

  async grid({ id }: { id: string }): Promise<KeptGrid | null> {
    const grid = await this.#store.get(id);
    return grid && isKnown(grid) ? keptGrid(grid) : null;
  }

  async gridAnswers(
    { id }: { id: string },
    options?: CallOptions<readonly KeptGridAnswer[]>,
  ): Promise<readonly KeptGridAnswer[]> {
    const answers = (await this.#store.answers(id)).filter(isKnown);
    return inParts(
      answers.map(({ column, hash, answer }) => ({ column, hash, answer })),
      options,
    );
  }

  async keepGrid({ id, definition }: { id: string; definition: unknown }): Promise<void> {
    await this.#store.put(id, definition);
    this.#changed();
  }

  async runGrid({ id, running }: { id: string; running: boolean }): Promise<void> {
    await this.#store.setRunning(id, running);
  }

  async keepGridAnswers({
    id,
    answers,
  }: {
    id: string;
    answers: readonly KeptGridAnswer[];
  }): Promise<void> {
    if (!(await this.#store.putAnswers(id, answers)))
      throw new PagehoundError("not-found", `There is no grid ${id}.`);
    this.#changed();
  }

  async keepGridColumns({
    id,
    columns,
  }: {
    id: string;
    columns: readonly string[];
  }): Promise<void> {
    await this.#store.keepColumns(id, columns);
  }

  async deleteGrid({ id }: { id: string }): Promise<void> {
    const whole = await this.#store.take(id);
    if (!whole) return;
    this.#changed();
    this.#deleted.set(id, whole);
    setTimeout(() => {
      if (this.#deleted.get(id) === whole) this.#deleted.delete(id);
    }, restorableMilliseconds);
  }

  async restoreGrid({ id }: { id: string }): Promise<void> {
    const whole = this.#deleted.get(id);
    if (!whole) throw new PagehoundError("not-found", `There is no deleted grid ${id} to restore.`);
    if (!(await this.#store.putBack(whole))) {
      throw new PagehoundError("invalid-argument", `There is a grid ${id} again.`);
    }
    this.#deleted.delete(id);
    this.#changed();
  }
}

/** Whether this code knows the shape of what was stored: newer code may have stored another one. */
function isKnown({ version }: Pick<StoredGrid, "version">): boolean {
  return version <= gridVersion;
}

function keptGrid({ id, running, definition }: StoredGrid): KeptGrid {
  return { id, running, definition };
}
