import type { IngestEvent, SearchResponse } from "../../src/index.js";
import { queryNotes } from "../../src/reading/query-notes.js";
import { type AskAnswer, type Refusal, toPassages } from "./ask-answer.js";
import { BadInput } from "./bad-input.js";
import { drive } from "./driver.js";
import { collectionPaths, type LocalFile } from "./gather-files.js";

/** A question to a few files. */
export interface AskRequest {
  readonly files: readonly LocalFile[];
  readonly question: string;
  readonly limit: number;
}

/**
 * Reads the files in a fresh browser and searches them. `notes` say how the question was
 * understood. Throws `BadInput` when not one of them can
 * be read.
 */
export async function askDocuments(
  { files, question, limit }: AskRequest,
  onProgress: (event: IngestEvent) => void,
): Promise<{ answer: AskAnswer; notes: readonly string[] }> {
  return drive(async ({ page, setFiles }) => {
    await page.exposeFunction("reportEvent", onProgress);
    await setFiles(files.map(({ file }) => file));
    const paths = collectionPaths(files);
    const named = new Map(paths.map((path, index) => [path, files[index]?.path ?? path]));
    const found = await page.evaluate(searchInPage, { paths, question, limit });
    const refused = found.refused.map(({ file: path, code, message }) => {
      const file = named.get(path) ?? path;
      return { file, code, message: message.replaceAll(path, file) };
    });
    if (refused.length === files.length) throw new BadInput(nothingReadable(refused));
    return {
      answer: {
        question,
        answer: null,
        passages: toPassages(found.response.hits, named),
        coverage: { ...found.response.coverage, refused },
      },
      notes: queryNotes(found.response),
    };
  });
}

async function searchInPage(request: {
  paths: string[];
  question: string;
  limit: number;
}): Promise<{ response: SearchResponse; refused: Refusal[] }> {
  const { library, files } = globalThis.harness;
  const collection = await library.Pagehound.open({ name: "ask" });
  const refused: Refusal[] = [];
  const inputs = files().map((file, index) => ({ file, path: request.paths[index] ?? file.name }));
  for await (const event of collection.add(inputs)) {
    void globalThis.reportEvent(event);
    if (event.type !== "document-refused") continue;
    const { path: file, code, message } = event;
    refused.push({ file, code, message });
  }
  const response = await collection.search(request.question, { limit: request.limit });
  collection.close();
  return { response, refused };
}

function nothingReadable(refused: readonly Refusal[]): string {
  const { file = "", message = "" } = refused[0] ?? {};
  const reason = message.includes(file) ? message : `${file}: ${message}`;
  const line = reason.replaceAll("\n", " ");
  return refused.length === 1
    ? line
    : `None of the ${refused.length} files can be read. The first: ${line}`;
}

declare global {
  function reportEvent(event: IngestEvent): Promise<void>;
}
