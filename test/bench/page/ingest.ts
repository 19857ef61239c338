import type {} from "../../../cli/harness.js";
import type { Pagehound } from "../../../src/index.js";
import type {} from "./bench-page.js";
import { watchLongTasks } from "./long-tasks.js";

export interface IngestTime {
  readonly pages: number;
  readonly milliseconds: number;
}

/** Files to add, as indexes into the harness's files with the paths to add them under. */
export type Selection = readonly { readonly file: number; readonly path: string }[];

/** Opens a collection with the built library. */
export function openCollection(name: string, parseWorkers?: number): Promise<Pagehound> {
  return globalThis.harness.library.Pagehound.open({ name, parseWorkers });
}

/** Adds files, reports the refused ones, and returns how many pages became searchable. */
export async function addFiles(collection: Pagehound, selection: Selection): Promise<number> {
  const files = globalThis.harness.files();
  const inputs = selection.flatMap(({ file: index, path }) => {
    const file = files[index];
    return file ? [{ file, path }] : [];
  });
  let pages = 0;
  let done = 0;
  let last = performance.now();
  for await (const event of collection.add(inputs)) {
    if (event.type === "document-refused") void globalThis.say(`${event.path}: ${event.message}`);
    if (event.type === "document-ready") {
      pages += event.document.pages.total;
      done++;
    }
    if (performance.now() - last < 15_000) continue;
    last = performance.now();
    void globalThis.say(`  ${done} of ${inputs.length} files, ${pages} pages read`);
  }
  return pages;
}

/** Reads files with the whole pipeline into a new collection, and watches the main thread. */
export async function ingest(request: {
  name: string;
  selection: Selection;
  parseWorkers?: number;
}): Promise<IngestTime & { longestTask: number }> {
  const longestTask = watchLongTasks();
  const collection = await openCollection(request.name, request.parseWorkers);
  const started = performance.now();
  const pages = await addFiles(collection, request.selection);
  const milliseconds = performance.now() - started;
  // Unlike `close`, waits until the collection may be deleted.
  await collection[Symbol.asyncDispose]();
  return { pages, milliseconds, longestTask: longestTask() };
}
