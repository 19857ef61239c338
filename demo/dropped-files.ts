import type { InputFile } from "pagehound";

const litter = /^(?:\.|thumbs\.db$|desktop\.ini$|__macosx$|~\$)/i;

/** What a drop or a picked folder held: files to add, and folders or files the browser refused to read. */
export interface Gathered {
  readonly files: InputFile[];
  readonly unreadable: string[];
}

/** Files picked by an input, without the system's litter, with their paths inside a picked folder. */
export function pickedFiles(list: FileList | null): InputFile[] {
  return Array.from(list ?? [], (file) => ({
    file,
    path: file.webkitRelativePath || file.name,
  })).filter(({ path }) => !isLitter(path));
}

/**
 * Files of a drop, folders walked through. The entries are taken before the first wait, because
 * the browser empties the list when the event is over.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Gathered> {
  const gathered: Gathered = { files: [], unreadable: [] };
  const entries: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file && !isLitter(file.name)) gathered.files.push({ file, path: file.name });
    }
  }
  for (const entry of entries) await walk(entry, entry.name, gathered);
  return gathered;
}

async function walk(entry: FileSystemEntry, path: string, gathered: Gathered): Promise<void> {
  if (litter.test(entry.name)) return;
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      gathered.files.push({ file, path });
    } else if (isDirectory(entry)) {
      for (const child of await children(entry))
        await walk(child, `${path}/${child.name}`, gathered);
    }
  } catch {
    gathered.unreadable.push(path);
  }
}

/** A folder's entries. The reader hands out at most a hundred at a time. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
  }
  return all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isLitter(path: string): boolean {
  return path.split("/").some((part) => litter.test(part));
}
