import { type CallOptions, type Method, PagehoundError, serve } from "../core/index.js";
import { type CollectionApi, type CollectionReadingApi, methodsByName } from "./api.js";
import { Collection } from "./collection.js";

/** The collection worker's API. The collection itself is opened by the first call, `open`. */
export function createCollectionApi(): CollectionApi {
  let opened: Collection | null = null;
  const api: Record<string, Method> = {};
  const shared: Record<string, Method> = {};
  for (const [name, { part, kind }] of methodsByName) {
    if (part === "worker") continue;
    api[name] = async (request: unknown, options?: CallOptions<unknown>) => {
      if (!opened) throw new PagehoundError("closed", "The collection is not open.");
      const answering: { readonly [name: string]: Method } = opened.parts[part] as never;
      return answering[name]?.(request, options);
    };
    if (kind === "shared") shared[name] = api[name];
  }
  const worker: Pick<CollectionApi, "open" | "share"> = {
    open: async (request, options) => {
      const collection = await Collection.open(request, options);
      opened = collection;
      // Begins after the reply to this call.
      setTimeout(() => collection.begin());
      return { kind: collection.kind };
    },
    share: async ({ port }) => {
      serve(port, shared as unknown as CollectionReadingApi);
    },
  };
  return { ...api, ...worker } as unknown as CollectionApi;
}
