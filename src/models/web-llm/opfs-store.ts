import { hexadecimal } from "../../core/bytes.js";
import type { StoredForm, StoreScope, WebLlmFileStore, WebLlmStoredFile } from "./file-store.js";

/** What is written beside a file, last, so that a file without it is not there. */
interface FileRecord {
  readonly url: string;
  readonly nbytes: number;
  readonly contentType?: string;
}

const rootFolder = "tvmjs-opfs-store";
const recordEnding = ".record.json";

/** Files in the origin private file system, named by the SHA-256 of their URL. */
export class OpfsStore implements WebLlmFileStore {
  async size(scope: StoreScope, url: string): Promise<number | null> {
    return (await this.#open(scope, url))?.size ?? null;
  }

  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = await this.#open(scope, url);
    return file ? new Uint8Array(await file.arrayBuffer()) : null;
  }

  async write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    await removeFile(folder, name + recordEnding);
    await writeFile(folder, `${name}.bin`, content);
    const record: FileRecord = {
      url,
      nbytes: content.byteLength,
      contentType: form === "json" ? "application/json" : "application/octet-stream",
    };
    await writeFile(folder, name + recordEnding, JSON.stringify(record));
  }

  async remove(scope: StoreScope, url: string): Promise<void> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    await removeFile(folder, name + recordEnding);
    await removeFile(folder, `${name}.bin`);
  }

  async list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]> {
    const folder = await folderOf(scope);
    const files: WebLlmStoredFile[] = [];
    for await (const name of folder.keys()) {
      if (!name.endsWith(recordEnding)) continue;
      const record = await readRecord(folder, name);
      const bytes = record ? await this.size(scope, record.url) : null;
      if (record && bytes !== null) files.push({ url: record.url, bytes });
    }
    return files;
  }

  async #open(scope: StoreScope, url: string): Promise<File | null> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    const record = await readRecord(folder, name + recordEnding);
    const file = record?.url === url ? await openFile(folder, `${name}.bin`) : null;
    return file?.size === record?.nbytes ? file : null;
  }
}

async function folderOf(scope: StoreScope): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const part of [rootFolder, ...scope.split("/")]) {
    folder = await folder.getDirectoryHandle(part, { create: true });
  }
  return folder;
}

async function nameOf(url: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)));
}

async function readRecord(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileRecord | null> {
  const file = await openFile(folder, name);
  try {
    return file ? JSON.parse(await file.text()) : null;
  } catch {
    return null;
  }
}

async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
