import { PagehoundError } from "../core/errors.js";
import type { InputFile } from "../core/ingest.js";
import type { Pagehound } from "../pagehound.js";
import type { EvaluationDataSet, EvaluationDocument, EvaluationFiles } from "./data-set.js";
import type { EvaluationEvent } from "./evaluate.js";

/** Texts that are handed to the collection at once: few enough to be held twice in memory. */
const batchSize = 250;

/**
 * The collection of a data set: the same for the same documents, so that a later run finds them
 * there, and another one when a path or a text has changed.
 */
export function evaluationCollectionName({
  name,
  documents,
}: Pick<EvaluationDataSet, "name" | "documents">): string {
  let hash = 0x811c9dc5;
  for (const { path, text } of documents) {
    hash = hashOn(hashOn(hash, `${path}\n`), text === null ? "file\n" : `text ${text}\n`);
  }
  return `evaluation-${name}-${hash.toString(16).padStart(8, "0")}`;
}

/** A number from 0 to 2³² − 1 that is always the same for the same text: FNV-1a over its UTF-16 units. */
export function textHash(text: string): number {
  return hashOn(0x811c9dc5, text);
}

function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Adds the documents of a data set that are not in the collection yet, in their order. Those that
 * cannot be read are named and left out.
 */
export async function* addDocuments(
  collection: Pagehound,
  documents: readonly EvaluationDocument[],
  files: EvaluationFiles,
  signal: AbortSignal,
): AsyncGenerator<
  Extract<EvaluationEvent, { type: "documents" | "document-refused" }>,
  void,
  undefined
> {
  const there = new Set((await collection.documents({ signal })).map(({ path }) => path));
  const missing = documents.filter(({ path }) => !there.has(path));
  const total = documents.length;
  let done = total - missing.length;
  yield { type: "documents", done, total };
  for (let start = 0; start < missing.length; start += batchSize) {
    const inputs: InputFile[] = [];
    for (const { path, text } of missing.slice(start, start + batchSize)) {
      const file = text === null ? await fileOrError(files, path) : new Blob([text]);
      if (file instanceof Blob) inputs.push({ path, file });
      else yield { type: "document-refused", path, message: file.message };
      signal.throwIfAborted();
    }
    if (inputs.length === 0) continue;
    for await (const event of collection.add(inputs, { signal })) {
      if (event.type === "document-refused") {
        yield { type: "document-refused", path: event.path, message: event.message };
      } else if (event.type === "document-ready" || event.type === "document-unchanged") {
        yield { type: "documents", done: ++done, total };
      }
    }
  }
}

async function fileOrError(files: EvaluationFiles, path: string): Promise<Blob | PagehoundError> {
  try {
    return await files.file(path);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "not-found") return error;
    throw error;
  }
}
