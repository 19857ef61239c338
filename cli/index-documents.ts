import {
  claimOf,
  type DocumentRecord,
  type NamedRecord,
  type ReadDocument,
  recordsOf,
} from "../src/connect/sources/engine-records.js";
import type { EngineIndex, IndexedDocument } from "../src/connect/sources/opensearch.js";
import { type DocumentId, type DocumentSummary, documentId } from "../src/core/document.js";
import type { IngestEvent } from "../src/index.js";
import { type Driver, driveChromium } from "./driver.js";
import { fileHash } from "./file-hash.js";
import type { FileLinks } from "./file-links.js";
import { collectionPaths, type LocalFile } from "./gather-files.js";

/** The documents to write, and where. */
export interface IndexRequest {
  readonly files: readonly LocalFile[];
  readonly index: EngineIndex;
  /** Whether to remove documents that are not among the files. */
  readonly removeMissing: boolean;
  /** The links to the files. */
  readonly links: FileLinks;
}

/** The result of writing. */
export interface IndexOutcome {
  readonly written: number;
  readonly passages: number;
  /** The number of files that were already there unchanged. */
  readonly unchanged: number;
  /** The number of unchanged documents that now have another link to their file. */
  readonly relinked: number;
  readonly removed: number;
  /** Why some files are not in the index. */
  readonly refused: readonly { readonly file: string; readonly message: string }[];
}

/** Files that are read before any is written, to limit what a browser has to store. */
const filesAtOnce = 20;
/** Characters of records that are sent at once: engines accept up to 100 MB, and prefer 5 to 15. */
const charactersAtOnce = 5_000_000;
/** Records of documents that are read and rewritten at once. */
const recordsAtOnce = 200;

/**
 * Reads the files that are missing from the index or differ from it, and writes them there. A
 * document can be found once it is complete; one that a killed run left incomplete is written again
 * under the same ids, so that nothing is stored twice. Throws the engine's errors.
 */
export async function indexDocuments(
  { files, index, removeMissing, links }: IndexRequest,
  onProgress: (event: IngestEvent) => void,
): Promise<IndexOutcome> {
  const known = await index.documents();
  const paths = collectionPaths(files.map(({ inside }) => ({ path: inside })));
  const wanted: WantedFile[] = [];
  for (const [at, { file }] of files.entries()) {
    const path = paths[at] ?? file;
    const before = known.get(path);
    if (before?.ready && before.hash === (await fileHash(file))) {
      onProgress({ type: "document-unchanged", path } as IngestEvent);
      continue;
    }
    wanted.push({ file, path });
  }
  const writer = new DocumentWriter(index, known, links);
  const refused: { file: string; message: string }[] = [];
  if (wanted.length > 0) {
    await driveChromium(async (driver) => {
      await driver.page.exposeFunction("reportIndexing", onProgress);
      for (let from = 0; from < wanted.length; from += filesAtOnce) {
        const some = wanted.slice(from, from + filesAtOnce);
        refused.push(...(await readSome(driver, some, writer)));
      }
    });
  }
  const relinked = await writer.relink();
  const removed = removeMissing ? await writer.removeOthers(paths) : 0;
  await index.refresh();
  const unchanged = files.length - wanted.length;
  const { documents: written, passages } = writer;
  return { written, passages, unchanged, relinked, removed, refused };
}

interface WantedFile {
  readonly file: string;
  readonly path: string;
}

/** Writes documents one at a time, each with a new ordinal. */
class DocumentWriter {
  documents = 0;
  passages = 0;
  readonly #index: EngineIndex;
  readonly #known: Map<string, IndexedDocument>;
  readonly #links: FileLinks;
  #next: number;

  constructor(index: EngineIndex, known: ReadonlyMap<string, IndexedDocument>, links: FileLinks) {
    this.#index = index;
    this.#links = links;
    this.#known = new Map(known);
    this.#next = Math.max(0, ...[...known.values()].map(({ ordinal }) => ordinal)) + 1;
  }

  async write({ summary, ...contents }: ReadDocument): Promise<void> {
    const { path, hash } = summary;
    const originalUrl = this.#links.of(path) ?? null;
    const stored = originalUrl === null ? summary : { ...summary, originalUrl };
    const read = { summary: stored, ...contents };
    const before = this.#known.get(path);
    const ordinal = before?.ordinal ?? (await this.#claim(read));
    // Pages that the new version lacks would stay; until it is written, neither can be found.
    if (before) {
      await this.#index.write([claimOf(ordinal, read.summary)]);
      await this.#removeParts(ordinal);
    }
    for (const piece of inPieces(recordsOf(ordinal, read))) await this.#index.write(piece);
    this.#known.set(path, { ordinal, hash, ready: true, originalUrl });
    this.documents++;
    this.passages += read.passages.length;
  }

  /** Updates the links of unchanged documents, and returns how many were different. */
  async relink(): Promise<number> {
    const others = [...this.#known].flatMap(([path, { ordinal, ready, originalUrl }]) => {
      const link = this.#links.of(path);
      return ready && link !== undefined && link !== originalUrl ? [{ ordinal, link }] : [];
    });
    for (let from = 0; from < others.length; from += recordsAtOnce) {
      const some = others.slice(from, from + recordsAtOnce);
      const found = await this.#index.get(some.map(({ ordinal }) => documentId(ordinal)));
      const records = some.flatMap(({ ordinal, link }, at): NamedRecord[] => {
        const record = found[at] as DocumentRecord | null | undefined;
        return record ? [{ id: documentId(ordinal), record: withLink(record, link) }] : [];
      });
      if (records.length > 0) await this.#index.write(records);
    }
    return others.length;
  }

  /** Removes documents that are not at or below these paths, and returns how many. */
  async removeOthers(paths: readonly string[]): Promise<number> {
    const kept = new Set(paths);
    const isKept = (path: string): boolean =>
      // An attachment is below its file.
      kept.has(path) || paths.some((each) => path.startsWith(`${each}/`));
    const others = [...this.#known].filter(([path]) => !isKept(path));
    for (const [path, { ordinal }] of others) {
      await this.#index.remove({ term: { document: ordinal } });
      this.#known.delete(path);
    }
    return others.length;
  }

  /** An ordinal that no other run uses, even one that writes to the same index at the same time. */
  async #claim({ summary }: ReadDocument): Promise<number> {
    for (;;) {
      const ordinal = this.#next++;
      if (await this.#index.write([claimOf(ordinal, summary)], { create: true })) return ordinal;
    }
  }

  async #removeParts(ordinal: number): Promise<void> {
    const isOf = { term: { document: ordinal } };
    const itself = { ids: { values: [documentId(ordinal)] } };
    await this.#index.refresh();
    await this.#index.remove({ bool: { filter: [isOf], must_not: [itself] } });
  }
}

/** A document's record with another link to its file, or none. */
function withLink(record: DocumentRecord, link: string | null): DocumentRecord {
  const { originalUrl: _, ...summary } = JSON.parse(record.summary) as DocumentSummary;
  const stored = link === null ? summary : { ...summary, originalUrl: link };
  return { ...record, summary: JSON.stringify(stored) };
}

/** Records in pieces that are sent at once; the last record stays the last. */
function* inPieces(records: readonly NamedRecord[]): Generator<NamedRecord[]> {
  let piece: NamedRecord[] = [];
  let characters = 0;
  for (const named of records) {
    const { record } = named;
    characters += JSON.stringify(record).length;
    // The document's record goes alone, once all its other records are written.
    if ((characters > charactersAtOnce || record.kind === "document") && piece.length > 0) {
      yield piece;
      [piece, characters] = [[], 0];
    }
    piece.push(named);
  }
  yield piece;
}

async function readSome(
  { page, setFiles }: Driver,
  files: readonly WantedFile[],
  writer: DocumentWriter,
): Promise<{ file: string; message: string }[]> {
  await setFiles(files.map(({ file }) => file));
  const { documents, refused } = await page.evaluate(
    readInPage,
    files.map(({ path }) => path),
  );
  for (const summary of documents) {
    await writer.write({ summary, ...(await page.evaluate(contentsInPage, summary.id)) });
  }
  await page.evaluate(forgetInPage);
  const named = new Map(files.map(({ file, path }) => [path, file]));
  return refused.map(({ path, message }) => ({ file: named.get(path) ?? path, message }));
}

interface ReadFiles {
  readonly documents: readonly DocumentSummary[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

async function readInPage(paths: readonly string[]): Promise<ReadFiles> {
  const { library, files } = globalThis.harness;
  const collection = await library.Pagehound.open({ name: "indexed", storage: "memory" });
  globalThis.indexed = collection;
  const inputs = files().map((file, index) => ({ file, path: paths[index] ?? file.name }));
  const refused: { path: string; message: string }[] = [];
  for await (const event of collection.add(inputs)) {
    void globalThis.reportIndexing(event);
    if (event.type !== "document-refused") continue;
    refused.push({ path: event.path, message: event.message });
  }
  return { documents: await collection.documents(), refused };
}

async function contentsInPage(id: DocumentId): Promise<Omit<ReadDocument, "summary">> {
  const collection = globalThis.indexed;
  return { outline: await collection.outline(id), passages: await collection.passages(id) };
}

function forgetInPage(): void {
  globalThis.indexed.close();
}

declare global {
  function reportIndexing(event: IngestEvent): Promise<void>;
  var indexed: import("../src/index.js").Pagehound;
}
