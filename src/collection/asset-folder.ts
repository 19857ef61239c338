import { PagehoundError } from "../core/errors.js";
import { fetchAsset } from "../core/fetch-asset.js";

/** A file of a hundred bytes that has always been in the folder. */
const sample = "cmaps/Roman.bcmap";

/** The folder that `assetsBase` names, with what PDFs need beside their own bytes. */
export class AssetFolder {
  readonly #base: string;
  readonly #looked = new Map<string, Promise<PagehoundError | null>>();

  /** @param base absolute URL, ending in `/` */
  constructor(base: string) {
    this.#base = base;
  }

  /**
   * Looks, once, whether the folder is where it should be; null when it is. Without a network
   * nobody can tell, and nothing is wrong then: most likely the browser has kept what is needed.
   */
  async problem(): Promise<PagehoundError | null> {
    const problem = await this.#look(sample);
    return problem?.data.answered === true ? problem : null;
  }

  /** Whether these files of it can be had; asked for once in a session. All of it, unless told. */
  async has(names: readonly string[] = [sample]): Promise<boolean> {
    for (const name of names) {
      if (await this.#look(name)) return false;
    }
    return true;
  }

  #look(name: string): Promise<PagehoundError | null> {
    const looked =
      this.#looked.get(name) ??
      fetchAsset(`${this.#base}${name}`).then(
        () => null,
        (error: unknown) => {
          if (PagehoundError.isInstance(error)) return error;
          throw error;
        },
      );
    this.#looked.set(name, looked);
    return looked;
  }
}
