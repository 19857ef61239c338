import { PagehoundError } from "../../core/errors.js";

/** What is known of a file that is stored, whole or in part. */
export interface FileRecord {
  readonly url: string;
  /** The server's mark for this version of the file, or null. */
  readonly version: string | null;
  /** Bytes of the whole file; null while the server has not said. */
  readonly bytes: number | null;
  readonly complete: boolean;
}

/** A stored file with the parts there are, in order. */
export interface StoredFile extends FileRecord {
  readonly parts: readonly Blob[];
}

const rootFolder = "pagehound-models";
const recordFile = "file.json";

/**
 * Files of models in the browser's private file system, each in a folder of its own and cut into
 * parts: a part that was written stays when a download is interrupted, whatever interrupts it.
 */
export class ModelStore {
  readonly #root: FileSystemDirectoryHandle;

  private constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  /** Null where the browser lets a page store no such files; models are then kept in memory alone. */
  static async open(): Promise<ModelStore | null> {
    if (typeof FileSystemFileHandle === "undefined") return null;
    if (!("createWritable" in FileSystemFileHandle.prototype)) return null;
    try {
      const root = await navigator.storage.getDirectory();
      return new ModelStore(await root.getDirectoryHandle(rootFolder, { create: true }));
    } catch {
      return null;
    }
  }

  /** The file as far as it is here. What is not as long as its record says is deleted. */
  async find(url: string): Promise<StoredFile | null> {
    try {
      const found = await this.#read(await this.#root.getDirectoryHandle(await folderName(url)));
      if (found && (!found.complete || isWhole(found))) return found;
    } catch (error) {
      if (!isMissing(error)) throw storageError(error);
    }
    await this.delete(url);
    return null;
  }

  /** Adds a part behind the `index` there are, and notes the record. Returns the part as it is stored. */
  async append(record: FileRecord, index: number, part: Blob): Promise<Blob> {
    try {
      const folder = await this.#folder(record.url);
      if (index === 0) await this.#note(folder, record);
      const handle = await folder.getFileHandle(partName(index), { create: true });
      await write(handle, part);
      return await handle.getFile();
    } catch (error) {
      throw storageError(error);
    }
  }

  async note(record: FileRecord): Promise<void> {
    try {
      await this.#note(await this.#folder(record.url), record);
    } catch (error) {
      throw storageError(error);
    }
  }

  async list(): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    for await (const handle of this.#root.values()) {
      if (handle.kind !== "directory") continue;
      const file = await this.#read(handle).catch(() => null);
      if (file) found.push({ ...file, complete: file.complete && isWhole(file) });
    }
    return found;
  }

  async delete(url: string): Promise<void> {
    try {
      await this.#root.removeEntry(await folderName(url), { recursive: true });
    } catch (error) {
      if (!isMissing(error)) throw storageError(error);
    }
  }

  async #folder(url: string): Promise<FileSystemDirectoryHandle> {
    return this.#root.getDirectoryHandle(await folderName(url), { create: true });
  }

  async #note(folder: FileSystemDirectoryHandle, record: FileRecord): Promise<void> {
    const { url, version, bytes, complete } = record;
    const text = JSON.stringify({ url, version, bytes, complete });
    await write(await folder.getFileHandle(recordFile, { create: true }), new Blob([text]));
  }

  async #read(folder: FileSystemDirectoryHandle): Promise<StoredFile | null> {
    const text = await (await (await folder.getFileHandle(recordFile)).getFile()).text();
    // An interrupted write leaves an empty file.
    if (text === "") return null;
    const record: FileRecord = JSON.parse(text);
    const parts: Blob[] = [];
    for (;;) {
      const part = await folder
        .getFileHandle(partName(parts.length))
        .then((handle) => handle.getFile())
        .catch(() => null);
      if (!part || part.size === 0) break;
      parts.push(part);
    }
    return { ...record, parts };
  }
}

function isWhole({ parts, bytes }: StoredFile): boolean {
  return parts.reduce((sum, part) => sum + part.size, 0) === bytes;
}

function partName(index: number): string {
  return `part-${String(index).padStart(5, "0")}`;
}

async function folderName(url: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

async function write(handle: FileSystemFileHandle, content: Blob): Promise<void> {
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
  await writable.close();
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}

function storageError(cause: unknown): PagehoundError {
  if (PagehoundError.isInstance(cause)) return cause;
  if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
    return new PagehoundError(
      "storage-full",
      "The storage that the browser grants this site has no room for the model. Delete another model, or free disk space, and load it again.",
      { cause },
    );
  }
  const detail = cause instanceof Error ? ` (${cause.message})` : "";
  return new PagehoundError(
    "storage-failed",
    `The model could not be stored${detail}. Private windows and full disks are the usual causes.`,
    { cause },
  );
}
