import type {} from "../../../cli/harness.js";
import type { Pagehound } from "../../../src/index.js";
import type {} from "./bench-page.js";
import { watchLongTasks } from "./long-tasks.js";

/** How much was read, and how long it took. */
export interface IngestTime {
  readonly pages: number;
  readonly milliseconds: number;
}

/** Files to add: indexes into the harness's files, each with the path to add it under. */
export type Selection = readonly { readonly file: number; readonly path: string }[];

/** Opens a collection of the built library. */
export function openCollection(name: string, parseWorkers?: number): Promise<Pagehound> {
  return globalThis.harness.library.Pagehound.open({ name, parseWorkers });
}

/** Adds files and returns how many pages became searchable. Reports which files were refused. */
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

/** Reads files with the whole pipeline into their own collection, and watches the main thread. */
export async function ingest(request: {
  name: string;
  selection: Selection;
  parseWorkers: number;
}): Promise<IngestTime & { longestTask: number }> {
  const longestTask = watchLongTasks();
  const collection = await openCollection(request.name, request.parseWorkers);
  const started = performance.now();
  const pages = await addFiles(collection, request.selection);
  const milliseconds = performance.now() - started;
  collection.close();
  return { pages, milliseconds, longestTask: longestTask() };
}

/** Deletes a collection's database, whatever the library calls it. */
export async function deleteCollection(name: string): Promise<void> {
  const databases = await indexedDB.databases();
  for (const database of databases) {
    if (!database.name?.includes(name)) continue;
    const request = indexedDB.deleteDatabase(database.name);
    await new Promise<void>((resolve) => {
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    });
  }
}
