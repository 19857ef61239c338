import { PagehoundError } from "../core/errors.js";
import type { CollectionApi } from "./api.js";
import { Collection } from "./collection.js";

/** The collection worker's API. The collection itself comes with the first call, `open`. */
export function createCollectionApi(): CollectionApi {
  let opened: Collection | null = null;
  const collection = (): Collection => {
    if (!opened) throw new PagehoundError("closed", "The collection is not open.");
    return opened;
  };
  return {
    open: async (request, options) => {
      opened = await Collection.open(request, options);
    },
    add: ({ files }, options) =>
      collection().add(
        files,
        options?.signal ?? new AbortController().signal,
        options?.onProgress ?? (() => {}),
      ),
    documents: async () => collection().documents(),
    remove: async ({ documents }) => collection().remove(documents),
    restore: async ({ documents }) => collection().restore(documents),
    search: async ({ query, limit, documents }, options) =>
      collection().search(query, limit, documents, options?.signal),
    coverage: async () => collection().coverage(),
    page: async ({ document, number }) => collection().page(document, number),
    outline: async ({ document }) => collection().outline(document),
    passages: async ({ document, pages }) => collection().passages(document, pages),
    passagesById: async ({ ids }) => collection().passagesById(ids),
    original: async ({ document }) => collection().original(document),
    grep: async ({ patterns, options }, call) => collection().grep(patterns, options, call),
    workerFailed: async ({ worker, message }) => collection().workerFailed(worker, message),
  };
}
