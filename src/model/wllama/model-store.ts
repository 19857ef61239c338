import { PagehoundError } from "../../core/errors.js";
import { hexadecimal } from "../../core/hexadecimal.js";

/** What is known of a file that is stored, whole or in part. */
export interface FileRecord {
  readonly url: string;
  /** The server's mark for this version of the file, or null. */
  readonly version: string | null;
  /** Bytes of the whole file; null while the server has not said. */
  readonly bytes: number | null;
  readonly complete: boolean;
  /** SHA-256 that the whole file was seen to have; null when nobody asked for it. */
  readonly sha256: string | null;
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
      if (!isMissing(error)) throw storageError(error, "read");
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
      throw storageError(error, "stored");
    }
  }

  async note(record: FileRecord): Promise<void> {
    try {
      await this.#note(await this.#folder(record.url), record);
    } catch (error) {
      throw storageError(error, "stored");
    }
  }

  async list(): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    try {
      for await (const handle of this.#root.values()) {
        if (handle.kind !== "directory") continue;
        const file = await this.#read(handle).catch(() => null);
        if (file) found.push({ ...file, complete: file.complete && isWhole(file) });
      }
    } catch (error) {
      throw storageError(error, "read");
    }
    return found;
  }

  async delete(url: string): Promise<void> {
    try {
      await this.#root.removeEntry(await folderName(url), { recursive: true });
    } catch (error) {
      if (!isMissing(error)) throw storageError(error, "deleted");
    }
  }

  async #folder(url: string): Promise<FileSystemDirectoryHandle> {
    return this.#root.getDirectoryHandle(await folderName(url), { create: true });
  }

  async #note(folder: FileSystemDirectoryHandle, record: FileRecord): Promise<void> {
    const { url, version, bytes, complete, sha256 } = record;
    const text = JSON.stringify({ url, version, bytes, complete, sha256 });
    await write(await folder.getFileHandle(recordFile, { create: true }), new Blob([text]));
  }

  async #read(folder: FileSystemDirectoryHandle): Promise<StoredFile | null> {
    const text = await (await (await folder.getFileHandle(recordFile)).getFile()).text();
    const record = parseRecord(text);
    if (!record) return null;
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

/** Null for what no version of this code has written, as an interrupted write may leave it. */
function parseRecord(text: string): FileRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { url, version, bytes, complete, sha256 } = value as Record<string, unknown>;
  if (typeof url !== "string" || typeof complete !== "boolean") return null;
  return {
    url,
    version: typeof version === "string" ? version : null,
    bytes: typeof bytes === "number" ? bytes : null,
    complete,
    sha256: typeof sha256 === "string" ? sha256 : null,
  };
}

function isWhole({ parts, bytes }: StoredFile): boolean {
  return parts.reduce((sum, part) => sum + part.size, 0) === bytes;
}

function partName(index: number): string {
  return `part-${String(index).padStart(5, "0")}`;
}

async function folderName(url: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
  return hexadecimal(new Uint8Array(hash, 0, 16));
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

const advice = {
  read: "Close other tabs of this site, or clear the site's data in the browser, and load the model again.",
  stored: "Private windows and full disks are the usual causes.",
  deleted: "Wait until no tab downloads it any more, and try again.",
} as const;

function storageError(cause: unknown, what: "read" | "stored" | "deleted"): PagehoundError {
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
    `The model could not be ${what}${detail}. ${advice[what]}`,
    { cause },
  );
}
