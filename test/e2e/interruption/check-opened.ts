import type { IngestList } from "../../../src/index.js";
import { isJob } from "./check-stored.js";
import type { PoolFile } from "./file-pool.js";
import type { Report, Searchable } from "./probe.js";
import type { StoredState } from "./stored-state.js";

/**
 * Returns what is wrong with the lists of a collection that was opened with `stored` in its
 * database.
 */
export function checkLists(
  stored: StoredState,
  { list, documents }: { readonly list: IngestList; readonly documents: readonly string[] },
  paused: boolean,
): string[] {
  const jobs = stored.entries.filter(isJob).map(({ path }) => path);
  const ready = stored.entries.filter(({ state }) => state === "ready").map(({ path }) => path);
  const listed = list.files.map(({ path }) => path);
  const reached = [...listed, ...documents];
  const without = (paths: readonly string[], others: readonly string[]) =>
    paths.filter((path) => !others.includes(path));
  return [
    ...(list.paused === paused ? [] : ["that reading is stopped was forgotten"]),
    ...without(listed, jobs).map((path) => `${path}: in the queue, and not stored`),
    ...without(jobs, paused ? listed : reached).map((path) => `${path}: not in the queue`),
    ...without(ready, documents).map((path) => `${path}: not in the list of documents`),
    ...without(documents, paused ? ready : [...ready, ...jobs]).map((path) => `${path}: a ghost`),
    ...(new Set(documents).size === documents.length ? [] : ["a document is listed twice"]),
    ...(new Set(listed).size === listed.length ? [] : ["a file is in the queue twice"]),
  ];
}

/**
 * Returns what is wrong with search and text. `texts` are the expected ones, by the hash of the
 * bytes.
 */
export function checkSearchable(
  { documents, later, texts, found }: Searchable,
  pool: readonly PoolFile[],
  right: ReadonlyMap<string, readonly string[]>,
): string[] {
  const problems: string[] = [];
  for (const { id, path, hash } of documents) {
    const word = pool.find((file) => file.hash === hash)?.word ?? "";
    const isLeft = later.some((document) => document.id === id);
    for (const [means, ids] of Object.entries(found[word] ?? {})) {
      // While reading continues, the document may have been replaced.
      if (isLeft && !ids.includes(id)) problems.push(`${path}: ${means} does not find it`);
    }
    const read = texts[id];
    if (read && read.join("\f") !== right.get(hash)?.join("\f")) {
      problems.push(`${path}: its pages have another text`);
    }
  }
  for (const { word, path, hash } of pool) {
    for (const [means, ids] of Object.entries(found[word] ?? {})) {
      for (const id of ids) {
        const document = [...documents, ...later].find((one) => one.id === id);
        if (!document) problems.push(`${path}: ${means} finds a ghost, ${id}`);
        else if (document.hash !== hash)
          problems.push(`${path}: ${means} finds other bytes in ${id}`);
      }
    }
  }
  return problems;
}

/** Finds files whose reading resumed from a page before the one stored. */
export function checkResumed(
  reports: readonly Report[],
  stagedByPath: ReadonlyMap<string, number>,
): string[] {
  const problems: string[] = [];
  const settled = new Set<string>();
  for (const report of reports) {
    if (report.type !== "event" || !("path" in report.event)) continue;
    const { event } = report;
    if (settled.has(event.path)) continue;
    // Later events may be about another version of the file.
    if (event.type === "document-waiting") settled.add(event.path);
    if (event.type !== "document-started") continue;
    settled.add(event.path);
    const staged = stagedByPath.get(event.path) ?? 0;
    if (event.done >= staged) continue;
    problems.push(`${event.path}: ${staged} pages were stored, and reading began at ${event.done}`);
  }
  return problems;
}
