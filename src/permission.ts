import { PagehoundError } from "./core/errors.js";

/** Part of the File System Access API, which TypeScript's library does not have. */
interface AskableHandle {
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

/**
 * Has the browser ask the person whether a file of their disk may be read, unless it knows. Throws
 * `permission-required` when the browser does not ask, as without a click.
 */
export async function mayRead(handle: FileSystemFileHandle & AskableHandle): Promise<boolean> {
  // Where there is nothing to ask, nothing is forbidden.
  if (!handle.requestPermission) return true;
  try {
    return (await handle.requestPermission({ mode: "read" })) === "granted";
  } catch (cause) {
    throw new PagehoundError(
      "permission-required",
      "The browser asks whether a file may be read only right after a click. Click once more.",
      { cause },
    );
  }
}
