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
 * Lets the person pick files with the browser's picker that also reveals their places on the disk
 * (Chrome and Edge). Call from a click. Empty if the person picked nothing; null if the browser has
 * no such picker, or not for this page: then use a file input.
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

/** Whether a picked folder can be watched, for which its place on the disk must be known. */
export function watchesFolders(): boolean {
  return (globalThis as FilePicker).showDirectoryPicker !== undefined;
}

/**
 * Lets the person pick a folder with the browser's picker that reveals its place on the disk
 * (Chrome and Edge). Call from a click. `cancelled` if none was picked; null if this page has no
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
