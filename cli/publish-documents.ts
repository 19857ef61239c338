import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type {
  DocumentSummary,
  ExtractionGuide,
  IngestEvent,
  TransferProgress,
} from "../src/index.js";
import { BadInput } from "./bad-input.js";
import { driveChromium } from "./driver.js";
import { collectionPaths, type LocalFile } from "./gather-files.js";

/** The files to publish, and the output file. */
export interface PublishRequest {
  readonly files: readonly LocalFile[];
  /** An absolute path. */
  readonly out: string;
  readonly title: string;
  readonly originals: boolean;
  /** Notes of where answers were found; empty for none. */
  readonly guides: readonly ExtractionGuide[];
}

/** The result of writing. */
export interface Publication {
  /** The documents in the file. */
  readonly documents: readonly DocumentSummary[];
  /** The size of the file. */
  readonly bytes: number;
  /** Why some files are not in it. */
  readonly refused: readonly { readonly file: string; readonly message: string }[];
}

/** The events while files are read and written. */
export type PublishProgress = IngestEvent | TransferProgress;

/**
 * Reads the files in a fresh browser and writes them as a collection. Throws `BadInput` if none of
 * them can be read, or the file cannot be written.
 */
export async function publishDocuments(
  { files, out, title, originals, guides }: PublishRequest,
  onProgress: (event: PublishProgress) => void,
): Promise<Publication> {
  const folder = await stat(path.dirname(out)).catch(() => null);
  if (!folder?.isDirectory()) throw new BadInput(`${path.dirname(out)} is not a folder.`);
  return driveChromium(async ({ page, setFiles }) => {
    await setFiles(files.map(({ file }) => file));
    // Visitors see these paths.
    const paths = collectionPaths(files.map(({ inside }) => ({ path: inside })));
    const named = new Map(paths.map((each, index) => [each, files[index]?.path ?? each]));
    await page.exposeFunction("reportPublishing", onProgress);
    const downloading = page.waitForEvent("download", { timeout: 0 });
    // Never settles if there is nothing to write.
    downloading.catch(() => {});
    const request = { paths, title, originals, guides };
    const { refused, ...written } = await page.evaluate(publishInPage, request);
    const refusals = refused.map(({ path: refusedPath, message }) => {
      const file = named.get(refusedPath) ?? refusedPath;
      return { file, message: message.replaceAll(refusedPath, file) };
    });
    if (written.documents.length === 0) {
      const first = refusals[0]?.message ?? "There was nothing to read.";
      throw new BadInput(`None of the files can be read. The first: ${first}`);
    }
    const partial = `${out}.part`;
    try {
      // It may be a link to another file, which would be overwritten.
      await rm(partial, { force: true });
      await (await downloading).saveAs(partial);
      // Whoever fetches it meanwhile gets the old or the new file, never a mixture.
      await rename(partial, out);
    } catch (error) {
      await rm(partial, { force: true });
      throw new BadInput(
        `${out} cannot be written: ${error instanceof Error ? error.message : error}`,
      );
    }
    return { ...written, bytes: (await stat(out)).size, refused: refusals };
  });
}

interface PageRequest {
  readonly paths: readonly string[];
  readonly title: string;
  readonly originals: boolean;
  readonly guides: readonly ExtractionGuide[];
}

interface PageOutcome {
  readonly documents: readonly DocumentSummary[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

async function publishInPage({
  paths,
  title,
  originals,
  guides,
}: PageRequest): Promise<PageOutcome> {
  const { library, files } = globalThis.harness;
  const collection = await library.Pagehound.open({ name: "publish" });
  const inputs = files().map((file, index) => ({ file, path: paths[index] ?? file.name }));
  const refused: { path: string; message: string }[] = [];
  for await (const event of collection.add(inputs)) {
    void globalThis.reportPublishing(event);
    if (event.type !== "document-refused") continue;
    refused.push({ path: event.path, message: event.message });
  }
  const documents = await collection.documents();
  let leftOut: TransferProgress["leftOut"] = [];
  if (documents.length > 0) {
    // Notes about other documents are left out.
    if (guides.length > 0) await collection.guides.restore(guides);
    const file = await collection.collection.export({
      title,
      originals,
      guides: guides.length > 0,
      onProgress: (progress) => {
        void globalThis.reportPublishing(progress);
        leftOut = progress.leftOut ?? [];
      },
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "collection.pagehound";
    link.click();
  }
  refused.push(...leftOut);
  const missing = new Set(leftOut.map(({ path }) => path));
  return { documents: documents.filter(({ path }) => !missing.has(path)), refused };
}

declare global {
  function reportPublishing(event: PublishProgress): Promise<void>;
}
