import { addFiles, openCollection } from "./ingest.js";

/**
 * Reads all harness files into a collection, and returns each document's passages as one text,
 * ordered by path.
 */
export async function readText(request: {
  name: string;
  paths: readonly string[];
}): Promise<string[]> {
  const collection = await openCollection(request.name);
  await addFiles(
    collection,
    request.paths.map((path, file) => ({ path, file })),
  );
  const texts: string[] = [];
  // The collection's order depends on which file was read faster.
  const documents = (await collection.documents()).sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { id } of documents) {
    const passages = await collection.passages(id);
    texts.push(passages.map(({ text }) => text).join("\n"));
  }
  // Unlike `close`, waits until the collection may be deleted.
  await collection[Symbol.asyncDispose]();
  return texts;
}
