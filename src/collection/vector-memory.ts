import type { VectorStretch } from "../search/rank-by-meaning.js";
import type { VectorBasis } from "../store/schema.js";
import type { Store } from "../store/store.js";
import type { VectorsKey } from "../store/vectors.js";
import { passagesPerPart } from "./vector-parts.js";

/** Stretches read in one transaction, which others wait for. */
const readAtOnce = 32;

/**
 * The vectors that searches compare, in memory from the first search that needs them on. Those of a
 * key are always the same, so that only which keys there are has to be asked of the database.
 */
export class VectorMemory {
  readonly #store: Pick<Store<unknown>, "vectors">;
  #basis = "";
  #stretches = new Map<string, VectorStretch>();
  /** What is being loaded for one search, others need not load. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<Store<unknown>, "vectors">) {
    this.#store = store;
  }

  /**
   * All vectors of the documents in a scope that are stored, in ascending order.
   *
   * @param pause called often; see `slicer`
   */
  load(
    basis: VectorBasis,
    scope: ReadonlySet<number>,
    pause: () => Promise<void>,
  ): Promise<VectorStretch[]> {
    const loaded = this.#last.then(() => this.#load(basis, scope, pause));
    this.#last = loaded.catch(() => {});
    return loaded;
  }

  /** Gives back the room that the vectors of documents take up, or of all. */
  forget(documents: readonly number[] | null): void {
    const gone = documents && new Set(documents);
    for (const [key, { document }] of this.#stretches) {
      if (gone === null || gone.has(document)) this.#stretches.delete(key);
    }
  }

  async #load(
    basis: VectorBasis,
    scope: ReadonlySet<number>,
    pause: () => Promise<void>,
  ): Promise<VectorStretch[]> {
    const { vectors } = this.#store;
    const made = await vectors.made(basis);
    const name = JSON.stringify(basis);
    if (name !== this.#basis) this.forget(null);
    this.#basis = name;
    const stored = new Set(made.map(nameOf));
    for (const key of this.#stretches.keys()) if (!stored.has(key)) this.#stretches.delete(key);
    const wanted = made.filter(([document]) => scope.has(document));
    const missing = wanted.filter((key) => !this.#stretches.has(nameOf(key)));
    for (let index = 0; index < missing.length; index += readAtOnce) {
      for (const found of await vectors.get(missing.slice(index, index + readAtOnce))) {
        // Deleted meanwhile, or made of something else.
        if (!found || found.model !== basis.model) continue;
        const { document, part } = found;
        const stretch = { document, first: part * passagesPerPart, vectors: found };
        this.#stretches.set(nameOf([document, part]), stretch);
      }
      await pause();
    }
    return wanted.flatMap((key) => this.#stretches.get(nameOf(key)) ?? []);
  }
}

function nameOf([document, part]: VectorsKey): string {
  return `${document}/${part}`;
}
