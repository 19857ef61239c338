/** A file with its path within the picked or dropped folder. */
export interface GatheredFile {
  /** Relative to the picked folder, whose name it does not include. */
  readonly path: string;
  readonly file: File;
}

/** The files that were picked or dropped. */
export interface Gathered {
  readonly files: readonly GatheredFile[];
  /** Name of the only folder, which contains all of them; null without one. */
  readonly folder: string | null;
}

/** Files picked by an input: of a folder, or several files. */
export function pickedByInput(list: FileList | null): Gathered {
  const files = Array.from(list ?? [], (file) => ({
    path: file.webkitRelativePath || file.name,
    file,
  }));
  return withoutFolder(files);
}

/**
 * Files of a drop, including those in folders. The entries are taken before the first await,
 * because the browser empties the list after the event. Unreadable files are left out.
 */
export async function dropped({ items }: DataTransfer): Promise<Gathered> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const files: GatheredFile[] = [];
  for (const entry of entries) await walk(entry, entry.name, files);
  return withoutFolder(files);
}

async function walk(entry: FileSystemEntry, path: string, files: GatheredFile[]): Promise<void> {
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      files.push({ path, file });
    } else {
      for (const child of await children(entry as FileSystemDirectoryEntry)) {
        await walk(child, `${path}/${child.name}`, files);
      }
    }
  } catch {
    // If the browser cannot read it, whoever needs it reports it as missing.
  }
}

/** A folder's entries. The reader returns at most a hundred at a time. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    found.push(...some);
  }
}

/** Paths as the data set names them: without the one folder that contains everything. */
function withoutFolder(files: readonly GatheredFile[]): Gathered {
  const folder = files[0]?.path.split("/", 1)[0] ?? "";
  const start = `${folder}/`;
  if (files.length === 0 || !files.every(({ path }) => path.startsWith(start))) {
    return { files, folder: null };
  }
  const inside = files.map(({ path, file }) => ({ path: path.slice(start.length), file }));
  return { files: inside, folder };
}
