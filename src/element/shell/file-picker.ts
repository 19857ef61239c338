import type { InputFile } from "../../core/index.js";

/** Kinds of files that a picker shows first. */
type FileKinds = readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];

/** Part of the File System Access API, which TypeScript's library does not have. */
interface FilePicker {
  showDirectoryPicker?(options: { readonly mode: "read" }): Promise<FileSystemDirectoryHandle>;
  showOpenFilePicker?(options: {
    readonly multiple: boolean;
    readonly types: FileKinds | undefined;
  }): Promise<FileSystemFileHandle[]>;
}

/**
 * Lets the person pick files with the browser's picker that also returns file handles (Chrome and
 * Edge). Call from a click. Returns an empty list if the person picked nothing, and null if this
 * page has no such picker: then use a file input.
 */
export async function pickWithPlaces(types?: FileKinds): Promise<InputFile[] | null> {
  const { showOpenFilePicker: show } = globalThis as FilePicker;
  if (!show) return null;
  try {
    const handles = await show({ multiple: true, types });
    return await Promise.all(
      handles.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })),
    );
  } catch (error) {
    // Other errors: for instance, it is not available in cross-origin frames.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

/** Whether the browser returns handles of picked folders, which watching them requires. */
export function watchesFolders(): boolean {
  return (globalThis as FilePicker).showDirectoryPicker !== undefined;
}

/**
 * Lets the person pick a folder with the browser's picker that returns its handle (Chrome and
 * Edge). Call from a click. Returns `cancelled` if none was picked, and null if this page has no
 * such picker: then use a file input.
 */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | "cancelled" | null> {
  const { showDirectoryPicker: show } = globalThis as FilePicker;
  if (!show) return null;
  try {
    return await show({ mode: "read" });
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "cancelled" : null;
  }
}
