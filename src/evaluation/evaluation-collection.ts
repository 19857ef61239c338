import type { Pagehound } from "../client/pagehound.js";
import { checkEach, checkShape } from "../core/arguments.js";
import { hexadecimal } from "../core/bytes.js";
import { PagehoundError } from "../core/errors.js";
import type { InputFile } from "../core/ingest.js";
import type { EvaluationDataSet, EvaluationDocument, EvaluationFiles } from "./data-set.js";
import type { EvaluationEvent } from "./evaluation.js";

/** Texts that are handed to the collection at once: few enough to be held twice in memory. */
const batchSize = 250;

/**
 * The collection of a data set: the same for the same documents, so that a later run finds them
 * there, and another one when a path, a text or a file has changed. Reads all files; one that is not
 * there counts as such. Throws what `files` throws.
 */
export async function evaluationCollectionName(
  dataSet: Pick<EvaluationDataSet, "name" | "documents">,
  files: EvaluationFiles,
): Promise<string> {
  checkShape("A data set", dataSet, { name: "string", documents: "list" });
  checkEach("The documents of a data set", dataSet.documents, { path: "string" });
  checkShape("The files of a data set", files, { paths: "list", file: "function" });
  const { name, documents } = dataSet;
  let hash = hashStart;
  for (const { path, text } of documents) {
    hash = hashOn(hash, `${path}\n`);
    if (text !== null) hash = hashOn(hash, `text ${text}\n`);
    else {
      const file = await fileOrError(files, path);
      hash = hashOn(hash, file instanceof Blob ? `file ${await sha256(file)}\n` : "no file\n");
    }
  }
  return `evaluation-${name}-${hash.toString(16).padStart(8, "0")}`;
}

const hashStart = 0x811c9dc5;

/** A number from 0 to 2³² − 1 that is always the same for the same text: FNV-1a over its UTF-16 units. */
export function textHash(text: string): number {
  return hashOn(hashStart, text);
}

function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

async function sha256(content: Blob): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", await content.arrayBuffer()));
}

/**
 * Adds the documents of a data set that are not in the collection yet, in their order, and those that
 * are there with another content, in the place of it. Those that cannot be read are named and left out.
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
  const stored = await collection.documents({ signal });
  const there = new Map(stored.map(({ path, hash }) => [path, hash]));
  const missing: EvaluationDocument[] = [];
  for (const document of documents) {
    const hash = there.get(document.path);
    if (hash === undefined || (await isChanged(document, hash, files))) missing.push(document);
    signal.throwIfAborted();
  }
  const total = documents.length;
  let done = total - missing.length;
  yield { type: "documents", done, total };
  for (let start = 0; start < missing.length; start += batchSize) {
    const inputs: InputFile[] = [];
    for (const document of missing.slice(start, start + batchSize)) {
      const { path } = document;
      const file = await contentOrError(document, files);
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

/** Whether a document is otherwise than it is stored; one whose file is gone is not. */
async function isChanged(
  document: EvaluationDocument,
  hash: string,
  files: EvaluationFiles,
): Promise<boolean> {
  const content = await contentOrError(document, files);
  return content instanceof Blob && (await sha256(content)) !== hash;
}

async function contentOrError(
  { path, text }: EvaluationDocument,
  files: EvaluationFiles,
): Promise<Blob | PagehoundError> {
  return text === null ? fileOrError(files, path) : new Blob([text]);
}

async function fileOrError(files: EvaluationFiles, path: string): Promise<Blob | PagehoundError> {
  try {
    return await files.file(path);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "not-found") return error;
    throw error;
  }
}
