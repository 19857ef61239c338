import type { CollectionApi } from "../collection/api.js";
import { checkedOptions, checkTexts } from "../core/arguments.js";
import type { CallOptions } from "../core/call-options.js";
import type { DocumentId } from "../core/document.js";
import { type IngestFile, type IngestList, mayRead } from "../core/ingest.js";
import { wholeOf } from "../rpc/remote.js";
import { checkLanguages } from "./start-collection.js";

/**
 * The files that were added and are no documents, or not yet. One queue for all tabs with the
 * collection: one of them does the reading, and what is called here takes effect there.
 */
export class IngestQueue {
  readonly #remote: CollectionApi;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /** All of them as they are now; `Pagehound.changes` tells what happens from then on. */
  async list(options: CallOptions = {}): Promise<IngestList> {
    let list: Omit<IngestList, "files"> = { paused: false, here: true };
    const files = await wholeOf<IngestFile>(async (call) => {
      const { files, ...rest } = await this.#remote.queue(null, call);
      list = rest;
      return files;
    }, options);
    return { ...list, files };
  }

  /** Stops reading until `resume`, also when the page is opened anew. Pages that were read are kept. */
  pause(options: CallOptions = {}): Promise<void> {
    return this.#remote.pause({ paused: true }, options);
  }

  /** Goes on where reading stopped. */
  resume(options: CallOptions = {}): Promise<void> {
    return this.#remote.pause({ paused: false }, options);
  }

  /**
   * Takes files out of the queue, whatever their state, and deletes what was stored of them; all of
   * them when no paths are given. Documents stay. A path that is not there is passed over.
   */
  async cancel(paths: readonly string[] | null = null, options: CallOptions = {}): Promise<void> {
    if (paths !== null) checkTexts("The paths", paths);
    return this.#remote.cancel({ paths }, options);
  }

  /** Reads these files first, in this order; a file that is being read makes way for them. */
  async prioritise(paths: readonly string[], options: CallOptions = {}): Promise<void> {
    checkTexts("The paths", paths);
    return this.#remote.prioritise({ paths }, options);
  }

  /**
   * Reads documents again and recognises the text of those of their pages that are pictures, which
   * takes seconds a page; they can be searched as they are meanwhile. `PagehoundOptions.ocr` names
   * where the recogniser is. Returns those that are going to be read: not what others have
   * published, what came without its file, and what is being read already. The end of each is told
   * as `document-ready`. Throws `not-found`, and `invalid-argument` without a language.
   *
   * @param languages codes as in the names of the recogniser's files; the first counts most
   */
  async recognise(
    documents: readonly DocumentId[],
    languages: readonly string[],
    options: CallOptions = {},
  ): Promise<DocumentId[]> {
    checkTexts("What is to be recognised", documents);
    checkLanguages("The languages", languages);
    return this.#remote.recognise({ documents, languages }, options);
  }

  /**
   * Has the browser ask the person whether linked files that are `held` may be read, and goes on
   * with those that may. To be called from a click. Returns whether all of them may. Throws
   * `permission-required` when the browser does not ask.
   */
  async allow(paths: readonly string[], options: CallOptions = {}): Promise<boolean> {
    checkTexts("The paths", paths);
    const files = await this.#remote.queueHandles({ paths }, options);
    const allowed: string[] = [];
    try {
      for (const { path, handle } of files) {
        if (handle === null || (await mayRead(handle))) allowed.push(path);
      }
    } finally {
      // One click may not do for all of them.
      if (allowed.length > 0) await this.retry(allowed, options);
    }
    return allowed.length === paths.length;
  }

  /**
   * Goes on with files that are `held`, with the password that they need, if any. The password is
   * passed on to the reader and stored nowhere. Throws `not-found` for a path that is not held.
   */
  async retry(
    paths: readonly string[],
    options: { readonly password?: string | undefined } & CallOptions = {},
  ): Promise<void> {
    checkTexts("The paths", paths);
    const { password, ...call } = checkedOptions(options);
    return this.#remote.retry({ paths, password }, call);
  }
}
