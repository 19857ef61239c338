import type { HostApi, OpenRequest, SearchRequest } from "../../../src/collection/api.js";
import { Collection } from "../../../src/collection/collection.js";
import { transfer } from "../../../src/core/rpc/remote.js";
import { serve } from "../../../src/core/rpc/serve.js";
import type { IngestEvent, InputFile } from "../../../src/index.js";
import type { ParseApi } from "../../../src/readers/format.js";
import { createParseSession } from "../../../src/readers/parse-session.js";

/** A search of all documents by words. */
export function searchFor(query: string, limit: number): SearchRequest {
  return { query, limit, documents: null, by: "words", figures: false };
}

/** A collection in the page's own thread, where a test can intercept its access to the database. */
export interface CollectionInPage {
  readonly collection: Collection;
  add(files: readonly InputFile[]): Promise<IngestEvent[]>;
  /** Waits until nothing is being read any more; held and refused files stay. */
  idle(): Promise<void>;
  close(): void;
}

/** Opens a collection that reads files in this thread, plain text only. */
export async function openInPage(
  name: string,
  options: Partial<Pick<OpenRequest, "copyUpTo" | "inMemory" | "recognition" | "pageSeconds">> & {
    readonly parser?: () => ParseApi;
  } = {},
): Promise<CollectionInPage> {
  const {
    copyUpTo = Number.POSITIVE_INFINITY,
    inMemory = false,
    recognition = "",
    pageSeconds = 30,
    parser = () => createParseSession({ assetsBase: "/assets/", ocr: null }),
  } = options;
  const stops: (() => void)[] = [];
  let started = 0;
  const host: HostApi = {
    startWorker: async () => {
      const { port1, port2 } = new MessageChannel();
      stops.push(serve(port1, parser()));
      return transfer({ worker: ++started, port: port2 }, [port2]);
    },
    endWorker: async () => {},
    wasLeft: async () => true,
    hungOn: async () => null,
  };
  const { port1, port2 } = new MessageChannel();
  stops.push(serve(port1, host));
  const request: OpenRequest = {
    name,
    host: port2,
    parsers: 1,
    rebuild: false,
    pageSeconds,
    copyUpTo,
    inMemory,
    recognition,
    session: crypto.randomUUID(),
    hung: [],
    assetsBase: new URL("/assets/", globalThis.location?.href ?? "https://example.invalid").href,
  };
  const collection = await Collection.open(request);
  collection.begin();
  return {
    collection,
    async add(files) {
      const events: IngestEvent[] = [];
      const onProgress = (event: IngestEvent) => events.push(event);
      await collection.ingestion.add({ files, folders: [] }, { onProgress });
      return events;
    },
    async idle() {
      for (;;) {
        const { files } = await collection.ingestion.queuedFiles(null);
        if (files.every(({ state }) => state === "held" || state === "refused")) {
          // Only after this is a file that has left the queue in the index.
          return collection.ingestion.documentsChanged([]);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close() {
      collection.close();
      for (const stop of stops) stop();
    },
  };
}
