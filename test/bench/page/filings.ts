import { addFiles, openCollection } from "./ingest.js";

/** Reads the harness files under the given paths, and downloads an export if it is to be kept. */
export async function readFilings(request: {
  name: string;
  paths: readonly string[];
  isKept: boolean;
}): Promise<void> {
  const collection = await openCollection(request.name);
  await addFiles(
    collection,
    request.paths.map((path, file) => ({ path, file })),
  );
  if (request.isKept) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await collection.collection.export({ originals: false }));
    link.download = "filings.pagehound";
    link.click();
  }
  collection.close();
}

/** Imports the export, the harness's only file. */
export async function importFilings(name: string): Promise<void> {
  const collection = await openCollection(name);
  const [file] = globalThis.harness.files();
  if (!file) throw new Error("There is no file to import.");
  await collection.collection.import(file);
  collection.close();
}

/** The text of the page at each place; empty if the document or the page is missing. */
export async function pageTexts(request: {
  name: string;
  places: readonly { readonly document: string; readonly page: number }[];
}): Promise<string[]> {
  const collection = await openCollection(request.name);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const texts: string[] = [];
  for (const { document, page } of request.places) {
    const id = ids.get(document);
    const pages = { from: page, to: page };
    const passages = id === undefined ? [] : await collection.passages(id, { pages });
    texts.push(passages.map(({ text }) => text).join("\n"));
  }
  collection.close();
  return texts;
}
